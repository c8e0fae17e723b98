// Sums up a message in a few words, for previews and screen readers.
import { isLoading, isPrivate } from './flags.js';
import { plainText } from './richtext.js';

export function summary(message, view) {
  const name = view.directory.nameOf(message.author);
  if (isLoading(message)) return `${name} is thinking.`;
  const words = textsOf(message)
    .map((text) => bareWords(text, view))
    .join('. ');
  const note = isPrivate(message) ? ' Only you can see this.' : '';
  return `${name}: ${words.slice(0, 200) || 'sent something.'}${note}`;
}

export function textsOf(message) {
  const embedded = (message.embeds ?? []).flatMap((each) => [each.title, each.description]);
  return [message.content, ...embedded, ...layoutTexts(message.components ?? [])].filter(Boolean);
}

export function bareWords(text, view) {
  return plainText(text.replace(/^(#{1,3}|-#|>) /gm, '').replace(/<a?:\w+:\d+> ?/g, ''), view);
}

function layoutTexts(components) {
  return components.flatMap((each) => (each.type === 10 ? [each.content] : layoutTexts(each.components ?? [])));
}
