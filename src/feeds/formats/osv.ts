import {
  SOURCE_PRECEDENCE,
  type KnowledgeRecord,
  type RecordRange,
  type RejectedRecord,
} from '../../knowledge/records.js';
import { bestScore } from './cvss.js';
import type { Item } from './format.js';
import { isFromPublisher, parseAffected } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { aliasesOf, cveOf, vulnerabilitiesOf } from './osv.names.js';
import { vectorsOf } from './osv.severity.js';
import { createRejection } from './rejection.js';
import {
  sanitize,
  isObject,
  asArray,
  asObject,
  asText,
  parseTimestamp,
  sanitizeTitle,
  type Json,
} from './coerce.js';

const MAX_ID_LENGTH = 128;
const MAX_ENTRIES = 100_000;

/** What one OSV record (https://ossf.github.io/osv-schema/) of a publisher holds. Nothing in it is trusted, and nothing makes it throw. */
export function parseOsvRecord(value: unknown, dialect: OsvDialect, path: string): Item[] {
  if (!isObject(value)) return [{ rejected: createRejection(path, 'no object', value) }];
  const id = asText(value.id);
  if (id === '' || id.length > MAX_ID_LENGTH || sanitize(id, MAX_ID_LENGTH) !== id)
    return [{ rejected: createRejection(path, 'no id', value) }];
  const time = parseTimestamp(value.modified);
  return [...(time === null ? [] : [{ version: time }]), ...parseActiveRecord(id, value, dialect)];
}

function parseActiveRecord(id: string, record: Json, dialect: OsvDialect): Item[] {
  if (asText(record.withdrawn) !== '') return [{ ignored: 'withdrawn' }];
  const ignored = dialect.ignoreReason(id, record);
  if (ignored !== null) return [{ ignored }];
  if (!Array.isArray(record.affected))
    return [{ rejected: createRejection(id, 'affected is no list', record) }];
  if (record.affected.length > MAX_ENTRIES)
    return [{ rejected: createRejection(id, 'too many entries', id) }];
  return collectItems(id, record, dialect);
}

interface CveGroup {
  about: string[] | null;
  entries: unknown[];
  ranges: RecordRange[];
}

function collectItems(id: string, record: Json, dialect: OsvDialect): Item[] {
  const bad: RejectedRecord[] = [];
  let count = 0;
  const groups = groupByCves(
    entriesOfPublisher(asArray(record.affected), dialect),
    id,
    record,
    dialect,
  );
  for (const group of groups) {
    for (const affected of group.entries) {
      const read = parseAffected(affected, record, dialect);
      if (typeof read === 'string') bad.push(createRejection(id, read, affected));
      else group.ranges.push(...read);
      count += typeof read === 'string' ? 0 : read.length;
      if (count > MAX_ENTRIES) return [{ rejected: createRejection(id, 'too many ranges', id) }];
    }
  }
  if (count > 0)
    return [
      ...groups
        .filter(({ ranges }) => ranges.length > 0)
        .map((group) => ({ record: toRecord(id, record, dialect, group) })),
      ...bad.map((item) => ({ rejected: item, partial: true as const })),
    ];
  return bad[0] === undefined ? [{ ignored: 'names no package' }] : [{ rejected: bad[0] }];
}

/** Entries that are about the same CVEs. Where some are about fewer than the record names, it is taken as several records of one name: what stands in one release need not be in another. */
function groupByCves(
  entries: readonly unknown[],
  id: string,
  record: Json,
  dialect: OsvDialect,
): CveGroup[] {
  const groups = new Map<string, CveGroup>();
  const all = vulnerabilitiesOf(id, record);
  for (const entry of entries) {
    const told = dialect.cvesOfEntry?.(asObject(entry)) ?? null;
    const own = told !== null && all.every((name) => told.includes(name)) ? null : told;
    const key = own === null ? '' : [...own].sort().join();
    const group = groups.get(key) ?? { about: own, entries: [], ranges: [] };
    groups.set(key, group);
    group.entries.push(entry);
  }
  return [...groups.values()];
}

/** Old records are about several distributions: those that name ours are read for it alone. */
function entriesOfPublisher(entries: readonly unknown[], dialect: OsvDialect): readonly unknown[] {
  const own = entries.filter((entry) => isFromPublisher(entry, dialect));
  return own.length > 0 ? own : entries;
}

function toRecord(
  id: string,
  record: Json,
  dialect: OsvDialect,
  { about, entries, ranges }: CveGroup,
): KnowledgeRecord {
  const named = vulnerabilitiesOf(id, record);
  const vulnerabilities = about ?? named;
  const own = about === null ? record : { ...record, affected: entries };
  const decides =
    cveOf(id) !== null || (dialect.isDecisive === true && vulnerabilities.length === 1);
  const score = bestScore(vectorsOf(own));
  return {
    name: id,
    rank: decides ? SOURCE_PRECEDENCE.cveRecord : SOURCE_PRECEDENCE.advisory,
    vulnerabilities,
    aliases: aliasesOf(id, record, named),
    title: sanitizeTitle(record.summary, record.details, id),
    severity: dialect.severityOf(own),
    cvssVector: score?.vector ?? null,
    cvssScore: score?.score ?? null,
    url: dialect.urlOf(id, record),
    ranges: dialect.finalizeRanges(ranges),
  };
}
