/** A record of a CSV file. `line`: the number of its first line, from 1. */
export interface CsvRecord {
  line: number;
  fields: string[];
  /** what is wrong with it; null: nothing */
  problem: string | null;
}

const MAX_FIELDS = 256;

/**
 * Parses CSV (RFC 4180): quoted fields may contain the delimiter, line breaks and doubled quotes. Empty lines are left
 * out. A record that breaks the rules has a `problem`, and parsing continues at the next line.
 * @param delimiter one character
 */
export function parseCsv(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const record = readRecord(text, position, delimiter);
    if (record.fields.length > 1 || record.fields[0] !== '' || record.problem !== null)
      records.push({ line, fields: record.fields, problem: record.problem });
    line += countLines(text, position, record.end);
    position = record.end;
  }
  return records;
}

interface ReadRecord {
  fields: string[];
  /** position after the record and its line break */
  end: number;
  problem: string | null;
}

function readRecord(text: string, start: number, delimiter: string): ReadRecord {
  const fields: string[] = [];
  let position = start;
  for (;;) {
    const field =
      text[position] === '"' ? readQuoted(text, position) : readPlain(text, position, delimiter);
    if (field.problem !== null) return skipLine(text, start, field.problem);
    fields.push(field.value);
    position = field.end;
    if (fields.length > MAX_FIELDS)
      return skipLine(text, start, `has more than ${MAX_FIELDS} fields`);
    if (text[position] !== delimiter) break;
    position += 1;
  }
  const lineBreak = /\r\n|\n|\r/y;
  lineBreak.lastIndex = position;
  if (position < text.length && !lineBreak.test(text))
    return skipLine(text, start, 'has text after a quoted field');
  return { fields, end: Math.max(position, lineBreak.lastIndex), problem: null };
}

interface Field {
  value: string;
  end: number;
  problem: string | null;
}

function readQuoted(text: string, start: number): Field {
  const closing = /"(?:"|)/g; // a quote, or two of them: one quote of the value
  closing.lastIndex = start + 1;
  for (let match = closing.exec(text); match !== null; match = closing.exec(text)) {
    if (match[0] === '""') continue;
    const value = text.slice(start + 1, match.index).replaceAll('""', '"');
    return { value, end: match.index + 1, problem: null };
  }
  return { value: '', end: text.length, problem: 'has a quoted field without an end' };
}

function readPlain(text: string, start: number, delimiter: string): Field {
  const end = new RegExp(`[\\r\\n\\${delimiter}]`, 'g');
  end.lastIndex = start;
  const stop = end.exec(text)?.index ?? text.length;
  return { value: text.slice(start, stop), end: stop, problem: null };
}

function skipLine(text: string, start: number, problem: string): ReadRecord {
  const lineBreak = /\r\n|\n|\r/g;
  lineBreak.lastIndex = start;
  const end = lineBreak.exec(text) === null ? text.length : lineBreak.lastIndex;
  return { fields: [], end, problem };
}

const countLines = (text: string, from: number, to: number): number =>
  text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0;
