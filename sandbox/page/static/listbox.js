// A list of choices. The arrow keys move through it while focus stays in the field that owns it.
import { freshId, h } from './dom.js';

// Items are {value, label, description, icon}; `onpick` gets the whole item.
export class Listbox {
  constructor({ label, onpick, multi = false }) {
    this.onpick = onpick;
    this.items = [];
    this.active = -1;
    this.element = h('ul', {
      class: 'listbox',
      role: 'listbox',
      id: freshId('list'),
      'aria-label': label,
      'aria-multiselectable': multi && 'true',
    });
  }

  ownedBy(owner) {
    this.owner = owner;
    owner.setAttribute('aria-controls', this.element.id);
    return this;
  }

  show(items, { chosen = new Set(), active = 0 } = {}) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, index) => this.row(item, index, chosen.has(item.value))));
    this.activate(items.length ? Math.min(active, items.length - 1) : -1);
  }

  row(item, index, chosen) {
    return h(
      'li',
      {
        role: 'option',
        id: `${this.element.id}-${index}`,
        'aria-selected': String(chosen),
        onmousedown: (event) => event.preventDefault(),
        onmousemove: () => index !== this.active && this.activate(index, { scroll: false }),
        onclick: () => this.onpick(item),
      },
      item.icon && h('span', { class: 'icon', 'aria-hidden': 'true' }, item.icon),
      h('span', { class: 'label' }, item.label),
      item.description && h('span', { class: 'description' }, item.description),
    );
  }

  activate(index, { scroll = true } = {}) {
    this.element.children[this.active]?.classList.remove('active');
    this.active = index;
    const row = this.element.children[index];
    row?.classList.add('active');
    if (scroll) row?.scrollIntoView({ block: 'nearest' });
    if (row) this.owner?.setAttribute('aria-activedescendant', row.id);
    else this.owner?.removeAttribute('aria-activedescendant');
  }

  get current() {
    return this.items[this.active];
  }

  // Moves through the list by a key. Returns true if the key does that.
  moveBy(key) {
    const last = this.items.length - 1;
    const target = {
      ArrowDown: this.active >= last ? 0 : this.active + 1,
      ArrowUp: this.active <= 0 ? last : this.active - 1,
    }[key];
    if (target === undefined || last < 0) return false;
    this.activate(target);
    return true;
  }
}
