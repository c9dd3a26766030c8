import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryBuilder, selectFirst } from '../../../src/database/query-builder.js';
import { COVERS_LOCATION } from '../../../src/vulnerabilities/acceptances/acceptance-coverage.repository.js';
import {
  coversLocation,
  type AcceptableFinding,
  type AcceptedLocation,
  type ProductMatch,
} from '../../../src/vulnerabilities/acceptances/covers.js';
import { testDatabase } from '../../support/database.js';

const EVERYWHERE: AcceptedLocation = { package: null, port: null, transport: null, product: null };

const finding = (
  more: Partial<AcceptableFinding> = {},
  basis: Record<string, unknown> = {},
): AcceptableFinding => ({
  package: 'libssl3',
  port: null,
  transport: null,
  architecture: 'amd64',
  installed_version: '3.0.11-1',
  basis: JSON.stringify({
    scope: 'Debian:12',
    source: 'openssl',
    source_version: '3.0.11-1',
    ...basis,
  }),
  ...more,
});
const onPort = (port: number, transport: 'tcp' | 'udp'): AcceptableFinding =>
  finding(
    { package: null, architecture: null, port, transport, installed_version: '9.2p1' },
    { scope: 'cpe:a', source: 'openbsd:openssh', source_version: null },
  );
const product = (more: Partial<ProductMatch> = {}): AcceptedLocation => {
  const match = {
    of: 'package' as const,
    names: ['libssl3'],
    versions: null,
    architectures: null,
    scopes: ['Debian:12'],
    ...more,
  };
  const [name = null] = match.names;
  return { ...EVERYWHERE, package: match.names.length === 1 ? name : null, product: match };
};

const SSH = { of: 'source' as const, names: ['openbsd:openssh', 'openssh:openssh'] };
const TABLE: [string, AcceptedLocation, AcceptableFinding, boolean][] = [
  ['everywhere covers a package', EVERYWHERE, finding(), true],
  ['everywhere covers a port', EVERYWHERE, onPort(22, 'tcp'), true],
  ['a package covers itself', { ...EVERYWHERE, package: 'libssl3' }, finding(), true],
  ['a package does not cover its source', { ...EVERYWHERE, package: 'openssl' }, finding(), false],
  [
    'a package does not cover a port',
    { ...EVERYWHERE, package: 'libssl3' },
    onPort(22, 'tcp'),
    false,
  ],
  ['a port covers itself', { ...EVERYWHERE, port: 22, transport: 'tcp' }, onPort(22, 'tcp'), true],
  [
    'a port of another transport',
    { ...EVERYWHERE, port: 53, transport: 'udp' },
    onPort(53, 'tcp'),
    false,
  ],
  ['another port', { ...EVERYWHERE, port: 22, transport: 'tcp' }, onPort(2222, 'tcp'), false],
  [
    'a port does not cover a package',
    { ...EVERYWHERE, port: 22, transport: 'tcp' },
    finding(),
    false,
  ],
  ['a product of a release', product(), finding(), true],
  ['a product of all releases', product({ scopes: ['Debian:'] }), finding(), true],
  ['a product of another distribution', product({ scopes: ['Ubuntu:'] }), finding(), false],
  ['a product of a release that starts alike', product({ scopes: ['Debian:1'] }), finding(), false],
  [
    'a product of one of two releases',
    product({ scopes: ['Debian:11', 'Debian:12'] }),
    finding(),
    true,
  ],
  ['a version', product({ versions: ['3.0.11-1'] }), finding(), true],
  ['another version', product({ versions: ['3.0.12-1'] }), finding(), false],
  ['an architecture', product({ architectures: ['arm64', 'amd64'] }), finding(), true],
  ['another architecture', product({ architectures: ['arm64'] }), finding(), false],
  ['a source package', product({ of: 'source', names: ['openssl'] }), finding(), true],
  [
    'a source package that has no other name',
    product({ of: 'source', names: ['libssl3'] }),
    finding({}, { source: null }),
    true,
  ],
  [
    'the version of a source package',
    product({ of: 'source', names: ['openssl'], versions: ['3.0.11-1'] }),
    finding({ installed_version: '3.0.11-1+b1' }),
    true,
  ],
  ['a binary package is not its source', product({ names: ['openssl'] }), finding(), false],
  ['a product by CPE', product({ ...SSH, scopes: ['cpe:a'] }), onPort(22, 'tcp'), true],
  [
    'a version by CPE',
    product({ ...SSH, scopes: ['cpe:a'], versions: ['9.2p1', '9.2-p1'] }),
    onPort(22, 'tcp'),
    true,
  ],
  [
    'a CPE of another version',
    product({ ...SSH, scopes: ['cpe:a'], versions: ['9.3'] }),
    onPort(22, 'tcp'),
    false,
  ],
  [
    'a check has no product',
    product({ scopes: ['cpe:a'] }),
    finding({ package: null }, { scope: null, source: null }),
    false,
  ],
];

/** Evaluates the rule in SQL, on one row of each table. */
function createSqlRule(): (accepted: AcceptedLocation, found: AcceptableFinding) => boolean {
  const { sqlite } = testDatabase();
  sqlite.exec(`INSERT INTO vulnerabilities (id, title) VALUES ('CVE-1', '')`);
  sqlite.exec(
    `INSERT INTO facts (id, key, origin, vulnerability_id, severity, confidence, advisory, basis) VALUES (1, x'00', 'package', 'CVE-1', 'high', 'confirmed', 'A', '{}')`,
  );
  sqlite.exec(
    `INSERT INTO acceptances (id, vulnerability_id, reason, "by", created_at, began_change) VALUES (1, 'CVE-1', '', '', 0, 0)`,
  );
  const fact = sqlite.prepare(
    'UPDATE facts SET package = @package, port = @port, transport = @transport, architecture = @architecture, installed_version = @installed_version, basis = @basis',
  );
  const acceptance = sqlite.prepare(
    'UPDATE acceptances SET package = @package, port = @port, transport = @transport, product_match = @product',
  );
  const query = queryBuilder
    .selectFrom(['acceptances as a', 'facts as k'])
    .select('a.id')
    .where(COVERS_LOCATION);
  return (accepted, found) => {
    fact.run(found);
    const { product: match } = accepted;
    acceptance.run({ ...accepted, product: match === null ? null : JSON.stringify(match) });
    return selectFirst(sqlite, query) !== undefined;
  };
}

describe('the rule of what an acceptance covers', () => {
  it.each(TABLE)('decides about %s', (_what, accepted, found, expected) => {
    expect(coversLocation(accepted, found)).toBe(expected);
    expect(createSqlRule()(accepted, found)).toBe(expected);
  });

  it('is the same in SQL for any acceptance and any finding', () => {
    const coversInSql = createSqlRule();
    fc.assert(
      fc.property(anyAcceptance, anyFinding, (accepted, found) => {
        expect(coversInSql(accepted, found)).toBe(coversLocation(accepted, found));
      }),
      { numRuns: 1500 },
    );
  });
});

const NAMES = ['a', 'b', '1'];
const VERSIONS = ['1', '2'];
const SCOPES = ['Debian:12', 'Debian:1', 'Ubuntu:22.04', 'Wolfi'];
const option = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values));
const someOf = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 });
const anyProduct: fc.Arbitrary<AcceptedLocation> = fc
  .record({
    of: fc.constantFrom('package' as const, 'source' as const),
    names: someOf(NAMES),
    versions: fc.option(someOf(VERSIONS)),
    architectures: fc.option(someOf(['amd64', 'arm64'])),
    scopes: someOf([...SCOPES, 'Debian:', 'Ubuntu:']),
  })
  .map((match) => product(match));
const anyAcceptance = fc.oneof(
  anyProduct,
  option(NAMES).map((name) => ({ ...EVERYWHERE, package: name })),
  fc.constantFrom(22, 53).map((port) => ({ ...EVERYWHERE, port, transport: 'tcp' })),
);
const anyFinding: fc.Arbitrary<AcceptableFinding> = fc
  .record({
    package: option(NAMES),
    port: option([22, 53]),
    transport: option(['tcp' as const, 'udp' as const]),
    architecture: option(['amd64', 'arm64']),
    installed_version: option(VERSIONS),
    basis: fc.record({
      scope: option(SCOPES),
      source: option(NAMES),
      source_version: option(VERSIONS),
    }),
  })
  .map((found) => ({ ...found, basis: JSON.stringify(found.basis) }));
