// The menu entries for a person or a message, with the bot's context menu commands.
import { usableIn } from './commands.js';

const ON_USER = 2;
const ON_MESSAGE = 3;

function commandEntries(type, target, client, act) {
  const { directory, channel } = client;
  const usable = directory.commands.filter((command) => command.type === type && usableIn(command, channel));
  return usable.map((command) => ({ label: command.name, hint: 'Command', run: () => act.runMenu(command, target) }));
}

export function userEntries(user, client, act) {
  const { directory } = client;
  return [
    { heading: directory.nameOf(user) },
    ...commandEntries(ON_USER, user.id, client, act),
    { label: 'Mention', run: () => act.mention(user) },
    copyEntry('Copy ID', user.id),
  ];
}

export function messageEntries(message, client, act) {
  const texts = message.content ? [copyEntry('Copy text', message.content)] : [];
  return [
    { heading: 'This message' },
    ...commandEntries(ON_MESSAGE, message.id, client, act),
    ...texts,
    copyEntry('Copy message ID', message.id),
    ...userEntries(message.author, client, act),
  ];
}

function copyEntry(label, text) {
  return { label, run: () => navigator.clipboard?.writeText(text) };
}
