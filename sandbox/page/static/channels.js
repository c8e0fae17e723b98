// The list of one person's channels, threads and direct messages, with unread marks.
import { unreadMark, unreadWords } from './badges.js';
import { CATEGORY } from './directory.js';
import { h } from './dom.js';
import { neighbour } from './roving.js';

const SIGNS = { 2: '🔊', 5: '📣', 13: '🎙', 15: '💬' };

export class ChannelList {
  constructor(client, onopen) {
    this.client = client;
    this.onopen = onopen;
    this.element = h('nav', { class: 'channels', 'aria-label': 'Channels', onkeydown: (event) => this.key(event) });
  }

  paint() {
    const { directory } = this.client;
    if (!directory) return;
    const groups = directory.guilds.flatMap((guild) => this.guild(guild));
    if (directory.dms.length) groups.push(this.group('Direct messages', directory.dms));
    const { focused } = this;
    this.element.replaceChildren(...groups);
    this.stopAt(focused ?? this.client.channel?.id);
    if (focused) this.element.querySelector('.channel[tabindex="0"]')?.focus();
  }

  get rows() {
    return [...this.element.querySelectorAll('.channel')];
  }

  get focused() {
    return this.rows.find((row) => row === document.activeElement)?.dataset.id;
  }

  // Makes this the one channel at which Tab stops. From there the arrow keys move.
  stopAt(id) {
    const { rows } = this;
    const stop = rows.find((row) => row.dataset.id === id) ?? rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
  }

  key(event) {
    const next = neighbour(this.rows, event.target, event.key);
    if (!next) return;
    event.preventDefault();
    this.stopAt(next.dataset.id);
    next.focus();
  }

  guild({ name, channels }) {
    const { directory } = this.client;
    const order = (list) => list.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    const plain = channels.filter(
      (channel) => channel.type !== CATEGORY && !directory.isThread(channel),
    );
    const inside = (category) => order(plain.filter((channel) => (channel.parent_id ?? null) === category));
    const categories = order(channels.filter((channel) => channel.type === CATEGORY));
    const withThreads = (list) =>
      list.flatMap((channel) => [
        channel,
        ...channels.filter((each) => directory.isThread(each) && each.parent_id === channel.id),
      ]);
    return [
      this.group(name, withThreads(inside(null)), 'guild'),
      ...categories.map((category) => this.group(category.name, withThreads(inside(category.id)))),
    ];
  }

  group(name, channels, className = '') {
    return h(
      'section',
      { class: className },
      h('h3', {}, name),
      h(
        'ul',
        {},
        channels.map((channel) => this.row(channel)),
      ),
    );
  }

  row(channel) {
    const { client } = this;
    const { directory } = client;
    const unread = client.unread.get(channel.id);
    const current = channel.id === client.channel?.id;
    const thread = directory.isThread(channel);
    const sign = directory.isDirect(channel) ? '@' : (SIGNS[channel.type] ?? '#');
    const classes = ['channel', thread && 'thread', unread && 'unread'].filter(Boolean).join(' ');
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: classes,
          'data-id': channel.id,
          'aria-current': current && 'page',
          'aria-label': spoken(directory, channel, unread),
          onclick: () => this.onopen(channel.id),
        },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, thread ? '↳' : sign),
        h('span', { class: 'channel-name' }, directory.channelName(channel)),
        unread && unreadMark(unread),
      ),
    );
  }
}

function spoken(directory, channel, unread) {
  const kind = directory.isThread(channel) ? 'Thread ' : '';
  return `${kind}${directory.channelLabel(channel)}${unread ? unreadWords(unread) : ''}`;
}
