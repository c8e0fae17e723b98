// A small menu that opens beside its button. The arrow keys move through it.
import { h, placeBeside } from './dom.js';

// Entries are {label, hint, run}, or {heading} to start a group.
export function openMenu(anchor, label, entries) {
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': label, popover: 'auto' }, entries.map(drawEntry));
  const items = [...menu.querySelectorAll('[role=menuitem]')];
  const close = () => menu.hidePopover();
  menu.addEventListener('click', (event) => {
    const item = event.target.closest('[role=menuitem]');
    if (!item) return;
    close();
    item.run();
  });
  menu.addEventListener('keydown', (event) => {
    const target = step(items, items.indexOf(document.activeElement), event.key);
    if (target) target.focus();
    else if (event.key === 'Tab') close();
    if (target || event.key === 'Tab') event.preventDefault();
  });
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'closed') menu.remove();
  });
  anchor.closest('.pane, body').append(menu);
  menu.showPopover();
  placeBeside(menu, anchor);
  items[0]?.focus();
}

function step(items, at, key) {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : null;
}

function drawEntry(entry) {
  if (entry.heading) return h('div', { class: 'menu-heading', role: 'presentation' }, entry.heading);
  const item = h(
    'button',
    { type: 'button', role: 'menuitem', tabindex: '-1' },
    entry.icon,
    entry.label,
    entry.hint && h('small', {}, entry.hint),
  );
  item.run = entry.run;
  return item;
}
