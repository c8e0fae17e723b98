// Builds elements without parsing HTML, so that text always stays text.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === 'function') element.addEventListener(name.slice(2), value);
  else if (name.startsWith('--')) element.style.setProperty(name, value);
  else element.setAttribute(name, value === true ? '' : value);
}

let serial = 0;

export function freshId(prefix) {
  serial += 1;
  return `${prefix}-${serial}`;
}

export function hexColour(number) {
  return `#${number.toString(16).padStart(6, '0')}`;
}

// Places a popup below its anchor, or above it if there is more room.
export function placeBeside(popup, anchor, { width = null } = {}) {
  const box = anchor.getBoundingClientRect();
  if (width) popup.style.width = `${width}px`;
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const dropDown = below >= Math.min(popup.scrollHeight, 240) || below >= above;
  popup.style.maxHeight = `${Math.min(360, dropDown ? below : above)}px`;
  const size = popup.getBoundingClientRect();
  popup.style.top = `${dropDown ? box.bottom + 4 : box.top - 4 - size.height}px`;
  popup.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - size.width - 8))}px`;
}
