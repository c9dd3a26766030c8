import { asObject, asText, isObject, type Json } from './coerce.js';
import { findColumns, type Columns } from './csv.columns.js';
import { parseCsvRows } from './csv.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseWholeFile, requireAllEntries } from './json.js';
import { parseCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import { readAllText } from './text-stream.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * CISA's catalog of known exploited vulnerabilities, as JSON or CSV. Newer columns (use by ransomware) may be
 * missing.
 */
export const kev: FeedFormat = {
  name: 'kev',
  isMember: (path) =>
    /known_exploited_vulnerabilities\.(?:json|csv)$|(?:^|\/)kev[^/]*\.(?:json|csv)$/i.test(path),
  partOf: () => '',
  read,
};

async function* read(file: FeedFile): AsyncGenerator<Item> {
  const text = (await readAllText(file, MAX_FILE_LENGTH)).replace(/^\ufeff/, '');
  yield* /^\s*[{[]/.test(text) ? parseJson(text) : parseCsv(text);
}

const notACatalog = (): FormatError =>
  new FormatError(
    'unsupported_format',
    'The file is not a catalog of known exploited vulnerabilities',
  );

function* parseJson(text: string): Generator<Item> {
  const value = parseWholeFile(text);
  if (!isObject(value) || !Array.isArray(value.vulnerabilities)) throw notACatalog();
  requireAllEntries(value.vulnerabilities.length, value.count, ['entries', 'count']);
  const version = asText(value.catalogVersion);
  if (/^[\d.]{1,30}$/.test(version)) yield { version };
  for (const [index, entry] of (value.vulnerabilities as unknown[]).entries())
    yield parseKevEntry(asObject(entry), `entry ${index + 1}`);
}

type KevColumns = Columns<'cveID' | 'dateAdded', 'dueDate' | 'knownRansomwareCampaignUse'>;

const COLUMNS = {
  needed: ['cveID', 'dateAdded'],
  optional: ['dueDate', 'knownRansomwareCampaignUse'],
} as const;

function* parseCsv(text: string): Generator<Item> {
  let columns: KevColumns | null = null;
  let newest = '';
  for (const { cells, line } of parseCsvRows(text)) {
    if (columns === null) {
      columns = findColumns(cells, COLUMNS, line);
      continue;
    }
    const item = parseKevEntry(toEntry(columns, cells), `line ${line}`);
    if ('kev' in item && item.kev.dateAdded > newest) newest = item.kev.dateAdded;
    yield item;
  }
  if (columns === null) throw notACatalog();
  if (!text.endsWith('\n'))
    throw new FormatError('truncated', 'The file ends early: its last line is incomplete');
  // The CSV has no version. The version of the JSON is a date with dots.
  if (newest !== '') yield { version: newest.replaceAll('-', '.') };
}

const toEntry = (columns: KevColumns, cells: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries(columns).map(([name, at]) => [name, at === null ? undefined : cells[at]]),
  );

/**
 * Parses one entry, by the column names of the catalog.
 * @param place where it is in the file
 */
function parseKevEntry(entry: Json, place: string): Item {
  const id = asText(entry.cveID).trim();
  const dateAdded = asText(entry.dateAdded).trim();
  const dueDate = asText(entry.dueDate).trim();
  const reject = (reason: string): Item => ({
    rejected: createRejection(id, `${place}: ${reason}`, entry),
  });
  const cve = parseCve(id);
  if (cve === null) return reject('invalid CVE id');
  if (!DAY.test(dateAdded)) return reject('invalid dateAdded');
  return {
    kev: {
      cve,
      dateAdded,
      dueDate: DAY.test(dueDate) ? dueDate : null,
      ransomware: asText(entry.knownRansomwareCampaignUse).trim().toLowerCase() === 'known',
    },
  };
}
