// Draws one message as Discord does: who, when, in answer to what, and everything it carries.
import { drawComponents } from './components.js';
import { h } from './dom.js';
import { embed } from './embeds.js';
import { attachment } from './media.js';
import { appTag, avatar, nameButton } from './people.js';
import { plainText, richText } from './richtext.js';
import { clockTime } from './time.js';

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const LAYOUT = 1 << 15;
const JOINED = 7;
const REPLY = 19;
const THREAD_MADE = 18;
const THREAD_START = 21;
const COMMAND = 2;

export const isPrivate = (message) => Boolean(message.flags & EPHEMERAL);
export const isLoading = (message) => Boolean(message.flags & LOADING);

// A system message is one sentence about something that happened.
function systemSentence(message, { directory, act }) {
  const name = directory.nameOf(message.author);
  if (message.type === JOINED) return [`${name} joined. Say hello!`];
  if (message.type === THREAD_START) return [`${name} started this thread.`];
  if (message.type !== THREAD_MADE) return null;
  const thread = directory.channels.get(message.message_reference?.channel_id);
  const open = thread && h('button', { type: 'button', class: 'mention', onclick: () => act.openChannel(thread.id) }, `#${thread.name}`);
  return [`${name} started a thread: `, open ?? message.content];
}

export function drawMessage(message, view, { compact, highlighted, failure }) {
  const sentence = systemSentence(message, view);
  const origin = originLine(message, view);
  const joined = compact && !origin && !sentence;
  const classes = ['message', joined && 'compact', highlighted && 'highlighted', isPrivate(message) && 'private', sentence && 'system'];
  return h(
    'li',
    { class: classes.filter(Boolean).join(' '), 'data-id': message.id, tabindex: '-1', oncontextmenu: (event) => showMenu(event, message, view) },
    origin,
    joined || sentence ? null : avatarButton(message, view),
    h('div', { class: 'body' }, joined ? hiddenHead(message, view) : head(message, view, sentence), content(message, view, sentence)),
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
  return h('button', { type: 'button', class: 'avatar-button', tabindex: '-1', 'aria-hidden': 'true', onclick: open }, avatar(message.author, directory));
}

function head(message, view, sentence) {
  if (sentence) return h('p', { class: 'sentence' }, h('span', { 'aria-hidden': 'true' }, '→ '), sentence, ' ', clockTime(message.timestamp));
  return h('p', { class: 'head' }, nameButton(message.author, view), appTag(message.author, view.directory), clockTime(message.timestamp));
}

function hiddenHead(message, { directory }) {
  return h('span', { class: 'unseen' }, `${directory.nameOf(message.author)}: `);
}

function content(message, view, sentence) {
  if (isLoading(message)) {
    return h('p', { class: 'thinking' }, dots(), `${view.directory.nameOf(message.author)} is thinking…`);
  }
  const layout = Boolean(message.flags & LAYOUT);
  const text = !sentence && message.content && richText(message.content, view);
  if (text && message.edited_timestamp) text.lastElementChild?.append(editedMark(message));
  return [
    text,
    layout ? null : (message.attachments ?? []).map((each) => attachment(each, message)),
    (message.embeds ?? []).map((each) => embed(each, view)),
    message.components?.length > 0 && h('div', { class: layout ? 'components layout' : 'components' }, drawComponents(message.components, view)),
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

function originLine(message, view) {
  const used = commandUsed(message);
  if (used) return commandLine(used, view);
  const earlier = message.referenced_message ?? view.find(message.message_reference?.message_id);
  if (earlier) return replyLine(earlier, view);
  return message.type === REPLY && message.referenced_message === null ? deletedLine() : null;
}

function deletedLine() {
  return h('p', { class: 'origin' }, h('i', {}, 'The original message was deleted.'));
}

// Who ran which command; a form's answer remembers the command that opened the form.
function commandUsed(message) {
  const meta = message.interaction_metadata;
  const source = meta?.triggering_interaction_metadata ?? meta;
  const name = message.interaction?.name ?? source?.name;
  const user = source?.user ?? message.interaction?.user;
  const command = (source ?? message.interaction)?.type === COMMAND;
  return command && name && user ? { name, user } : null;
}

function commandLine({ name, user }, { directory }) {
  const slash = directory.commands.some((command) => command.type !== 1 && command.name === name) ? '' : '/';
  return h('p', { class: 'origin' }, avatar(user, directory, 'tiny'), h('b', {}, directory.nameOf(user)), ' used ', h('span', { class: 'mention' }, `${slash}${name}`));
}

function replyLine(earlier, view) {
  const preview = textsOf(earlier)[0];
  return h(
    'p',
    { class: 'origin' },
    avatar(earlier.author, view.directory, 'tiny'),
    h('b', {}, view.directory.nameOf(earlier.author)),
    h('button', { type: 'button', class: 'preview', onclick: () => view.act.jumpTo(earlier.id) }, preview ? bareWords(preview, view) : 'See the message'),
  );
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
  return h('button', { type: 'button', class: 'more', tabindex: '-1', 'aria-haspopup': 'menu', 'aria-label': `More about this message by ${name}`, onclick: open }, '⋯');
}

// One line for a screen reader or a notification.
export function summary(message, view) {
  const name = view.directory.nameOf(message.author);
  if (isLoading(message)) return `${name} is thinking.`;
  const words = textsOf(message).map((text) => bareWords(text, view)).join('. ');
  const note = isPrivate(message) ? ' Only you can see this.' : '';
  return `${name}: ${words.slice(0, 200) || 'sent something.'}${note}`;
}

function textsOf(message) {
  const embedded = (message.embeds ?? []).flatMap((each) => [each.title, each.description]);
  return [message.content, ...embedded, ...layoutTexts(message.components ?? [])].filter(Boolean);
}

function bareWords(text, view) {
  return plainText(text.replace(/^(#{1,3}|-#|>) /gm, ''), view);
}

function layoutTexts(components) {
  return components.flatMap((each) => (each.type === 10 ? [each.content] : layoutTexts(each.components ?? [])));
}
