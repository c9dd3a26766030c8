// cspell:ignore debain
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { feedExport, feedImportBundle } from '../../../src/commands/feed/feed.bundle.js';
import {
  feedImport,
  feedList,
  feedUpdate,
  formatAge,
  formatAgo,
} from '../../../src/commands/feed/feed.js';
import { feedProgressText } from '../../../src/commands/feed/feed.progress.js';
import { temporaryFolder } from '../../support/app.js';
import { zipOf } from '../../support/archives.js';
import { testIo } from '../../support/command.js';
import { runCommand, startTestService } from '../../support/command-service.js';
import { osv } from '../../support/knowledge.js';
import { publisher } from '../../support/publisher.js';

const debian = zipOf([{ name: '1.json', data: osv('DEBIAN-CVE-2026-1', 'bash', null) }]);
const READY = 'osv-debian: 2026-01-01T00:00:00Z, 1 record, 1 range.\n';

function setUp() {
  const dir = temporaryFolder();
  const file = join(dir, 'all.zip');
  writeFileSync(file, debian);
  return { dataDir: join(dir, 'data'), dir, file, io: testIo() };
}

describe('hostwarden feed import', () => {
  it('imports a file, a folder of records, and a URL', async () => {
    const { dataDir, dir, file, io } = setUp();
    const records = join(dir, 'records');
    mkdirSync(records);
    for (const i of [1, 2])
      writeFileSync(join(records, `${i}.json`), osv('DEBIAN-CVE-2026-1', 'bash', null));
    const server = await publisher({ '/all.zip': { body: debian } });
    for (const from of [file, records, `${server.url}/all.zip`])
      expect(await feedImport({ dataDir, name: 'osv-debian', from }, io)).toBe(0);
    expect(await feedUpdate({ dataDir, names: ['osv-debian'], from: file }, io)).toBe(0);
    expect(io.err()).toBe(READY.repeat(4));
    expect(await feedList({ dataDir }, io)).toBe(0);
    expect(io.out()).toMatch(
      /^osv-debian\tready\tno\t2026-01-01T00:00:00Z\t2026-01-01T00:00:00Z\tyes\t2\d{3}-\S+Z\t1\t1\t0\t$/m,
    );
  });

  it.each([
    ['a missing file', { name: 'osv-debian', from: '/nowhere/at/all' }, /cannot be read/, 2],
    ['an unknown feed', { name: 'osv-gentoo', from: '' }, /./, 2],
    ['a part of one file', { name: 'osv-debian', from: '', part: 'x' }, /alpine-secdb and nvd/, 2],
    [
      'a URL that cannot be reached',
      { name: 'kev', from: 'http://127.0.0.1:1/kev' },
      /connection refused/,
      1,
    ],
    ['the file of another feed', { name: 'kev', from: '' }, /./, 1],
  ])('rejects %s', async (_what, { from, ...options }, message, exitCode) => {
    const { dataDir, file, io } = setUp();
    await expect(feedImport({ dataDir, ...options, from: from || file }, io)).rejects.toMatchObject(
      {
        message: expect.stringMatching(message) as string,
        exitCode,
      },
    );
  });

  it('exits with 1 for a corrupt file', async () => {
    const { dataDir, file, io } = setUp();
    writeFileSync(file, debian.subarray(0, debian.length - 30));
    await expect(feedImport({ dataDir, name: 'osv-debian', from: file }, io)).rejects.toMatchObject(
      { exitCode: 1 },
    );
  });
});

describe('hostwarden feed update', () => {
  it('updates nothing if no feed is needed, and rejects unknown names', async () => {
    const { dataDir, io } = setUp();
    expect(await feedUpdate({ dataDir, names: [] }, io)).toBe(0);
    expect(io.err()).toContain('No feed is needed');
    await expect(feedUpdate({ dataDir, names: ['kev', 'epss'], from: 'x' }, io)).rejects.toThrow(
      '--from needs the name',
    );
    await expect(feedUpdate({ dataDir, names: ['kev', 'osv-gentoo'] }, io)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /^Unknown feed "osv-gentoo"\. Known feeds: osv-debian, /,
      ) as string,
    });
    expect(io.err()).not.toContain('kev');
  });
});

describe('feed bundle', () => {
  it('transfers feeds to another data directory, except those that may not be redistributed', async () => {
    const { dataDir, dir, file, io } = setUp();
    const bundle = join(dir, 'feeds.tar');
    await feedImport({ dataDir, name: 'osv-debian', from: file }, io);
    writeFileSync(join(dataDir, 'feeds', 'osv-wolfi'), debian);
    expect(await feedExport({ dataDir, file: bundle }, io)).toBe(0);
    expect(io.err()).toMatch(/osv-wolfi skipped[^]*1 file of 1 feed exported/);
    const other = testIo();
    expect(await feedImportBundle({ dataDir: join(dir, 'other'), file: bundle }, other)).toBe(0);
    expect(await feedList({ dataDir: join(dir, 'other') }, other)).toBe(0);
    expect(other.out()).toMatch(/^osv-debian\tready/m);
  });

  it('preserves the age of a file that contains no date', async () => {
    const { dataDir, dir, io } = setUp();
    const bundle = join(dir, 'feeds.tar');
    const tracker = join(dir, 'tracker.json');
    writeFileSync(
      tracker,
      JSON.stringify({
        bash: {
          'CVE-2026-1': {
            description: 'x',
            releases: {
              bookworm: { status: 'open', urgency: 'low', repositories: { bookworm: '1' } },
            },
          },
        },
      }),
    );
    utimesSync(tracker, 1_760_000_000, 1_760_000_000);
    await feedImport({ dataDir, name: 'debian-tracker', from: tracker }, io);
    await feedExport({ dataDir, file: bundle }, io);
    await feedImportBundle({ dataDir: join(dir, 'other'), file: bundle }, io);
    for (const folder of [dataDir, join(dir, 'other')]) {
      const list = testIo();
      await feedList({ dataDir: folder }, list);
      expect(list.out()).toMatch(/^debian-tracker\tready\tno\t2025-10-09T08:53:20\.000Z\t/m);
    }
  });

  it('refuses an unknown name before it opens or downloads anything', async () => {
    const { connection } = await startTestService();
    for (const from of ['/nowhere/osv.zip', 'http://127.0.0.1:1/kev.json']) {
      const outcome = await runCommand([
        'feed',
        'import',
        'osv-debain',
        from,
        '--url',
        connection.url,
        '--token',
        connection.token,
      ]);
      expect(outcome).toMatchObject({ code: 2, out: '' });
      expect(outcome.err).toContain('did you mean "osv-debian"?');
    }
  });

  it('imports nothing of a corrupt bundle', async () => {
    const { dataDir, dir, file, io } = setUp();
    const bundle = join(dir, 'feeds.tar');
    await feedImport({ dataDir, name: 'osv-debian', from: file }, io);
    await feedExport({ dataDir, file: bundle }, io);
    const bytes = readFileSync(bundle);
    const at = bytes.indexOf('PK\x03\x04') + 40;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(bundle, bytes);
    await expect(
      feedImportBundle({ dataDir: join(dir, 'other'), file: bundle }, io),
    ).rejects.toThrow('does not match its SHA-256');
    writeFileSync(bundle, 'no bundle');
    await expect(
      feedImportBundle({ dataDir: join(dir, 'other'), file: bundle }, io),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/is not a feed bundle[^]*contains no manifest$/) as string,
      exitCode: 1,
    });
    await expect(
      feedImportBundle({ dataDir: join(dir, 'other'), file: join(dir, 'nowhere') }, io),
    ).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read') as string,
      exitCode: 2,
    });
  });

  it('names a file that cannot be written', async () => {
    const { dataDir, dir, file, io } = setUp();
    await feedImport({ dataDir, name: 'osv-debian', from: file }, io);
    await expect(
      feedExport({ dataDir, file: join(dir, 'nowhere', 'x') }, io),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/nowhere\/x cannot be written/) as string,
      exitCode: 1,
    });
  });

  it('warns if the yearly files of NVD are older than its newest file covers', async () => {
    const { dataDir, dir, io } = setUp();
    await feedUpdate({ dataDir, names: [] }, io); // creates the data directory
    mkdirSync(join(dataDir, 'feeds'), { recursive: true });
    const store = (part: string, day: string): void => {
      writeFileSync(join(dataDir, 'feeds', `nvd@${part}`), '{}');
      utimesSync(join(dataDir, 'feeds', `nvd@${part}`), new Date(day), new Date(day));
    };
    store('2025', '2026-03-01');
    store('modified', '2026-03-08');
    await feedExport({ dataDir, file: join(dir, 'x') }, io);
    expect(io.err()).not.toContain('incomplete');
    store('modified', '2026-07-01');
    await feedExport({ dataDir, file: join(dir, 'x') }, io);
    expect(io.err()).toMatch(/nvd is incomplete: .* after 2026-03-01 are missing/);
  });

  it('fails without a stored feed', async () => {
    const { dataDir, dir, io } = setUp();
    await feedUpdate({ dataDir, names: [] }, io);
    await expect(feedExport({ dataDir, file: join(dir, 'x') }, io)).rejects.toThrow(
      'Nothing to export',
    );
  });
});

it.each([
  [0, '0 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [2 * 86_400 - 1, '47 h'],
  [5 * 86_400, '5 days'],
])('formats an age of %i seconds as %s', (seconds, text) => {
  expect(formatAge(seconds)).toBe(text);
});

it.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [7_200, '2 h ago'],
])('says that %i seconds ago is %j', (seconds, text) => {
  expect(formatAgo(seconds)).toBe(text);
});

it('renders the progress of an update', () => {
  expect(
    feedProgressText({ step: 'fetching', bytes: 1_500_000, total: 3_000_000, records: 0 }),
  ).toBe('downloading 1.5 MB of 3.0 MB');
  expect(feedProgressText({ step: 'loading', bytes: 5, total: null, records: 1 })).toBe(
    'reading, 1 record',
  );
});
