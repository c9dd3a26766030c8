import { SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../knowledge/records.js';
import type { Item } from './format.js';
import { isCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import {
  isUnparseable,
  toFixRanges,
  withUnparseable,
  withLaterVersion,
  type Fix,
} from './secdb.fixes.js';
import { sanitize, isObject, asArray, asObject, asText, type Json } from './coerce.js';
import { versionError } from './version-text.js';

const MAX_PACKAGES = 200_000;
const PACKAGE_NAME = /^[^\s\p{Cc}]{1,200}$/u;

interface CollectedFix {
  aliases: Set<string>;
  fixes: Map<string, Fix>;
}

/**
 * A file in the form of Alpine's secdb: `{packages: [{pkg: {name, secfixes: {version: [ids]}}}]}`. It knows only what is mended; version `0`: never affected.
 * A record for each flaw in all its packages. Where a package names a flaw under several versions the last one counts, for the earlier fixes were not whole. A version that apk does not
 * take is told, and of its fix only what its numbers say is kept.
 */
export function parseSecdb(file: Json, scope: string, url: (id: string) => string | null): Item[] {
  const found = new Map<string, CollectedFix>();
  const bad: Item[] = [];
  if (asArray(file.packages).length > MAX_PACKAGES)
    return [{ rejected: createRejection(scope, 'too many packages', '') }];
  for (const entry of asArray(file.packages))
    bad.push(...parsePackage(asObject(entry).pkg, entry, found));
  const items = [
    ...[...found].map(([id, { aliases, fixes }]) => ({
      record: toRecord(id, [...aliases], fixes, scope, url),
    })),
    ...bad,
  ];
  return items.length > 0 ? items : [{ ignored: 'names no package' }];
}

function parsePackage(value: unknown, entry: unknown, found: Map<string, CollectedFix>): Item[] {
  const { name, secfixes } = asObject(value);
  if (
    typeof name !== 'string' ||
    !PACKAGE_NAME.test(name) ||
    (secfixes !== null && !isObject(secfixes))
  )
    return [{ rejected: createRejection(asText(name), 'no package with its fixes', entry) }];
  return Object.entries(secfixes ?? {}).flatMap(([version, ids]) =>
    parseFix(name, version, ids, found),
  );
}

function parseFix(
  name: string,
  version: string,
  ids: unknown,
  found: Map<string, CollectedFix>,
): Item[] {
  const problem = versionError(version, 'apk');
  const told: Item[] =
    problem === null
      ? []
      : [{ rejected: createRejection(name, problem, { [version]: ids }), partial: true }];
  if (problem !== null && !isUnparseable(version)) return told;
  const later = problem === null ? withLaterVersion : withUnparseable;
  return [
    ...told,
    ...asArray(ids).flatMap((value) => {
      const names = parseAdvisoryIds(asText(value).slice(0, 1000));
      if (names.length === 0)
        return [
          {
            rejected: createRejection(name, 'no id', { [version]: [value] }),
            partial: true as const,
          },
        ];
      addFix(found, names, name, (fix) => later(fix, version));
      return [];
    }),
  ];
}

const ADVISORY_ID = /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9.]+)+$/;

/** The ids in one text, which may hold several (`CVE-2017-2887 TALOS-2017-0394`) and remarks in brackets; `CVE_2020_1` is a slip of the pen. */
export const parseAdvisoryIds = (said: string): string[] => [
  ...new Set(
    said
      .split(/[\s,;]+/)
      .map((id) => id.replace(/^CVE_(\d{4})[_-](\d+)$/, 'CVE-$1-$2'))
      .filter((id) => id.length <= 100 && ADVISORY_ID.test(id) && /\d/.test(id)),
  ),
];

function addFix(
  found: Map<string, CollectedFix>,
  ids: readonly string[],
  name: string,
  change: (fix: Fix | undefined) => Fix,
): void {
  const cves = ids.filter(isCve);
  const own = cves.length > 0 ? cves : ids.slice(0, 1);
  for (const id of own) {
    const entry = found.get(id) ?? { aliases: new Set(), fixes: new Map<string, Fix>() };
    found.set(id, entry);
    for (const other of ids) if (!own.includes(other)) entry.aliases.add(other);
    entry.fixes.set(name, change(entry.fixes.get(name)));
  }
}

function toRecord(
  id: string,
  aliases: string[],
  fixes: ReadonlyMap<string, Fix>,
  scope: string,
  url: (id: string) => string | null,
): KnowledgeRecord {
  const ranges = [...fixes].flatMap(([name, fix]) =>
    toFixRanges({ ecosystem: scope, kind: 'source', name }, fix),
  );
  return {
    name: id,
    rank: SOURCE_PRECEDENCE.secdb,
    vulnerabilities: [id],
    aliases,
    title: sanitize(id, 300),
    severity: null,
    cvssVector: null,
    cvssScore: null,
    url: url(id),
    ranges,
  };
}
