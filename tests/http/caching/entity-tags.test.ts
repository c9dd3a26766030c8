import { describe, expect, it, vi } from 'vitest';
import { isKnown } from '../../../src/http/caching/entity-tags.js';
import { temporaryFolder, testApp, type TestApp } from '../../support/app.js';

const get = async ({ call }: TestApp, url: string, tag?: string) => {
  const { status, headers, text } = await call('GET', url, undefined, {
    ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
  });
  return { status, tag: headers.etag as string | undefined, text };
};

describe('lists that depend on the database only', () => {
  it.each([
    '/hosts',
    '/hosts?sort=name',
    '/groups',
    '/agents',
    '/agent-operations',
    '/api/v1/tasks/',
    '/api/v2/hosts?status=online',
  ])('%s is 304 without a body until something changes', async (url) => {
    const app = await testApp();
    // The first request of the fleet stores the day of the history in the background.
    const first = await vi.waitFor(async () => {
      const answer = await get(app, url);
      expect(await get(app, url, answer.tag)).toEqual({ status: 304, tag: answer.tag, text: '' });
      return answer;
    });
    expect(first.status).toBe(200);
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    const changed = await get(app, url, first.tag);
    expect(changed.status).toBe(200);
    expect(changed.tag).not.toBe(first.tag);
  });

  it('have another tag in each run of the service', async () => {
    const dir = temporaryFolder();
    const before = await testApp({ dir });
    const { tag } = await get(before, '/groups');
    await before.close();
    const after = await testApp({ dir });
    expect((await get(after, '/groups', tag)).status).toBe(200);
  });

  it('never answer an invalid request or another role with 304', async () => {
    const app = await testApp();
    const { tag = '' } = await get(app, '/groups');
    expect((await get(app, '/groups?limit=x', tag)).status).toBe(400);
    const headers = { 'if-none-match': tag };
    const anonymous = await app.call('GET', '/groups', undefined, { token: null, headers });
    expect(anonymous.status).toBe(401);
    expect((await get(app, '/groups/9', tag)).status).toBe(304); // it was 404, and nothing changed
  });

  it.each([
    '/hosts?include=risk',
    '/hosts?sort=risk',
    '/hosts?coverage=checked',
    '/acceptances',
    '/summary',
  ])('%s has no tag: it also changes with time', async (url) => {
    const { status, tag } = await get(await testApp(), url);
    expect([status, tag]).toEqual([200, undefined]);
  });
});

describe('isKnown', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['W/"a-1"', true],
    ['"a-1"', true],
    ['"b", W/"a-1"', true],
    ['"a-10"', false],
    ['*', false],
  ])('compares %s', (header, expected) => {
    expect(isKnown(header, 'W/"a-1"')).toBe(expected);
  });
});
