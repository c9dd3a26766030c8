import {
  SOURCE_PRECEDENCE,
  type KnowledgeRecord,
  type RecordRange,
  type RejectedRecord,
} from '../../knowledge/records.js';
import {
  asArray,
  asObject,
  asText,
  isObject,
  parseTimestamp,
  sanitize,
  sanitizeTitle,
  type Json,
} from './coerce.js';
import { bestScore } from './cvss.js';
import type { Item } from './format.js';
import { isFromPublisher, parseAffected } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { aliasesOf, cveOf, vulnerabilitiesOf } from './osv.names.js';
import { vectorsOf } from './osv.severity.js';
import { createRejection } from './rejection.js';

const MAX_ID_LENGTH = 128;
const MAX_ENTRIES = 100_000;

/**
 * Parses one OSV record (https://ossf.github.io/osv-schema/) of a publisher. Its content is untrusted; it never
 * throws.
 */
export function parseOsvRecord(value: unknown, dialect: OsvDialect, path: string): Item[] {
  if (!isObject(value)) return [{ rejected: createRejection(path, 'not a JSON object', value) }];
  const id = asText(value.id);
  if (id === '' || id.length > MAX_ID_LENGTH || sanitize(id, MAX_ID_LENGTH) !== id)
    return [{ rejected: createRejection(path, 'missing or invalid id', value) }];
  const time = parseTimestamp(value.modified);
  const version: Item[] = time === null ? [] : [{ version: time }];
  return [...version, ...parseIdentifiedRecord(id, value, dialect)];
}

function parseIdentifiedRecord(id: string, record: Json, dialect: OsvDialect): Item[] {
  if (asText(record.withdrawn) !== '') return [{ ignored: 'withdrawn', withdraws: id }];
  const ignored = dialect.ignoreReason(id, record);
  if (ignored !== null) return [{ ignored }];
  if (!Array.isArray(record.affected))
    return [{ rejected: createRejection(id, '`affected` is not an array', record) }];
  if (record.affected.length > MAX_ENTRIES)
    return [{ rejected: createRejection(id, 'too many entries', id) }];
  return parseEntries(id, record, dialect);
}

/** Entries of `affected` that are about the same CVEs. */
interface CveGroup {
  /** null: all CVEs of the record */
  cves: string[] | null;
  entries: unknown[];
  ranges: RecordRange[];
}

function parseEntries(id: string, record: Json, dialect: OsvDialect): Item[] {
  const bad: RejectedRecord[] = [];
  let count = 0;
  const entries = entriesOfPublisher(asArray(record.affected), dialect);
  const groups = groupByCves(entries, id, record, dialect);
  for (const group of groups) {
    for (const affected of group.entries) {
      const ranges = parseAffected(affected, record, dialect);
      if (typeof ranges === 'string') bad.push(createRejection(id, ranges, affected));
      else {
        group.ranges.push(...ranges);
        count += ranges.length;
      }
      if (count > MAX_ENTRIES) return [{ rejected: createRejection(id, 'too many ranges', id) }];
    }
  }
  if (count > 0)
    return [
      ...groups
        .filter(({ ranges }) => ranges.length > 0)
        .map((group) => ({ record: toRecord(id, record, dialect, group) })),
      ...bad.map((rejected) => ({ rejected, partial: true as const })),
    ];
  return bad[0] === undefined ? [{ ignored: 'no affected package' }] : [{ rejected: bad[0] }];
}

/**
 * Groups entries by their CVEs. If some are about fewer CVEs than the record names, it becomes several records of one
 * name: a vulnerability of one release may be absent in another.
 */
function groupByCves(
  entries: readonly unknown[],
  id: string,
  record: Json,
  dialect: OsvDialect,
): CveGroup[] {
  const groups = new Map<string, CveGroup>();
  const all = vulnerabilitiesOf(id, record);
  for (const entry of entries) {
    const named = dialect.cvesOfEntry?.(asObject(entry)) ?? null;
    const cves = named !== null && all.every((name) => named.includes(name)) ? null : named;
    const key = cves === null ? '' : [...cves].sort().join();
    const group = groups.get(key) ?? { cves, entries: [], ranges: [] };
    groups.set(key, group);
    group.entries.push(entry);
  }
  return [...groups.values()];
}

/** Old records are about several distributions: only the entries of this publisher are parsed, if it has any. */
function entriesOfPublisher(entries: readonly unknown[], dialect: OsvDialect): readonly unknown[] {
  const own = entries.filter((entry) => isFromPublisher(entry, dialect));
  return own.length > 0 ? own : entries;
}

function toRecord(
  id: string,
  record: Json,
  dialect: OsvDialect,
  { cves, entries, ranges }: CveGroup,
): KnowledgeRecord {
  const named = vulnerabilitiesOf(id, record);
  const vulnerabilities = cves ?? named;
  const own = cves === null ? record : { ...record, affected: entries };
  const isDecisive =
    cveOf(id) !== null || (dialect.isDecisive === true && vulnerabilities.length === 1);
  const score = bestScore(vectorsOf(own));
  return {
    name: id,
    rank: isDecisive ? SOURCE_PRECEDENCE.cveRecord : SOURCE_PRECEDENCE.advisory,
    vulnerabilities,
    aliases: aliasesOf(id, record, named),
    title: sanitizeTitle(record.summary, record.details, id),
    severity: dialect.readSeverity(own),
    cvssVector: score?.vector ?? null,
    cvssScore: score?.score ?? null,
    url: dialect.urlOf(id, record),
    ranges: dialect.finalizeRanges(ranges),
  };
}
