// cspell:ignore Fevil fevil
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { builtConsole } from '../support/built-console.js';

const HTML = { token: null, headers: { accept: 'text/html' } };

describe('redirects', () => {
  it.each(['', '/team/hw'])('stay on this service, below the prefix %j', async (prefix) => {
    const { call } = await testApp({
      env: prefix === '' ? {} : { BASE_PATH: prefix },
      consoleFolder: builtConsole(),
    });
    const paths = ['', '/', '/?a=1', '/ui', '/ui?a=1', '/docs', '/docs/', '/api/v2/docs'];
    const hostile = ['//evil.example', '//evil.example/', '/%2F%2Fevil.example', '/\\evil.example'];
    const more = [
      '/api/v2/docs/',
      '/api/v2/docs?a=/',
      '//',
      '/ui//evil.example',
      '/docs//evil.example',
    ];
    let count = 0;
    for (const path of [...paths, ...hostile, ...more].map((path) => prefix + path)) {
      if (path === '') continue;
      const { status, headers } = await call('GET', path, undefined, HTML);
      if (status < 300 || status >= 400) continue;
      count += 1;
      const url = new URL(String(headers.location), `http://service.example${path}`);
      expect([path, url.host]).toEqual([path, 'service.example']);
      expect(url.pathname).toMatch(new RegExp(`^${prefix}/{1,2}(?:ui/|docs(?:/.*)?)$`));
    }
    expect(count).toBeGreaterThanOrEqual(6);
  });

  it.each(['/', '/?a=1', '/ui'])(
    'stay below BASE_PATH where a proxy removes it, and sends %s',
    async (path) => {
      const { call } = await testApp({
        env: { BASE_PATH: '/team/hw' },
        consoleFolder: builtConsole(),
      });
      const asked = `/team/hw${path}`.replace(/\/(?=\?|$)/, '');
      const { status, headers } = await call('GET', path, undefined, HTML);
      const url = new URL(String(headers.location), `http://service.example${asked}`);
      expect([status, url.pathname]).toEqual([302, '/team/hw/ui/']);
    },
  );
});
