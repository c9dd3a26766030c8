import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ARCHIVE_LIMITS,
  createBudget,
  type ArchiveLimits,
} from '../../../src/feeds/archives/limits.js';
import { openArchive } from '../../../src/feeds/archives/open-archive.js';
import { decompress, type Compression } from '../../../src/feeds/archives/decompress.js';
import { ProgramError } from '../../../src/platform/process/pipe-program.js';
import { temporaryFolder } from '../../support/database.js';

/**
 * `text`: `{"x":1}`; `tar`: a tar like SUSE's (osv/all.json, osv/a.json, osv/b.json, LICENSE); `bomb`: three million x;
 * `hidden`: these in a tar beside b.json. Compressed by the programs themselves.
 */
const COMPRESSED: Readonly<
  Record<Compression, { text: string; tar: string; bomb: string; hidden: string }>
> = {
  bzip2: {
    text: 'QlpoOTFBWSZTWbHpbecAAAKYgBAAIBAASiAAIYAMAlsG3F3JFOFCQselt5w=',
    tar: 'QlpoOTFBWSZTWZdBKIIAANH/gMmABABQAfeQCiUNKnAVnwoJCCAAkglJpT1MjENGmjRvVNAyGygklNDU0aGTEA0NoQeofoK2kByiMAru0j0hIrustzCQNYE0w20KQ0AkMAMjCETNzoreDwE8GARjDElBDQqcmFfQe/DQG9RJwcpA0j1GLo+Pb/Uu+NQT5KGvIiCr8RmzSKY/tsAikgmSYJA5Nw3asED+LuSKcKEhLoJRBA==',
    bomb: 'QlpoOTFBWSZTWfxYw/EAFvoAiIBAQAAACCAAMMwJqmmpAi2pIEXi7kinChIfixh+IA==',
    hidden:
      'QlpoOTFBWSZTWUQshuQAAI97iMmAAAFAAX+CABhwMZ5KQAAICCAAlQSmpT0mAAGgABFJIGho9IBkzSbUqfC0JawIGu0VL4FS7IvOLbOVxYbwUhmTZ6WjwZ5e4YIZvA/IUEQWMdVjnCtIlIIkST1QwwnGeVPBTQsNDMEVUUrqqoqCBFZTVCARVRT+LuSKcKEgiFkNyA==',
  },
  xz: {
    text: '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jMAQAGeyJ4IjoxfQAAq9CIM3DXNAsAAR8HFi64cx+2830BAAAAAARZWg==',
    tar: '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AJxdADecyyKFIGuGihdnzCmzBQMFk1zdHpY3+iyMxptJlFNeiXMJbPOrqlbuVm44bEThNeaBxYWuxTD6j5nbVJiExA0lKKbMOcWOic0c7ErOEoLHrORe3RrLx2lqdgt0SWdCUFp1w7kcAZ5djhDMWMEtDL02+2GOegfF7el3xcvUpsASCah2bAVTsvUoqAoW7wRRq2sCfRKxILFmnpbLAACmDLFhLyVCTwABuAGAUAAA/vRJibHEZ/sCAAAAAARZWg==',
    bomb: '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM//8RAWxdADxv+7/+o7Fe5fg/sqomVfhocEFwFQ+N/R5MG4pCtxn0aRhxrmYjiopNL6MN2X+m44wjEVPgWRjFdYrid/i2lH8MasDedElk4ulcU7IE2PdEDKtfDW1G6eXDdoi3llestk3haR1v+0uIEGxCy4g/XACP0E6vJiiUcR89jyThcJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvEgn5liNx60AhADsc1On/b6ufDEan7eNMW5wnqcjX+woy4XRlZiKfiqR8id19xnABphNmP3Yr9WQD8QlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9FHktXQAAAAC8xGnrw8p/HwABkgTAjbcBaatYJbHEZ/sCAAAAAARZWg==',
    hidden:
      '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM//7vAZtdADCLiEbUHUaM0Up5RLsR17/QVlSycd6+9wqYPzvELP1EeNE5OSgy7aBPHt746Yn9yXabcHJXSZmiIxGkHXnhT0ZWC8ig4c4K0CTrR6XL7IsoE43EuwjxJJxGb9QQP08vdUufoRMH6xhE8dQAIVP/zf540HPd0aJDupydAyj2q16xusiWVINhKtMt/mGXBgNfyXA7FMAyN5ilFQGl6KMJKuyq/1omrHIMFpKnvjmPJOFwnqcjX+woy4XRlZiKfiqR8id19xnABphNmP3Yr9WQD8QlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U7jLg9t43xDwCqAOxzU6f9vq58MRqft40xbnCepyNf7CjLhdGVmIp+KpHyJ3X3GcAGmE2Y/div1ZAPxCVT+PWRNjEFpbDub8FwTUcM0ZERqq1gHbrOsScYXFmG6WZSWL7pdqxZ5OVbBQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLKmzftTvwxL0deeV6vupbN07vwZzf9/SsgumQ4x8pf5NQo3BL2AKfq2EnMiHeL/PS1DegAAAhv6qyeY+CVgAB5wSA4LcBVTespbHEZ/sCAAAAAARZWg==',
  },
  zstd: {
    text: 'KLUv/QRoOQAAeyJ4IjoxfbkEcOs=',
    tar: 'KLUv/QRoLQQAIkUSGICrDurjf4Go91cdsvRuXm6RzWwymEtJAe/tamxtw8OAjyjWJTnISLkUE7QYa29OEP9mYlMd+4Db9+q+916L3QutSjBnFJ5KAxcgsKUeD/1H68H+AFU8ptLu5hTdq1RGvQjF9NU9VlWZ/5MFIB0DXEBfHfPU+Zn2xAE4YFCApSl+AUeM0wA=',
    bomb: 'KLUv/QRoTAAACHgBAPz/ORACAgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AzYOeJAVSnI=',
    hidden:
      'KLUv/QRo5AEA4GEuYmluADA2NDQxMzM0MzM2ACAwAHVzdGFyAHgMAPz9IJc5UCAPQAEgJRy4nTvczAowgBa8wADg7gSKAgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4AgAQeAIAEHgCABB4ZQEAcABiLmpzb24yNzA1MXt9CAC7wuVBT1Gh4jGgktsPZMEOKDeSFo+rXi9yDoJ67wMe',
  },
};
const COMPRESSIONS = Object.keys(COMPRESSED) as Compression[];

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
/** Returns the expected value if the program is installed, otherwise the error that says what to do. */
const orNotInstalled = (compression: Compression, expected: unknown): unknown =>
  isInstalled(compression)
    ? expected
    : (expect.stringMatching(/^unsupported_format: .*install it/) as unknown);

async function read(bytes: Buffer, limits?: ArchiveLimits): Promise<unknown> {
  const path = join(temporaryFolder(), 'feed');
  writeFileSync(path, bytes);
  const found: Record<string, string> = {};
  try {
    for await (const member of openArchive(path, (name) => name.endsWith('.json'), limits)) {
      found[member.path] = '';
      for await (const chunk of member.text) found[member.path] += chunk;
    }
    return found;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return isInstalled('bzip2') && code !== undefined && code !== 'unsupported_format'
      ? code
      : `${code}: ${message}`;
  }
}
const bytesOf = (compression: Compression, what: 'text' | 'tar' | 'bomb' | 'hidden'): Buffer =>
  Buffer.from(COMPRESSED[compression][what], 'base64');

describe.each(COMPRESSIONS)('a file compressed with %s', (compression) => {
  it('is read', async () => {
    expect(await read(bytesOf(compression, 'text'))).toEqual(
      orNotInstalled(compression, { '': '{"x":1}' }),
    );
  });

  it('is read as the tar it holds', async () => {
    expect(await read(bytesOf(compression, 'tar'))).toEqual(
      orNotInstalled(compression, {
        'osv/all.json': '[]',
        'osv/a.json': '{"a":1}',
        'osv/b.json': '{"b":2}',
      }),
    );
  });

  it('is refused when it is truncated', async () => {
    expect(await read(bytesOf(compression, 'tar').subarray(0, -12))).toEqual(
      orNotInstalled(compression, 'truncated'),
    );
    expect(await read(bytesOf(compression, 'tar').subarray(0, 10))).toEqual(
      orNotInstalled(compression, 'truncated'),
    );
  });

  it('is refused when it is corrupt', async () => {
    const bytes = bytesOf(compression, 'tar');
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
    expect(await read(bytes)).toEqual(orNotInstalled(compression, 'malformed'));
  });

  it('is refused when it decompresses to far more than its size', async () => {
    expect(
      await read(bytesOf(compression, 'bomb'), { ...ARCHIVE_LIMITS, ratioCheckedFrom: 10_000 }),
    ).toEqual(orNotInstalled(compression, 'too_large'));
    expect(
      await read(bytesOf(compression, 'bomb'), { ...ARCHIVE_LIMITS, maxMemberBytes: 1_000_000 }),
    ).toEqual(orNotInstalled(compression, 'too_large'));
    // in a file that is skipped
    expect(
      await read(bytesOf(compression, 'hidden'), { ...ARCHIVE_LIMITS, maxTotalBytes: 1_000_000 }),
    ).toEqual(orNotInstalled(compression, 'too_large'));
  });
});

it.each([
  [
    new ProgramError('missing', 'spawn xz ENOENT'),
    'unsupported_format',
    /^The file is compressed with xz, .* not installed: install it \(package xz-utils, or xz\), .* \(xz -d\), or use gzip$/,
  ],
  [new ProgramError('failed', 'xz: (stdin): Memory usage limit reached'), 'too_large', /256 MiB/],
  [
    new ProgramError('failed', 'xz: (stdin): Compressed data is\u001b[2J corrupt'),
    'malformed',
    /^Compressed data is corrupt \(xz: \(stdin\): Compressed data is ?\[2J corrupt\)$/,
  ],
  [new ProgramError('stuck', 'xz was ended'), undefined, /xz was ended/],
])('reports the failure of the program: %s', async (error, code, message) => {
  async function* failing(): AsyncGenerator<Buffer> {
    await Promise.reject(error);
  }
  const reading = decompress('xz', [] as never, createBudget(1), failing).next();
  await expect(reading).rejects.toMatchObject({
    ...(code !== undefined && { code }),
    message: expect.stringMatching(message) as string,
  });
});
