import { expect, it } from 'vitest';
import type { Coverage } from '../../src/vulnerabilities/coverage/coverage.js';
import { createReportApp, OS } from './report-app.js';

const TRACKER = JSON.stringify({
  openssl: {
    'CVE-2024-1': {
      releases: { bookworm: { status: 'open', urgency: 'high', repositories: {} } },
    },
  },
});
const line = (name: string): string => `${name}\t1\tamd64\t${name}\t1\tii \t100\n`;
const OTHERS = Array.from({ length: 150 }, (_, i) => line(`package-${i}`)).join('');

interface Diff {
  summary: { new: number; fixed: number };
}

/** Returns a function that imports a list, runs a task, and returns what changed and how far the host was checked. */
async function setUp() {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  return async (dpkg: string, removed = ''): Promise<unknown> => {
    const system = { 'os-release': OS, uname: 'Linux 6.1.0 #1 SMP x86_64' };
    const sections = { ...system, dpkg, ...(removed !== '' && { removed }) };
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, { sections });
    await app.runTask(template);
    const diffs = await app.request<Diff[]>(200, 'GET', `/api/v1/templates/${template}/diff`);
    const { coverage } = await app.request<{ coverage: Coverage }>(200, 'GET', `/hosts/${host}`);
    const { summary } = diffs.at(-1) ?? { summary: null };
    const { state, reason } = coverage.packages;
    return { fixed: summary?.fixed, state, reason };
  };
}

it('fixes nothing by a list that lost nearly all packages, until the next report confirms it', async () => {
  const importList = await setUp();
  await importList(OTHERS + line('openssl'));
  const first = await importList(line('package-1'));
  expect(first).toEqual({ fixed: 0, state: 'partly', reason: 'unreadable' });
  expect(await importList(line('package-1'))).toMatchObject({ fixed: 1, state: 'matched' });
});

it('fixes at once what the removal of one package fixes', async () => {
  const importList = await setUp();
  await importList(OTHERS + line('openssl'));
  expect(await importList(OTHERS)).toMatchObject({ fixed: 1, state: 'matched' });
});

const NAMES = Array.from({ length: 150 }, (_, i) => `package-${i}`);

it('fixes at once what the removal of many packages fixes that the log of the package manager lists', async () => {
  const importList = await setUp();
  await importList(OTHERS + line('openssl'));
  const removed = ['openssl', ...NAMES.slice(5)].join('\n');
  const rest = NAMES.slice(0, 5).map(line).join('');
  expect(await importList(rest, removed)).toMatchObject({ fixed: 1, state: 'matched' });
});

it('fixes nothing by a short list where the log lists the removal of other packages, or of some', async () => {
  const importList = await setUp();
  await importList(OTHERS + line('openssl'));
  const some = ['other', ...NAMES.slice(0, 60)].join('\n');
  expect(await importList(line('package-149'), some)).toEqual({
    fixed: 0,
    state: 'partly',
    reason: 'unreadable',
  });
});
