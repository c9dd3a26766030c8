import {
  SOURCE_PRECEDENCE,
  type KnowledgeRecord,
  type RecordRange,
} from '../../knowledge/records.js';
import { asObject, asText, isObject, type Json } from './coerce.js';
import { FormatError, type FeedFile, type FeedFormat, type Item } from './format.js';
import { parseWholeFile, requireAllEntries } from './json.js';
import { createRejection } from './rejection.js';
import { readAllText } from './text-stream.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
const DAY = /^\d{4}-\d\d-\d\d$/;
const NAME = /^[a-z0-9][a-z0-9.+-]{0,60}$/i;

/** The ends of support by endoflife.date: `/products/full` of its API v1. Systems and programs have records. */
export const eol: FeedFormat = {
  name: 'eol',
  isMember: (path) => /(?:^|\/)(?:eol|endoflife|products|full)[^/]*\.json$/i.test(path),
  partOf: () => '',
  read,
};

async function* read(file: FeedFile): AsyncGenerator<Item> {
  const text = (await readAllText(file, MAX_FILE_LENGTH)).replace(/^\ufeff/, '');
  const value = parseWholeFile(text);
  if (!isObject(value) || !Array.isArray(value.result))
    throw new FormatError('unsupported_format', 'The file is not a list of products with ends');
  requireAllEntries(value.result.length, value.total, ['products', 'total']);
  const version = asText(value.generated_at);
  if (DAY.test(version.slice(0, 10))) yield { version };
  for (const [index, entry] of (value.result as unknown[]).entries())
    yield* parseProduct(asObject(entry), `product ${index + 1}`);
}

/** One release of a product. Ends as days, or `yes` and `no` without a day; empty: no such support. */
interface Release {
  product: string;
  /** for people: `PHP 7.4` */
  label: string;
  cycle: string;
  end: string;
  extended: string;
  url: string | null;
}

function* parseProduct(entry: Json, place: string): Generator<Item> {
  const product = asText(entry.name);
  const list = Array.isArray(entry.releases) ? (entry.releases as unknown[]).map(asObject) : null;
  if (!NAME.test(product) || list === null) {
    yield { rejected: createRejection(product, `${place}: no name or no releases`, entry) };
    return;
  }
  const label = asText(entry.label).slice(0, 60) || product;
  const url = asText(asObject(entry.links).html);
  const names = cpeNames(entry.identifiers);
  const cycles = list.map((release) => asText(release.name));
  for (const release of list) {
    const cycle = asText(release.name);
    const end = endOf(release.eolFrom, release.isEol);
    if (!NAME.test(cycle) || end === '') continue;
    const extended = endOf(release.eoesFrom, release.isEoes);
    const parsed = { product, label: `${label} ${cycle}`, cycle, end, extended, url: url || null };
    if (asText(entry.category) === 'os') yield { record: systemRecord(parsed) };
    else yield* programRecords(parsed, names, cycles);
  }
}

/** Returns a day, `yes` or `no`; empty: nothing is published. */
function endOf(day: unknown, isOver: unknown): string {
  if (typeof day === 'string' && DAY.test(day)) return day;
  if (typeof isOver !== 'boolean') return '';
  return isOver ? 'yes' : 'no';
}

/** Returns the CPE names of applications, as `vendor:product`. */
function cpeNames(identifiers: unknown): string[] {
  const ids = Array.isArray(identifiers) ? (identifiers as unknown[]).map(asObject) : [];
  const names = ids.flatMap(({ type, id }) => {
    if (type !== 'cpe') return [];
    return /^cpe:(?:2\.3:|\/)a:([\w.+-]+:[\w.+-]+)(?::|$)/.exec(asText(id))?.[1] ?? [];
  });
  return [...new Set(names)];
}

const toRecord = (
  { product, cycle, url }: Release,
  more: Pick<KnowledgeRecord, 'title' | 'severity' | 'ranges'>,
): KnowledgeRecord => ({
  name: `EOL-${product}-${cycle}`,
  rank: SOURCE_PRECEDENCE.advisory,
  vulnerabilities: [`EOL-${product}-${cycle}`],
  aliases: [],
  cvssVector: null,
  cvssScore: null,
  url,
  ...more,
});

/** The record of a system has its last day as the last affected version of a package with its name. */
const systemRecord = (release: Release): KnowledgeRecord =>
  toRecord(release, {
    title: `${release.label}: end of support ${release.end}`,
    severity: null,
    ranges: [
      {
        affectedPackage: {
          ecosystem: 'eol:system',
          kind: 'cpe',
          name: `${release.product} ${release.cycle}`,
        },
        order: 'generic',
        introduced: null,
        fixed: null,
        lastAffected: release.end,
        state: 'end_of_life',
        conditions: release.extended === '' ? null : { extended: release.extended },
      },
    ],
  });

/** A program without updates is a finding from the day after its end on, and a graver one a year later. */
function* programRecords(
  release: Release,
  names: readonly string[],
  cycles: readonly string[],
): Generator<Item> {
  const ranges = names.flatMap((name) => rangesOf(name, release.cycle, cycles));
  if (ranges.length === 0 || release.end === 'no') return;
  const { end } = release;
  const title = `${release.label} is end of life${end === 'yes' ? '' : ` since ${end}`}`;
  const record = (severity: 'medium' | 'high') => toRecord(release, { title, severity, ranges });
  if (end === 'yes') yield { record: record('high') };
  else {
    const later = `${Number(end.slice(0, 4)) + 1}${end.slice(4)}`;
    yield { record: record('medium'), after: end, until: later };
    yield { record: record('high'), after: later };
  }
}

const VERSION = /^\d{1,6}(?:\.\d{1,6}){0,3}$/;

/** Returns the versions of a branch, without those of branches that it contains (`7.17` of `7`). */
function rangesOf(name: string, cycle: string, cycles: readonly string[]): RecordRange[] {
  if (!VERSION.test(cycle)) return [];
  const inner = cycles
    .filter((other) => other.startsWith(`${cycle}.`) && VERSION.test(other))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const starts = [cycle, ...inner.map(nextBranch)];
  const ends = [...inner, nextBranch(cycle)];
  return starts.map((introduced, i) => ({
    affectedPackage: { ecosystem: 'eol:service', kind: 'cpe', name },
    order: 'generic',
    introduced,
    fixed: null,
    lastAffected: null,
    endsBefore: ends[i] ?? '',
    state: 'end_of_life',
  }));
}

/** `7.5` after `7.4` */
const nextBranch = (cycle: string): string =>
  cycle.replace(/\d+$/, (last) => String(Number(last) + 1));
