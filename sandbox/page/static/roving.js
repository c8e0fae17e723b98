// Makes a group of controls one Tab stop. Inside the group the arrow keys, Home and End move.

const FOCUSABLE = 'a[href], button, [tabindex]';

// Takes the controls of a message out of the Tab order and marks them as stops for the arrow keys.
export function takeOut(row) {
  for (const each of row.querySelectorAll(FOCUSABLE)) {
    if (each.tabIndex < 0) continue;
    each.tabIndex = -1;
    each.dataset.stop = '';
  }
}

function stopsIn(row) {
  return [...row.querySelectorAll('[data-stop]')].filter((each) => !each.disabled && !each.closest('[inert]'));
}

function isComponent(stop) {
  return Boolean(stop.closest('.components'));
}

// The control at which Tab stops in a message: the first of its buttons and lists, else the first of all.
export function entryOf(row) {
  const stops = stopsIn(row);
  return stops.find(isComponent) ?? stops[0] ?? null;
}

// Finds the control to which a key moves in a message. Above the topmost line is the message itself.
export function stopAfter(row, current, key) {
  const stops = stopsIn(row);
  const ends = isComponent(current) ? stops.filter(isComponent) : stops;
  const at = stops.indexOf(current);
  switch (key) {
    case 'ArrowRight':
      return stops[at + 1] ?? current;
    case 'ArrowLeft':
      return stops[at - 1] ?? row;
    case 'ArrowDown':
      return nextLine(stops, current, 1) ?? current;
    case 'ArrowUp':
      return nextLine(stops, current, -1) ?? row;
    case 'Home':
      return ends[0];
    case 'End':
      return ends.at(-1);
    case 'Escape':
      return row;
    default:
      return null;
  }
}

// The nearest control in the line below (1) or above (-1).
function nextLine(stops, current, direction) {
  const from = current.getBoundingClientRect();
  const distances = stops.map((stop) => {
    const box = stop.getBoundingClientRect();
    const down = direction > 0 ? box.top - from.bottom : from.top - box.bottom;
    const aside = Math.abs(box.left + box.right - from.left - from.right) / 2;
    return { stop, down, aside };
  });
  const beyond = distances.filter(({ stop, down }) => stop !== current && down > -4);
  beyond.sort((a, b) => Math.round(a.down) - Math.round(b.down) || a.aside - b.aside);
  return beyond[0]?.stop;
}

// Finds the neighbour to which a key moves in a plain list.
export function neighbour(items, current, key) {
  const at = items.indexOf(current);
  return { ArrowUp: items[at - 1], ArrowDown: items[at + 1], Home: items[0], End: items.at(-1) }[key] ?? null;
}
