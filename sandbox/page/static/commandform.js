// The form of a chosen command, with a field for each of its options.
import { onTheWire } from './commands.js';
import { h } from './dom.js';
import { OptionField } from './optionfield.js';

export class CommandForm {
  constructor(entry, bar) {
    this.entry = entry;
    this.bar = bar;
    this.fields = entry.options.filter((option) => option.required).map((option) => this.field(option));
    const name = h('span', { class: 'command-name' }, `/${entry.name}`);
    this.chips = h('span', { class: 'chips' });
    const cancel = h(
      'button',
      {
        type: 'button',
        class: 'cancel',
        'aria-label': `Give up /${entry.name}`,
        title: 'Cancel',
        onclick: () => bar.end(),
      },
      '✕',
    );
    this.element = h(
      'div',
      {
        class: 'command',
        role: 'group',
        'aria-label': `Command ${entry.name}`,
        onkeydown: (event) => this.key(event),
        onfocusout: () => bar.suggestions.hide(),
      },
      h('div', { class: 'command-parts' }, name, this.chips),
      cancel,
    );
    this.paint();
  }

  field(option) {
    const { client, suggestions } = this.bar;
    return new OptionField(option, {
      directory: client.directory,
      channel: client.channel,
      suggestions,
      complete: (field) => this.complete(field),
      onpick: (field) => this.advance(field),
    });
  }

  paint() {
    const used = this.fields.map((field) => field.option);
    const unused = this.entry.options.filter((option) => !used.includes(option));
    const add = (option) =>
      h(
        'button',
        {
          type: 'button',
          class: 'add-option',
          title: option.description,
          'aria-label': `Add the option ${option.name}: ${option.description}`,
          onclick: () => this.add(option),
        },
        `+ ${option.name}`,
      );
    this.chips.replaceChildren(...this.fields.map((field) => field.element), ...unused.map(add));
  }

  focusFirst() {
    (this.fields[0]?.input ?? this.bar.send).focus();
  }

  add(option) {
    const field = this.field(option);
    this.fields.push(field);
    this.paint();
    field.input.focus();
  }

  // Moves focus to the next required option that is empty. If there is none, focus stays and Enter sends.
  advance(field) {
    this.bar.suggestions.hide();
    const next = this.fields.find((each) => each.option.required && each !== field && !each.input.value);
    next?.input.focus();
  }

  complete(field) {
    const filled = this.fields
      .filter((each) => each === field || each.input.value)
      .map((each) => ({ option: each.option, value: each.partial }));
    return this.bar.act.complete(this.entry, onTheWire(this.entry, filled, field.option));
  }

  key(event) {
    const field = this.fields.find((each) => each.input === event.target);
    if (!field || event.isComposing) return;
    const { suggestions } = this.bar;
    if (event.key === 'Enter') this.enter(field);
    else if (event.key === 'Tab') this.tab(field, event);
    else if (event.key === 'Escape') this.escape();
    else if (event.key === 'Backspace' && !field.input.value) this.remove(field);
    else if (!suggestions.current || !suggestions.listbox.moveBy(event.key)) return;
    if (event.key !== 'Tab') event.preventDefault();
  }

  enter(field) {
    if (this.bar.suggestions.current && !field.picked) this.bar.suggestions.pick();
    else this.submit();
  }

  // Tab accepts the current suggestion, then moves on to the next field.
  tab(field, event) {
    if (event.shiftKey || field.picked || !field.input.value || !this.bar.suggestions.current) return;
    field.pick(this.bar.suggestions.current);
    event.preventDefault();
    const [next] = this.fields.slice(this.fields.indexOf(field) + 1);
    if (document.activeElement === field.input) (next?.input ?? this.bar.send).focus();
  }

  escape() {
    if (this.bar.suggestions.current) this.bar.suggestions.hide();
    else this.bar.end();
  }

  remove(field) {
    if (field.option.required) {
      this.bar.end(`/${this.entry.name}`);
      return;
    }
    this.fields = this.fields.filter((each) => each !== field);
    this.paint();
    (this.fields.at(-1)?.input ?? this.bar.send).focus();
  }

  keyOnSend(event) {
    if (event.key === 'Escape') this.bar.end();
    else if (event.key === 'Backspace') this.bar.end(`/${this.entry.name}`);
    else return;
    event.preventDefault();
  }

  submit() {
    const filled = [];
    for (const field of this.fields) {
      const reading = field.read();
      if (reading?.problem) {
        field.input.focus();
        field.mark(true);
        this.bar.showProblem(reading.problem);
        return;
      }
      if (reading) filled.push({ option: field.option, value: reading.value });
    }
    this.bar.end();
    this.bar.act.slash(this.entry, onTheWire(this.entry, filled));
  }
}
