// Sends what a person does in their pane to the sandbox, and shows the result.
import { h } from './dom.js';
import { openMenu } from './menu.js';
import { messageEntries, userEntries } from './menus.js';
import { openModal } from './modal.js';

export class Actions {
  constructor(pane) {
    this.pane = pane;
  }

  // Sends a request for the open channel. Resolves to the sandbox's answer.
  ask(request) {
    const { client } = this.pane;
    return client.ask({ channel: client.channel.id, ...request });
  }

  async say(text) {
    const answer = await this.ask({ do: 'say', text });
    this.pane.messages.toEnd();
    return answer;
  }

  slash(entry, options) {
    return this.run(`/${entry.name}`, { do: 'slash', command: entry.command.id, options });
  }

  complete(entry, options) {
    return this.ask({ do: 'complete', command: entry.command.id, options });
  }

  // Runs a command. It has no message yet, so a line below the messages shows its progress.
  async run(name, request) {
    const line = this.pane.messages.note(`Sending ${name}…`);
    const answer = await this.ask(request);
    line.remove();
    if (answer.type === 'modal') this.showModal(answer.modal);
    else if (answer.text) this.noteFailure(name, answer.text);
  }

  noteFailure(name, text) {
    const dismiss = h('button', { type: 'button', class: 'plain', onclick: () => line.remove() }, 'Dismiss');
    const line = this.pane.messages.note(h('b', {}, name), ' ', h('span', { class: 'failure' }, text), ' ', dismiss);
  }

  press(message, component) {
    return this.interact(message, component, { do: 'press' });
  }

  choose(message, component, values) {
    return this.interact(message, component, { do: 'choose', values });
  }

  async interact(message, component, request) {
    const { messages } = this.pane;
    if (messages.isBusy(message.id, component.custom_id)) return;
    messages.fail(message.id, null);
    messages.setBusy(message.id, component.custom_id, true);
    const answer = await this.ask({ ...request, message: message.id, custom_id: component.custom_id });
    messages.setBusy(message.id, component.custom_id, false);
    if (answer.type === 'modal') this.showModal(answer.modal);
    else if (answer.text) messages.fail(message.id, answer.text);
  }

  showModal(modal) {
    const submit = (components) => this.ask({ do: 'submit', modal: modal.custom_id, components });
    openModal(this.pane.element, modal, this.pane.view(null), submit);
  }

  dismiss(message) {
    return this.ask({ do: 'dismiss', message: message.id });
  }

  openChannel(id) {
    this.pane.openChannel(id);
  }

  jumpTo(id) {
    this.pane.messages.jumpTo(id);
  }

  startCommand(id, name) {
    const { bar } = this.pane;
    const branches = bar.entries.filter((each) => each.command.id === id);
    const entry = branches.find((each) => each.name === name) ?? branches[0];
    if (entry) bar.begin(entry);
    else bar.showProblem(`There is no command “/${name}” here.`);
  }

  runMenu(command, target) {
    return this.run(command.name, { do: 'menu', command: command.id, target });
  }

  mention(user) {
    this.pane.bar.insert(`@${this.pane.client.directory.nameOf(user)} `);
  }

  userMenu(anchor, user) {
    openMenu(anchor, 'Person', userEntries(user, this.pane.client, this));
  }

  messageMenu(anchor, message) {
    openMenu(anchor, 'Message', messageEntries(message, this.pane.client, this));
  }
}
