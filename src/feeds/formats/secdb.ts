import { SOURCE_PRECEDENCE, type KnowledgeRecord } from '../../knowledge/records.js';
import { asArray, asObject, asText, isObject, sanitize, type Json } from './coerce.js';
import type { Item } from './format.js';
import { parseCve } from './osv.names.js';
import { createRejection } from './rejection.js';
import {
  isUnparsable,
  toFixRanges,
  withLaterVersion,
  withUnparsable,
  type Fix,
} from './secdb.fixes.js';
import { versionError } from './version-text.js';

const MAX_PACKAGES = 200_000;
const PACKAGE_NAME = /^[^\s\p{Cc}]{1,200}$/u;

/** A vulnerability with its fixes by package name. */
interface CollectedFix {
  aliases: Set<string>;
  fixes: Map<string, Fix>;
}

/**
 * Parses a file in the form of Alpine's secdb: `{packages: [{pkg: {name, secfixes: {version: [ids]}}}]}`. It has
 * fixed vulnerabilities only; version `0`: never affected. The result is one record per vulnerability, for all its
 * packages. If a package names a vulnerability under several versions, the last version counts, since the earlier
 * fixes were incomplete. An invalid apk version is reported, and only its leading numbers are used.
 */
export function parseSecdb(
  file: Json,
  ecosystem: string,
  urlOf: (id: string) => string | null,
): Item[] {
  const found = new Map<string, CollectedFix>();
  const packages = asArray(file.packages);
  if (packages.length > MAX_PACKAGES)
    return [{ rejected: createRejection(ecosystem, 'too many packages', '') }];
  const bad = packages.flatMap((entry) => parsePackage(asObject(entry).pkg, entry, found));
  const items = [
    ...[...found].map(([id, fix]) => ({ record: toRecord(id, fix, ecosystem, urlOf(id)) })),
    ...bad,
  ];
  return items.length > 0 ? items : [{ ignored: 'no affected package' }];
}

/** Adds the fixes of a package to `found`. Returns rejected items. */
function parsePackage(value: unknown, entry: unknown, found: Map<string, CollectedFix>): Item[] {
  const { name, secfixes } = asObject(value);
  const isValid =
    typeof name === 'string' &&
    PACKAGE_NAME.test(name) &&
    (secfixes === null || isObject(secfixes));
  if (!isValid) return [{ rejected: createRejection(asText(name), 'invalid package', entry) }];
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
  const reject = (reason: string, value: unknown): Item => ({
    rejected: createRejection(name, reason, { [version]: value }),
    partial: true,
  });
  const error = versionError(version, 'apk');
  const rejected = error === null ? [] : [reject(error, ids)];
  if (error !== null && !isUnparsable(version)) return rejected;
  const withVersion = error === null ? withLaterVersion : withUnparsable;
  for (const value of asArray(ids)) {
    const names = parseAdvisoryIds(asText(value).slice(0, 1000));
    if (names.length === 0) rejected.push(reject('no advisory id', [value]));
    else addFix(found, names, name, (fix) => withVersion(fix, version));
  }
  return rejected;
}

const ADVISORY_ID = /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9.]+)+$/;

/**
 * Returns the ids in one text, which may have several (`CVE-2017-2887 TALOS-2017-0394`) and remarks in brackets.
 * `CVE_2020_1` is a typing error of CVE-2020-1.
 * @internal
 */
export const parseAdvisoryIds = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((id) => id.replace(/^CVE_(\d{4})[_-](\d+)$/, 'CVE-$1-$2'))
      .filter((id) => id.length <= 100 && ADVISORY_ID.test(id) && /\d/.test(id)),
  ),
];

/**
 * @param ids names of one fix: each CVE is a vulnerability and the other ids its aliases, without a CVE the first id
 */
function addFix(
  found: Map<string, CollectedFix>,
  ids: readonly string[],
  packageName: string,
  update: (fix: Fix | undefined) => Fix,
): void {
  const names = ids.map((id) => parseCve(id) ?? id);
  const cves = names.filter((id) => parseCve(id) !== null);
  const vulnerabilities = cves.length > 0 ? cves : names.slice(0, 1);
  for (const id of vulnerabilities) {
    const entry = found.get(id) ?? { aliases: new Set(), fixes: new Map<string, Fix>() };
    found.set(id, entry);
    for (const other of names) if (!vulnerabilities.includes(other)) entry.aliases.add(other);
    entry.fixes.set(packageName, update(entry.fixes.get(packageName)));
  }
}

const toRecord = (
  id: string,
  { aliases, fixes }: CollectedFix,
  ecosystem: string,
  url: string | null,
): KnowledgeRecord => ({
  name: id,
  rank: SOURCE_PRECEDENCE.secdb,
  vulnerabilities: [id],
  aliases: [...aliases],
  title: sanitize(id, 300),
  severity: null,
  cvssVector: null,
  cvssScore: null,
  url,
  ranges: [...fixes].flatMap(([name, fix]) =>
    toFixRanges({ ecosystem, kind: 'source', name }, fix),
  ),
});
