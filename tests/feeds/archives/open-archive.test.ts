import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../../src/feeds/archives/limits.js';
import { detectArchiveType, openArchive } from '../../../src/feeds/archives/open-archive.js';
import { tarOf, zipOf, type ZipFile } from '../../support/archives.js';
import { temporaryFolder } from '../../support/database.js';

const json = (path: string): boolean => path.endsWith('.json');

/** What comes out of bytes (or of a folder that is there): path → text, or the code of what it was refused for. */
async function read(from: Buffer | string, limits?: ArchiveLimits): Promise<unknown> {
  const path = typeof from === 'string' ? from : join(temporaryFolder(), 'feed');
  if (typeof from !== 'string') writeFileSync(path, from);
  const found: Record<string, string> = {};
  try {
    for await (const member of openArchive(path, json, limits)) {
      let text = '';
      for await (const piece of member.text) text += piece;
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
  { name: 'e.json.gz', data: gzipSync('{"packed":true}') },
];
const content = { 'a.json': '{"ä":1}', 'b/c.json': '[]', 'e.json': '{"packed":true}' };
const large = JSON.stringify(
  Array.from({ length: 400_000 }, (_, i) => `CVE-2024-${(i * 7919) % 1_000_003}`),
); // more than is unpacked at once

describe('a feed is opened', () => {
  it.each([
    ['as a zip', zipOf(files), content],
    ['as a zip with a large file', zipOf([{ name: 'a.json', data: large }]), { 'a.json': large }],
    ['as an empty zip', zipOf([]), {}],
    ['as JSON, with a byte order mark', Buffer.from('\ufeff{"x":1}'), { '': '{"x":1}' }],
    ['as gzip', gzipSync('{"x":1}'), { '': '{"x":1}' }],
    ['as nothing', Buffer.alloc(0), { '': '' }],
  ])('%s', async (_as, bytes, expected) => {
    expect(await read(bytes)).toEqual(expected);
  });

  it('as a tar, plain and packed', async () => {
    const tar = await tarOf({ './a.json': '{"ä":1}', 'b/c.json': '[]', 'd.txt': 'no' });
    for (const bytes of [tar, gzipSync(tar)])
      expect(await read(bytes)).toEqual({ 'a.json': '{"ä":1}', 'b/c.json': '[]' });
  });

  it('as a folder, of which links are not followed', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'b'));
    writeFileSync(join(dir, 'a.json'), '{"ä":1}');
    writeFileSync(join(dir, 'b/c.json.gz'), gzipSync('[]'));
    symlinkSync('/etc/hostname', join(dir, 'z.json'));
    expect(await read(dir)).toEqual({ 'a.json': '{"ä":1}', 'b/c.json': '[]' });
  });
});

describe('a damaged archive is refused', () => {
  it.each([
    ['a zip without its directory', zipOf(files).subarray(0, 60), 'truncated'],
    ['a zip whose end is missing', zipOf(files).subarray(0, -30), 'truncated'],
    [
      'a zip with a wrong sum',
      zipOf([{ name: 'a.json', data: '{}', says: { crc: 1 } }]),
      'malformed',
    ],
    [
      'a zip whose file is larger than it says',
      zipOf([{ name: 'a.json', data: 'x'.repeat(5000), says: { size: 10 } }]),
      'malformed',
    ],
    [
      'a zip whose file is smaller than it says',
      zipOf([{ name: 'a.json', data: '{}', says: { size: 100 } }]),
      'malformed',
    ],
    ['an encrypted zip', zipOf([{ name: 'a.json', data: '{}', says: { flags: 1 } }]), 'malformed'],
    [
      'a zip packed in an unknown way',
      zipOf([{ name: 'a.json', data: '{}', says: { method: 93 } }]),
      'malformed',
    ],
    ['a gzip that breaks off', gzipSync(large).subarray(0, 2000), 'truncated'],
    [
      'a gzip with a wrong byte',
      Buffer.from(gzipSync('{"x":1}').map((byte, i) => (i === 12 ? byte ^ 0xff : byte))),
      'malformed',
    ],
  ])('%s', async (_what, bytes, code) => {
    expect(await read(bytes)).toBe(code);
  });

  it('a tar that breaks off', async () => {
    const tar = await tarOf({ 'a.json': 'x'.repeat(3000) });
    expect(await read(tar.subarray(0, 1500))).toBe('truncated');
  });

  const bomb = 'x'.repeat(1_000_000);
  it.each([
    ['too many files', zipOf([...files, ...files]), { maxMembers: 5 }],
    ['too large a file', zipOf([{ name: 'a.json', data: bomb }]), { maxMemberBytes: 1000 }],
    [
      'too much in all',
      zipOf([
        { name: 'a.json', data: 'x'.repeat(600) },
        { name: 'b.json', data: 'x'.repeat(600) },
      ]),
      { maxTotalBytes: 1000 },
    ],
    [
      'a zip that unpacks to far more than its size',
      zipOf([{ name: 'a.json', data: bomb }]),
      { ratioCheckedFrom: 10_000 },
    ],
    ['a gzip that does', gzipSync(bomb), { ratioCheckedFrom: 10_000 }],
    [
      'a gzip within a zip that does',
      zipOf([{ name: 'a.json.gz', data: gzipSync(bomb) }]),
      { ratioCheckedFrom: 10_000 },
    ],
  ])('%s', async (_what, bytes, limits) => {
    expect(await read(bytes, { ...ARCHIVE_LIMITS, ...limits })).toBe('too_large');
  });
});

it('kinds are told by the first bytes', () => {
  expect(detectArchiveType(Buffer.from('{"a":1}'))).toBe('text');
  expect(detectArchiveType(Buffer.from('PK\x05\x06'))).toBe('zip');
});
