// Draws a message as Discord does: its author, time, origin and content.
import { drawComponents } from './components.js';
import { h } from './dom.js';
import { embed } from './embeds.js';
import { isLayout, isLoading, isPrivate } from './flags.js';
import { attachment } from './media.js';
import { originLine } from './origin.js';
import { appTag, avatar, nameButton } from './people.js';
import { richContent } from './richtext.js';
import { clockTime } from './time.js';

const ADDED = 1;
const JOINED = 7;
const THREAD_MADE = 18;
const THREAD_START = 21;

// A system message is one sentence about something that happened.
function systemSentence(message, { directory, act }) {
  const name = directory.nameOf(message.author);
  if (message.type === JOINED) return [`${name} joined. Say hello!`];
  if (message.type === ADDED) {
    const added = message.mentions.map((user) => directory.nameOf(user)).join(', ');
    return [`${name} added ${added} to the thread.`];
  }
  if (message.type === THREAD_START) return [`${name} started this thread.`];
  if (message.type !== THREAD_MADE) return null;
  const thread = directory.channels.get(message.message_reference?.channel_id);
  const open =
    thread &&
    h('button', { type: 'button', class: 'mention', onclick: () => act.openChannel(thread.id) }, `#${thread.name}`);
  return [`${name} started a thread: `, open ?? message.content];
}

export function drawMessage(message, view, { compact, highlighted, failure }) {
  const sentence = systemSentence(message, view);
  const origin = originLine(message, view);
  const joined = compact && !origin && !sentence;
  const classes = [
    'message',
    joined && 'compact',
    highlighted && 'highlighted',
    isPrivate(message) && 'private',
    sentence && 'system',
  ];
  return h(
    'li',
    {
      class: classes.filter(Boolean).join(' '),
      'data-id': message.id,
      tabindex: '-1',
      oncontextmenu: (event) => showMenu(event, message, view),
    },
    origin,
    joined || sentence ? null : avatarButton(message, view),
    h(
      'div',
      { class: 'body' },
      joined ? hiddenHead(message, view) : head(message, view, sentence),
      content(message, view, sentence),
    ),
    failure && h('p', { class: 'failure', role: 'alert' }, failure),
    isPrivate(message) && privateNote(message, view),
    moreButton(message, view),
  );
}

function showMenu(event, message, view) {
  if (event.target.closest('a, input, textarea') || !getSelection().isCollapsed) return;
  event.preventDefault();
  view.act.messageMenu(event.currentTarget.querySelector('.more'), message);
}

function avatarButton(message, { directory, act }) {
  const open = (event) => act.userMenu(event.currentTarget, message.author);
  return h(
    'button',
    { type: 'button', class: 'avatar-button', tabindex: '-1', 'aria-hidden': 'true', onclick: open },
    avatar(message.author, directory),
  );
}

function head(message, view, sentence) {
  const when = clockTime(message.timestamp);
  if (sentence) return h('p', { class: 'sentence' }, h('span', { 'aria-hidden': 'true' }, '→ '), sentence, ' ', when);
  return h('p', { class: 'head' }, nameButton(message.author, view), appTag(message.author, view.directory), when);
}

function hiddenHead(message, { directory }) {
  return h('span', { class: 'unseen' }, `${directory.nameOf(message.author)}: `);
}

function content(message, view, sentence) {
  if (isLoading(message)) {
    return h('p', { class: 'thinking' }, dots(), `${view.directory.nameOf(message.author)} is thinking…`);
  }
  const layout = isLayout(message);
  const text = !sentence && message.content && richContent(message.content, view);
  if (text && message.edited_timestamp) text.lastElementChild?.append(editedMark(message));
  return [
    text,
    layout ? null : (message.attachments ?? []).map((each) => attachment(each, message)),
    (message.embeds ?? []).map((each) => embed(each, view)),
    message.components?.length > 0 &&
      h('div', { class: layout ? 'components layout' : 'components' }, drawComponents(message.components, view)),
    !text && message.edited_timestamp && editedMark(message),
  ];
}

export function dots() {
  return h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}

function editedMark(message) {
  const title = new Date(message.edited_timestamp).toLocaleString();
  return h('span', { class: 'edited', title }, ' (edited)');
}

function privateNote(message, view) {
  return h(
    'p',
    { class: 'private-note' },
    h('span', { 'aria-hidden': 'true' }, '👁 '),
    'Only you can see this · ',
    h('button', { type: 'button', class: 'plain', onclick: () => view.act.dismiss(message) }, 'Dismiss'),
  );
}

function moreButton(message, view) {
  const name = view.directory.nameOf(message.author);
  const open = (event) => view.act.messageMenu(event.currentTarget, message);
  return h(
    'button',
    {
      type: 'button',
      class: 'more',
      tabindex: '-1',
      'aria-haspopup': 'menu',
      'aria-label': `More about this message by ${name}`,
      onclick: open,
    },
    '⋯',
  );
}
