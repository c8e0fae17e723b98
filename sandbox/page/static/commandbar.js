// The bar at the bottom of a pane. Plain text is a message; "/" starts a command.
import { CommandForm } from './commandform.js';
import { fill, flatten, matching, onTheWire, usableIn } from './commands.js';
import { h } from './dom.js';
import { peopleOffers } from './offers.js';
import { Suggestions } from './suggestions.js';

const MENTION = /(^|\s)@([^\s@]*)$/;

export class CommandBar {
  // `act` sends messages, runs commands and asks the bot for completions.
  constructor(client, act) {
    this.client = client;
    this.act = act;
    this.suggestions = new Suggestions();
    this.form = null;
    this.text = h('textarea', {
      rows: '1',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      autocomplete: 'off',
      enterkeyhint: 'send',
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.suggestions.hide(),
      onfocus: () => this.typed(),
    });
    this.field = h('div', { class: 'bar-field' }, this.text);
    this.send = h(
      'button',
      {
        type: 'submit',
        class: 'send',
        'aria-label': 'Send',
        title: 'Send',
        onkeydown: (event) => this.form?.keyOnSend(event),
      },
      '➤',
    );
    this.problem = h('p', { class: 'problem', role: 'alert' });
    const line = h('form', { class: 'bar', onsubmit: (event) => this.submitted(event) }, this.field, this.send);
    this.element = h('div', { class: 'bar-area' }, this.suggestions.element, this.problem, line);
  }

  // Names the channel in the text field. Without a channel the bar is off.
  describe(label) {
    this.text.placeholder = label ? `Message ${label}, or type /` : 'There is no channel you can see.';
    this.text.setAttribute('aria-label', label ? `Message ${label}, or type a slash for commands` : 'Message');
    this.text.disabled = !label;
    this.send.disabled = !label;
    if (this.form) this.end();
  }

  showProblem(text) {
    this.problem.textContent = text;
  }

  get entries() {
    const { directory, channel } = this.client;
    if (!channel) return [];
    return flatten(directory.commands.filter((command) => usableIn(command, channel)));
  }

  // The shortcuts whose command can be used here, each with a function that sends it.
  get shortcuts() {
    const { entries } = this;
    const usable = this.client.directory?.shortcuts ?? [];
    return usable.flatMap((shortcut) => {
      const entry = entries.find((each) => each.name === shortcut.command);
      const filled = entry && fill(entry, shortcut.options);
      return filled ? [{ shortcut, run: () => this.act.slash(entry, onTheWire(entry, filled)) }] : [];
    });
  }

  focus() {
    if (this.form) this.form.focusFirst();
    else this.text.focus();
  }

  insert(text) {
    if (this.form) this.end();
    this.text.value += text;
    this.text.focus();
  }

  // Types a slash. What was written stays: then it is a character like any other.
  startWithSlash() {
    this.focus();
    if (this.form) return;
    this.text.value += '/';
    this.typed();
  }

  typed() {
    this.showProblem('');
    const { value } = this.text;
    if (!this.client.channel) return;
    if (value.startsWith('/') && !value.includes('\n')) this.offerCommands(value.slice(1));
    else if (MENTION.test(this.beforeCaret)) this.offerPeople(MENTION.exec(this.beforeCaret)[2]);
    else this.suggestions.hide();
  }

  get beforeCaret() {
    return this.text.value.slice(0, this.text.selectionEnd);
  }

  offerCommands(typed) {
    const { entries } = this;
    const found = matching(entries, typed);
    const exact = typed.endsWith(' ') && found.length === 1 && found[0].name === typed.trim();
    if (exact) return this.begin(found[0]);
    const silent = entries.length
      ? `There is no command “/${typed.trim()}”.`
      : 'The bot has no commands yet. Wait until it is ready.';
    this.suggestions.show(this.text, {
      items: found.map((entry) => ({ entry, label: `/${entry.name}`, description: entry.description })),
      remark: found.length ? '' : silent,
      onpick: ({ entry }) => this.begin(entry),
    });
    return undefined;
  }

  offerPeople(typed) {
    const { directory, channel } = this.client;
    const items = peopleOffers(directory, channel).filter((offer) =>
      offer.label.toLowerCase().startsWith(typed.toLowerCase()),
    );
    if (!items.length) return this.suggestions.hide();
    const onpick = ({ label }) => {
      const start = this.beforeCaret.length - typed.length;
      this.text.setRangeText(`${label} `, start, this.beforeCaret.length, 'end');
      this.suggestions.hide();
    };
    return this.suggestions.show(this.text, { items, onpick });
  }

  key(event) {
    if (event.isComposing) return;
    const { suggestions } = this;
    const picking = suggestions.current && (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey));
    if (picking) suggestions.pick();
    else if (event.key === 'Enter' && !event.shiftKey) this.sendText();
    else if (event.key === 'Escape') suggestions.hide();
    else if (!suggestions.current || !suggestions.listbox.moveBy(event.key)) return;
    event.preventDefault();
  }

  submitted(event) {
    event.preventDefault();
    if (this.form) this.form.submit();
    else this.sendText();
  }

  async sendText() {
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith('/')) {
      this.showProblem(`There is no command “${text}”.`);
      return;
    }
    this.text.value = '';
    this.suggestions.hide();
    const answer = await this.act.say(this.withMentions(text));
    if (answer.text) {
      this.text.value ||= text;
      this.showProblem(answer.text);
    }
  }

  // Turns "@Ann" into a mention. Longer names come first, so that "@Ann Lee" is not read as "@Ann".
  withMentions(text) {
    const { directory, channel } = this.client;
    const people = directory.peopleIn(channel).map((user) => [directory.nameOf(user), user.id]);
    people.sort(([a], [b]) => b.length - a.length);
    return people.reduce((result, [name, id]) => result.split(`@${name}`).join(`<@${id}>`), text);
  }

  begin(entry) {
    this.showProblem('');
    this.form = new CommandForm(entry, this);
    this.field.replaceChildren(this.form.element);
    this.form.focusFirst();
  }

  // Closes the command form and goes back to plain text.
  end(text = '') {
    this.form = null;
    this.field.replaceChildren(this.text);
    this.text.value = text;
    this.suggestions.hide();
    this.text.focus();
  }
}
