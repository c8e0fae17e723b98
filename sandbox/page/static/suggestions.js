// The box above the command bar that offers commands, people and values.
import { h } from './dom.js';
import { Listbox } from './listbox.js';

export class Suggestions {
  constructor() {
    this.heading = h('p', { class: 'suggestions-heading' });
    this.listbox = new Listbox({ label: 'Suggestions', onpick: (item) => this.onpick(item) });
    this.remark = h('p', { class: 'suggestions-remark', role: 'status' });
    this.element = h('div', { class: 'suggestions', hidden: true }, this.heading, this.listbox.element, this.remark);
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
  }

  show(owner, { heading = '', items = [], remark = '', onpick = () => {} }) {
    this.onpick = onpick;
    this.heading.replaceChildren(...[heading].flat());
    this.heading.hidden = !heading;
    this.listbox.ownedBy(owner).show(items);
    this.remark.textContent = remark;
    this.element.hidden = false;
    owner.setAttribute('aria-expanded', String(items.length > 0));
  }

  hide() {
    this.element.hidden = true;
    this.listbox.show([]);
    this.listbox.owner?.setAttribute('aria-expanded', 'false');
  }

  get current() {
    return this.element.hidden ? undefined : this.listbox.current;
  }

  pick() {
    this.onpick(this.current);
  }
}
