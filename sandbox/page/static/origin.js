// The small line above a message that shows which command or message it answers.
import { h } from './dom.js';
import { avatar } from './people.js';
import { bareWords, textsOf } from './summary.js';

const COMMAND = 2;
const REPLY = 19;

export function originLine(message, view) {
  const used = commandUsed(message);
  if (used) return commandLine(used, view);
  const earlier = message.referenced_message ?? view.find(message.message_reference?.message_id);
  if (earlier) return replyLine(earlier, view);
  return message.type === REPLY && message.referenced_message === null ? deletedLine() : null;
}

function deletedLine() {
  return h('p', { class: 'origin' }, h('i', {}, 'The original message was deleted.'));
}

// Finds who ran which command. For a form's answer, this is the command that opened the form.
function commandUsed(message) {
  const meta = message.interaction_metadata;
  const source = meta?.triggering_interaction_metadata ?? meta;
  const name = message.interaction?.name ?? source?.name;
  const user = source?.user ?? message.interaction?.user;
  const command = (source ?? message.interaction)?.type === COMMAND;
  return command && name && user ? { name, user } : null;
}

function commandLine({ name, user }, { directory }) {
  const slash = directory.commands.some((command) => command.type !== 1 && command.name === name) ? '' : '/';
  return h(
    'p',
    { class: 'origin' },
    avatar(user, directory, 'tiny'),
    h('b', {}, directory.nameOf(user)),
    ' used ',
    h('span', { class: 'mention' }, `${slash}${name}`),
  );
}

function replyLine(earlier, view) {
  const preview = textsOf(earlier)[0];
  return h(
    'p',
    { class: 'origin' },
    avatar(earlier.author, view.directory, 'tiny'),
    h('b', {}, view.directory.nameOf(earlier.author)),
    h(
      'button',
      { type: 'button', class: 'preview', onclick: () => view.act.jumpTo(earlier.id) },
      preview ? bareWords(preview, view) : 'See the message',
    ),
  );
}
