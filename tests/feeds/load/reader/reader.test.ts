import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JobFile } from '../../../../src/feeds/load/jobs.js';
import type { ReadItem } from '../../../../src/feeds/load/reader/read-blocks.js';
import {
  createFeedReader,
  type FeedReaderOptions,
} from '../../../../src/feeds/load/reader/reader.js';
import {
  createThreadReader,
  type FeedReader,
} from '../../../../src/feeds/load/reader/reader.thread.js';
import { zipOf } from '../../../support/archives.js';
import { compiled } from '../../../support/compiled.js';
import { temporaryFolder } from '../../../support/database.js';
import { osv } from '../../../support/knowledge.js';

const worker = compiled('feeds/load/reader/reader.worker.ts', 'feed-reader');
afterAll(() => {
  worker.remove();
});
/** Without a compiled worker, files are read in this thread. */
const NO_WORKER = new URL('file:///nowhere/worker.js');

const jobFile = (path: string): JobFile => ({
  path,
  part: null,
  sha256: '',
  address: null,
  etag: null,
  lastModified: null,
});
const cve = (i: number): string => osv(`DEBIAN-CVE-2026-${i}`, 'openssl', '1');

function feedFile(data: Buffer): JobFile {
  const path = join(temporaryFolder(), 'feed');
  writeFileSync(path, data);
  return jobFile(path);
}

const nvdItems = (count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      cve: { id: `CVE-2026-${1000 + i}`, descriptions: [{ lang: 'en', value: 'A flaw.' }] },
    }),
  );
const nvdFile = (items: readonly string[]): JobFile =>
  feedFile(
    Buffer.from(
      `{"format":"NVD_CVE","version":"2.0","timestamp":"2026-03-09T03:00:23.000","vulnerabilities":[${items.join()}]}`,
    ),
  );

function setUp(file: JobFile, options: FeedReaderOptions = {}): FeedReader {
  const reader = createFeedReader('osv-debian', [file], {
    url: worker.url,
    minThreadBytes: 0,
    ...options,
  });
  onTestFinished(() => reader.close());
  return reader;
}

function setUpNvdThread(): FeedReader {
  const reader = createThreadReader(worker.url, { feed: 'nvd', limits: undefined });
  onTestFinished(() => reader.close());
  return reader;
}

async function readAll(blocks: AsyncIterable<ReadItem[]>): Promise<ReadItem[][]> {
  const all: ReadItem[][] = [];
  for await (const block of blocks) all.push(block);
  return all;
}
const nameOf = (item: ReadItem | undefined): unknown =>
  item && 'record' in item ? (JSON.parse(item.record) as { name: string }).name : undefined;

describe.each([
  ['in a separate thread', worker.url],
  ['in this thread', NO_WORKER],
])('a feed file read %s', (_where, url) => {
  it('yields its items in their order, in blocks of bounded size', async () => {
    const file = feedFile(
      zipOf([
        { name: 'x.json', data: '{"no":"id"}' },
        ...Array.from({ length: 700 }, (_, i) => ({ name: `${i}.json`, data: cve(i) })),
      ]),
    );
    const blocks = await readAll(setUp(file, { url }).read(file));
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(250);
    const [first, ...rest] = blocks.flat();
    expect(first).toMatchObject({
      part: '',
      rejected: { record: 'x.json', reason: 'missing or invalid id' },
    });
    expect(rest.map(nameOf).filter((name) => name !== undefined)).toEqual(
      Array.from({ length: 700 }, (_, i) => `DEBIAN-CVE-2026-${i}`),
    );
  });

  it('is rejected when it is truncated, and the next file can be read', async () => {
    const archive = zipOf([{ name: '1.json', data: cve(1) }]);
    const bad = feedFile(archive.subarray(0, 90));
    const good = feedFile(archive);
    const reader = setUp(bad, { url });
    await expect(readAll(reader.read(bad))).rejects.toMatchObject({
      name: 'FormatError',
      code: 'truncated',
    });
    expect((await readAll(reader.read(good))).flat().map(nameOf)).toContain('DEBIAN-CVE-2026-1');
  });

  it('is rejected when it exceeds a limit', async () => {
    const file = feedFile(
      zipOf([
        { name: '1.json', data: cve(1) },
        { name: '2.json', data: cve(2) },
      ]),
    );
    const limits = {
      maxMembers: 1,
      maxMemberBytes: 1e6,
      maxTotalBytes: 1e6,
      maxRatio: 100,
      ratioCheckedFrom: 1e6,
    };
    await expect(readAll(setUp(file, { url, limits }).read(file))).rejects.toMatchObject({
      name: 'FormatError',
      code: 'too_large',
    });
  });
});

it.each([
  ['a small file', {}],
  ['a mostly unchanged feed', { isNew: false, minThreadBytes: 0 }],
])('reads %s in this thread', async (_what, options) => {
  const file = feedFile(zipOf([{ name: '1.json', data: cve(1) }]));
  const url = new URL(`data:text/javascript,${encodeURIComponent('throw new Error("a thread")')}`);
  expect(
    (await readAll(createFeedReader('osv-debian', [file], { url, ...options }).read(file)))
      .flat()
      .map(nameOf),
  ).toContain('DEBIAN-CVE-2026-1');
});

describe('the reader thread', () => {
  it('leaves small files of an archive unparsed for an idle receiver, with the same items as one thread', async () => {
    const recordText = (i: number): string => {
      if (i % 7 === 0) return `{"no":"id ${i}"}`;
      return i === 900 ? cve(i).padEnd(70_000) : cve(i);
    };
    const file = feedFile(
      zipOf(
        Array.from({ length: 2000 }, (_, i) => ({
          name: `${i}.json`,
          data: recordText(i),
        })),
      ),
    );
    const blocks = await readAll(setUp(file).read(file));
    const alone = await readAll(setUp(file, { url: NO_WORKER }).read(file));
    expect(blocks.flat()).toEqual(alone.flat());
    expect(blocks.length).toBeGreaterThan(alone.length); // unparsed files are in smaller blocks
  });

  it('leaves small entries of one large file unparsed', async () => {
    const file = nvdFile(nvdItems(3000));
    const reader = setUpNvdThread();
    const blocks = await readAll(reader.read(file));
    const alone = await readAll(createFeedReader('nvd', [file], { url: NO_WORKER }).read(file));
    expect(blocks.flat()).toEqual(alone.flat());
    expect(blocks.length).toBeGreaterThan(alone.length);
  });

  it('reads the next file after an unparsed chunk was invalid', async () => {
    const reader = setUpNvdThread();
    await expect(
      readAll(reader.read(nvdFile(['{"cve":nothing}', ...nvdItems(400)]))),
    ).rejects.toMatchObject({ name: 'FormatError', code: 'malformed' });
    expect((await readAll(reader.read(nvdFile(nvdItems(3))))).flat().map(nameOf)).toEqual([
      undefined,
      'CVE-2026-1000',
      'CVE-2026-1001',
      'CVE-2026-1002',
    ]);
  });

  it('reads ahead by a limited number of blocks', async () => {
    const folder = join(temporaryFolder(), 'feed');
    mkdirSync(folder);
    const name = (i: number): string => join(folder, `${10_000 + i}.json`);
    const block = `[${Array.from({ length: 250 }, (_, i) => cve(i)).join(', ')}]`;
    for (let i = 0; i < 12; i += 1) writeFileSync(name(i), block);
    const blocks = setUp(jobFile(folder)).read(jobFile(folder))[Symbol.asyncIterator]();
    await blocks.next();
    await wait(500);
    writeFileSync(name(11), cve(9_999)); // too late if the file was read already
    expect((await readAll({ [Symbol.asyncIterator]: () => blocks })).flat().map(nameOf)).toContain(
      'DEBIAN-CVE-2026-9999',
    );
  });

  it('refuses a file that needs too much memory', async () => {
    const file = feedFile(
      Buffer.from(
        JSON.stringify(Array.from({ length: 60_000 }, (_, i) => JSON.parse(cve(i)) as unknown)),
      ),
    );
    const reader = createThreadReader(
      worker.url,
      { feed: 'osv-debian', limits: undefined },
      { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 4 },
    );
    await expect(readAll(reader.read(file))).rejects.toMatchObject({
      name: 'FeedError',
      code: 'too_large',
    });
  });

  it('rejects a read in progress when it is closed', async () => {
    const file = feedFile(
      zipOf(Array.from({ length: 2_500 }, (_, i) => ({ name: `${i}.json`, data: cve(i) }))),
    );
    const reader = setUp(file);
    const blocks = reader.read(file)[Symbol.asyncIterator]();
    await blocks.next();
    await reader.close();
    await expect(readAll({ [Symbol.asyncIterator]: () => blocks })).rejects.toThrow(
      expect.objectContaining({ name: 'WorkerEndedError' }) as Error,
    );
  });
});
