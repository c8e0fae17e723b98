// Draws people: initials on their own colour, and a name in the colour of their role.
import { h } from './dom.js';

const HUES = 8;

export function initials(name) {
  const words = name
    .trim()
    .split(/[\s_.-]+/)
    .filter(Boolean);
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 1);
  return letters.join('').toUpperCase();
}

export function avatar(user, directory, size = 'medium') {
  const hue = Number(BigInt(user.id) % BigInt(HUES));
  const name = directory ? directory.nameOf(user) : user.global_name || user.username;
  return h('span', { class: `avatar ${size} hue-${hue}`, 'aria-hidden': 'true' }, initials(name));
}

export function appTag(user, directory) {
  return directory.isBot(user) ? h('span', { class: 'tag' }, 'APP') : null;
}

export function nameButton(user, { directory, act }) {
  const colour = directory.colourOf(user.id);
  return h(
    'button',
    {
      type: 'button',
      class: 'author',
      tabindex: '-1',
      'aria-haspopup': 'menu',
      '--role': colour,
      onclick: (event) => act.userMenu(event.currentTarget, user),
    },
    directory.nameOf(user),
  );
}
