import { describe, expect, it } from 'vitest';
import { cookieHeader, cookieName, readCookie } from '../../src/sessions/cookie.js';
import { isSameOrigin } from '../../src/sessions/same-origin.js';

describe('readCookie', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=2;a=1;c=3', '1'],
    ['xa=1', undefined],
    ['a', undefined],
    ['=1', undefined],
    ['a=x=y', 'x=y'],
    ['a=1; a=2', '1'],
  ])('reads "a" of %j', (header, expected) => {
    expect(readCookie(header, 'a')).toBe(expected);
  });
});

it('each data directory has its own cookie', () => {
  expect(cookieName('/var/lib/a')).toMatch(/^hostwarden-[0-9a-f]{8}$/);
  expect(cookieName('/var/lib/a')).not.toBe(cookieName('/var/lib/b'));
});

it('a cookie is for this site and over TLS only where the request was', () => {
  expect(cookieHeader('n', 'v', { maxAge: 60, isSecure: true })).toBe(
    'n=v; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
  );
  expect(cookieHeader('n', 'v', { maxAge: 60, isSecure: false })).not.toContain('Secure');
});

describe('isSameOrigin', () => {
  const host = '127.0.0.1:8700';
  it.each([
    [{ host }, true],
    [{ host, 'sec-fetch-site': 'same-origin' }, true],
    [{ host, 'sec-fetch-site': 'same-site' }, false],
    [{ host, 'sec-fetch-site': 'cross-site' }, false],
    [{ host, 'sec-fetch-site': 'none' }, false],
    [{ host, origin: `http://${host}` }, true],
    [{ host, origin: `https://${host}` }, true],
    [{ host, origin: 'http://127.0.0.1:9000' }, false],
    [{ host, origin: 'null' }, false],
    [{ host, origin: 'https://hw.example.org' }, true],
  ])('%j: %j', (headers, expected) => {
    expect(isSameOrigin(headers, 'https://hw.example.org')).toBe(expected);
  });
});
