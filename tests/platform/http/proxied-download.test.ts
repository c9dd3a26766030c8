import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { download } from '../../../src/platform/http/download.js';
import { compiled } from '../../support/compiled.js';
import { temporaryFolder } from '../../support/database.js';
import { httpProxy } from '../../support/http-proxy.js';
import { publisher } from '../../support/publisher.js';
import { testTls } from '../../support/tcp-server.js';

const LOGIN = 'user:p@ss word';
const IN_URL = 'user:p%40ss%20word';

const get = (url: string, proxies: Record<string, string>) => {
  const file = join(temporaryFolder(), 'feed');
  return download(url, { file, maxBytes: 1_000_000, proxies }).then(() =>
    readFileSync(file, 'utf8'),
  );
};

/** A publisher with the certificate of tests, for the name `www.test.example`. */
async function securePublisher(): Promise<string> {
  const server = createServer(testTls, (_request, response) => response.end('the file'));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://www.test.example:${(server.address() as AddressInfo).port}/feed`;
}

describe('a download through a proxy with a login', () => {
  it('asks for the whole URL over HTTP', async () => {
    const site = await publisher({ '/feed': { body: 'the file' } });
    const { port, requests } = await httpProxy(LOGIN);
    const url = site.url.replace('127.0.0.1', 'publisher.example');
    const HTTP_PROXY = `http://${IN_URL}@127.0.0.1:${port}`;
    expect(await get(`${url}/feed`, { HTTP_PROXY })).toBe('the file');
    expect(requests).toEqual([`GET ${url}/feed`]);
    expect(site.requests[0]?.headers.host).toBe(new URL(url).host);
  });

  it('goes in a tunnel over HTTPS, and trusts the authorities of NODE_EXTRA_CA_CERTS', async () => {
    const url = await securePublisher();
    const { port, requests } = await httpProxy(LOGIN);
    const HTTPS_PROXY = `http://${IN_URL}@127.0.0.1:${port}`;
    await expect(get(url, { HTTPS_PROXY })).rejects.toThrow(
      /unknown certificate authority.*NODE_EXTRA_CA_CERTS/,
    );
    const { url: module, remove } = compiled('platform/http/download.ts', 'download');
    onTestFinished(remove);
    const file = join(temporaryFolder(), 'feed');
    const options = JSON.stringify({ file, maxBytes: 1000, proxies: { HTTPS_PROXY } });
    const script = `import { download } from '${module.href}'; await download('${url}', ${options});`;
    const NODE_EXTRA_CA_CERTS = resolve('tests/fixtures/tls/cert.pem');
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS },
    });
    expect(readFileSync(file, 'utf8')).toBe('the file');
    expect(requests).toEqual(Array(2).fill(`CONNECT ${new URL(url).host}`));
  });

  it.each(['http://publisher.example:1/feed', 'https://publisher.example:1/feed'])(
    'fails with the reason if the login is wrong: %s',
    async (url) => {
      const { port } = await httpProxy(LOGIN);
      const proxy = `http://user:wrong@127.0.0.1:${port}`;
      const got = get(url, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
      await expect(got).rejects.toThrow(`the proxy 127.0.0.1:${port} refuses the login`);
      await expect(got).rejects.not.toThrow('wrong');
    },
  );

  it.each(['http://publisher.example/feed', 'https://publisher.example/feed'])(
    'names the proxy that cannot be reached: %s',
    async (url) => {
      const proxy = 'http://127.0.0.1:1';
      const pace = { nowMs: Date.now, random: () => 0, wait: async () => undefined };
      const file = join(temporaryFolder(), 'feed');
      await expect(
        download(url, {
          file,
          maxBytes: 1000,
          proxies: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
          pace: { ...pace, slot: (attempt) => attempt() },
        }),
      ).rejects.toThrow('the proxy 127.0.0.1:1: connection refused');
    },
  );
});
