// Shows Discord's timestamps and updates the relative ones.
import { h } from './dom.js';

const FORMATS = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};
const UNITS = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 30],
  ['month', 2_592_000, 12],
  ['year', 31_536_000, Infinity],
];
const LAST_MOMENT = 8_640_000_000_000;
const wording = new Intl.RelativeTimeFormat('en');

// Rounds, as Discord does: ten minutes are ten minutes until half a minute is over.
export function relative(seconds, now = Date.now() / 1000) {
  const distance = Math.round(seconds - now);
  const counted = UNITS.map(([unit, size, most]) => ({ unit, most, count: Math.round(Math.abs(distance) / size) }));
  const { unit, count } = counted.find((each) => each.count < each.most);
  return distance === 0 ? 'now' : wording.format(Math.sign(distance) * Math.max(count, 1), unit);
}

function written(date, style) {
  return new Intl.DateTimeFormat(undefined, FORMATS[style]).format(date);
}

export function timestamp(seconds, style) {
  if (Math.abs(seconds) > LAST_MOMENT) return h('span', {}, 'Invalid date');
  const date = new Date(seconds * 1000);
  const live = style === 'R';
  return h(
    'time',
    {
      class: 'timestamp',
      datetime: date.toISOString(),
      title: written(date, 'F'),
      'data-ticks': live && String(seconds),
    },
    live ? relative(seconds) : written(date, style),
  );
}

export function clockTime(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  return h('time', { class: 'when', datetime: iso, title: written(date, 'F') }, written(date, today ? 't' : 's'));
}

export function startTicking() {
  setInterval(() => {
    for (const element of document.querySelectorAll('time[data-ticks]')) {
      const text = relative(Number(element.dataset.ticks));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
