import { findStringEnd, MAX_JSON_DEPTH, parseJsonText } from '../../lib/json.js';
import { sanitize } from './coerce.js';
import { FormatError } from './format.js';

/** A value of the outermost object, or an element of one of its lists, as text. */
export interface JsonChunk {
  key: string;
  text: string;
}

interface JsonSplitter {
  /** Returns the chunks that end in this piece of the text. */
  push: (text: string) => JsonChunk[];
  /** Throws FormatError if the text is incomplete. */
  end: () => void;
}

interface SplitterState {
  readonly lists: ReadonlySet<string>;
  readonly maxLength: number;
  expected: 'root' | 'key' | 'colon' | 'value' | 'separator' | 'nothing';
  /** the open brackets, outermost first */
  readonly brackets: number[];
  inString: boolean;
  escaped: boolean;
  /** inside one of `lists`, whose elements are the chunks */
  inList: boolean;
  key: string;
  /** the current piece of the text */
  input: string;
  /** characters of all pieces before it */
  offset: number;
  /** position in `input` where the current chunk (or key) starts; -1: no chunk is open */
  start: number;
  /** the parts of the current chunk from earlier input */
  parts: string[];
  /** characters of `parts` */
  length: number;
  completed: JsonChunk[];
}

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b, 0x5d, 0x7d,
] as const;
const MAX_SHOWN = 20; // characters of an error
const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Splits the text of one large JSON object, which arrives in pieces, into the values of its keys; the values of the
 * keys in `lists`, if they are lists, into their elements. It holds one chunk in memory, of at most `maxLength`
 * characters. Throws FormatError for text that is nested too deep, too large or invalid; the content of a chunk is not
 * validated.
 */
export function createJsonSplitter(lists: ReadonlySet<string>, maxLength: number): JsonSplitter {
  const s: SplitterState = {
    lists,
    maxLength,
    expected: 'root',
    brackets: [],
    inString: false,
    escaped: false,
    inList: false,
    key: '',
    input: '',
    offset: 0,
    start: -1,
    parts: [],
    length: 0,
    completed: [],
  };
  return {
    push: (text) => {
      s.offset += s.input.length;
      s.input = text;
      s.completed = [];
      if (s.start >= 0) s.start = 0;
      for (let at = 0; at < text.length; at += 1) {
        if (s.inString) at = findQuote(s, at);
        if (at < text.length) step(s, text.charCodeAt(at), at);
      }
      if (s.start >= 0) appendPart(s, text.slice(s.start));
      return s.completed;
    },
    end: () => {
      if (s.expected === 'root')
        throw new FormatError('malformed', 'The file is empty: a JSON object is expected');
      const length = s.offset + s.input.length;
      if (s.expected !== 'nothing')
        throw new FormatError(
          'truncated',
          `The file ends early, after ${length} characters: its JSON is incomplete`,
        );
    },
  };
}

/** @param at position in the current piece */
function throwMalformed({ offset, input }: SplitterState, at: number): never {
  const found = JSON.stringify(sanitize(input.slice(at, at + MAX_SHOWN), MAX_SHOWN));
  throw new FormatError(
    'malformed',
    `The file is not the expected JSON object: ${found} at character ${offset + at + 1} is not valid there`,
  );
}

/** Returns the position of the quote that ends the open string, or the length of the piece if a later one has it. */
function findQuote(s: SplitterState, at: number): number {
  const start = s.escaped ? at + 1 : at;
  s.escaped = false;
  const end = findStringEnd(s.input, start);
  if (end === s.input.length) {
    let before = end;
    while (before > start && s.input.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    s.escaped = (end - before) % 2 === 1;
  }
  return end;
}

/** @param code of a character that is not inside a string */
function step(s: SplitterState, code: number, at: number): void {
  if (s.inString) endString(s, at);
  else if (code === QUOTE) startString(s, at);
  else if (code === OPEN_OBJECT || code === OPEN_LIST) open(s, code, at);
  else if (code === CLOSE_OBJECT || code === CLOSE_LIST) close(s, code, at);
  else if (code === COMMA) comma(s, at);
  else if (s.start >= 0 || isBlank(code)) return;
  else if (code === COLON && s.expected === 'colon') s.expected = 'value';
  else startValue(s, at);
}

/** The number of open brackets between chunks. */
const chunkLevel = (s: SplitterState): number => (s.inList ? 2 : 1);

function startValue(s: SplitterState, at: number): void {
  if (s.expected !== 'value') throwMalformed(s, at);
  s.start = at;
  s.expected = 'separator';
}

function appendPart(s: SplitterState, part: string): void {
  s.parts.push(part);
  s.length += part.length;
  if (s.length > s.maxLength)
    throw new FormatError('too_large', `A record is larger than ${s.maxLength} characters`);
}

/** Ends the current chunk before position `end`. Returns its text. */
function takeText(s: SplitterState, end: number): string {
  appendPart(s, s.input.slice(s.start, end));
  const text = s.parts.join('');
  s.parts = [];
  s.length = 0;
  s.start = -1;
  return text;
}

function startString(s: SplitterState, at: number): void {
  s.inString = true;
  if (s.expected === 'key') s.start = at;
  else if (s.start < 0) startValue(s, at);
}

function endString(s: SplitterState, at: number): void {
  s.inString = false;
  if (s.expected !== 'key') return;
  s.key = parseKey(s, takeText(s, at + 1), at);
  s.expected = 'colon';
}

function parseKey(s: SplitterState, text: string, at: number): string {
  try {
    return String(parseJsonText(text));
  } catch {
    return throwMalformed(s, at);
  }
}

function open(s: SplitterState, code: number, at: number): void {
  if (s.brackets.length === 0) {
    if (s.expected !== 'root' || code !== OPEN_OBJECT) throwMalformed(s, at);
    s.expected = 'key';
  } else if (s.start < 0) {
    if (!s.inList && s.expected === 'value' && code === OPEN_LIST && s.lists.has(s.key))
      s.inList = true;
    else startValue(s, at);
  }
  if (s.brackets.push(code) > MAX_JSON_DEPTH)
    throw new FormatError('malformed', `The file is nested deeper than ${MAX_JSON_DEPTH} levels`);
}

function close(s: SplitterState, code: number, at: number): void {
  const isLast = s.brackets.length === chunkLevel(s);
  if (s.brackets.pop() !== (code === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) throwMalformed(s, at);
  if (!isLast) return;
  if (s.start >= 0) s.completed.push({ key: s.key, text: takeText(s, at) });
  s.expected = s.inList ? 'separator' : 'nothing';
  s.inList = false;
}

function comma(s: SplitterState, at: number): void {
  if (s.brackets.length !== chunkLevel(s)) return;
  if (s.expected !== 'separator') throwMalformed(s, at);
  if (s.start >= 0) s.completed.push({ key: s.key, text: takeText(s, at) });
  s.expected = s.inList ? 'value' : 'key';
}
