// Turns parsed markdown into elements.
import { h } from './dom.js';
import { emojiImage } from './emoji.js';
import { parseInline } from './inline.js';
import { parse } from './markdown.js';
import { timestamp } from './time.js';

const TAGS = { bold: 'strong', italics: 'em', underline: 'u', strike: 's' };
const ONLY_EMOJI =
  /^(?:<a?:\w{2,32}:\d{1,20}>|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\s){1,60}$/u;
const BARE_MARKS = /((?:[▪▫◻◼◽◾⬛⬜⚪⚫]|🤍|🖤)\ufe0f?)/u;

export function richText(text, view) {
  return h(
    'div',
    { class: 'rich' },
    parse(text).map((block) => drawBlock(block, view)),
  );
}

// The content of a message. If it has nothing but emoji, they are large; texts among components never are.
export function richContent(text, view) {
  const element = richText(text, view);
  element.classList.toggle('jumbo', ONLY_EMOJI.test(text) && Boolean(text.trim()));
  return element;
}

export function richLine(text, view) {
  return draw(parseInline(text), view);
}

// Turns a line of markdown into plain text.
export function plainText(text, view) {
  const element = h('div', {}, draw(parseInline(text), view));
  for (const image of element.querySelectorAll('img')) image.replaceWith(image.alt);
  return element.textContent;
}

function drawBlock(block, view) {
  switch (block.kind) {
    case 'heading':
      // The page uses levels 1 and 2, so a message's headings start at 3.
      return h(`h${block.level + 2}`, { class: `heading-${block.level}` }, draw(block.content, view));
    case 'subtext':
      return h('p', { class: 'subtext' }, draw(block.content, view));
    case 'quote':
      return h(
        'blockquote',
        {},
        block.blocks.map((each) => drawBlock(each, view)),
      );
    case 'code':
      return h(
        'pre',
        { tabindex: '0', 'aria-label': 'Code' },
        h('code', { 'data-language': block.language }, block.text),
      );
    case 'list':
      return drawList(block, view);
    default:
      return h('p', {}, draw(block.content, view));
  }
}

function drawList(list, view) {
  const items = list.items.map((item) => h('li', {}, draw(item.content, view), item.list && drawList(item.list, view)));
  return list.ordered ? h('ol', { start: list.start }, items) : h('ul', {}, items);
}

function draw(nodes, view) {
  return nodes.map((node) => drawNode(node, view));
}

function drawNode(node, view) {
  const { directory, act } = view;
  switch (node.kind) {
    case 'text':
      return withOutlines(node.text);
    case 'code':
      return h('code', {}, node.text);
    case 'spoiler':
      return spoiler(draw(node.content, view));
    case 'link':
      return h(
        'a',
        { href: node.href, title: node.href, target: '_blank', rel: 'noopener noreferrer' },
        draw(node.content, view),
      );
    case 'time':
      return timestamp(node.seconds, node.style);
    case 'emoji':
      return emojiImage(node, directory);
    case 'everyone':
      return h('span', { class: 'mention' }, node.text);
    case 'user':
      return mentionUser(node.id, view);
    case 'role':
      return h('span', { class: 'mention' }, `@${directory.roles.get(node.id)?.name ?? 'unknown role'}`);
    case 'channel':
      return mentionChannel(node.id, view);
    case 'command':
      return h(
        'button',
        { type: 'button', class: 'mention', onclick: () => act.startCommand(node.id, node.name) },
        `/${node.name}`,
      );
    default:
      return h(TAGS[node.kind], {}, draw(node.content, view));
  }
}

// Black and white marks vanish on a background of their own colour, so they get an outline.
function withOutlines(text) {
  return text.split(BARE_MARKS).map((part, at) => (at % 2 ? h('span', { class: 'outlined' }, part) : part));
}

function mentionUser(id, { directory, act, message }) {
  const user = directory.user(id, message);
  if (!user) return h('span', { class: 'mention unknown' }, '@unknown-user');
  const open = (event) => act.userMenu(event.currentTarget, user);
  return h('button', { type: 'button', class: 'mention', tabindex: '-1', onclick: open }, `@${directory.nameOf(user)}`);
}

function mentionChannel(id, { directory, act }) {
  const channel = directory.channels.get(id);
  if (!channel) return h('span', { class: 'mention' }, '#unknown');
  return h(
    'button',
    { type: 'button', class: 'mention', onclick: () => act.openChannel(id) },
    directory.channelLabel(channel),
  );
}

export function spoiler(content, className = 'spoiler') {
  const inner = h('span', { class: 'covered', inert: true }, content);
  const cover = h(
    'span',
    { class: className, role: 'button', tabindex: '0', 'aria-label': 'Spoiler. Press to reveal.' },
    inner,
  );
  const reveal = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    cover.replaceWith(h('span', { class: `${className} revealed` }, inner));
    inner.inert = false;
  };
  cover.addEventListener('click', reveal);
  cover.addEventListener('keydown', reveal);
  return cover;
}
