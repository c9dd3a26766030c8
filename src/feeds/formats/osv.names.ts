import { asArray, asStrings, type Json } from './coerce.js';

const CVE = /^CVE-\d{4}-\d{1,19}$/;
const CVE_IN_ID = /^(?:[A-Z]+-)?(CVE-\d{4}-\d{1,19})$/;
const MAX_CVES = 5000;

/** Whether the text is the id of a CVE. */
export const isCve = (id: string): boolean => CVE.test(id);

/** The CVE that an id names by itself: `CVE-2024-1`, `DEBIAN-CVE-2024-1`, `UBUNTU-CVE-2024-1`; null: none. */
export const cveOf = (id: string): string | null => CVE_IN_ID.exec(id)?.[1] ?? null;

/** The CVEs among ids, each once. */
export const cvesOf = (ids: readonly string[]): string[] =>
  [...new Set(ids.map(cveOf).filter((id) => id !== null))].slice(0, MAX_CVES);

/**
 * What a record is about: the CVE in its own id, else those in `aliases` and `upstream` (a distribution's record must not use `aliases` for them),
 * else those in `related`, where older records and some publishers have them, else its own id.
 */
export function vulnerabilitiesOf(id: string, record: Json): string[] {
  const own = cveOf(id);
  if (own !== null) return [own];
  const told = cvesOf([...asStrings(record.aliases), ...asStrings(record.upstream)]);
  if (told.length > 0) return told;
  const related = cvesOf(asStrings(record.related));
  return related.length > 0 ? related : [id];
}

const MAX_ALIASES = 100;

/** Other names of the same: `aliases`, and for a record about one vulnerability also what it is `upstream` of, without those it already goes by. */
export function aliasesOf(id: string, record: Json, vulnerabilities: readonly string[]): string[] {
  const names = [
    ...asStrings(record.aliases, 100),
    ...(vulnerabilities.length === 1 && asArray(record.upstream).length <= MAX_ALIASES
      ? asStrings(record.upstream, 100)
      : []),
  ];
  return [
    ...new Set(
      names.filter(
        (name) =>
          name !== id &&
          !vulnerabilities.includes(name) &&
          !vulnerabilities.includes(cveOf(name) ?? ''),
      ),
    ),
  ].slice(0, MAX_ALIASES);
}
