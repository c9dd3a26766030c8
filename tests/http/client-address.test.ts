import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '../../src/http/client-address.js';
import { ADMIN, testApp, type TestApp } from '../support/app.js';

const PROXY = '10.0.0.1';
const ENV = { TRUST_PROXY: '10.0.0.0/24' };

/** Returns the address that the audit log has of a request. */
async function auditedAddress(app: TestApp, address: string, forwarded: string): Promise<unknown> {
  const headers = { 'x-forwarded-for': forwarded };
  await app.call('POST', '/session', { token: ADMIN }, { token: null, headers, address });
  const { body } = await app.call('GET', '/audit?resource=session');
  return (body as { data: { actor: { address: unknown } }[] }).data[0]?.actor.address;
}

describe('the address of a client', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['command line, 198.51.100.7', '198.51.100.7'],
    ['2001:0DB8:0::1', '2001:db8::1'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['command line', PROXY],
    ['198.51.100.7, command line', PROXY],
    ['198.51.100.7, command line, 10.0.0.2', PROXY],
    ['<img src=x onerror=alert(1)>', PROXY],
    ['fe80::1%eth0', PROXY],
    ['198.51.100.7:1234', PROXY],
    ['010.0.0.7', PROXY],
    ['unknown', PROXY],
    ['', PROXY],
  ])('behind a trusted proxy that sends %j is %s', async (forwarded, expected) => {
    expect(await auditedAddress(await testApp({ env: ENV }), PROXY, forwarded)).toBe(expected);
  });

  it('behind a trusted proxy that sends a long text is that of the proxy', async () => {
    const app = await testApp({ env: ENV });
    for (const forwarded of ['x'.repeat(12_000), `fe80::1%${'a'.repeat(5000)}`])
      expect(await auditedAddress(app, PROXY, forwarded)).toBe(PROXY);
  });

  it('does not hide that one proxy sends many wrong tokens', async () => {
    const app = await testApp({ env: ENV });
    const wrong = (i: number) => {
      const headers = { 'x-forwarded-for': `198.51.${i >> 8}.${i & 255}` };
      return app.call('GET', '/hosts', undefined, { token: 'wrong', headers, address: PROXY });
    };
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => wrong(i)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 401));
    expect(statuses.slice(200)).toContain(429);
  });

  it('is that of the connection for one that is no proxy', async () => {
    const app = await testApp({ env: ENV });
    expect(await auditedAddress(app, '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  it.each([
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['::FFFF:c633:6407', '198.51.100.7'],
    ['::1', '::1'],
    ['1.2.3', null],
    ['1.2.3.4 ', null],
    ['[::1]', null],
  ])('%j is spelled %j', (text, address) => {
    expect(canonicalAddress(text)).toBe(address);
  });
});
