// Draws the welcome of an empty channel: what to do here, with the bot's commands.
import { h } from './dom.js';

const MOST = 6;

// `bar` is the command bar, which lists and starts commands.
export function welcome(bar) {
  const { entries } = bar;
  if (!entries.length) return [title(), h('p', {}, 'Say something, or wait until the bot’s commands are there.')];
  const starters = entries.slice(0, MOST).map((entry) => starter(entry, () => bar.begin(entry)));
  return [
    title(),
    h('p', {}, 'Say something, type ', h('kbd', {}, '/'), ', or start with a command:'),
    h('ul', { class: 'starters', 'aria-label': 'Commands to start with' }, starters),
    entries.length > MOST &&
      h('button', { type: 'button', class: 'all-starters', onclick: () => bar.startWithSlash() }, 'All commands'),
  ];
}

function title() {
  return h('p', { class: 'empty-title' }, 'Nothing here yet');
}

function starter({ name, description }, onclick) {
  const words = [h('span', { class: 'starter-name' }, `/${name}`), h('span', { class: 'starter-about' }, description)];
  return h('li', {}, h('button', { type: 'button', class: 'starter', onclick }, words));
}
