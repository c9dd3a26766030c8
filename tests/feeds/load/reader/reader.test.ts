import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JobFile } from '../../../../src/feeds/load/jobs.js';
import type { ReadItem } from '../../../../src/feeds/load/reader/read-blocks.js';
import {
  createFeedReader,
  type FeedReader,
  type FeedReaderOptions,
} from '../../../../src/feeds/load/reader/reader.js';
import { createThreadReader } from '../../../../src/feeds/load/reader/reader.thread.js';
import { zipOf } from '../../../support/archives.js';
import { compiled } from '../../../support/compiled.js';
import { temporaryFolder } from '../../../support/database.js';
import { osv } from '../../../support/knowledge.js';

const worker = compiled('feeds/load/reader/reader.worker.ts', 'feed-reader');
afterAll(() => {
  worker.remove();
});
const NOWHERE = new URL('file:///nowhere/worker.js');

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

function reader(file: JobFile, options: FeedReaderOptions = {}): FeedReader {
  const made = createFeedReader('osv-debian', [file], { url: worker.url, small: 0, ...options });
  onTestFinished(() => made.close());
  return made;
}

async function all(blocks: AsyncIterable<ReadItem[]>): Promise<ReadItem[][]> {
  const found: ReadItem[][] = [];
  for await (const block of blocks) found.push(block);
  return found;
}
const nameOf = (read: ReadItem | undefined): unknown =>
  read && 'record' in read ? (JSON.parse(read.record) as { name: string }).name : undefined;

describe.each([
  ['in a thread', worker.url],
  ['without one', NOWHERE],
])('a feed read %s', (_where, url) => {
  it('is told in its own order, in blocks of a bounded size', async () => {
    const file = feedFile(
      zipOf([
        { name: 'x.json', data: '{"no":"id"}' },
        ...Array.from({ length: 700 }, (_, i) => ({ name: `${i}.json`, data: cve(i) })),
      ]),
    );
    const blocks = await all(reader(file, { url }).read(file));
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(250);
    const [first, ...rest] = blocks.flat();
    expect(first).toMatchObject({ part: '', rejected: { record: 'x.json', reason: 'no id' } });
    expect(rest.map(nameOf).filter((name) => name !== undefined)).toEqual(
      Array.from({ length: 700 }, (_, i) => `DEBIAN-CVE-2026-${i}`),
    );
  });

  it('that is cut off fails with its reason, and the next file can be read', async () => {
    const [bad, good] = [
      feedFile(zipOf([{ name: '1.json', data: cve(1) }]).subarray(0, 90)),
      feedFile(zipOf([{ name: '1.json', data: cve(1) }])),
    ];
    const made = reader(bad, { url });
    await expect(all(made.read(bad))).rejects.toMatchObject({
      name: 'FormatError',
      code: 'truncated',
    });
    expect((await all(made.read(good))).flat().map(nameOf)).toContain('DEBIAN-CVE-2026-1');
  });

  it('that comes to a limit fails', async () => {
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
    await expect(all(reader(file, { url, limits }).read(file))).rejects.toMatchObject({
      name: 'FormatError',
      code: 'too_large',
    });
  });
});

it.each([
  ['a small file', {}],
  ['what is mostly as it was', { isNew: false, small: 0 }],
])('%s is read without a thread', async (_what, options) => {
  const file = feedFile(zipOf([{ name: '1.json', data: cve(1) }]));
  const url = new URL(`data:text/javascript,${encodeURIComponent('throw new Error("a thread")')}`);
  expect(
    (await all(createFeedReader('osv-debian', [file], { url, ...options }).read(file)))
      .flat()
      .map(nameOf),
  ).toContain('DEBIAN-CVE-2026-1');
});

describe('the thread that reads', () => {
  it('hands small files of an archive over unread to whoever waits for it, and what both read is what one reads', async () => {
    const file = feedFile(
      zipOf(
        Array.from({ length: 2000 }, (_, i) => ({
          name: `${i}.json`,
          data: i % 7 === 0 ? `{"no":"id ${i}"}` : i === 900 ? cve(i).padEnd(70_000) : cve(i),
        })),
      ),
    );
    const blocks = await all(reader(file).read(file));
    const alone = await all(reader(file, { url: NOWHERE }).read(file));
    expect(blocks.flat()).toEqual(alone.flat());
    expect(blocks.length).toBeGreaterThan(alone.length); // files handed over make smaller blocks
  });

  it('does the same with the entries of one large file', async () => {
    const file = nvdFile(nvdItems(3000));
    const made = createThreadReader(worker.url, { feed: 'nvd', limits: undefined });
    onTestFinished(() => made.close());
    const blocks = await all(made.read(file));
    const alone = await all(createFeedReader('nvd', [file], { url: NOWHERE }).read(file));
    expect(blocks.flat()).toEqual(alone.flat());
    expect(blocks.length).toBeGreaterThan(alone.length);
  });

  it('is ready for the next file when what it handed over could not be read', async () => {
    const made = createThreadReader(worker.url, { feed: 'nvd', limits: undefined });
    onTestFinished(() => made.close());
    await expect(
      all(made.read(nvdFile(['{"cve":nothing}', ...nvdItems(400)]))),
    ).rejects.toMatchObject({ name: 'FormatError', code: 'malformed' });
    expect((await all(made.read(nvdFile(nvdItems(3))))).flat().map(nameOf)).toEqual([
      undefined,
      'CVE-2026-1000',
      'CVE-2026-1001',
      'CVE-2026-1002',
    ]);
  });

  it('gets no further ahead than its blocks are taken', async () => {
    const folder = join(temporaryFolder(), 'feed');
    mkdirSync(folder);
    const name = (i: number): string => join(folder, `${10_000 + i}.json`);
    const block = `[${Array.from({ length: 250 }, (_, i) => cve(i)).join(', ')}]`;
    for (let i = 0; i < 12; i += 1) writeFileSync(name(i), block);
    const blocks = reader(jobFile(folder)).read(jobFile(folder))[Symbol.asyncIterator]();
    await blocks.next();
    await wait(500);
    writeFileSync(name(11), cve(9_999)); // had it been read already, nobody would hear of this
    expect((await all({ [Symbol.asyncIterator]: () => blocks })).flat().map(nameOf)).toContain(
      'DEBIAN-CVE-2026-9999',
    );
  });

  it('fails with a file that needs too much memory', async () => {
    const file = feedFile(
      Buffer.from(
        JSON.stringify(Array.from({ length: 60_000 }, (_, i) => JSON.parse(cve(i)) as unknown)),
      ),
    );
    const made = createThreadReader(
      worker.url,
      { feed: 'osv-debian', limits: undefined },
      { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 4 },
    );
    await expect(all(made.read(file))).rejects.toMatchObject({
      name: 'FeedError',
      code: 'too_large',
    });
  });

  it('is ended in the middle of a file, and whoever reads hears of it', async () => {
    const file = feedFile(
      zipOf(Array.from({ length: 2_500 }, (_, i) => ({ name: `${i}.json`, data: cve(i) }))),
    );
    const made = reader(file);
    const blocks = made.read(file)[Symbol.asyncIterator]();
    await blocks.next();
    await made.close();
    await expect(all({ [Symbol.asyncIterator]: () => blocks })).rejects.toThrow(
      'ended before its file did',
    );
  });
});
