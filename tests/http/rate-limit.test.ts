import { describe, expect, it } from 'vitest';
import { createCounter } from '../../src/http/rate-limit.js';
import { testApp } from '../support/app.js';

describe('request counter', () => {
  it('counts each key in windows of a minute that begin with its first request', () => {
    const count = createCounter(2);
    const steps: [string, number, number, number, number][] = [
      ['a', 0, 1, 1, 60],
      ['a', 10_000, 2, 0, 50],
      ['b', 10_000, 1, 1, 60],
      ['a', 59_999, 3, 0, 1],
      ['a', 60_000, 1, 1, 60],
      ['b', 69_999, 2, 0, 1],
      ['b', 70_000, 1, 1, 60],
    ];
    for (const [key, at, n, remaining, resetSeconds] of steps)
      expect(count(key, at), `${key} at ${at}`).toEqual({ count: n, remaining, resetSeconds });
  });

  it('resets after at most 60 seconds with fractions of a millisecond', () => {
    for (let i = 0; i < 2000; i += 1)
      expect(createCounter(2)('token', 4711.1 + i * 7777.777).resetSeconds).toBe(60);
  });

  it('drops all windows when there are too many', () => {
    const count = createCounter(2);
    count('first', 0);
    for (let i = 0; i < 5000; i += 1) count(i, 0);
    expect(count('first', 0).count).toBe(1);
  });
});

describe('rate limit headers', () => {
  it('contain the limit, the remaining requests and the time until the reset', async () => {
    const { call } = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
    const getHeaders = async (path: string) => {
      const { status, headers } = await call('GET', path);
      return [
        status,
        headers['x-ratelimit-limit'],
        headers['x-ratelimit-remaining'],
        headers['x-ratelimit-reset'],
      ];
    };
    expect(await getHeaders('/hosts')).toEqual([200, '2', '1', '60']);
    expect((await getHeaders('/hosts/99')).slice(0, 3)).toEqual([404, '2', '0']);
    expect((await getHeaders('/hosts')).slice(0, 3)).toEqual([429, '2', '0']);
    expect(await getHeaders('/healthz')).toEqual([200, undefined, undefined, undefined]);
  });
});

describe('authentication', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/hosts'],
    ['HEAD', '/hosts'],
    ['PATCH', '/hosts'],
    ['POST', '/hosts'],
    ['GET', '/api/v1/nothing'],
    ['GET', '/agent/v1/nothing'],
    ['GET', '/hosts/1/'],
    ['POST', '/nothing'],
  ])(
    'answers %s %s without a valid token with 401 before any other check',
    async (method, path) => {
      const { call } = await testApp();
      for (const token of [null, 'wrong'])
        expect(
          (await call(method, path, method === 'POST' ? '{' : undefined, { token })).status,
        ).toBe(401);
    },
  );

  it('counts each request once, also HEAD', async () => {
    const { call } = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '9' } });
    expect((await call('HEAD', '/hosts')).headers['x-ratelimit-remaining']).toBe('8');
    expect((await call('GET', '/hosts')).headers['x-ratelimit-remaining']).toBe('7');
  });
});
