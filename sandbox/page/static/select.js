// A select menu: a button that shows the choice, and a list that opens beside it.
import { h, placeBeside } from './dom.js';
import { Listbox } from './listbox.js';

const TYPING_PAUSE = 600;

export class Select {
  // `oncommit(values)` is called when the list closes and the choice has changed.
  constructor({ label, placeholder, offers, chosen = [], min = 1, max = 1, disabled = false, oncommit = () => {} }) {
    Object.assign(this, { placeholder, offers, min, max, oncommit });
    this.chosen = new Set(chosen);
    this.before = [...chosen];
    this.typed = '';
    this.button = h('button', {
      type: 'button',
      class: 'select',
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-label': label,
      disabled,
      onclick: () => (this.open ? this.close() : this.show()),
      onkeydown: (event) => this.key(event),
      onblur: () => this.close(),
    });
    this.listbox = new Listbox({ label, multi: max > 1, onpick: (item) => this.pick(item) }).ownedBy(this.button);
    this.popup = h(
      'div',
      { class: 'select-popup', popover: 'manual', onmousedown: (event) => event.preventDefault() },
      this.listbox.element,
      this.footer(),
    );
    this.element = h('div', { class: 'select-box' }, this.button, this.popup);
    this.paint();
  }

  get values() {
    return this.offers.map((offer) => offer.value).filter((value) => this.chosen.has(value));
  }

  get open() {
    return this.popup.matches(':popover-open');
  }

  footer() {
    if (this.max === 1) return null;
    const range = this.min === this.max ? `Choose ${this.max}` : `Choose ${this.min} to ${this.max}`;
    return h(
      'div',
      { class: 'select-footer' },
      range,
      h('button', { type: 'button', tabindex: '-1', onclick: () => this.close() }, 'Done'),
    );
  }

  paint() {
    const picked = this.offers.filter((offer) => this.chosen.has(offer.value));
    const text = picked.map((offer) => offer.label).join(', ');
    const icon = picked.length === 1 && picked[0].icon;
    this.button.replaceChildren(
      ...(icon
        ? [h('span', { class: 'icon', 'aria-hidden': 'true' }, icon.cloneNode ? icon.cloneNode(true) : icon)]
        : []),
      h('span', { class: picked.length ? 'chosen' : 'placeholder' }, text || this.placeholder),
    );
  }

  show() {
    if (!this.offers.length) return;
    const first = this.offers.findIndex((offer) => this.chosen.has(offer.value));
    this.popup.showPopover();
    this.listbox.show(this.offers, { chosen: this.chosen, active: Math.max(first, 0) });
    placeBeside(this.popup, this.button, { width: this.button.offsetWidth });
    this.button.setAttribute('aria-expanded', 'true');
  }

  close({ commit = true } = {}) {
    if (!this.open) return;
    this.popup.hidePopover();
    this.button.setAttribute('aria-expanded', 'false');
    this.button.removeAttribute('aria-activedescendant');
    const changed = this.values.join() !== [...this.before].join();
    if (!commit || this.chosen.size < this.min) this.chosen = new Set(this.before);
    else if (changed) {
      this.before = this.values;
      this.oncommit(this.values);
    }
    this.paint();
  }

  pick(item) {
    this.typed = '';
    if (this.max === 1) {
      const clearing = this.chosen.has(item.value) && this.min === 0;
      this.chosen = new Set(clearing ? [] : [item.value]);
      this.close();
      return;
    }
    if (this.chosen.has(item.value)) this.chosen.delete(item.value);
    else if (this.chosen.size < this.max) this.chosen.add(item.value);
    this.listbox.show(this.offers, { chosen: this.chosen, active: this.listbox.active });
    this.paint();
  }

  key(event) {
    const handled = this.open ? this.keyWhenOpen(event) : this.keyWhenClosed(event);
    if (handled) event.preventDefault();
    if (handled) event.stopPropagation();
  }

  keyWhenClosed({ key }) {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) return false;
    this.show();
    return true;
  }

  keyWhenOpen({ key }) {
    if (key === 'Escape') this.close({ commit: this.max > 1 });
    else if (key === 'Enter' || key === ' ') this.pick(this.listbox.current);
    else if (key === 'Home') this.listbox.activate(0);
    else if (key === 'End') this.listbox.activate(this.offers.length - 1);
    else if (key.length === 1) this.jumpTo(key);
    else return this.listbox.moveBy(key);
    return true;
  }

  // Typing the start of a label moves to it.
  jumpTo(letter) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.typed = '';
    }, TYPING_PAUSE);
    this.typed += letter.toLowerCase();
    const found = this.offers.findIndex((offer) => offer.label.toLowerCase().startsWith(this.typed));
    if (found >= 0) this.listbox.activate(found);
  }
}
