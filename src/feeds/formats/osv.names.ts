import { asArray, asStrings, type Json } from './coerce.js';

const CVE = /^CVE-\d{4}-\d{1,19}$/i;
const CVE_IN_ID = /^(?:[A-Z]+-)?(CVE-\d{4}-\d{1,19})$/i;
const MAX_CVES = 5000;
const MAX_ALIASES = 100;

/** Returns a CVE id in upper case, as it is published; null: the text is no CVE id. Case has no meaning in ids. */
export const parseCve = (id: string): string | null => (CVE.test(id) ? id.toUpperCase() : null);

/** Returns the CVE that an id contains (`CVE-2024-1`, `DEBIAN-CVE-2024-1`, `UBUNTU-CVE-2024-1`), or null. */
export const cveOf = (id: string): string | null => CVE_IN_ID.exec(id)?.[1]?.toUpperCase() ?? null;

/** Returns the CVEs among ids, without duplicates. */
export const cvesOf = (ids: readonly string[]): string[] =>
  [...new Set(ids.map(cveOf).filter((id) => id !== null))].slice(0, MAX_CVES);

/**
 * Returns the vulnerabilities of a record: the CVE in its id, otherwise those in `aliases` and `upstream` (the
 * records of a distribution must not use `aliases` for them), otherwise those in `related` (older records, and some
 * publishers), otherwise its id.
 */
export function vulnerabilitiesOf(id: string, record: Json): string[] {
  const own = cveOf(id);
  if (own !== null) return [own];
  const named = cvesOf([...asStrings(record.aliases), ...asStrings(record.upstream)]);
  if (named.length > 0) return named;
  const related = cvesOf(asStrings(record.related));
  return related.length > 0 ? related : [id];
}

/**
 * Returns other names of the vulnerability: `aliases`, and for a record about one vulnerability also `upstream`,
 * without its id and the given vulnerabilities.
 */
export function aliasesOf(id: string, record: Json, vulnerabilities: readonly string[]): string[] {
  const hasUpstream =
    vulnerabilities.length === 1 && asArray(record.upstream).length <= MAX_ALIASES;
  const names = [
    ...asStrings(record.aliases, 100),
    ...(hasUpstream ? asStrings(record.upstream, 100) : []),
  ];
  const isOther = (name: string): boolean =>
    name !== id && !vulnerabilities.includes(name) && !vulnerabilities.includes(cveOf(name) ?? '');
  return [...new Set(names.filter(isOther))].slice(0, MAX_ALIASES);
}
