import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createApiDocument } from '../../../src/http/openapi/api-document.js';
import { temporaryFolder, testApp } from '../../support/app.js';

const PUBLIC = { token: null };

describe('the page of the interface', () => {
  it.each(['/docs', '/docs/', '/docs?a=1'])('%s loads files that exist', async (path) => {
    const { call } = await testApp();
    const page = await call('GET', path, undefined, PUBLIC);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(4);
    for (const link of links) {
      const { pathname } = new URL(link, `http://service.example${path}`);
      const file = await call('GET', pathname, undefined, PUBLIC);
      expect([pathname, file.status]).toEqual([pathname, 200]);
      expect(file.headers['content-type']).toMatch(/^(?:text\/(?:css|javascript)|image\/png)/);
    }
  });

  it.each(['/docs/static/index.html', '/docs/static/constructor', '/docs/static/..%2f.env'])(
    'has no file %s',
    async (path) => {
      const { call } = await testApp();
      expect(await call('GET', path)).toMatchObject({ status: 404 });
    },
  );
});

describe('the document of the interface', () => {
  it('is that of the build, where there is one', () => {
    const file = join(temporaryFolder(), 'openapi.json');
    writeFileSync(file, '{"openapi":"3.1.0"}');
    const { json, yaml } = createApiDocument(() => ({}), pathToFileURL(file));
    expect(json().bytes).toEqual(readFileSync(file));
    expect(yaml().bytes.toString()).toBe('"openapi": "3.1.0"\n');
  });

  it('is described once, at its first request, where there is no build', () => {
    let count = 0;
    const describeRoutes = () => {
      count += 1;
      return { count };
    };
    const file = pathToFileURL('/nowhere/openapi.json');
    const { json, yaml } = createApiDocument(describeRoutes, file);
    expect(count).toBe(0);
    expect([json().bytes, json().bytes, yaml().bytes].map(String)).toEqual([
      '{"count":1}',
      '{"count":1}',
      '"count": 1\n',
    ]);
  });
});
