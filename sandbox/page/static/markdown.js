// Parses Discord's markdown into a tree of blocks. It does not use the page.
import { parseInline } from './inline.js';

const QUOTE = /^> ?(.*)$/;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const LANGUAGE = /^([\w+#.-]{1,20})\n/;
const FENCE = '```';
const DEEPEST_QUOTE = 4;

export function parse(text, depth = 0) {
  const blocks = [];
  let loose = [];
  let rest = text;
  const flush = () => {
    if (loose.length) blocks.push({ kind: 'paragraph', content: parseInline(loose.join('\n')) });
    loose = [];
  };
  while (rest) {
    const taken = takeBlock(rest, depth) ?? takeFence(rest);
    if (taken) {
      if (taken.before) loose.push(taken.before);
      flush();
      blocks.push(taken.block);
      rest = taken.rest;
    } else {
      const [line, after] = splitLine(rest);
      loose.push(line);
      rest = after;
    }
  }
  flush();
  return blocks;
}

function splitLine(text) {
  const end = text.indexOf('\n');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

// Blocks that start at the start of a line.
function takeBlock(text, depth) {
  const [line, after] = splitLine(text);
  const heading = HEADING.exec(line);
  if (heading) {
    return { block: { kind: 'heading', level: heading[1].length, content: parseInline(heading[2]) }, rest: after };
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { block: { kind: 'subtext', content: parseInline(subtext[1]) }, rest: after };
  if (depth < DEEPEST_QUOTE && line.startsWith('>>> ')) {
    return { block: { kind: 'quote', blocks: parse(text.slice(4), depth + 1) }, rest: '' };
  }
  if (depth < DEEPEST_QUOTE && line.startsWith('> ')) return takeQuote(text, depth);
  return ITEM.test(line) ? takeList(text) : null;
}

function takeQuote(text, depth) {
  const lines = [];
  let rest = text;
  while (rest && (rest.startsWith('> ') || rest.startsWith('>\n'))) {
    const [line, after] = splitLine(rest);
    lines.push(QUOTE.exec(line)[1]);
    rest = after;
  }
  return { block: { kind: 'quote', blocks: parse(lines.join('\n'), depth + 1) }, rest };
}

// A code fence may open in the middle of a line. The text before it stays a paragraph.
function takeFence(text) {
  const start = text.indexOf(FENCE);
  const firstLineEnd = text.indexOf('\n');
  if (start < 0 || (firstLineEnd >= 0 && start > firstLineEnd) || text[start - 1] === '\\') return null;
  const end = text.indexOf(FENCE, start + FENCE.length);
  if (end < 0) return null;
  let code = text.slice(start + FENCE.length, end);
  const language = LANGUAGE.exec(code);
  if (language) code = code.slice(language[0].length);
  code = code.replace(/^\n/, '').replace(/\n$/, '');
  if (!code.trim()) return null;
  const rest = text.slice(end + FENCE.length).replace(/^\n/, '');
  return { before: text.slice(0, start), block: { kind: 'code', language: language?.[1] ?? '', text: code }, rest };
}

function takeList(text) {
  const lines = [];
  let rest = text;
  while (rest) {
    const [line, after] = splitLine(rest);
    const item = ITEM.exec(line);
    if (item && lines.length && startsAnother(lines[0], item)) break;
    if (item) lines.push({ indent: item[1].length, mark: item[2], text: item[3] });
    else if (/^ {2,}\S/.test(line)) lines.at(-1).text += `\n${line.trim()}`;
    else break;
    rest = after;
  }
  return { block: nest(lines), rest };
}

function isOrdered(mark) {
  return mark.endsWith('.');
}

// Numbers after bullets at the same depth start a new list.
function startsAnother(first, [, indent, mark]) {
  return indent.length <= first.indent && isOrdered(mark) !== isOrdered(first.mark);
}

function nest(lines) {
  const ordered = isOrdered(lines[0].mark);
  const list = { kind: 'list', ordered, start: ordered ? parseInt(lines[0].mark, 10) : null, items: [] };
  const { indent } = lines[0];
  for (let at = 0; at < lines.length;) {
    let end = at + 1;
    while (end < lines.length && lines[end].indent > indent + 1) end += 1;
    const inner = lines.slice(at + 1, end);
    list.items.push({ content: parseInline(lines[at].text), list: inner.length ? nest(inner) : null });
    at = end;
  }
  return list;
}
