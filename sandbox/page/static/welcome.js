// Draws the welcome of an empty channel: who one is here, and what to do, with the bot's commands.
import { h } from './dom.js';

const MOST = 6;

// `bar` is the command bar, which lists and starts commands. `names` are the people on the page.
export function welcome(bar, names) {
  const { entries, shortcuts } = bar;
  const who = names.length > 1 && sides(names);
  if (!entries.length) return [title(), who, h('p', {}, 'Say something, or wait until the bot’s commands are there.')];
  const atOnce = shortcuts.map(({ shortcut, run }) => starter(shortcut.label, shortcut.about, run, 'shortcut'));
  const commands = entries
    .slice(0, MOST - atOnce.length)
    .map((entry) => starter(`/${entry.name}`, entry.description, () => bar.begin(entry)));
  return [
    title(),
    who,
    h('p', {}, 'Type ', h('kbd', {}, '/'), ', or start here:'),
    h('ul', { class: 'starters', 'aria-label': 'Commands to start with' }, atOnce, commands),
    entries.length > commands.length &&
      h('button', { type: 'button', class: 'all-starters', onclick: () => bar.startWithSlash() }, 'All commands'),
  ];
}

function title() {
  return h('p', { class: 'empty-title' }, 'Nothing here yet');
}

function sides(names) {
  const [last, ...others] = [...names].reverse();
  const everybody = names.length === 2 ? `both ${names.join(' and ')}` : `${others.reverse().join(', ')} and ${last}`;
  return h(
    'p',
    { class: 'sides' },
    `You are ${everybody}: `,
    h('span', { class: 'beside' }, 'each pane is what one of them sees.'),
    h('span', { class: 'tabbed' }, 'change sides with the tabs above.'),
  );
}

function starter(name, description, onclick, kind = '') {
  const words = [h('span', { class: 'starter-name' }, name), h('span', { class: 'starter-about' }, description)];
  return h('li', {}, h('button', { type: 'button', class: `starter ${kind}`.trim(), onclick }, words));
}
