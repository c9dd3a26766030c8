import { FormatError } from './format.js';
import { MAX_DEPTH } from './json.js';

/** A value of the outermost object, or an element of one of its lists, as text. */
export interface JsonChunk {
  key: string;
  text: string;
}

export interface JsonSplitter {
  /** the pieces that end in this chunk */
  push(chunk: string): JsonChunk[];
  /** throws where the text has not come to its end */
  end(): void;
}

interface SplitterState {
  readonly lists: ReadonlySet<string>;
  readonly maxLength: number;
  expected: 'root' | 'key' | 'colon' | 'value' | 'separator' | 'nothing';
  /** what is open, outermost first */
  readonly brackets: number[];
  inString: boolean;
  escaped: boolean;
  /** within one of `lists`, whose elements are the pieces */
  inList: boolean;
  key: string;
  chunk: string;
  /** where in the chunk the piece (or key) begins that is being taken; -1: none is */
  chunkStart: number;
  /** what earlier chunks held of it */
  parts: string[];
  length: number;
  completed: JsonChunk[];
}

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b, 0x5d, 0x7d,
] as const;
const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Cuts the text of one large JSON object, which comes in chunks, into the values of its keys; the values of the keys in `lists`, where they are lists, into their
 * elements. Memory: one piece, of at most `most` characters. What is nested too deep, too large or no JSON throws FormatError; what is inside a piece is for JSON.parse to judge.
 */
export function createJsonSplitter(lists: ReadonlySet<string>, most: number): JsonSplitter {
  const s: SplitterState = {
    lists,
    maxLength: most,
    expected: 'root',
    brackets: [],
    inString: false,
    escaped: false,
    inList: false,
    key: '',
    chunk: '',
    chunkStart: -1,
    parts: [],
    length: 0,
    completed: [],
  };
  return {
    push: (chunk) => {
      s.chunk = chunk;
      s.completed = [];
      if (s.chunkStart >= 0) s.chunkStart = 0;
      for (let at = 0; at < chunk.length; at += 1) step(s, chunk.charCodeAt(at), at);
      if (s.chunkStart >= 0) appendPart(s, chunk.slice(s.chunkStart));
      return s.completed;
    },
    end: () => {
      if (s.expected === 'root') malformed();
      if (s.expected !== 'nothing')
        throw new FormatError('truncated', 'the file ends before its JSON does');
    },
  };
}

function malformed(): never {
  throw new FormatError('malformed', 'no JSON object of the kind that was expected');
}

function step(s: SplitterState, code: number, at: number): void {
  if (s.inString) {
    if (s.escaped) s.escaped = false;
    else if (code === BACKSLASH) s.escaped = true;
    else if (code === QUOTE) endString(s, at);
  } else if (code === QUOTE) startString(s, at);
  else if (code === OPEN_OBJECT || code === OPEN_LIST) open(s, code, at);
  else if (code === CLOSE_OBJECT || code === CLOSE_LIST) close(s, code, at);
  else if (code === COMMA) comma(s, at);
  else if (s.chunkStart >= 0 || isBlank(code)) return;
  else if (code === COLON && s.expected === 'colon') s.expected = 'value';
  else startValue(s, at);
}

/** How many brackets are open between pieces. */
const level = (s: SplitterState): number => (s.inList ? 2 : 1);

function startValue(s: SplitterState, at: number): void {
  if (s.expected !== 'value') malformed();
  s.chunkStart = at;
  s.expected = 'separator';
}

function appendPart(s: SplitterState, part: string): void {
  s.parts.push(part);
  s.length += part.length;
  if (s.length > s.maxLength)
    throw new FormatError('too_large', `a record is larger than ${s.maxLength} characters`);
}

function takeText(s: SplitterState, to: number): string {
  appendPart(s, s.chunk.slice(s.chunkStart, to));
  const text = s.parts.join('');
  s.parts = [];
  s.length = 0;
  s.chunkStart = -1;
  return text;
}

function startString(s: SplitterState, at: number): void {
  s.inString = true;
  if (s.expected === 'key') s.chunkStart = at;
  else if (s.chunkStart < 0) startValue(s, at);
}

function endString(s: SplitterState, at: number): void {
  s.inString = false;
  if (s.expected !== 'key') return;
  s.key = parseKey(takeText(s, at + 1));
  s.expected = 'colon';
}

function parseKey(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return malformed();
  }
}

function open(s: SplitterState, code: number, at: number): void {
  if (s.brackets.length === 0) {
    if (s.expected !== 'root' || code !== OPEN_OBJECT) malformed();
    s.expected = 'key';
  } else if (s.chunkStart < 0) {
    if (!s.inList && s.expected === 'value' && code === OPEN_LIST && s.lists.has(s.key))
      s.inList = true;
    else startValue(s, at);
  }
  if (s.brackets.push(code) > MAX_DEPTH)
    throw new FormatError('malformed', `nested deeper than ${MAX_DEPTH} levels`);
}

function close(s: SplitterState, code: number, at: number): void {
  const isLast = s.brackets.length === level(s);
  if (s.brackets.pop() !== (code === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) malformed();
  if (!isLast) return;
  if (s.chunkStart >= 0) s.completed.push({ key: s.key, text: takeText(s, at) });
  s.expected = s.inList ? 'separator' : 'nothing';
  s.inList = false;
}

function comma(s: SplitterState, at: number): void {
  if (s.brackets.length !== level(s)) return;
  if (s.expected !== 'separator') malformed();
  if (s.chunkStart >= 0) s.completed.push({ key: s.key, text: takeText(s, at) });
  s.expected = s.inList ? 'value' : 'key';
}
