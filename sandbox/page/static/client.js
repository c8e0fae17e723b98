// The data of one person's client: their world, the open channel's messages, and unread counts.
import { CATEGORY, Directory } from './directory.js';
import { isPrivate } from './flags.js';
import { Socket } from './socket.js';

const NOT_TEXT = [2, CATEGORY, 13, 14, 15, 16];

export class Client extends EventTarget {
  constructor(personId) {
    super();
    this.personId = personId;
    this.directory = null;
    this.channel = null;
    this.messages = new Map();
    this.unread = new Map();
    this.visible = true;
    this.hasWorld = false;
    this.socket = new Socket(personId, {
      onmessage: (message) => this.receive(message),
      onstate: (connected) => {
        this.hasWorld = false;
        this.emit('link', { connected });
      },
    });
  }

  emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  listen(name, heard) {
    this.addEventListener(name, (event) => heard(event.detail));
  }

  ask(request) {
    return this.socket.ask(request);
  }

  close() {
    this.socket.close();
  }

  receive(message) {
    if (message.type === 'world') this.takeWorld(message);
    else if (message.type === 'messages') this.load(message);
    else if (message.type === 'message') this.takeMessage(message);
    else if (message.type === 'gone') this.removeMessage(message);
    else if (message.type === 'met') this.meet(message);
    else if (message.type === 'emoji') this.directory.setEmoji(message.emoji);
    else if (message.type === 'bot') this.emit('bot', message);
    else if (message.type === 'refused') this.emit('notice', message);
  }

  takeWorld(world) {
    const rejoined = !this.hasWorld;
    this.hasWorld = true;
    const { channel: before, label } = this;
    this.directory = new Directory(world);
    this.unread = new Map(Object.entries(world.unread));
    if (this.visible && before) this.unread.delete(before.id);
    this.channel = this.directory.channels.get(before?.id) ?? null;
    this.emit('world');
    if (before && !this.channel) this.emit('notice', { text: `${label} is gone.` });
    if (!this.channel) this.open(this.firstChannel()?.id);
    else if (rejoined) this.open(this.channel.id);
  }

  get label() {
    return this.channel ? this.directory.channelLabel(this.channel) : '';
  }

  readable() {
    return [...this.directory.channels.values()].filter((channel) => !NOT_TEXT.includes(channel.type));
  }

  firstChannel() {
    const channels = this.readable().filter((channel) => channel.type === 0);
    return channels.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))[0] ?? this.readable()[0];
  }

  open(channelId) {
    this.channel = this.directory.channels.get(channelId) ?? null;
    this.messages.clear();
    if (this.channel) this.socket.tell({ do: 'open', channel: channelId });
    this.emit('channel');
    this.forgetUnread();
  }

  load({ channel, messages }) {
    if (channel !== this.channel?.id) return;
    this.messages = new Map(messages.map((message) => [message.id, message]));
    this.emit('history');
  }

  // Names that were unknown may now be shown.
  meet({ people }) {
    this.directory.meet(people);
    this.emit('met');
  }

  // An edit is no news, and a private message is never unread.
  takeMessage({ message, new: fresh, mentions_me: mentionsMe, silent }) {
    const here = message.channel_id === this.channel?.id;
    if (here) this.messages.set(message.id, message);
    const news = fresh && message.author.id !== this.personId;
    if (news && !isPrivate(message)) this.mark(message.channel_id, here, mentionsMe);
    this.emit('message', { message, here, fresh, news, mentionsMe: mentionsMe && !silent });
  }

  mark(channelId, here, mentionsMe) {
    if (here && this.visible) this.socket.tell({ do: 'read', channel: channelId });
    else this.count(channelId, mentionsMe);
  }

  removeMessage({ channel, message }) {
    if (channel === this.channel?.id) this.messages.delete(message);
    this.emit('gone', { channel, message });
  }

  count(channelId, mentionsMe) {
    const { messages = 0, mentions = 0 } = this.unread.get(channelId) ?? {};
    this.unread.set(channelId, { messages: messages + 1, mentions: mentions + (mentionsMe ? 1 : 0) });
    this.emit('unread');
  }

  forgetUnread() {
    if (this.visible && this.channel && this.unread.delete(this.channel.id)) {
      this.socket.tell({ do: 'read', channel: this.channel.id });
    }
    this.emit('unread');
  }

  setVisible(visible) {
    this.visible = visible;
    this.forgetUnread();
  }

  // How much is unread in all channels, or in all but one.
  news(except = null) {
    const total = { messages: 0, mentions: 0 };
    for (const [channelId, { messages, mentions }] of this.unread) {
      if (channelId === except) continue;
      total.messages += messages;
      total.mentions += mentions;
    }
    return total;
  }
}
