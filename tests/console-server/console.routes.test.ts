import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, testApp } from '../support/app.js';
import { builtConsole } from '../support/built-console.js';

const HTML = { token: null, headers: { accept: 'text/html' } };

describe('the console', () => {
  it('is one page at every path, whose files are relative to its depth', async () => {
    const { call } = await testApp({ consoleFolder: builtConsole() });
    const pages: [string, string][] = [
      ['/ui/', './a/main.js'],
      ['/ui/hosts', './a/main.js'],
      ['/ui/hosts/3?q=a/b', '../a/main.js'],
      ['/ui/x/y/z', '../../a/main.js'],
    ];
    for (const [url, script] of pages) {
      const { status, text, headers } = await call('GET', url, undefined, HTML);
      expect([url, status, text]).toEqual([url, 200, expect.stringContaining(`src="${script}"`)]);
      expect(text).not.toContain('%VERSION%');
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      for (const part of [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ])
        expect(policy.split('; ')).toContain(part);
    }
  });

  it.each([
    ['same-origin', 'same-origin'],
    [undefined, undefined],
  ])('has an opener policy where the browser trusts the origin: %j', async (site, expected) => {
    const { call } = await testApp({ consoleFolder: builtConsole() });
    const trusted = site !== undefined && { 'sec-fetch-site': site };
    const options = { ...HTML, headers: { ...HTML.headers, ...trusted } };
    const { headers } = await call('GET', '/ui/', undefined, options);
    expect(headers['cross-origin-opener-policy']).toBe(expected);
  });

  it('has files that never change, compressed where the client accepts it', async () => {
    const { call } = await testApp({ consoleFolder: builtConsole() });
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const file = await call('GET', '/ui/a/main.js', undefined, { token: null, headers });
    expect(file.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const plain = await call('GET', '/ui/a/main.js', undefined, { token: null });
    expect([plain.text, plain.headers['content-encoding']]).toEqual(['let x;', undefined]);
  });

  it('answers 404 for files that do not exist, and outside its folder', async () => {
    const { call } = await testApp({ consoleFolder: builtConsole() });
    for (const url of ['/ui/a/old.js', '/ui/main.js', '/ui/a/..%2Fa', '/ui/a/main.js.gz'])
      expect((await call('GET', url, undefined, HTML)).status, url).toBe(404);
  });

  it('is where a browser is sent that opens the address of the service', async () => {
    const { call } = await testApp({ consoleFolder: builtConsole() });
    for (const url of ['/', '/ui']) {
      const { status, headers } = await call('GET', url, undefined, HTML);
      expect([url, status, headers.location]).toEqual([url, 302, 'ui/']);
    }
    expect((await call('GET', '/', undefined, { token: null })).status).toBe(404);
  });

  it.each([
    ['hostwarden', 'hostwarden'],
    ['node dist/main.js --data-dir ./a/$&', 'node dist/main.js --data-dir ./a/$&amp;'],
    ["node dist/main.js --data-dir 'a \"b'", 'node dist/main.js --data-dir &#39;a &quot;b&#39;'],
    ['node /home/me/dist/main.js', ''],
    ["hostwarden --data-dir '/my data'", ''],
    ['hostwarden --data-dir C:\\data', ''],
  ])(
    'gives its public pages no absolute path of the program: %s is shown as "%s"',
    async (program, shown) => {
      const { call } = await testApp({ consoleFolder: builtConsole(), program });
      const { text, headers } = await call('GET', '/ui/', undefined, HTML);
      expect(text).toContain(`<meta name="program" content="${shown}">`);
      expect(text).toContain('src="./a/main.js"');
      expect(headers).not.toHaveProperty('hostwarden-program');
    },
  );

  it('says so when it is not built', async () => {
    const consoleFolder = pathToFileURL(`${temporaryFolder()}/`);
    const { call } = await testApp({ consoleFolder });
    const { status, text } = await call('GET', '/ui/', undefined, HTML);
    expect([status, text]).toEqual([404, expect.stringContaining('npm run build')]);
  });
});
