// One person's client: their channels, the open channel's messages and the command bar.
import { Actions } from './actions.js';
import { announce } from './announce.js';
import { unreadMark, unreadWords } from './badges.js';
import { ChannelList } from './channels.js';
import { Client } from './client.js';
import { CommandBar } from './commandbar.js';
import { h } from './dom.js';
import { MessageList } from './messagelist.js';
import { avatar } from './people.js';
import { summary } from './summary.js';
import { welcome } from './welcome.js';

// On a phone, focus in a text field opens the keyboard. So the page sets focus by itself only with a mouse.
const mouse = matchMedia('(hover: hover)');

export class Pane {
  // `page` is {names, current, personMenu(pane, anchor), changed(), bot(state)}.
  constructor(personId, page) {
    this.page = page;
    this.client = new Client(personId);
    this.channels = new ChannelList(this.client, (id) => this.openChannel(id));
    this.messages = new MessageList(
      (message) => this.view(message),
      () => welcome(this.bar, this.page.names),
    );
    this.act = new Actions(this);
    this.bar = new CommandBar(this.client, this.act);
    this.build();
    this.follow();
  }

  build() {
    this.person = h('button', {
      type: 'button',
      class: 'person',
      'aria-haspopup': 'menu',
      onclick: () => this.page.personMenu(this, this.person),
    });
    this.title = h('button', {
      type: 'button',
      class: 'channel-title',
      'aria-expanded': 'false',
      onclick: () => this.toggleChannels(),
    });
    this.link = h('p', { class: 'link-line', role: 'status', hidden: true }, 'Connection lost. Trying again…');
    const head = h('header', { class: 'pane-head' }, this.person, this.title);
    const main = h('div', { class: 'pane-main' }, this.messages.element, this.bar.element);
    const inner = h(
      'div',
      { class: 'pane-inner' },
      head,
      this.link,
      h('div', { class: 'pane-body' }, this.channels.element, main),
    );
    this.element = h('section', { class: 'pane', onkeydown: (event) => this.key(event) }, inner);
  }

  follow() {
    const { client } = this;
    client.listen('world', () => this.showWorld());
    client.listen('channel', () => this.enter());
    client.listen('history', () => this.messages.reset([...client.messages.values()], client.label));
    client.listen('message', (news) => this.showMessage(news));
    client.listen('gone', ({ message }) => this.messages.remove(message));
    client.listen('met', () => this.messages.refresh());
    client.listen('unread', () => this.showUnread());
    client.listen('notice', ({ text }) => this.bar.showProblem(text));
    client.listen('bot', (state) => this.page.bot(state));
    client.listen('link', ({ connected }) => {
      this.link.hidden = connected;
    });
  }

  get name() {
    return this.client.directory ? this.client.directory.nameOf(this.client.directory.me) : '';
  }

  view(message) {
    const { directory, channel, messages } = this.client;
    return {
      message,
      directory,
      channel,
      act: this.act,
      find: (id) => messages.get(id),
      mentionsMe: message && mentions(message, directory),
    };
  }

  showWorld() {
    const { directory } = this.client;
    this.element.setAttribute('aria-label', `${this.name}’s client`);
    this.person.replaceChildren(
      avatar(directory.me, directory, 'small'),
      h('span', { class: 'person-name' }, this.name),
      h('span', { class: 'chevron', 'aria-hidden': 'true' }, '▾'),
    );
    this.person.setAttribute('aria-label', `${this.name}. Change who this is`);
    this.nameChannel();
    this.channels.paint();
    this.messages.refresh();
    this.page.changed();
  }

  nameChannel() {
    const name = this.client.label || 'No channel';
    const elsewhere = this.client.news(this.client.channel?.id);
    this.title.replaceChildren(
      h('span', { class: 'channel-name' }, name),
      h('span', { class: 'chevron', 'aria-hidden': 'true' }, '▾'),
      ...[unreadMark(elsewhere)].filter(Boolean),
    );
    const news = elsewhere.messages > 0 ? ` Other channels are${unreadWords(elsewhere).slice(1)}.` : '';
    this.title.setAttribute('aria-label', `${name}. Show the channels.${news}`);
    this.title.title = this.client.channel?.topic ?? '';
  }

  enter() {
    this.nameChannel();
    this.messages.reset([], this.client.label);
    this.bar.describe(this.client.label);
    this.toggleChannels(false);
    this.channels.paint();
    if (mouse.matches && this.page.current === this && document.activeElement === document.body) this.bar.focus();
  }

  toggleChannels(open = !this.element.classList.contains('choosing')) {
    this.element.classList.toggle('choosing', open);
    this.title.setAttribute('aria-expanded', String(open));
    if (open) this.channels.element.querySelector('[aria-current], button')?.focus();
  }

  openChannel(id) {
    if (id === this.client.channel?.id) this.toggleChannels(false);
    else this.client.open(id);
    if (mouse.matches) this.bar.focus();
  }

  showUnread() {
    this.nameChannel();
    this.channels.paint();
    this.page.changed();
  }

  // Speaks what is new here or for this person, and what has changed in the message that has the focus.
  showMessage({ message, here, fresh, news, mentionsMe }) {
    if (here) this.messages.put(message);
    const attended = here && this.element.contains(document.activeElement);
    const changed = here && !fresh && this.messages.hasFocus(message.id);
    if (!changed && !(news && (mentionsMe || attended))) return;
    announce(
      `${this.name}’s client. ${mentionsMe ? 'You were mentioned. ' : ''}${summary(message, this.view(message))}`,
    );
  }

  key(event) {
    if (event.key !== 'Escape' || !this.element.classList.contains('choosing')) return;
    this.toggleChannels(false);
    this.title.focus();
  }

  close() {
    this.client.close();
    this.element.remove();
  }
}

function mentions(message, directory) {
  const { me } = directory;
  const mine = directory.rolesOf(me.id).map((role) => role.id);
  return (
    message.mention_everyone ||
    (message.mentions ?? []).some((user) => user.id === me.id) ||
    (message.mention_roles ?? []).some((id) => mine.includes(id))
  );
}
