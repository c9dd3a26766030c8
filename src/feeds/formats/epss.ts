import { parseTimestamp } from './coerce.js';
import { findColumns, type Columns } from './csv.columns.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import { lineBlocks } from './text-stream.js';

/**
 * FIRST's EPSS scores as CSV, with the columns `cve`, `epss` and `percentile` in any order. Older files lack the
 * comment before the header, or the percentile.
 */
export const epss: FeedFormat = {
  name: 'epss',
  isMember: (path) => path.endsWith('.csv'),
  partOf: () => '',
  read,
};

type EpssColumns = Columns<'cve' | 'epss', 'percentile'>;

const COLUMNS = { needed: ['cve', 'epss'], optional: ['percentile'] } as const;

async function* read(file: FeedFile): AsyncGenerator<Item> {
  let columns: EpssColumns | null = null;
  let line = 0;
  let scores = 0;
  for await (const { lines, isCut } of lineBlocks(file.text)) {
    // Every line of a complete file has an end. A truncated score would be a valid, but different score.
    if (isCut && scores > 0)
      throw new FormatError('truncated', `The file ends early: line ${line + 1} is incomplete`);
    for (const text of lines) {
      line += 1;
      const content = text.replace(/^\ufeff/, '').trim();
      if (content === '') continue;
      if (content.startsWith('#')) yield* parseComment(content);
      else if (columns === null) columns = findColumns(content.split(','), COLUMNS, line);
      else {
        const item = parseScore(content, columns, line);
        if ('epss' in item) scores += 1;
        yield item;
      }
    }
  }
  if (columns === null)
    throw new FormatError('unsupported_format', 'The file has no header with the column cve');
  if (scores === 0) throw new FormatError('unsupported_format', 'The file has no EPSS score');
}

function parseScore(text: string, columns: EpssColumns, line: number): Item {
  const cells = text.split(',').map((cell) => cell.trim());
  const id = cells[columns.cve] ?? '';
  const reject = (reason: string): Item => ({
    rejected: createRejection(id, `line ${line}: ${reason}`, text),
  });
  const cve = parseCve(id);
  if (cve === null) return reject('invalid CVE id');
  const score = parseUnitInterval(cells[columns.epss] ?? '');
  const percentileText = columns.percentile === null ? '' : (cells[columns.percentile] ?? '');
  const percentile = percentileText === '' ? null : parseUnitInterval(percentileText);
  if (score === null || (percentile === null && percentileText !== ''))
    return reject('score or percentile is not a number from 0 to 1');
  return { epss: { cve, score, percentile } };
}

function* parseComment(comment: string): Generator<Item> {
  const time = parseTimestamp(/score_date:([^,\s]+)/.exec(comment)?.[1]);
  if (time !== null) yield { version: time };
}

/** Returns a number from 0 to 1, or null. */
function parseUnitInterval(text: string): number | null {
  if (!/^\d?\.?\d+(?:[eE]-?\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : null;
}
