import { expect, it } from 'vitest';
import type { Coverage } from '../../src/vulnerabilities/coverage/coverage.js';
import { createReportApp, OS } from './report-app.js';
import {
  COLLECTED_AT,
  compareLists,
  DAY,
  FIXED,
  KEPT,
  line,
  logSince,
  LONG_LOG,
  MACHINE,
  OTHERS,
  TRACKER,
  type Diff,
  type ListReport,
} from './stored-lists.js';

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

const WITH = { dpkg: OTHERS + line('openssl') };

it.each<[string, ListReport, ListReport]>([
  ['none that the log names', WITH, { dpkg: OTHERS, removed: LONG_LOG }],
  ['another one that it names', WITH, { dpkg: OTHERS, removed: `package-1\n${LONG_LOG}` }],
])('keeps a package that is missing without a trace: %s', async (_title, before, after) => {
  expect(await compareLists([before, after])).toEqual(KEPT);
});

it.each<[string, ListReport, ListReport]>([
  ['the log names it', WITH, { dpkg: OTHERS, removed: `openssl\n${LONG_LOG}` }],
  ['no log is known, as of older agents', WITH, { dpkg: OTHERS, removed: '' }],
  [
    'the log begins after the list before',
    WITH,
    { dpkg: OTHERS, removed: logSince(COLLECTED_AT + DAY / 2) },
  ],
  [
    'the log is of another package manager',
    WITH,
    { dpkg: OTHERS, removed: LONG_LOG.replace('dpkg', 'pacman') },
  ],
  [
    'the machine is another one',
    WITH,
    { dpkg: OTHERS, removed: LONG_LOG, more: { 'machine-id': 'b'.repeat(32) } },
  ],
  [
    'the log of a container may be that of its image',
    WITH,
    { dpkg: OTHERS, removed: LONG_LOG, more: { container: 'docker\n' } },
  ],
  [
    'another version takes its place',
    WITH,
    {
      dpkg: `${OTHERS}openssl\t2\tarm64\topenssl\t2\tii \t100\n`,
      removed: LONG_LOG,
    },
  ],
  [
    'only its configuration remains',
    WITH,
    { dpkg: OTHERS + line('openssl').replace('ii ', 'rc '), removed: `openssl\n${LONG_LOG}` },
  ],
])('removes a missing package where %s', async (_title, before, after) => {
  expect(await compareLists([before, after])).toEqual(FIXED);
});

it('does not believe the log of a host whose clock is wrong by years', async () => {
  const past = { 'collected-at': `${COLLECTED_AT - 900 * DAY}\n` };
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  const host = await app.addHost('10.0.0.1');
  const store = (dpkg: string, removed: string) =>
    app.request(200, 'PUT', `/hosts/${host}/inventory`, {
      collected_at: COLLECTED_AT,
      sections: { 'os-release': OS, 'machine-id': MACHINE, dpkg, removed, ...past },
    });
  await store(WITH.dpkg, '');
  await store(OTHERS, logSince(COLLECTED_AT - 900 * DAY - 60));
  const { coverage } = await app.request<{ coverage: Coverage }>(200, 'GET', `/hosts/${host}`);
  expect(coverage.packages.state).toBe('matched');
});
