import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../../src/platform/http/proxy.js';

const HTTPS_PROXY = 'http://secure.proxy:3128';
const HTTP_PROXY = 'http://plain.proxy:8080';
const nameOf = (url: string, settings: Parameters<typeof proxyFor>[1]): string | null =>
  proxyFor(new URL(url), settings)?.name ?? null;

describe('a proxy', () => {
  it.each([
    ['https://nvd.nist.gov/', 'the proxy secure.proxy:3128'],
    ['http://nvd.nist.gov/', 'the proxy plain.proxy:8080'],
    ['https://localhost/', null],
    ['https://a.localhost:8443/', null],
    ['https://127.0.0.2/', null],
    ['https://[::1]/', null],
    ['https://[::ffff:127.0.0.1]/', null],
    ['https://10.0.0.1/', 'the proxy secure.proxy:3128'],
  ])('of %s is %j', (url, name) => {
    expect(nameOf(url, { HTTPS_PROXY, HTTP_PROXY })).toBe(name);
  });

  it('is not used without a setting', () => {
    expect(nameOf('https://nvd.nist.gov/', {})).toBeNull();
    expect(nameOf('https://nvd.nist.gov/', { HTTP_PROXY, HTTPS_PROXY: ' ' })).toBeNull();
  });

  it.each([
    ['http://user:p%40ss%3a@proxy:3128', 'user:p@ss:'],
    ['http://user:100%@proxy:3128', 'user:100%'],
    ['user:secret@proxy:3128', 'user:secret'],
    ['https://user@proxy', 'user:'],
  ])('has the login of %s, and no message shows it', (HTTPS_PROXY, login) => {
    const proxy = proxyFor(new URL('https://x.example/'), { HTTPS_PROXY });
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from(login).toString('base64')}`);
    expect(proxy?.name).toMatch(/^the proxy proxy(:3128)?$/);
  });

  it.each(['socks5://user:secret@proxy:1080', 'ftp://proxy', 'http://', 'http://[', '://secret'])(
    'is refused by the name of its setting: %s',
    (HTTPS_PROXY) => {
      const find = (): unknown => proxyFor(new URL('https://x.example/'), { HTTPS_PROXY });
      expect(find).toThrow(/^HTTPS_PROXY is not supported/);
      expect(find).not.toThrow(/secret/);
    },
  );
});

describe('NO_PROXY', () => {
  it.each([
    ['*', 'nvd.nist.gov', true],
    ['*, x', 'nvd.nist.gov', false],
    ['nist.gov', 'nvd.nist.gov', true],
    ['nist.gov', 'nist.gov', true],
    ['.nist.gov', 'nvd.nist.gov', true],
    ['.nist.gov', 'nist.gov', true],
    ['NIST.gov.', 'nvd.nist.GOV', true],
    ['nist.gov', 'nvd.nist.gov.', true],
    ['nist.gov', 'x-nist.gov', false],
    ['nvd.nist.gov', 'nist.gov', false],
    ['a.example b.example\tc.example', 'c.example', true],
    ['a.example,,b.example', 'b.example', true],
    ['', 'nvd.nist.gov', false],
    [',', 'nvd.nist.gov', false],
    ['.', 'nvd.nist.gov', false],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['2.3', '10.1.2.3', false],
    ['10.0.0.0/33', '10.1.2.3', false],
    ['10.0.0.0/x', '10.1.2.3', false],
    ['10.0.0.0/', '10.0.0.0', false],
    ['0.0.0.0/0', '10.1.2.3', true],
    ['0.0.0.0/0', 'nvd.nist.gov', false],
    ['2001:db8::/32', '[2001:db8::1]', true],
    ['[2001:db8::1]', '[2001:db8:0::1]', true],
    ['2001:db8::1', '[2001:db8::2]', false],
    ['10.0.0.0/8', '[2001:db8::1]', false],
  ])('%j excludes %s: %j', (NO_PROXY, host, isExcluded) => {
    expect(nameOf(`https://${host}/`, { HTTPS_PROXY, NO_PROXY }) === null).toBe(isExcluded);
  });
});
