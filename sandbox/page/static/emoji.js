// Draws emoji: pictures of the application, or characters.
import { h } from './dom.js';

// An emoji that the application does not have is shown by its name.
export function emojiImage({ id, name }, directory) {
  const words = `:${name}:`;
  if (!directory.emoji.has(id)) return words;
  return h('img', { class: 'emoji', src: `/emojis/${id}.webp`, alt: words, title: words, draggable: 'false' });
}

// Draws the emoji of a button or of an option in a list.
export function drawEmoji(emoji, directory) {
  if (!emoji) return null;
  return emoji.id ? emojiImage(emoji, directory) : h('span', { class: 'emoji-character' }, emoji.name);
}
