import { parseTimestamp } from './coerce.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { isCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import { lineBlocks } from './text-stream.js';

/**
 * FIRST's EPSS scores as CSV: `cve,epss,percentile`. Older files lack the comment before the header, the percentile
 * or the header.
 */
export const epss: FeedFormat = {
  name: 'epss',
  isMember: (path) => path.endsWith('.csv'),
  partOf: () => '',
  read,
};

async function* read(file: FeedFile): AsyncGenerator<Item> {
  let rows = 0;
  let scores = 0;
  for await (const { lines, isCut } of lineBlocks(file.text)) {
    // Every line of a complete file has an end. A truncated score would be a valid, but different score.
    if (isCut && scores > 0)
      throw new FormatError('truncated', 'The file is truncated: its last line is incomplete');
    for (const line of lines) {
      const item = parseEpssLine(line, rows === 0);
      if (item === null) continue;
      if (!('version' in item)) rows += 1;
      if ('epss' in item) scores += 1;
      yield item;
    }
    if (rows > 100 && scores === 0) break;
  }
  if (scores === 0)
    throw new FormatError('unsupported_format', 'The file is not a list of EPSS scores');
}

/** Parses one line; null: the header or an empty line. */
function parseEpssLine(line: string, isFirstRow: boolean): Item | null {
  if (line.trim() === '') return null;
  if (line.startsWith('#')) return parseComment(line);
  const [cve = '', score = '', percentile = ''] = line.split(',').map((cell) => cell.trim());
  if (isFirstRow && cve.replace(/^\ufeff/, '').toLowerCase() === 'cve') return null;
  if (!isCve(cve)) return { rejected: createRejection(cve, 'invalid CVE id', line) };
  const parsedScore = parseUnitInterval(score);
  const parsedPercentile = percentile === '' ? null : parseUnitInterval(percentile);
  if (parsedScore === null || (parsedPercentile === null && percentile !== ''))
    return {
      rejected: createRejection(cve, 'score or percentile is not a number from 0 to 1', line),
    };
  return { epss: { cve, score: parsedScore, percentile: parsedPercentile } };
}

function parseComment(comment: string): Item | null {
  const time = parseTimestamp(/score_date:([^,\s]+)/.exec(comment)?.[1]);
  return time === null ? null : { version: time };
}

/** Returns a number from 0 to 1, or null. */
function parseUnitInterval(text: string): number | null {
  if (!/^\d?\.?\d+(?:[eE]-?\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : null;
}
