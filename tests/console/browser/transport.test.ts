import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';
import { strippingProxy } from '../../support/stripping-proxy.js';

const tlsProxy = (port: number): Promise<string> => strippingProxy(port, { hasTls: true });

/** How a browser reaches the service, and whether its cookie is marked `Secure`. */
const TRANSPORTS: [string, Record<string, string>, (port: number) => Promise<string>, boolean][] = [
  ['HTTP on loopback', {}, async (port) => `http://127.0.0.1:${port}`, false],
  ['HTTP in a network', {}, async (port) => `http://hostwarden.lan:${port}`, false],
  ['its own TLS', { TLS: 'self-signed' }, async (port) => `https://127.0.0.1:${port}`, true],
  ['a trusted proxy with TLS', { TRUST_PROXY: '127.0.0.1' }, tlsProxy, true],
  ['a proxy with TLS that is not trusted', {}, tlsProxy, false],
];

describe.runIf(hasBrowser)('the cookie of a session', () => {
  it.each(TRANSPORTS)('signs in over %s', async (_name, env, proxy, secure) => {
    const { page, context, faults } = await openConsole({ env, proxy });
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ secure, httpOnly: true, sameSite: 'Strict', path: '/' });
    await page.reload();
    await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to hostwarden' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(faults.list).toEqual([]);
  });
});
