import type { Fact, FactBasis } from '../facts.js';

/**
 * The product of a vendor's statement. `of`: whether it names packages as installed, or source packages and CPE
 * products (`vendor:product`). `versions`, `architectures`: null for any. `scopes`: ecosystems; one that ends with a
 * colon stands for all that start with it (`Debian:`).
 */
export interface ProductMatch {
  of: 'package' | 'source';
  names: string[];
  versions: string[] | null;
  architectures: string[] | null;
  scopes: string[];
}

/** Where an acceptance applies on a host. Null: any package, any port, not a vendor's statement. */
export interface AcceptedLocation {
  package: string | null;
  port: number | null;
  transport: string | null;
  product: ProductMatch | null;
}

/** The part of a finding that decides whether an acceptance covers it. `basis`: JSON of FactBasis. */
export type AcceptableFinding = Pick<
  Fact,
  'package' | 'port' | 'transport' | 'architecture' | 'installed_version'
> & { basis: string };

/**
 * Whether an acceptance covers a finding of its vulnerability, on a host that it covers. The SQL of the same rule is
 * in acceptance-coverage.repository.ts; a test compares the two.
 */
export function coversLocation(accepted: AcceptedLocation, finding: AcceptableFinding): boolean {
  if (accepted.product !== null) return coversProduct(accepted.product, finding);
  const isPackageCovered = accepted.package === null || accepted.package === finding.package;
  const isPortCovered =
    accepted.port === null ||
    (accepted.port === finding.port && accepted.transport === finding.transport);
  return isPackageCovered && isPortCovered;
}

function coversProduct(product: ProductMatch, finding: AcceptableFinding): boolean {
  // Most statements about a vulnerability are about other packages: compared before the basis is parsed.
  if (product.of === 'package' && !includes(product.names, finding.package)) return false;
  const { scope, source, source_version } = JSON.parse(finding.basis) as Partial<FactBasis>;
  const isOfPackage = product.of === 'package';
  const name = isOfPackage ? finding.package : (source ?? finding.package);
  const version = isOfPackage
    ? finding.installed_version
    : (source_version ?? finding.installed_version);
  return (
    includes(product.names, name) &&
    (product.versions === null || includes(product.versions, version)) &&
    (product.architectures === null || includes(product.architectures, finding.architecture)) &&
    product.scopes.some((pattern) => isInScope(pattern, scope ?? ''))
  );
}

const includes = (values: readonly string[], value: string | null): boolean =>
  value !== null && values.includes(value);

/** Whether an ecosystem is that of a pattern, starts with one that ends with a colon, or matches one with `*`. */
export const isInScope = (pattern: string, scope: string): boolean =>
  pattern === scope ||
  (pattern.endsWith(':') && scope.startsWith(pattern)) ||
  (pattern.includes('*') && matchesGlob(pattern, scope));

/** As GLOB of SQLite, of a pattern without other special characters. */
function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
