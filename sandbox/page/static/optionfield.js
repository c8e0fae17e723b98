// The field for one option of the command being typed.
import { ATTACHMENT, BOOLEAN, CHANNEL, check, MENTIONABLE, ROLE, USER } from './commands.js';
import { h } from './dom.js';
import { channelOffers, mentionableOffers, peopleOffers, roleOffers } from './offers.js';

const TRUTH = [
  { value: true, label: 'True' },
  { value: false, label: 'False' },
];
const TYPING_PAUSE = 150;

export class OptionField {
  // `context` is {directory, channel, suggestions, complete(field), onpick(field)}.
  constructor(option, context) {
    this.option = option;
    this.context = context;
    this.picked = null;
    this.input = h('input', {
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-label': `${option.name}: ${option.description}`,
      'aria-required': option.required && 'true',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => this.typed(),
      onfocus: () => this.suggest(),
    });
    this.element = h(
      'label',
      { class: 'option' },
      h('span', { class: 'option-name', 'aria-hidden': 'true' }, option.name),
      this.input,
    );
  }

  get fixedOffers() {
    const { option, context } = this;
    const { directory, channel } = context;
    if (option.choices?.length) return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
    if (option.type === BOOLEAN) return TRUTH;
    if (option.type === USER) return peopleOffers(directory, channel);
    if (option.type === ROLE) return roleOffers(directory, channel);
    if (option.type === MENTIONABLE) return mentionableOffers(directory, channel);
    if (option.type === CHANNEL) return channelOffers(directory, channel, option.channel_types);
    return null;
  }

  typed() {
    this.picked = null;
    this.mark(false);
    this.suggest();
  }

  mark(wrong) {
    this.element.classList.toggle('wrong', wrong);
    this.input.setAttribute('aria-invalid', String(wrong));
  }

  suggest() {
    const offers = this.fixedOffers;
    if (offers) this.offer(this.picked ? offers : filtered(offers, this.input.value), 'Nothing matches.');
    else if (this.option.autocomplete) this.askBot();
    else this.offer([], this.option.type === ATTACHMENT ? 'The sandbox cannot attach files to a command.' : '');
  }

  offer(items, remark) {
    const { option, context } = this;
    const rule = option.required ? '' : h('small', {}, ' optional');
    context.suggestions.show(this.input, {
      heading: [h('b', {}, option.name), rule, ` ${option.description}`],
      items,
      remark: items.length ? '' : remark,
      onpick: (item) => this.pick(item),
    });
  }

  askBot() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const typed = this.input.value;
      const answer = await this.context.complete(this);
      if (this.input.value !== typed || document.activeElement !== this.input || this.picked) return;
      const choices = (answer.choices ?? []).map((choice) => ({ value: choice.value, label: choice.name }));
      this.offer(choices, answer.type === 'choices' ? 'Nothing matches.' : 'The bot offered no choices in time.');
    }, TYPING_PAUSE);
  }

  pick(item) {
    clearTimeout(this.timer);
    this.picked = item;
    this.input.value = item.label;
    this.mark(false);
    this.context.onpick(this);
  }

  // Returns {value}, {problem}, or null if the field is empty.
  read() {
    const { option, picked } = this;
    const typed = this.input.value;
    if (picked) return { value: picked.value };
    if (!typed.trim()) return option.required ? { problem: `“${option.name}” is needed.` } : null;
    const offers = this.fixedOffers;
    if (!offers)
      return option.type === ATTACHMENT
        ? { problem: 'The sandbox cannot attach files to a command.' }
        : check(option, typed);
    const named = offers.find((offer) => bare(offer.label) === bare(typed));
    return named ? { value: named.value } : { problem: `“${option.name}” has no choice called “${typed}”.` };
  }

  // What was typed so far, unchecked, for the bot's autocomplete.
  get partial() {
    return this.picked ? this.picked.value : this.input.value;
  }
}

function bare(text) {
  return text.trim().toLowerCase().replace(/^[@#]/, '');
}

function filtered(offers, typed) {
  const query = bare(typed);
  return offers.filter((offer) => bare(offer.label).includes(query) || bare(offer.description ?? '').startsWith(query));
}
