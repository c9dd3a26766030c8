import { describe, expect, it } from 'vitest';
import type { RegisteredAcceptance } from '../../../src/vulnerabilities/acceptances/acceptances.js';
import { toOpenVex } from '../../../src/vulnerabilities/acceptances/openvex.js';
import { vexValidator } from '../../support/vex-schemas.js';
import { setUpAcceptances } from './setup.js';

const NOW = 1_790_000_000;
const validate = vexValidator('openvex');

const acceptance = (more: Partial<RegisteredAcceptance> = {}): RegisteredAcceptance => ({
  id: 1,
  vulnerability_id: 'CVE-2024-1',
  host_id: 7,
  host_name: 'web-1',
  group_id: null,
  group_name: null,
  package: 'openssl',
  port: null,
  transport: null,
  reason: 'Reachable from the office only',
  by: 'operations',
  until: null,
  kind: 'person',
  source: null,
  product: null,
  ecosystems: null,
  status: 'affected',
  justification: null,
  created_at: NOW - 10,
  ended_at: null,
  replaces: null,
  findings: 1,
  ...more,
});
const ECOSYSTEMS = [
  { id: 1, format: 'dpkg', ecosystem: 'Debian:12' },
  { id: 1, format: 'dpkg', ecosystem: 'Debian:11' },
  { id: 1, format: 'dpkg', ecosystem: 'Ubuntu:22.04:LTS' },
];
const purl = (id: string) => ({ '@id': id, identifiers: { purl: id } });

describe('acceptances as OpenVEX', () => {
  it.each([
    [
      'an accepted risk is affected, with an action statement',
      acceptance({ until: NOW }),
      {
        products: [
          {
            '@id': 'urn:hostwarden:host:7',
            subcomponents: [purl('pkg:deb/debian/openssl'), purl('pkg:deb/ubuntu/openssl')],
          },
        ],
        status: 'affected',
        action_statement:
          'Risk accepted until 2026-09-21T14:13:20Z: Reachable from the office only',
        status_notes: 'Stated by operations',
      },
    ],
    [
      'one with a justification is not affected',
      acceptance({ status: 'not_affected', justification: 'component_not_present' }),
      {
        status: 'not_affected',
        justification: 'component_not_present',
        impact_statement: 'Reachable from the office only',
      },
    ],
    [
      'a port of a group is its subcomponent',
      acceptance({ host_id: null, group_id: 3, package: null, port: 443, transport: 'tcp' }),
      {
        products: [
          {
            '@id': 'urn:hostwarden:group:3',
            subcomponents: [{ '@id': 'urn:hostwarden:port:tcp:443' }],
          },
        ],
      },
    ],
    [
      'everything of all hosts has no subcomponents',
      acceptance({ host_id: null, package: null }),
      { products: [{ '@id': 'urn:hostwarden:fleet' }] },
    ],
    [
      'a package that is not found any more has its name',
      acceptance({ id: 2, package: 'a b' }),
      {
        products: [
          {
            '@id': 'urn:hostwarden:host:7',
            subcomponents: [{ '@id': 'urn:hostwarden:package:a%20b' }],
          },
        ],
      },
    ],
    [
      'a fix of a vendor is fixed',
      acceptance({ kind: 'vendor', status: 'fixed', product: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' }),
      {
        products: [
          {
            '@id': 'urn:hostwarden:cpe:cpe%3A2.3%3Aa%3Av%3Ap%3A1%3A*%3A*%3A*%3A*%3A*%3A*%3A*',
            identifiers: { cpe23: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' },
          },
        ],
        status: 'fixed',
        supplier: 'operations',
      },
    ],
  ])('%s', (_what, item, expected) => {
    const document = toOpenVex([item], ECOSYSTEMS, NOW);
    expect(validate(document)).toEqual([]);
    expect(document.statements[0]).toMatchObject({
      '@id': `urn:hostwarden:acceptance:${item.id}`,
      vulnerability: { name: 'CVE-2024-1' },
      timestamp: '2026-09-21T14:13:10Z',
      ...expected,
    });
  });

  it('have the same id as long as the statements are the same', () => {
    const idOf = (items: RegisteredAcceptance[], now: number): string =>
      toOpenVex(items, [], now)['@id'];
    expect(idOf([acceptance()], NOW)).toBe(idOf([acceptance()], NOW + 1));
    expect(idOf([acceptance()], NOW)).not.toBe(idOf([acceptance({ reason: 'x' })], NOW));
  });
});

describe('GET /acceptances?format=openvex', () => {
  it('returns all active acceptances as one valid document, without pages', async () => {
    const { accept, get, first, clock } = await setUpAcceptances();
    const body = { vulnerability_id: 'CVE-2024-2', host_id: first };
    await accept({ ...body, package: 'a', until: clock.now() + 10 });
    await accept({ ...body, package: 'b' });
    await accept({ ...body, all_places: true, justification: 'component_not_present' });
    clock.advance(11);
    const document: unknown = await get('/acceptances?format=openvex&limit=1');
    expect(validate(document)).toEqual([]);
    expect(document).toMatchObject({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      version: 1,
      statements: [
        { status: 'not_affected', products: [{ '@id': `urn:hostwarden:host:${first}` }] },
        { status: 'affected', products: [{ subcomponents: [purl('pkg:deb/debian/b')] }] },
      ],
    });
  });

  it('returns 404 without any: a document has at least one statement', async () => {
    const { get } = await setUpAcceptances();
    await get('/acceptances?format=openvex', 404);
  });
});
