// The list of one person's channels, threads and direct messages, with unread marks.
import { unreadMark, unreadWords } from './badges.js';
import { CATEGORY } from './directory.js';
import { h } from './dom.js';

const SIGNS = { 2: '🔊', 5: '📣', 13: '🎙', 15: '💬' };

export class ChannelList {
  constructor(client, onopen) {
    this.client = client;
    this.onopen = onopen;
    this.element = h('nav', { class: 'channels', 'aria-label': 'Channels' });
  }

  paint() {
    const { directory } = this.client;
    if (!directory) return;
    const groups = directory.guilds.flatMap((guild) => this.guild(guild));
    if (directory.dms.length) groups.push(this.group('Direct messages', directory.dms));
    this.element.replaceChildren(...groups);
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
