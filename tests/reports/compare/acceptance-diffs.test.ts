import { describe, expect, it } from 'vitest';
import { service } from '../../support/services.js';
import {
  createReportApp,
  EMPTY_DIFF,
  lastDiff,
  nvdFile,
  OLD_PACKAGES,
  setUpInventory,
  summarize,
} from '../report-app.js';

const DAY = 86_400;
const web = (port: number) =>
  service(port, {
    service: 'http',
    product: 'nginx',
    version: '1.20.0',
    cpe: 'cpe:2.3:a:f5:nginx:1.20.0:*:*:*:*:*:*:*',
  });

async function setUpScans() {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/nvd', nvdFile('CVE-2024-9', 'f5:nginx'));
  const host = await app.addHost('10.0.0.1');
  app.network.set('10.0.0.1', { services: [web(80)] });
  const template = await app.addTemplate('pentest', [host]);
  await app.runTask(template);
  return { app, host, template };
}

describe('acceptance of a finding on a port', () => {
  it('does not hide the same vulnerability on a port that opens later', async () => {
    const { app, host, template } = await setUpScans();
    const place = { host_id: host, port: 80, transport: 'tcp' };
    await app.request(201, 'POST', '/acceptances', {
      vulnerability_id: 'CVE-2024-9',
      reason: 'Internal',
      ...place,
    });
    app.network.set('10.0.0.1', { services: [web(80), web(443)] });
    await app.runTask(template);
    const diff = (await app.getDiffs(template)).at(-1);
    expect(diff?.new.map(({ vulnerability_id, port }) => [vulnerability_id, port])).toEqual([
      ['CVE-2024-9', 443],
    ]);
    expect(diff?.changed.map(({ port, changes }) => [port, changes])).toEqual([[80, ['accepted']]]);
    expect(diff?.summary).toMatchObject({ accepted: 1, open: 1 });
  });

  it('makes a change when it expires', async () => {
    const { app, host, template } = await setUpScans();
    await app.request(201, 'POST', '/acceptances', {
      vulnerability_id: 'CVE-2024-9',
      reason: 'Until the upgrade',
      until: app.clock.now() + DAY,
      host_id: host,
      port: 80,
      transport: 'tcp',
    });
    await app.runTask(template);
    app.clock.advance(DAY);
    await app.runTask(template);
    const diff = (await app.getDiffs(template)).at(-1);
    expect(diff?.changed).toMatchObject([{ port: 80, changes: ['accepted'], accepted: null }]);
  });
});

describe('acceptance of a group', () => {
  it('makes a change when a host joins or leaves, and reports of older tasks stay as they are', async () => {
    const { app, host, template } = await setUpInventory();
    const { id: group } = await app.request<{ id: number }>(201, 'POST', '/groups', {
      name: 'lab',
      host_ids: [],
    });
    await app.request(201, 'POST', '/acceptances', {
      vulnerability_id: 'CVE-2024-2',
      reason: 'Not reachable',
      group_id: group,
      package: 'openssl',
    });
    const runWith = async (members: number[]) => {
      await app.request(200, 'PUT', `/groups/${group}`, { host_ids: members });
      await app.importPackages(host, OLD_PACKAGES);
      await app.runTask(template);
      return summarize(await lastWire());
    };
    const lastWire = async () => (await app.getDiffs(template)).at(-1);
    const change = { ...EMPTY_DIFF, changed: ['CVE-2024-2 openssl  accepted'], unchanged: 2 };
    expect(await runWith([host])).toEqual(change);
    expect(await runWith([host])).toEqual({ ...EMPTY_DIFF, unchanged: 2 });
    expect(await runWith([])).toEqual(change);
    expect(await lastDiff(app, template)).toEqual(change);
    const diffs = await app.getDiffs(template);
    expect(diffs.map((d) => d.summary.accepted)).toEqual([0, 1, 1, 0]);
  });
});

describe('acceptance of a vendor', () => {
  it('covers the version that it names, and makes a change after an upgrade', async () => {
    const { app, host, template } = await setUpInventory();
    await app.request(201, 'POST', '/vex', {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.org/vex/1',
      author: 'Example Inc.',
      timestamp: '2026-01-01T00:00:00Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2024-2' },
          products: [{ '@id': 'pkg:deb/debian/openssl@3.0.1?distro=debian-12' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_present',
        },
      ],
    });
    await app.importPackages(host, OLD_PACKAGES);
    await app.runTask(template);
    const accepted = (await app.getDiffs(template)).at(-1);
    expect(accepted?.changed).toMatchObject([
      { changes: ['accepted'], accepted: { kind: 'vendor', by: 'Example Inc.' } },
    ]);
    await app.importPackages(host, { ...OLD_PACKAGES, openssl: '3.0.2' });
    await app.runTask(template);
    const upgraded = (await app.getDiffs(template)).at(-1);
    expect(upgraded?.changed).toMatchObject([
      { changes: ['installed_version', 'accepted'], accepted: null },
    ]);
  });
});
