// Reads the markdown inside a line: emphasis, code, links, mentions, timestamps.

const ESCAPE = /\\([^0-9A-Za-z\s])/y;
const CODE = /(`+)(?!`)([^]*?[^`])\1(?!`)/y;
const TOKENS = [
  [/<@!?(\d{1,20})>/y, ([, id]) => ({ kind: 'user', id })],
  [/<@&(\d{1,20})>/y, ([, id]) => ({ kind: 'role', id })],
  [/<#(\d{1,20})>/y, ([, id]) => ({ kind: 'channel', id })],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, ([, name, id]) => ({ kind: 'command', name, id })],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, ([, name, id]) => ({ kind: 'emoji', name, id })],
  [
    /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y,
    ([, seconds, style]) => ({ kind: 'time', seconds: Number(seconds), style: style ?? 'f' }),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url]) => link(url, null)],
  [/@(everyone|here)\b/y, ([whole]) => ({ kind: 'everyone', text: whole })],
];
const MASKED =
  /\[((?:\\.|[^[\]\\]|\[[^[\]]*\])+)\]\(<?(https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))+)>?(?:\s+"[^"\n]*")?\)/y;
const BARE = /https?:\/\/[^\s<]+/y;
const MARKS = [
  ['**', 'bold'],
  ['__', 'underline'],
  ['~~', 'strike'],
  ['||', 'spoiler'],
  ['*', 'italics'],
  ['_', 'italics'],
];
const SPECIAL = /[\\`<@[h*_~|]/g;
const DEEPEST = 12;

export function parseInline(text, depth = 0) {
  const nodes = [];
  const unclosed = new Set();
  let at = 0;
  while (at < text.length) {
    const found = read(text, at, depth, unclosed);
    if (found) {
      nodes.push(found.node);
      at = found.end;
    } else {
      SPECIAL.lastIndex = at + 1;
      const next = SPECIAL.exec(text)?.index ?? text.length;
      nodes.push({ kind: 'text', text: text.slice(at, next) });
      at = next;
    }
  }
  return joinTexts(nodes);
}

function joinTexts(nodes) {
  const joined = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text;
    else joined.push(node);
  }
  return joined;
}

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function read(text, at, depth, unclosed) {
  const escaped = matchAt(ESCAPE, text, at);
  if (escaped) return { node: { kind: 'text', text: escaped[1] }, end: at + 2 };
  const code = matchAt(CODE, text, at);
  if (code) return { node: { kind: 'code', text: code[2].replace(/^ (.*[^ ].*) $/, '$1') }, end: at + code[0].length };
  return readToken(text, at) ?? readLink(text, at, depth) ?? readMarked(text, at, depth, unclosed);
}

function readToken(text, at) {
  for (const [pattern, build] of TOKENS) {
    const match = matchAt(pattern, text, at);
    const node = match && build(match);
    if (node) return { node, end: at + match[0].length };
  }
  return null;
}

function readLink(text, at, depth) {
  const masked = depth < DEEPEST && matchAt(MASKED, text, at);
  if (masked) {
    const node = link(
      masked[2],
      parseInline(masked[1], depth + 1).filter((each) => each.kind !== 'link'),
    );
    return node && { node, end: at + masked[0].length };
  }
  const bare = matchAt(BARE, text, at);
  const url = bare && trimUrl(bare[0]);
  const node = url && link(url, null);
  return node ? { node, end: at + url.length } : null;
}

// Removes punctuation after an address, because it belongs to the sentence.
function trimUrl(url) {
  const trimmed = url.replace(/[.,:;!?"'\]*_~|]+$/, '');
  if (trimmed.endsWith(')') && !trimmed.includes('(')) return trimUrl(trimmed.slice(0, -1));
  return trimmed;
}

function link(url, content) {
  try {
    const { protocol, href } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') return null;
    return { kind: 'link', href, content: content ?? [{ kind: 'text', text: url }] };
  } catch {
    return null;
  }
}

function readMarked(text, at, depth, unclosed) {
  if (depth >= DEEPEST) return null;
  for (const [mark, kind] of MARKS) {
    if (!text.startsWith(mark, at) || unclosed.has(mark)) continue;
    if (mark === '_' && /\w/.test(text[at - 1] ?? '')) continue;
    const end = findClose(text, at + mark.length, mark);
    if (end === null) unclosed.add(mark);
    if (!end) continue;
    return {
      node: { kind, content: parseInline(text.slice(at + mark.length, end), depth + 1) },
      end: end + mark.length,
    };
  }
  return null;
}

// Finds the closing mark. Returns null if the text has none, and 0 if this mark cannot open anything.
function findClose(text, start, mark) {
  if (mark === '*' && /\s/.test(text[start] ?? ' ')) return 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') at += (matchAt(CODE, text, at)?.[0].length ?? 1) - 1;
    else if (text.startsWith(mark, at) && at > start) {
      if (mark.length === 1 && text[at + 1] === mark) at += 1;
      else if (mark.length === 2 && text[at + 2] === mark[0]) continue;
      else if (closes(text, at, mark)) return at;
    }
  }
  return null;
}

function closes(text, at, mark) {
  if (mark === '*') return !/\s/.test(text[at - 1]);
  if (mark === '_') return !/\w/.test(text[at + 1] ?? '');
  return true;
}
