// Draws emoji: pictures of the application, or characters.
import { h } from './dom.js';

// An emoji that the application does not have is shown by its name.
export function emojiImage({ id, name }) {
  const words = `:${name}:`;
  const image = h('img', {
    class: 'emoji',
    src: `/emojis/${id}.webp`,
    alt: words,
    title: words,
    draggable: 'false',
    onerror: () => image.replaceWith(words),
  });
  return image;
}

// Draws the emoji of a button or of an option in a list.
export function drawEmoji(emoji) {
  if (!emoji) return null;
  return emoji.id ? emojiImage(emoji) : h('span', { class: 'emoji-character' }, emoji.name);
}
