// Draws an embed: a box with a coloured edge below a bot's text.
import { h, hexColour } from './dom.js';
import { picture } from './media.js';
import { richLine, richText } from './richtext.js';
import { clockTime } from './time.js';

export function embed(each, view) {
  return h(
    'article',
    { class: 'embed', '--accent-bar': Number.isInteger(each.color) ? hexColour(each.color) : null },
    each.thumbnail && picture(each.thumbnail, view.message, 'thumbnail'),
    each.author?.name && h('p', { class: 'embed-author' }, linked(each.author.url, [each.author.name])),
    each.title && h('p', { class: 'embed-title' }, linked(each.url, richLine(each.title, view))),
    each.description && richText(each.description, view),
    each.fields?.length > 0 &&
      h(
        'dl',
        {},
        each.fields.map((field) => drawField(field, view)),
      ),
    each.image && picture(each.image, view.message),
    footer(each),
  );
}

function linked(url, content) {
  if (!/^https?:\/\//i.test(url ?? '')) return content;
  return h('a', { href: url, title: url, target: '_blank', rel: 'noopener noreferrer' }, content);
}

function drawField(field, view) {
  return h(
    'div',
    { class: field.inline ? 'field inline' : 'field' },
    h('dt', {}, richLine(field.name, view)),
    h('dd', {}, richText(field.value, view)),
  );
}

function footer(each) {
  if (!each.footer?.text && !each.timestamp) return null;
  const dot = each.footer?.text && each.timestamp ? ' · ' : null;
  return h('p', { class: 'embed-footer' }, each.footer?.text, dot, each.timestamp && clockTime(each.timestamp));
}
