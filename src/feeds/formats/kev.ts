import { parseCsvRows } from './csv.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseFeedJson } from './json.js';
import { isCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import { isObject, asObject, asText, type Json } from './coerce.js';
import { readAllText } from './whole-file.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** CISA's catalogue of exploited vulnerabilities, as JSON or CSV. Columns that came later (whether ransomware uses it) may be missing. */
export const kev: FeedFormat = {
  name: 'kev',
  isMember: (path) =>
    /known_exploited_vulnerabilities\.(?:json|csv)$|(?:^|\/)kev[^/]*\.(?:json|csv)$/i.test(path),
  partOf: () => '',
  read,
};

async function* read(file: FeedFile): AsyncGenerator<Item> {
  const whole = (await readAllText(file, MAX_FILE_LENGTH)).replace(/^\ufeff/, '');
  yield* /^\s*[{[]/.test(whole) ? parseJson(whole) : parseCsv(whole);
}

function* parseJson(whole: string): Generator<Item> {
  const parsed = parseFeedJson(whole);
  if ('problem' in parsed) throw new FormatError('malformed', parsed.problem);
  const { value } = parsed;
  if (!isObject(value) || !Array.isArray(value.vulnerabilities))
    throw new FormatError('unsupported_format', 'no catalogue of exploited vulnerabilities');
  const version = asText(value.catalogVersion);
  if (/^[\d.]{1,30}$/.test(version)) yield { version };
  for (const entry of value.vulnerabilities as unknown[]) yield parseKevEntry(asObject(entry));
}

function* parseCsv(whole: string): Generator<Item> {
  let columns: string[] | null = null;
  let newest = '';
  for (const cells of parseCsvRows(whole)) {
    if (columns === null) {
      columns = cells.map((cell) => cell.trim());
      if (!columns.includes('cveID') || !columns.includes('dateAdded'))
        throw new FormatError('unsupported_format', 'no catalogue of exploited vulnerabilities');
    } else {
      const item = parseKevEntry(Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
      if ('kev' in item && item.kev.dateAdded > newest) newest = item.kev.dateAdded;
      yield item;
    }
  }
  if (columns !== null && !whole.endsWith('\n'))
    throw new FormatError('truncated', 'the file ends in the middle of a line');
  // The CSV does not say of which day it is; the JSON's version is a day with dots.
  if (newest !== '') yield { version: newest.replaceAll('-', '.') };
  if (columns === null)
    throw new FormatError('unsupported_format', 'no catalogue of exploited vulnerabilities');
}

/** One entry, by the catalogue's own names of columns. */
export function parseKevEntry(entry: Json): Item {
  const [cve, dateAdded, dueDate] = [
    asText(entry.cveID).trim(),
    asText(entry.dateAdded).trim(),
    asText(entry.dueDate).trim(),
  ];
  if (!isCve(cve)) return { rejected: createRejection(cve, 'no CVE', entry) };
  if (!DAY.test(dateAdded)) return { rejected: createRejection(cve, 'no day it was added', entry) };
  return {
    kev: {
      cve,
      dateAdded,
      dueDate: DAY.test(dueDate) ? dueDate : null,
      ransomware: asText(entry.knownRansomwareCampaignUse).trim().toLowerCase() === 'known',
    },
  };
}
