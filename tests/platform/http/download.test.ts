import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT_ONCE, download, type DownloadOptions } from '../../../src/platform/http/download.js';
import { temporaryFolder } from '../../support/database.js';
import { tcpServer } from '../../support/tcp-server.js';
import { publisher, type Published } from '../../support/publisher.js';

const body = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
const sha256 = createHash('sha256').update(body).digest('hex');

/** Waits take no time. */
const pace = { ...AT_ONCE, wait: async () => undefined };

async function world(files: Record<string, Published>, options: Partial<DownloadOptions> = {}) {
  const site = await publisher(files);
  const dir = temporaryFolder();
  const file = join(dir, 'feed');
  return {
    ...site,
    dir,
    file,
    get: (path = '/feed', more: Partial<DownloadOptions> = {}) =>
      download(site.url + path, { file, maxBytes: 1_000_000, pace, ...options, ...more }),
  };
}

describe('download', () => {
  it('stores the complete file with its validators, readable only by its owner', async () => {
    const { get, file, dir } = await world({
      '/feed': { body, etag: '"1"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    });
    expect(await get()).toEqual({
      kind: 'fetched',
      sha256,
      etag: '"1"',
      lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
    });
    expect(readFileSync(file).equals(body)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['feed']);
  });

  it('is skipped if the publisher has nothing new', async () => {
    const { get, file } = await world({ '/feed': { body, etag: '"1"' } });
    expect(await get('/feed', { known: { etag: '"1"', lastModified: null } })).toEqual({
      kind: 'unchanged',
    });
    expect(existsSync(file)).toBe(false);
  });

  it('fails for an answer without the file that was not asked for', async () => {
    const answer = 'HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n';
    const { port } = await tcpServer((socket) => socket.once('data', () => socket.end(answer)));
    const url = `http://127.0.0.1:${port}/feed`;
    const options = { file: join(temporaryFolder(), 'feed'), maxBytes: 1_000, pace };
    await expect(download(url, options)).rejects.toMatchObject({ status: 304 });
  });

  it('resumes an interrupted transfer', async () => {
    const { get, file, requests, files } = await world({});
    files['/feed'] = {
      body,
      etag: '"1"',
      breaksAt: 70_000,
      breaksWhen: () => (statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0) > 0,
    };
    expect(await get()).toMatchObject({ sha256 });
    expect(readFileSync(file).equals(body)).toBe(true);
    expect(requests[1]?.headers).toMatchObject({
      'if-range': '"1"',
      range: expect.stringMatching(/^bytes=[1-9]\d*-$/) as string,
    });
  });

  it('restarts from the beginning if the file changed or has no strong validator', async () => {
    for (const changed of [{ etag: '"2"' }, { etag: 'W/"1"' }, {}]) {
      const reported: number[] = [];
      const before = 'etag' in changed && changed.etag === '"2"' ? { etag: '"1"' } : changed;
      const site = await world({
        '/feed': {
          body: 'x'.repeat(100_000),
          ...before,
          breaksAt: 50_000,
          breaksWhen: () => reported.length > 0,
        },
      });
      const getting = site.get('/feed', {
        onProgress: (bytes) => {
          if (reported.push(bytes) === 1) site.files['/feed'] = { body, ...changed };
        },
      });
      expect(await getting).toMatchObject({ sha256 });
      expect(readFileSync(site.file).equals(body)).toBe(true);
    }
  });

  it('follows a limited number of redirects', async () => {
    const { get } = await world({
      '/feed': { body: '', status: 302, location: '/there' },
      '/there': { body },
      '/round': { body: '', status: 307, location: '/round' },
      '/odd': { body: '', status: 301, location: 'file:///etc/passwd' },
    });
    expect(await get()).toMatchObject({ sha256 });
    await expect(get('/round')).rejects.toThrow('too many redirects');
    await expect(get('/odd')).rejects.toThrow('invalid redirect URL');
  });
});

describe('failed download', () => {
  it.each([
    ['that is too large by what is said of it', { body }, { maxBytes: 1000 }, /exceeds 1000 bytes/],
    ['that is not there', { body, status: 404 }, {}, /404/],
    ['of a publisher in trouble', { body, status: 503 }, {}, /503/],
  ])('leaves no file: %s', async (_what, file: Published, options, words) => {
    const { get, dir } = await world({ '/feed': file }, options);
    await expect(get()).rejects.toThrow(words);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('ends after a time, also if the publisher is never idle', async () => {
    const site = await tcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip)).on('error', () => undefined);
    });
    const file = join(temporaryFolder(), 'feed');
    const dripped = download(`http://127.0.0.1:${site.port}/`, {
      file,
      maxBytes: 1_000_000,
      maxMs: 300,
    });
    await expect(dripped).rejects.toThrow('not complete after 0 minutes');
    expect(existsSync(file)).toBe(false);
  });

  it('leaves no file if the publisher is unreachable', async () => {
    const dir = temporaryFolder();
    await expect(
      download('http://127.0.0.1:1/feed', { file: join(dir, 'feed'), maxBytes: 10 }),
    ).rejects.toThrow('connection refused');
  });
});
