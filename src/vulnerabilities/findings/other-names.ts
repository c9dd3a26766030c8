import type { Fact } from '../facts.js';

/**
 * Other names that a finding goes by: those of its vulnerability, and the advisories that say the same of this package. What repeats the vulnerability's id
 * (`DEBIAN-CVE-2024-1` of CVE-2024-1) is no other name.
 * @param aliases those of its vulnerability
 */
export function findingAliases(
  { vulnerability_id, basis }: Pick<Fact, 'vulnerability_id' | 'basis'>,
  aliases: readonly string[],
): string[] {
  const advisories = (basis.advisories ?? []).filter(
    (name) => name !== vulnerability_id && !name.endsWith(`-${vulnerability_id}`),
  );
  return advisories.length === 0 ? [...aliases] : [...new Set([...aliases, ...advisories])];
}
