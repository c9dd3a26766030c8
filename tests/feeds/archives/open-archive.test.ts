import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../../src/feeds/archives/limits.js';
import { detectArchiveType, openArchive } from '../../../src/feeds/archives/open-archive.js';
import { tarOf, zipOf, type ZipFile } from '../../support/archives.js';
import { temporaryFolder } from '../../support/database.js';

const isJson = (path: string): boolean => path.endsWith('.json');

/** Reads bytes, or an existing folder. Returns the texts by path, or the code of the error. */
async function read(from: Buffer | string, limits?: ArchiveLimits): Promise<unknown> {
  const path = typeof from === 'string' ? from : join(temporaryFolder(), 'feed');
  if (typeof from !== 'string') writeFileSync(path, from);
  const found: Record<string, string> = {};
  try {
    for await (const member of openArchive(path, isJson, limits)) {
      let text = '';
      for await (const chunk of member.text) text += chunk;
      found[member.path] = text;
    }
    return found;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const files: ZipFile[] = [
  { name: 'a.json', data: '{"ä":1}' },
  { name: 'b/c.json', data: '[]', stored: true },
  { name: 'd.txt', data: 'no' },
  { name: 'e.json.gz', data: gzipSync('{"compressed":true}') },
];
const content = { 'a.json': '{"ä":1}', 'b/c.json': '[]', 'e.json': '{"compressed":true}' };
/** Larger than the files that are decompressed in memory. */
const large = JSON.stringify(
  Array.from({ length: 400_000 }, (_, i) => `CVE-2024-${(i * 7919) % 1_000_003}`),
);

describe('a feed file', () => {
  it.each([
    ['as a zip', zipOf(files), content],
    ['as a zip with a large file', zipOf([{ name: 'a.json', data: large }]), { 'a.json': large }],
    ['as an empty zip', zipOf([]), {}],
    ['as JSON, with a byte order mark', Buffer.from('\ufeff{"x":1}'), { '': '{"x":1}' }],
    ['as gzip', gzipSync('{"x":1}'), { '': '{"x":1}' }],
    ['as an empty file', Buffer.alloc(0), { '': '' }],
  ])('is opened %s', async (_as, bytes, expected) => {
    expect(await read(bytes)).toEqual(expected);
  });

  it('is opened as a tar, plain and compressed', async () => {
    const tar = await tarOf({ './a.json': '{"ä":1}', 'b/c.json': '[]', 'd.txt': 'no' });
    for (const bytes of [tar, gzipSync(tar)])
      expect(await read(bytes)).toEqual({ 'a.json': '{"ä":1}', 'b/c.json': '[]' });
  });

  it('is opened as a folder, without following links', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'b'));
    writeFileSync(join(dir, 'a.json'), '{"ä":1}');
    writeFileSync(join(dir, 'b/c.json.gz'), gzipSync('[]'));
    symlinkSync('/etc/hostname', join(dir, 'z.json'));
    expect(await read(dir)).toEqual({ 'a.json': '{"ä":1}', 'b/c.json': '[]' });
  });
});

describe('an unusable archive', () => {
  it.each([
    ['a zip without its directory', zipOf(files).subarray(0, 60), 'truncated'],
    ['a zip without its end', zipOf(files).subarray(0, -30), 'truncated'],
    [
      'a zip with a wrong checksum',
      zipOf([{ name: 'a.json', data: '{}', declares: { crc: 1 } }]),
      'malformed',
    ],
    [
      'a zip with a file larger than declared',
      zipOf([{ name: 'a.json', data: 'x'.repeat(5000), declares: { size: 10 } }]),
      'malformed',
    ],
    [
      'a zip with a file smaller than declared',
      zipOf([{ name: 'a.json', data: '{}', declares: { size: 100 } }]),
      'malformed',
    ],
    [
      'an encrypted zip',
      zipOf([{ name: 'a.json', data: '{}', declares: { flags: 1 } }]),
      'malformed',
    ],
    [
      'a zip with an unknown compression method',
      zipOf([{ name: 'a.json', data: '{}', declares: { method: 93 } }]),
      'malformed',
    ],
    ['a truncated gzip', gzipSync(large).subarray(0, 2000), 'truncated'],
    [
      'a gzip with a wrong byte',
      Buffer.from(gzipSync('{"x":1}').map((byte, i) => (i === 12 ? byte ^ 0xff : byte))),
      'malformed',
    ],
  ])('is refused: %s', async (_what, bytes, code) => {
    expect(await read(bytes)).toBe(code);
  });

  it('is refused: a truncated tar', async () => {
    const tar = await tarOf({ 'a.json': 'x'.repeat(3000) });
    expect(await read(tar.subarray(0, 1500))).toBe('truncated');
  });

  const bomb = 'x'.repeat(1_000_000);
  it.each([
    ['too many files', zipOf([...files, ...files]), { maxMembers: 5 }],
    ['a file that is too large', zipOf([{ name: 'a.json', data: bomb }]), { maxMemberBytes: 1000 }],
    [
      'too many bytes in total',
      zipOf([
        { name: 'a.json', data: 'x'.repeat(600) },
        { name: 'b.json', data: 'x'.repeat(600) },
      ]),
      { maxTotalBytes: 1000 },
    ],
    [
      'a zip that decompresses to far more than its size',
      zipOf([{ name: 'a.json', data: bomb }]),
      { ratioCheckedFrom: 10_000 },
    ],
    [
      'a gzip that decompresses to far more than its size',
      gzipSync(bomb),
      { ratioCheckedFrom: 10_000 },
    ],
    [
      'a gzip inside a zip that decompresses to far more than its size',
      zipOf([{ name: 'a.json.gz', data: gzipSync(bomb) }]),
      { ratioCheckedFrom: 10_000 },
    ],
  ])('is refused: %s', async (_what, bytes, limits) => {
    expect(await read(bytes, { ...ARCHIVE_LIMITS, ...limits })).toBe('too_large');
  });
});

it('detects the archive type by the first bytes', () => {
  expect(detectArchiveType(Buffer.from('{"a":1}'))).toBe('text');
  expect(detectArchiveType(Buffer.from('PK\x05\x06'))).toBe('zip');
});
