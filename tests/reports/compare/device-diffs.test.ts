import { describe, expect, it } from 'vitest';
import {
  createReportApp,
  nvdFile,
  OPENSSH,
  summarize,
  type ReportApp,
  type ScanResult,
  type WireDiff,
} from '../report-app.js';

const NAS = '10.0.0.30';
const OTHER = '10.0.0.31';
const CVE = 'CVE-2024-9';

/** A host with an open SSH server that has these keys; every OpenSSH has a finding. */
const device = (...keys: string[]): ScanResult => ({
  services: [{ ...OPENSSH, details: { ...OPENSSH.details, host_key_sha256: keys } }],
});
/** The same without SSH, with a weakness at port 443. */
const WITHOUT_SSH: ScanResult = { services: [] };

interface Network {
  app: ReportApp;
  template: number;
  hosts: number[];
  /** Scans both addresses, and returns the diff. */
  scan: (nas: ScanResult | 'unreachable', other: ScanResult | 'unreachable') => Promise<WireDiff>;
}

async function setUp(): Promise<Network> {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/nvd', nvdFile(CVE, 'openbsd:openssh'));
  const hosts = [await app.addHost(NAS), await app.addHost(OTHER)];
  const template = await app.addTemplate('pentest', hosts);
  return {
    app,
    template,
    hosts,
    async scan(nas, other) {
      app.network.set(NAS, nas);
      app.network.set(OTHER, other);
      await app.runTask(template);
      return (await app.getDiffs(template)).at(-1) as WireDiff;
    },
  };
}

const moved = (diff: WireDiff): string[] =>
  (
    diff as WireDiff & { moved: { from: { ip: string }; to: { ip: string }; evidence: string }[] }
  ).moved.map(({ from, to, evidence }) => `${from.ip} ${to.ip} ${evidence}`);

const NOTHING = { new: [], fixed: [], changed: [] };

/** Returns the differences that the ledger counted, and the open findings by address. */
async function current({ app }: Network) {
  const { sqlite } = app.ctx.database;
  const sums = sqlite
    .prepare(
      'SELECT coalesce(sum(appeared), 0) AS appeared, coalesce(sum(disappeared), 0) AS disappeared FROM finding_days WHERE group_id = 0',
    )
    .get();
  const open = sqlite
    .prepare<[], string>(
      'SELECT h.ip FROM host_findings f JOIN hosts h ON h.id = f.host_id ORDER BY 1',
    )
    .pluck()
    .all();
  return { ...(sums as { appeared: number; disappeared: number }), open };
}

describe('another device at an address', () => {
  it('is not compared, and its results are the baseline of the next task', async () => {
    const network = await setUp();
    await network.scan(device('a'), 'unreachable');
    const diff = await network.scan(device('b'), 'unreachable');
    expect(summarize(diff)).toMatchObject({
      ...NOTHING,
      not_compared: [`${NAS} other_device`, `${OTHER} unreachable`],
    });
    expect(diff.not_compared[0]).toMatchObject({
      detail:
        'Another device, or one that was installed again, answers here: its SSH host key differs from before. ' +
        'Its results are the baseline of the next comparison.',
    });
    expect(diff.summary.open).toBe(1);
    const next = await network.scan(device('b'), 'unreachable');
    expect(summarize(next)).toMatchObject({ ...NOTHING, unchanged: 1 });
    expect(await current(network)).toEqual({ appeared: 0, disappeared: 0, open: [NAS] });
  });

  it('fixes nothing of the one before, and none of its findings are new', async () => {
    const network = await setUp();
    await network.scan(device('a'), 'unreachable');
    const fixed: ScanResult = {
      services: [
        {
          ...OPENSSH,
          product: 'Dropbear sshd',
          version: null,
          revision: null,
          cpe: null,
          details: { host_key_sha256: ['b'] },
        },
      ],
    };
    expect(summarize(await network.scan(fixed, 'unreachable'))).toMatchObject(NOTHING);
    expect(await current(network)).toEqual({ appeared: 0, disappeared: 0, open: [] });
    const later = await network.scan(device('b'), 'unreachable');
    expect(summarize(later).new).toHaveLength(1);
    const { events } = await network.app.request<{ events: { findings: object }[] }>(
      200,
      'GET',
      `/hosts/${network.hosts[0]}/timeline`,
    );
    expect(events.map(({ findings }) => findings)).toMatchObject([
      { open: 1, appeared: null, disappeared: null },
      { open: 0, appeared: null, disappeared: null },
      { open: 1, appeared: 1, disappeared: 0 },
    ]);
  });

  it('is compared with its own last results when it returns', async () => {
    const network = await setUp();
    await network.scan(device('a'), 'unreachable');
    await network.scan(device('b'), 'unreachable');
    const back = await network.scan(device('a'), 'unreachable');
    expect(summarize(back)).toMatchObject({
      ...NOTHING,
      unchanged: 1,
      not_compared: [`${OTHER} unreachable`],
    });
  });

  it.each<[string, ScanResult, ScanResult]>([
    ['a key was added', device('a'), device('a', 'b')],
    ['a key was dropped', device('a', 'b'), device('b')],
    ['no key is known', { services: [OPENSSH] }, { services: [OPENSSH] }],
    ['no key could be read now', device('a'), { services: [OPENSSH] }],
  ])('is not there where %s', async (_case, before, after) => {
    const network = await setUp();
    await network.scan(before, 'unreachable');
    const diff = await network.scan(after, 'unreachable');
    expect(summarize(diff)).toMatchObject({ ...NOTHING, unchanged: 1 });
  });
});

describe('a device at another address', () => {
  it('has moved: its findings are neither new nor fixed, and the one at its old address is another', async () => {
    const network = await setUp();
    await network.scan(device('nas'), 'unreachable');
    const diff = await network.scan(device('tv'), device('nas'));
    expect(moved(diff)).toEqual([`${NAS} ${OTHER} SSH host key nas`]);
    expect(summarize(diff)).toMatchObject({
      ...NOTHING,
      unchanged: 1,
      not_compared: [`${NAS} other_device`],
    });
    expect(diff.services).toEqual({ opened: [], closed: [], changed: [] });
    expect(await current(network)).toEqual({ appeared: 0, disappeared: 0, open: [NAS, OTHER] });
    const next = await network.scan(device('tv'), device('nas'));
    expect(summarize(next)).toEqual({ ...NOTHING, unchanged: 2, not_compared: [] });
    expect(moved(next)).toEqual([]);
  });

  it('leaves an address that gives no answer without open findings', async () => {
    const network = await setUp();
    await network.scan(device('nas'), 'unreachable');
    const diff = await network.scan('unreachable', device('nas'));
    expect(moved(diff)).toHaveLength(1);
    expect(summarize(diff)).toMatchObject({ ...NOTHING, not_compared: [`${NAS} unreachable`] });
    expect(diff.summary.open).toBe(1);
    expect(await current(network)).toEqual({ appeared: 0, disappeared: 0, open: [OTHER] });
  });

  it('leaves an address where a device without evidence answers, which is another one', async () => {
    const network = await setUp();
    await network.scan(device('nas'), 'unreachable');
    const diff = await network.scan(WITHOUT_SSH, device('nas'));
    expect(moved(diff)).toHaveLength(1);
    expect(summarize(diff)).toMatchObject({ ...NOTHING, not_compared: [`${NAS} other_device`] });
    expect((diff.not_compared[0] as unknown as { detail: string }).detail).toBe(
      `The device that was at this address answers at ${OTHER} now: another one is here.`,
    );
  });

  it('exchanges its address with another one', async () => {
    const network = await setUp();
    await network.scan(device('a'), device('b'));
    const diff = await network.scan(device('b'), device('a'));
    expect(moved(diff)).toEqual([
      `${OTHER} ${NAS} SSH host key b`,
      `${NAS} ${OTHER} SSH host key a`,
    ]);
    expect(summarize(diff)).toEqual({ ...NOTHING, unchanged: 2, not_compared: [] });
  });

  it('has not moved where both addresses have its key: they are copies', async () => {
    const network = await setUp();
    await network.scan(device('image'), 'unreachable');
    const diff = await network.scan(device('image'), device('image'));
    expect(moved(diff)).toEqual([]);
    expect(summarize(diff).new).toHaveLength(1);
    const gone = await network.scan('unreachable', device('image'));
    expect(moved(gone)).toEqual([]);
    expect(gone.summary.open).toBe(2);
    expect((await current(network)).open).toEqual([NAS, OTHER]);
  });

  it('has not moved where its old port gave no answer', async () => {
    const network = await setUp();
    await network.scan(device('nas'), 'unreachable');
    const diff = await network.scan({ services: [], silent_ports: [22] }, device('nas'));
    expect(moved(diff)).toEqual([]);
  });

  it('is said in each form of the diff', async () => {
    const { app, template, scan } = await setUp();
    await scan(device('nas'), 'unreachable');
    await scan(device('tv'), device('nas'));
    const sentence = `The device at ${NAS} moved to ${OTHER} (SSH host key nas)`;
    for (const format of ['csv', 'html', 'markdown']) {
      const { text } = await app.call('GET', `/api/v1/templates/${template}/diff?format=${format}`);
      expect(text.replaceAll('\\', '')).toContain(sentence);
      expect(text).toContain(
        'Another device, or one that was installed again, answers here: its SSH host key',
      );
    }
  });
});
