import { describe, expect, it } from 'vitest';
import { consoleLocation, withoutBasePath } from '../../src/console-server/base-path.js';
import { ADMIN, testApp } from '../support/app.js';

describe('withoutBasePath', () => {
  it.each([
    ['/hosts', undefined, '/hosts'],
    ['/team/hw/hosts?q=1', '/team/hw', '/hosts?q=1'],
    ['/team/hw/', '/team/hw', '/'],
    ['/team/hw', '/team/hw', '/'],
    ['/team/hw?x=1', '/team/hw', '/?x=1'],
    ['/team/hwx/hosts', '/team/hw', '/team/hwx/hosts'],
    ['/hosts', '/team/hw', '/hosts'],
  ])('%s with %s is %s', (url, base, expected) => {
    expect(withoutBasePath(url, base)).toBe(expected);
  });
});

describe('consoleLocation', () => {
  it.each([
    ['/', undefined, 'ui/'],
    ['/team/hw/?x=1', undefined, 'ui/'],
    ['/team/hw', undefined, 'hw/ui/'],
    ['/', '/team/hw', '/team/hw/ui/'],
    ['/team/hw', '/team/hw', '/team/hw/ui/'],
    ['/?x=//evil.example/', '/team/hw', '/team/hw/ui/'],
  ])('from %s with BASE_PATH %j to %s', (url, base, expected) => {
    expect(consoleLocation(url, base)).toBe(expected);
  });
});

it('the service answers below BASE_PATH, and without it', async () => {
  const { call } = await testApp({ env: { BASE_PATH: '/team/hw/' } });
  for (const url of ['/team/hw/healthz', '/healthz'])
    expect((await call('GET', url, undefined, { token: null })).status, url).toBe(200);
  const headers = { accept: 'text/html' };
  const { headers: answer } = await call('GET', '/team/hw', undefined, { token: null, headers });
  expect(answer.location).toBe('/team/hw/ui/');
});

it('a trusted proxy says which host a page was requested from', async () => {
  const { call } = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  const headers = {
    host: '127.0.0.1:8700',
    origin: 'http://hw.example.org',
    'x-forwarded-host': 'hw.example.org',
  };
  const signIn = (sent: Record<string, string>) =>
    call('POST', '/session', { token: ADMIN }, { token: null, headers: sent });
  expect((await signIn(headers)).status).toBe(201);
  expect((await signIn({ ...headers, 'x-forwarded-host': 'other.example.org' })).status).toBe(403);
});
