// One person's client: their channels, the open channel's messages and the command bar.
import { announce } from './announce.js';
import { ChannelList } from './channels.js';
import { Client } from './client.js';
import { CommandBar } from './commandbar.js';
import { flatten } from './commands.js';
import { h } from './dom.js';
import { openMenu } from './menu.js';
import { messageEntries, userEntries } from './menus.js';
import { MessageList } from './messagelist.js';
import { summary } from './messages.js';
import { openModal } from './modal.js';
import { avatar } from './people.js';

export class Pane {
  // `house` is {personMenu(pane, anchor), changed(), bot(state)}: what the page around the panes offers.
  constructor(personId, house) {
    this.house = house;
    this.client = new Client(personId);
    this.channels = new ChannelList(this.client, (id) => this.openChannel(id));
    this.messages = new MessageList((message) => this.view(message));
    this.bar = new CommandBar(this.client, {
      onsay: (text) => this.say(text),
      onslash: (entry, options) => this.slash(entry, options),
      complete: (entry, options) => this.client.ask({ do: 'complete', channel: this.client.channel.id, command: entry.command.id, options }),
    });
    this.act = this.actions();
    this.build();
    this.follow();
  }

  build() {
    this.person = h('button', { type: 'button', class: 'person', 'aria-haspopup': 'menu', onclick: () => this.house.personMenu(this, this.person) });
    this.title = h('button', { type: 'button', class: 'channel-title', 'aria-expanded': 'false', onclick: () => this.toggleChannels() });
    this.link = h('p', { class: 'link-line', role: 'status', hidden: true }, 'Connection lost. Trying again…');
    const head = h('header', { class: 'pane-head' }, this.person, this.title);
    const main = h('div', { class: 'pane-main' }, this.messages.element, this.bar.element);
    const inner = h('div', { class: 'pane-inner' }, head, this.link, h('div', { class: 'pane-body' }, this.channels.element, main));
    this.element = h('section', { class: 'pane', onkeydown: (event) => this.key(event) }, inner);
  }

  follow() {
    const { client } = this;
    client.listen('world', () => this.meet());
    client.listen('channel', () => this.enter());
    client.listen('history', () => this.messages.reset([...client.messages.values()], client.label));
    client.listen('message', (news) => this.hear(news));
    client.listen('gone', ({ message }) => this.messages.remove(message));
    client.listen('unread', () => this.showUnread());
    client.listen('notice', ({ text }) => this.complain(text));
    client.listen('bot', (state) => this.house.bot(state));
    client.listen('link', ({ connected }) => {
      this.link.hidden = connected;
    });
  }

  get name() {
    return this.client.directory ? this.client.directory.nameOf(this.client.directory.me) : '';
  }

  view(message) {
    const { directory, channel, messages } = this.client;
    return { message, directory, channel, act: this.act, find: (id) => messages.get(id), mentionsMe: message && mentions(message, directory) };
  }

  actions() {
    const menuActions = {
      run: (command, target) => this.runMenu(command, target),
      mention: (user) => this.bar.insert(`@${this.client.directory.nameOf(user)} `),
    };
    return {
      press: (message, component) => this.interact(message, component, { do: 'press' }),
      choose: (message, component, values) => this.interact(message, component, { do: 'choose', values }),
      openChannel: (id) => this.openChannel(id),
      startCommand: (id, name) => this.startCommand(id, name),
      jumpTo: (id) => this.messages.jumpTo(id),
      dismiss: (message) => this.client.ask({ do: 'dismiss', message: message.id }),
      userMenu: (anchor, user) => openMenu(anchor, 'Person', userEntries(user, this.client, menuActions)),
      messageMenu: (anchor, message) => openMenu(anchor, 'Message', messageEntries(message, this.client, menuActions)),
    };
  }

  meet() {
    const { directory } = this.client;
    this.element.setAttribute('aria-label', `${this.name}’s client`);
    this.person.replaceChildren(avatar(directory.me, directory, 'small'), h('span', { class: 'person-name' }, this.name), h('span', { class: 'chevron', 'aria-hidden': 'true' }, '▾'));
    this.person.setAttribute('aria-label', `${this.name}. Change who this is`);
    this.channels.paint();
    this.messages.refresh();
    this.house.changed();
  }

  enter() {
    const { channel, directory, label } = this.client;
    this.title.replaceChildren(h('span', { class: 'channel-name' }, label || 'No channel'), h('span', { class: 'chevron', 'aria-hidden': 'true' }, '▾'));
    this.title.setAttribute('aria-label', `${label || 'No channel'}. Show the channels`);
    this.title.title = channel?.topic ?? '';
    this.messages.reset([], label);
    if (channel) this.bar.describe(directory.channelLabel(channel));
    this.toggleChannels(false);
    this.channels.paint();
  }

  toggleChannels(open = !this.element.classList.contains('choosing')) {
    this.element.classList.toggle('choosing', open);
    this.title.setAttribute('aria-expanded', String(open));
    if (open) this.channels.element.querySelector('[aria-current], button')?.focus();
  }

  openChannel(id) {
    if (id === this.client.channel?.id) this.toggleChannels(false);
    else this.client.open(id);
    this.bar.focus();
  }

  showUnread() {
    this.channels.paint();
    this.house.changed();
  }

  hear({ message, here, news, mentionsMe }) {
    if (here) this.messages.put(message);
    if (!news || !(mentionsMe || (here && this.element.contains(document.activeElement)))) return;
    announce(`${this.name}’s client. ${mentionsMe ? 'You were mentioned. ' : ''}${summary(message, this.view(message))}`);
  }

  complain(text) {
    this.bar.complain(text);
    announce(text);
  }

  async say(text) {
    const answer = await this.client.ask({ do: 'say', channel: this.client.channel.id, text });
    if (answer.text) this.complain(answer.text);
    this.messages.toEnd();
  }

  slash(entry, options) {
    return this.run(`/${entry.name}`, { do: 'slash', command: entry.command.id, options });
  }

  runMenu(command, target) {
    return this.run(command.name, { do: 'menu', command: command.id, target });
  }

  // A command has no message of its own to fail under, so its progress is a line below the messages.
  async run(name, request) {
    const line = this.messages.note(`Sending ${name}…`);
    const answer = await this.client.ask({ ...request, channel: this.client.channel.id });
    line.remove();
    if (answer.type === 'modal') this.showModal(answer.modal);
    else if (answer.text) this.noteFailure(name, answer.text);
  }

  noteFailure(name, text) {
    const dismiss = h('button', { type: 'button', class: 'plain', onclick: () => line.remove() }, 'Dismiss');
    const line = this.messages.note(h('b', {}, name), ' ', h('span', { class: 'failure' }, text), ' ', dismiss);
  }

  async interact(message, component, request) {
    const { messages, client } = this;
    if (messages.isBusy(message.id, component.custom_id)) return;
    messages.fail(message.id, null);
    messages.setBusy(message.id, component.custom_id, true);
    const answer = await client.ask({ ...request, message: message.id, custom_id: component.custom_id });
    messages.setBusy(message.id, component.custom_id, false);
    if (answer.type === 'modal') this.showModal(answer.modal);
    else if (answer.text) messages.fail(message.id, answer.text);
  }

  showModal(modal) {
    openModal(this.element, modal, this.view(null), (components) => this.client.ask({ do: 'submit', modal: modal.custom_id, components }));
  }

  startCommand(id, name) {
    const entry = this.bar.entries.find((each) => each.command.id === id && each.name === name) ?? this.bar.entries.find((each) => each.command.id === id);
    if (entry) this.bar.begin(entry);
    else this.complain(`There is no command “/${name}” here.`);
  }

  key(event) {
    const typing = event.target.closest('input, textarea, [role=combobox], dialog');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.bar.startWithSlash();
    } else if (event.key === 'Escape' && this.element.classList.contains('choosing')) {
      this.toggleChannels(false);
      this.title.focus();
    }
  }

  close() {
    this.client.close();
    this.element.remove();
  }
}

function mentions(message, directory) {
  const { me } = directory;
  const mine = directory.rolesOf(me.id).map((role) => role.id);
  return message.mention_everyone || (message.mentions ?? []).some((user) => user.id === me.id) || (message.mention_roles ?? []).some((id) => mine.includes(id));
}
