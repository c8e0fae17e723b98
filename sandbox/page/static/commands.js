// Prepares the bot's commands for the command bar: flattens, filters and checks them, and builds their JSON.

const SUBCOMMAND = 1;
const GROUP = 2;
const CHAT = 1;

export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const NUMBER = 10;
export const ATTACHMENT = 11;

// Whether this person may use a command in a channel. The channel lists the ids of usable commands.
export function usableIn(command, channel) {
  return channel.commands.includes(command.id);
}

// Makes an entry for each subcommand: "duel highlow" and "duel ten" instead of "duel".
export function flatten(commands) {
  return commands
    .filter((command) => (command.type ?? CHAT) === CHAT)
    .flatMap((command) => branches(command, command, []));
}

function branches(command, node, path) {
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => branches(command, option, [...path, option]));
  const name = [command, ...path].map((each) => each.name).join(' ');
  const options = [...(node.options ?? [])].sort((a, b) => Boolean(b.required) - Boolean(a.required));
  return [{ command, path, name, description: node.description, options }];
}

export function matching(entries, typed) {
  const query = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const rank = ({ name }) => {
    if (name.startsWith(query)) return 0;
    if (name.split(/[ _-]/).some((word) => word.startsWith(query))) return 1;
    return name.includes(query) ? 2 : 3;
  };
  return entries.filter((entry) => rank(entry) < 3).sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

// Builds the options inside their subcommand and group, and marks the one being typed for autocomplete.
export function onTheWire(entry, filled, focused = null) {
  const leaf = filled.map(({ option, value }) => ({
    name: option.name,
    type: option.type,
    value,
    ...(option === focused ? { focused: true } : {}),
  }));
  return entry.path.reduceRight((options, step) => [{ name: step.name, type: step.type, options }], leaf);
}

// Pairs values with the options of a command. Returns null if it lacks one of them, or does not offer the value.
export function fill(entry, values) {
  const filled = Object.entries(values).map(([name, value]) => {
    const option = entry.options.find((each) => each.name === name);
    const offered = !option?.choices?.length || option.choices.some((choice) => choice.value === value);
    return option && offered ? { option, value } : null;
  });
  return filled.includes(null) ? null : filled;
}

// Returns the value for what was typed, or a sentence that says what is wrong.
export function check(option, typed) {
  if (option.type === INTEGER || option.type === NUMBER) return checkNumber(option, typed.trim());
  const { min_length: least = 0, max_length: most = 6000, name } = option;
  if (typed.length < least) return { problem: `“${name}” needs at least ${least} characters.` };
  if (typed.length > most) return { problem: `“${name}” takes at most ${most} characters.` };
  return { value: typed };
}

function checkNumber({ name, type, min_value: least, max_value: most }, typed) {
  const value = Number(typed);
  const whole = type === INTEGER;
  if (!typed || !Number.isFinite(value)) return { problem: `“${name}” takes a number.` };
  if (whole && !Number.isSafeInteger(value)) return { problem: `“${name}” takes a whole number.` };
  const bounded = least !== undefined && most !== undefined;
  if (bounded && (value < least || value > most))
    return { problem: `“${name}” takes a number from ${least} to ${most}.` };
  if (least !== undefined && value < least) return { problem: `“${name}” takes a number of at least ${least}.` };
  if (most !== undefined && value > most) return { problem: `“${name}” takes a number of at most ${most}.` };
  return { value };
}
