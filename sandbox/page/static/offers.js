// Lists what a select menu or a command option offers.
import { hexColour, h } from './dom.js';
import { CATEGORY } from './directory.js';
import { drawEmoji } from './emoji.js';
import { avatar } from './people.js';

export function peopleOffers(directory, channel) {
  const people = directory.peopleIn(channel).sort((a, b) => directory.isBot(a) - directory.isBot(b));
  return people.map((user) => ({
    value: user.id,
    label: directory.nameOf(user),
    description: directory.isBot(user) ? 'App' : `@${user.username}`,
    icon: avatar(user, directory, 'small'),
  }));
}

export function roleOffers(directory, channel) {
  const roles = channel ? (directory.guildOf(channel)?.roles ?? []) : [];
  return roles.map((role) => ({
    value: role.id,
    label: role.name.startsWith('@') ? role.name : `@${role.name}`,
    description: 'Role',
    icon: h('span', { class: 'dot', '--role': role.color ? hexColour(role.color) : null }),
  }));
}

export function channelOffers(directory, channel, types) {
  const channels = channel ? (directory.guildOf(channel)?.channels ?? []) : [];
  return channels
    .filter((each) => (types?.length ? types.includes(each.type) : each.type !== CATEGORY))
    .map((each) => ({ value: each.id, label: directory.channelLabel(each), description: each.topic || '' }));
}

export function mentionableOffers(directory, channel) {
  return [...peopleOffers(directory, channel), ...roleOffers(directory, channel)];
}

// Lists what a select menu of a message or a form offers, for all five kinds.
export function selectOffers(component, directory, channel) {
  switch (component.type) {
    case 5:
      return peopleOffers(directory, channel);
    case 6:
      return roleOffers(directory, channel);
    case 7:
      return mentionableOffers(directory, channel);
    case 8:
      return channelOffers(directory, channel, component.channel_types);
    default:
      return component.options.map((option) => ({ ...option, icon: drawEmoji(option.emoji, directory) }));
  }
}

export function chosenAtFirst(component) {
  if (component.type === 3) return component.options.filter((option) => option.default).map((option) => option.value);
  return (component.default_values ?? []).map((each) => each.id);
}
