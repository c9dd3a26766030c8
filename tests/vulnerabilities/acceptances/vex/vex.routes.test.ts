import { describe, expect, it } from 'vitest';
import type { RegisteredAcceptance } from '../../../../src/vulnerabilities/acceptances/acceptances.js';
import { readVexFixture } from '../../../support/vex-schemas.js';
import { setUpAcceptances } from '../setup.js';

const openVex = (products: string[], more: object = {}) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example Inc.',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements: [
    {
      vulnerability: { name: 'CVE-2024-2' },
      products: products.map((id) => ({ '@id': id })),
      status: 'not_affected',
      justification: 'vulnerable_code_not_present',
      impact_statement: 'It is not built in.',
    },
  ],
  ...more,
});
const SOURCE = `source=${encodeURIComponent('https://example.org/vex/1')}`;

async function setUpVex() {
  const fleet = await setUpAcceptances();
  const { call } = fleet;
  const importVex = async (document: unknown, status = 201) => {
    const response = await call('POST', '/vex', document);
    expect([response.status, response.text]).toEqual([status, response.text]);
    return (response.body as { data: Record<string, unknown> }).data;
  };
  return { ...fleet, importVex };
}

describe('POST /vex', () => {
  it('accepts the findings that a vendor states as not affected, and shows them as such', async () => {
    const { importVex, get, first } = await setUpVex();
    expect(await importVex(openVex(['pkg:deb/debian/b@1?distro=debian-12', 'pkg:npm/b']))).toEqual({
      source: 'https://example.org/vex/1',
      by: 'Example Inc.',
      format: 'openvex',
      acceptances: 1,
      added: 1,
      ended: 0,
      skipped: { product: 1, version: 0, contradicted: 0 },
    });
    const { data } = await get<RegisteredAcceptance[]>('/acceptances?kind=vendor');
    expect(data).toMatchObject([
      {
        vulnerability_id: 'CVE-2024-2',
        host_id: null,
        group_id: null,
        package: 'b',
        kind: 'vendor',
        source: 'https://example.org/vex/1',
        by: 'Example Inc.',
        product: 'pkg:deb/debian/b@1?distro=debian-12',
        ecosystems: ['Debian:12'],
        status: 'not_affected',
        justification: 'vulnerable_code_not_present',
        reason: 'Not affected (vulnerable_code_not_present): It is not built in.',
        findings: 2,
      },
    ]);
    const findings = await get<{ package: string; accepted: unknown }[]>(
      `/hosts/${first}/vulnerabilities?accepted=true`,
    );
    expect(findings.data).toMatchObject([{ package: 'b', accepted: { kind: 'vendor' } }]);
  });

  it('replaces an earlier version of the document and keeps what is equal', async () => {
    const { importVex, get, rows } = await setUpVex();
    await importVex(openVex(['pkg:deb/debian/a', 'pkg:deb/debian/b']));
    const second = openVex(['pkg:deb/debian/b', 'pkg:deb/debian/c']);
    expect(await importVex(second)).toMatchObject({ acceptances: 2, added: 1, ended: 1 });
    expect(await importVex(second)).toMatchObject({ acceptances: 2, added: 0, ended: 0 });
    const { data } = await get<RegisteredAcceptance[]>(`/acceptances?${SOURCE}`);
    expect(data.map((a) => [a.package, a.ended_at === null])).toEqual([
      ['c', true],
      ['b', true],
      ['a', false],
    ]);
    // Each import is at most two changes, however many statements it has.
    expect(rows('SELECT number FROM newest_acceptance_change')).toEqual([{ number: 3 }]);
  });

  it('keeps the documents of several vendors apart', async () => {
    const { importVex, get } = await setUpVex();
    await importVex(openVex(['pkg:deb/debian/a']));
    await importVex(openVex(['pkg:deb/debian/b'], { '@id': 'https://example.org/vex/2' }));
    const { meta } = await get('/acceptances?kind=vendor&ended=false');
    expect(meta.total).toBe(2);
  });

  it('takes a CSAF VEX document', async () => {
    const { importVex, get } = await setUpVex();
    const imported = await importVex(readVexFixture('redhat-cve-2023-4154.json'));
    expect(imported).toMatchObject({
      source: 'CVE-2023-4154',
      by: 'Red Hat Product Security',
      format: 'csaf',
    });
    const { meta } = await get('/acceptances?vulnerability_id=CVE-2023-4154');
    expect(meta.total).toBe(imported.acceptances);
  });

  it.each([
    ['neither format', {}, 'it has neither "@context" (OpenVEX) nor "document" (CSAF)'],
    ['an incomplete document', { ...openVex([]), author: '' }, '/author: '],
    ['another document of CSAF', { document: { category: 'csaf_base' } }, '/document/'],
  ])('refuses %s and says what is wrong', async (_what, document, expected) => {
    const { call } = await setUpVex();
    const { status, body } = await call('POST', '/vex', document);
    expect([status, body]).toMatchObject([
      422,
      { code: 'vex_not_understood', detail: expect.stringContaining(expected) as string },
    ]);
  });

  it('refuses a document that makes more than 10,000 acceptances', async () => {
    const { importVex, get } = await setUpVex();
    const products = Array.from({ length: 10_001 }, (_, i) => `pkg:deb/debian/p${i}`);
    await importVex(openVex(products), 413);
    expect((await get('/acceptances')).meta.total).toBe(0);
    await importVex(openVex(products.slice(1)));
    expect((await get('/acceptances?ended=false')).meta.total).toBe(10_000);
  });
});

describe('DELETE /vex', () => {
  it('switches a document off; its acceptances stay in the register', async () => {
    const { importVex, call, get, first } = await setUpVex();
    await importVex(openVex(['pkg:deb/debian/b']));
    expect((await call('DELETE', `/vex?${SOURCE}`)).status).toBe(204);
    expect((await get(`/hosts/${first}/vulnerabilities?accepted=true`)).meta.total).toBe(0);
    expect((await get(`/acceptances?${SOURCE}&ended=true`)).meta.total).toBe(1);
    expect((await call('DELETE', `/vex?${SOURCE}`)).status).toBe(404);
    expect((await call('DELETE', '/vex')).status).toBe(400);
  });
});
