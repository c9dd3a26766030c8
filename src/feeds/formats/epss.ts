import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { lineBlocks } from './text-stream.js';
import { isCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import { parseTimestamp } from './coerce.js';

/** FIRST's EPSS scores, CSV: `cve,epss,percentile`. Older files lack the comment before the header, or the percentile; some have no header. */
export const epss: FeedFormat = {
  name: 'epss',
  isMember: (path) => path.endsWith('.csv'),
  partOf: () => '',
  read,
};

async function* read(file: FeedFile): AsyncGenerator<Item> {
  let [rows, scores] = [0, 0];
  for await (const { lines, isCut } of lineBlocks(file.text)) {
    // Every line of a whole file has an end. A score that was cut off is one, too, but another.
    if (isCut && scores > 0)
      throw new FormatError('truncated', 'the file ends in the middle of a line');
    for (const line of lines) {
      const item = parseEpssLine(line, rows === 0);
      if (item === null) continue;
      if (!('version' in item)) rows += 1;
      if ('epss' in item) scores += 1;
      yield item;
    }
    if (rows > 100 && scores === 0) break;
  }
  if (scores === 0) throw new FormatError('unsupported_format', 'no list of EPSS scores');
}

/** One line; null: the header or an empty one. `first`: no row came before. */
export function parseEpssLine(line: string, first: boolean): Item | null {
  if (line.trim() === '') return null;
  if (line.startsWith('#')) return parseComment(line);
  const [cve = '', score = '', percentile] = line.split(',').map((cell) => cell.trim());
  if (first && cve.replace(/^\ufeff/, '').toLowerCase() === 'cve') return null;
  if (!isCve(cve)) return { rejected: createRejection(cve, 'no CVE', line) };
  const [epssScore, rank] = [
    parseUnitInterval(score),
    percentile === undefined || percentile === '' ? null : parseUnitInterval(percentile),
  ];
  return epssScore === null || (rank === null && percentile !== undefined && percentile !== '')
    ? { rejected: createRejection(cve, 'no number from 0 to 1', line) }
    : { epss: { cve, score: epssScore, percentile: rank } };
}

function parseComment(comment: string): Item | null {
  const time = parseTimestamp(/score_date:([^,\s]+)/.exec(comment)?.[1]);
  return time === null ? null : { version: time };
}

/** A number from 0 to 1, or null. */
function parseUnitInterval(text: string): number | null {
  if (!/^\d?\.?\d+(?:[eE]-?\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : null;
}
