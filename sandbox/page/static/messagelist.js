// The scrolling list of a channel's messages. It keeps their order, the newest in view, and the focus.
import { h } from './dom.js';
import { isPrivate } from './flags.js';
import { dots, drawMessage } from './messages.js';
import { entryOf, neighbour, stopAfter, takeOut } from './roving.js';

const GROUPED_WITHIN = 7 * 60 * 1000;
const NEAR_END = 80;

export class MessageList {
  // `makeWelcome` draws what an empty channel shows.
  constructor(makeView, makeWelcome) {
    this.makeView = makeView;
    this.makeWelcome = makeWelcome;
    this.shown = new Map();
    this.failures = new Map();
    this.busy = new Set();
    this.pinned = true;
    this.top = 0;
    this.list = h('ol', {
      class: 'messages',
      onkeydown: (event) => this.key(event),
      onfocusin: ({ target }) => this.stopAt(target.closest('.message'), target.closest('[data-stop]') ?? undefined),
    });
    this.notes = h('div', { class: 'notes' });
    this.newer = h(
      'button',
      { type: 'button', class: 'newer', hidden: true, onclick: () => this.toEnd() },
      'New messages ↓',
    );
    this.scroller = h(
      'div',
      { class: 'scroller', role: 'region', onscroll: () => this.scrolled() },
      this.list,
      this.notes,
    );
    this.element = h('div', { class: 'message-area' }, this.scroller, this.newer);
    new ResizeObserver(() => this.pinned && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.pinned && this.toEnd()).observe(this.scroller);
  }

  reset(messages, label) {
    this.scroller.setAttribute('aria-label', `Messages in ${label}`);
    this.shown = new Map();
    this.notes.replaceChildren();
    this.list.replaceChildren();
    for (const message of messages) this.place(message);
    this.showWelcome();
    this.toEnd();
  }

  showWelcome() {
    const old = this.list.querySelector('.empty');
    if (this.shown.size || old?.contains(document.activeElement)) return;
    old?.remove();
    this.list.append(h('li', { class: 'empty' }, this.makeWelcome()));
  }

  // Redraws everything after a change of names, roles or commands.
  refresh() {
    this.showWelcome();
    for (const message of [...this.shown.values()]) {
      if (!this.row(message.id).querySelector(':popover-open')) this.place(message);
    }
    if (this.pinned) this.toEnd();
  }

  // Shows a message, new or changed. It scrolls at once: a later scroll event may come from a bar that shrank.
  put(message) {
    const fresh = !this.shown.has(message.id);
    this.place(message);
    if (this.pinned) this.toEnd();
    else if (fresh) this.newer.hidden = false;
  }

  place(message) {
    this.list.querySelector('.empty')?.remove();
    const old = this.row(message.id);
    this.shown.set(message.id, message);
    const focused = old?.contains(document.activeElement) ? controlAt(old, document.activeElement) : null;
    const row = this.draw(message, old?.previousElementSibling ?? this.rowBefore(message.id));
    if (old) old.replaceWith(row);
    else this.insert(row, message.id);
    if (focused) restoreFocus(row, focused);
    else if (!this.list.contains(document.activeElement)) this.stopAt(this.list.lastElementChild);
    this.markBusy(row, message.id);
  }

  draw(message, before) {
    const previous = before && this.shown.get(before.dataset.id);
    const compact =
      previous &&
      previous.author.id === message.author.id &&
      Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUPED_WITHIN;
    const view = this.makeView(message);
    const row = drawMessage(message, view, {
      compact: compact && alike(previous, message),
      highlighted: view.mentionsMe,
      failure: this.failures.get(message.id),
    });
    takeOut(row);
    return row;
  }

  row(id) {
    return [...this.list.children].find((each) => each.dataset.id === id);
  }

  rowBefore(id) {
    return [...this.list.children].findLast((each) => each.dataset.id && BigInt(each.dataset.id) < BigInt(id));
  }

  insert(row, id) {
    const before = this.rowBefore(id);
    if (before) before.after(row);
    else this.list.prepend(row);
  }

  remove(id) {
    this.shown.delete(id);
    this.failures.delete(id);
    const row = this.row(id);
    const next = row?.nextElementSibling;
    if (row?.contains(document.activeElement)) (next ?? row.previousElementSibling)?.focus();
    row?.remove();
    if (row?.tabIndex === 0) this.stopAt(this.list.lastElementChild);
    const message = next && this.shown.get(next.dataset.id);
    if (message) this.put(message);
    this.showWelcome();
  }

  fail(id, text) {
    if (!text && !this.failures.has(id)) return;
    if (text) this.failures.set(id, text);
    else this.failures.delete(id);
    const message = this.shown.get(id);
    if (message) this.put(message);
  }

  setBusy(id, customId, busy) {
    if (busy) this.busy.add(`${id} ${customId}`);
    else this.busy.delete(`${id} ${customId}`);
    const row = this.row(id);
    if (row) this.markBusy(row, id);
  }

  isBusy(id, customId) {
    return this.busy.has(`${id} ${customId}`);
  }

  markBusy(row, id) {
    for (const control of row.querySelectorAll('[data-custom-id]')) {
      const busy = this.isBusy(id, control.dataset.customId);
      control.setAttribute('aria-busy', String(busy));
      const shown = control.querySelector(':scope > .dots');
      if (busy && !shown) control.append(dots());
      if (!busy) shown?.remove();
    }
  }

  // Adds a line below the messages and returns it, so that it can be removed.
  note(...content) {
    const line = h('div', { class: 'note', role: 'status' }, content);
    this.notes.append(line);
    this.toEnd();
    return line;
  }

  // Only who scrolls up leaves the end. It is not left when what lies below grows.
  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.pinned = near || (this.pinned && scrollTop >= this.top);
    this.top = scrollTop;
    if (near) this.newer.hidden = true;
  }

  toEnd() {
    this.scroller.scrollTop = this.shown.size ? this.scroller.scrollHeight : 0;
    this.top = this.scroller.scrollTop;
    this.pinned = true;
    this.newer.hidden = true;
  }

  jumpTo(id) {
    const row = this.row(id);
    row?.scrollIntoView({ block: 'center' });
    row?.focus();
  }

  hasFocus(id) {
    return Boolean(this.row(id)?.contains(document.activeElement));
  }

  // Makes this the one message at which Tab stops, and this its one control. From there the arrow keys move.
  stopAt(row, control = row && entryOf(row)) {
    for (const each of this.list.querySelectorAll('.message[tabindex="0"], [data-stop][tabindex="0"]')) {
      each.tabIndex = -1;
    }
    if (row) row.tabIndex = 0;
    if (control) control.tabIndex = 0;
  }

  key(event) {
    const row = event.target.closest('.message');
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && event.target.ariaExpanded !== 'true';
    if (!row || !plain || event.target.closest('[role=menu]')) return;
    const stop = event.target.closest('[data-stop]');
    if (event.target === row ? this.keyOnRow(row, event.key) : stop && this.keyInside(row, stop, event.key)) {
      event.preventDefault();
    }
  }

  keyOnRow(row, key) {
    const rows = [...this.list.querySelectorAll('.message')];
    const next = key === 'ArrowRight' ? entryOf(row) : neighbour(rows, row, key);
    if (next) next.focus();
    else if (key === 'Enter' || key === 'ContextMenu') row.querySelector('.more').click();
    else return false;
    return true;
  }

  keyInside(row, stop, key) {
    const next = stopAfter(row, stop, key);
    next?.focus();
    return Boolean(next);
  }
}

function alike(previous, message) {
  return isPrivate(previous) === isPrivate(message) && previous.type === 0;
}

const CONTROLS = '[data-custom-id]';

function controlAt(row, element) {
  return { id: element.dataset.customId, index: [...row.querySelectorAll(CONTROLS)].indexOf(element) };
}

// Focuses the same control again, or the one in its place, or the message itself.
function restoreFocus(row, { id, index }) {
  const controls = [...row.querySelectorAll(CONTROLS)];
  const same = controls.find((each) => each.dataset.customId === id);
  const target = [same, controls[index]].find((each) => each && !each.disabled) ?? row;
  target.focus({ preventScroll: true });
}
