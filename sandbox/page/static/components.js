// Draws a message's components: rows of buttons and select menus, and the newer layout blocks.
import { h, hexColour } from './dom.js';
import { drawEmoji } from './emoji.js';
import { fileCard, fileName, picture } from './media.js';
import { chosenAtFirst, selectOffers } from './offers.js';
import { richText, spoiler } from './richtext.js';
import { Select } from './select.js';

const BUTTON_STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };
const PLACEHOLDERS = {
  3: 'Make a selection',
  5: 'Choose a person',
  6: 'Choose a role',
  7: 'Choose a person or role',
  8: 'Choose a channel',
};
const LINK_STYLE = 5;
const PREMIUM_STYLE = 6;

// `view` is {message, directory, channel, act}: all that drawing needs.
export function drawComponents(components, view) {
  return components.map((component) => drawComponent(component, view));
}

export function drawComponent(component, view) {
  switch (component.type) {
    case 1:
      return row(component, view);
    case 2:
      return button(component, view);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(component, view);
    case 9:
      return section(component, view);
    case 10:
      return richText(component.content, view);
    case 11:
      return media(component, view, 'thumbnail');
    case 12:
      return gallery(component, view);
    case 13:
      return file(component, view);
    case 14:
      return separator(component);
    case 17:
      return container(component, view);
    default:
      return h('p', { class: 'elsewhere' }, `The sandbox cannot show a component of type ${component.type}.`);
  }
}

function row({ components }, view) {
  const several = components.length > 1;
  const role = { role: several && 'toolbar', 'aria-label': several && 'Buttons' };
  return h('div', { class: 'row', ...role }, drawComponents(components, view));
}

function button(component, view) {
  const style = BUTTON_STYLES[component.style] ?? 'secondary';
  const face = [
    drawEmoji(component.emoji, view.directory),
    component.label && h('span', {}, component.label),
  ];
  if (component.style === LINK_STYLE) return linkButton(component, face);
  return h(
    'button',
    {
      type: 'button',
      class: `button ${style}`,
      disabled: Boolean(component.disabled) || component.style === PREMIUM_STYLE,
      'data-custom-id': component.custom_id,
      onclick: () => view.act.press(view.message, component),
    },
    component.style === PREMIUM_STYLE ? 'Premium' : face,
  );
}

function linkButton(component, face) {
  const safe = /^(https?|discord):\/\//i.test(component.url ?? '');
  const away = h('span', { 'aria-hidden': 'true' }, '↗');
  if (component.disabled || !safe)
    return h('button', { type: 'button', class: 'button link', disabled: true }, face, away);
  return h(
    'a',
    { class: 'button link', href: component.url, title: component.url, target: '_blank', rel: 'noopener noreferrer' },
    face,
    away,
  );
}

function select(component, view) {
  const placeholder = component.placeholder || PLACEHOLDERS[component.type];
  const control = new Select({
    label: placeholder,
    placeholder,
    offers: selectOffers(component, view.directory, view.channel),
    chosen: chosenAtFirst(component),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: Boolean(component.disabled),
    oncommit: (values) => view.act.choose(view.message, component, values),
  });
  control.button.dataset.customId = component.custom_id;
  return control.element;
}

function section(component, view) {
  return h(
    'div',
    { class: 'section' },
    h('div', { class: 'section-text' }, drawComponents(component.components, view)),
    h('div', { class: 'accessory' }, drawComponent(component.accessory, view)),
  );
}

function media(item, view, className) {
  const { url, width, height } = item.media;
  return picture({ url, width, height, description: item.description, hidden: item.spoiler }, view.message, className);
}

function gallery(component, view) {
  const pictures = component.items.map((item) => media(item, view, 'picture'));
  return h('div', { class: `gallery count-${Math.min(pictures.length, 4)}` }, pictures);
}

function file(component, view) {
  const { url } = component.file;
  const name = component.name ?? fileName(url);
  const attached = view.message.attachments?.find((each) => each.filename === name);
  return fileCard({ url, name, size: component.size ?? attached?.size, hidden: component.spoiler }, view.message);
}

function separator(component) {
  const size = component.spacing === 2 ? 'wide' : 'narrow';
  return component.divider === false
    ? h('div', { class: `gap ${size}`, role: 'presentation' })
    : h('hr', { class: size });
}

function container(component, view) {
  const colour = component.accent_color;
  const box = h(
    'div',
    { class: 'container', '--accent-bar': Number.isInteger(colour) ? hexColour(colour) : null },
    drawComponents(component.components, view),
  );
  return component.spoiler ? spoiler(box, 'picture-cover') : box;
}
