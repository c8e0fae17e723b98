// Draws the mark of unread messages: a number if some of them mention the person, else a dot.
import { h } from './dom.js';

export function unreadMark({ messages, mentions }) {
  if (mentions > 0) return h('span', { class: 'badge' }, mentions > 99 ? '99+' : String(mentions));
  return messages > 0 ? h('span', { class: 'news' }, h('span', { class: 'unseen' }, 'unread')) : null;
}

// The words of the same mark, to follow a name.
export function unreadWords({ messages, mentions }) {
  if (mentions > 0) return `, unread, ${mentions} ${mentions === 1 ? 'mention' : 'mentions'}`;
  return messages > 0 ? ', unread' : '';
}
