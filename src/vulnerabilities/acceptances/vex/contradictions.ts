import { isInScope, type ProductMatch } from '../covers.js';

/** A product that a statement says is not fine. */
interface LimitingStatement {
  vulnerability: string;
  match: ProductMatch | null;
}

/**
 * Whether a product that is not fine limits one that is. A statement about certain versions holds beside one about all
 * versions; a statement about all versions does not hold beside one about some.
 */
export type IsContradicted = (vulnerability: string, match: ProductMatch) => boolean;

const ANY_VERSION = null;

/**
 * Returns the function for a document. A document may have tens of thousands of statements about one package: they are
 * found by keys, not compared with each other.
 * @param others the statements about products that are not fine
 */
export function findContradictions(others: Iterable<LimitingStatement>): IsContradicted {
  const exact = new Set<string>();
  const wider = new Set<string>();
  for (const { vulnerability, match } of others) {
    if (match === null) continue;
    const versions = [ANY_VERSION, ...(match.versions ?? [])];
    for (const [name, version, scope] of combine(match, versions)) {
      exact.add(keyOf(vulnerability, name, version, scope));
      for (const pattern of patternsOf(scope))
        wider.add(keyOf(vulnerability, name, version, pattern));
    }
  }
  return (vulnerability, match) =>
    combine(match, match.versions ?? [ANY_VERSION]).some(([name, version, scope]) => {
      const has = (keys: ReadonlySet<string>, value: string): boolean =>
        keys.has(keyOf(vulnerability, name, version, value));
      return has(wider, scope) || patternsOf(scope).some((pattern) => has(exact, pattern));
    });
}

const combine = (
  { names, scopes }: ProductMatch,
  versions: readonly (string | null)[],
): [name: string, version: string | null, scope: string][] =>
  names.flatMap((name) =>
    versions.flatMap((version) =>
      scopes.map((scope): [string, string | null, string] => [name, version, scope]),
    ),
  );

const keyOf = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);

/** Returns the patterns that an ecosystem is in: `Debian:12` is in itself and in `Debian:`. */
function patternsOf(scope: string): string[] {
  const parts = scope.split(':');
  const prefixes = parts.slice(1).map((_, i) => `${parts.slice(0, i + 1).join(':')}:`);
  return [...new Set([scope, ...prefixes])].filter((pattern) => isInScope(pattern, scope));
}
