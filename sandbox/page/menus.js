// What can be done with a person or a message, the bot's context-menu commands included.
import { usableIn } from './commands.js';

const ON_USER = 2;
const ON_MESSAGE = 3;

function commandEntries(type, target, client, run) {
  const { directory, channel } = client;
  const usable = directory.commands.filter((command) => command.type === type && usableIn(command, channel, directory));
  return usable.map((command) => ({ label: command.name, hint: 'Command', run: () => run(command, target) }));
}

export function userEntries(user, client, { run, mention }) {
  const { directory } = client;
  return [
    { heading: directory.nameOf(user) },
    ...commandEntries(ON_USER, user.id, client, run),
    { label: 'Mention', run: () => mention(user) },
    copyEntry('Copy ID', user.id),
  ];
}

export function messageEntries(message, client, actions) {
  const texts = message.content ? [copyEntry('Copy text', message.content)] : [];
  return [
    { heading: 'This message' },
    ...commandEntries(ON_MESSAGE, message.id, client, actions.run),
    ...texts,
    copyEntry('Copy message ID', message.id),
    ...userEntries(message.author, client, actions),
  ];
}

function copyEntry(label, text) {
  return { label, run: () => navigator.clipboard?.writeText(text) };
}
