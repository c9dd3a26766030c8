import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../../support/app.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { followLink } from '../../support/visit.js';

const createToken = async ({ call }: Pick<TestApp, 'call'>, role: string, expires_at?: number) =>
  (
    (await call('POST', '/tokens', { name: `${role} token`, role, expires_at })).body as {
      data: { id: number; token: string };
    }
  ).data;

/** A promise, and what resolves it. */
function gate(): { promise: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

async function signInWith(page: Page, token: string): Promise<void> {
  await page.getByLabel('Or paste a token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const signedOut = (page: Page) => page.getByRole('dialog', { name: 'Signed out' });
const account = (page: Page) => page.locator('.account .muted:visible');

describe.runIf(hasBrowser)('the session of a page', () => {
  it('has one connection for events, however often it is asked for one while a ticket is requested', async () => {
    const { page, context, link, origin } = await openConsole({ role: null });
    const { promise: released, release } = gate();
    let tickets = 0;
    await context.route('**/ws/tickets', async (route) => {
      tickets += 1;
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest('**/ws/tickets');
    await page.goto(link());
    await page.waitForURL(`${origin}/ui/`);
    await requested;
    await page.evaluate('for (let i = 0; i < 3; i++) dispatchEvent(new Event("online"))');
    await page.evaluate('fetch("../healthz")'); // requests are routed in their order
    release();
    await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
    expect(tickets).toBe(1);
  });

  it('ends with its token: each tab says so and keeps its form, and one sign-in continues in all', async () => {
    const { page, context, origin, faults, ...app } = await openConsole({ role: null });
    const token = await createToken(app, 'operator');
    await page.goto(`${origin}/ui/templates/new`);
    await signInWith(page, token.token);
    await page.getByLabel('Name', { exact: true }).fill('half filled');
    const other = await context.newPage();
    await other.goto(`${origin}/ui/`);
    await other.locator('html[data-live=open]').waitFor({ state: 'attached' });
    faults.expected.push(/401/);
    const revoked = performance.now();
    await app.call('DELETE', `/tokens/${token.id}`);
    await Promise.all([signedOut(page).waitFor(), signedOut(other).waitFor()]);
    console.log(
      `dialog in both tabs after ${Math.round(performance.now() - revoked)} ms (of 2000)`,
    );
    await signInWith(other, ADMIN);
    await signedOut(other).waitFor({ state: 'detached' });
    await signedOut(page).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('half filled');
    await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
    for (const tab of [page, other])
      await expect.poll(() => account(tab).textContent()).toBe('API_TOKEN (admin)');
  });

  it('is that of a link, also where the answer about the one before arrives later', async () => {
    const { page, context, link, origin } = await openConsole({ role: 'viewer' });
    await page.goto('about:blank');
    const { promise, release } = gate();
    let isHeld = true;
    await context.route('**/ws/tickets', async (route) => {
      const response = await route.fetch();
      if (isHeld) await promise;
      await route.fulfill({ response });
    });
    await followLink(page, link('operator'), `${origin}/ui/`);
    await expect.poll(() => account(page).textContent()).toBe('API_TOKEN (operator)');
    const answered = page.waitForResponse('**/ws/tickets');
    isHeld = false;
    release();
    await answered;
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByText('No task has run yet').waitFor();
    expect(await account(page).textContent()).toBe('API_TOKEN (operator)');
  });

  it('ends when its token expires', async () => {
    const { page, origin, faults, ...app } = await openConsole({ role: null });
    const { token } = await createToken(app, 'viewer', app.clock.now() + 3600);
    await page.goto(`${origin}/ui/hosts`);
    await signInWith(page, token);
    await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
    faults.expected.push(/401/);
    app.clock.advance(3600);
    await signedOut(page).waitFor();
  });

  it('is of one service: another one on the same host, with another role, does not disturb it', async () => {
    const { page, context, origin } = await openConsole({ role: 'admin' });
    const second = await testApp();
    await second.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = second.app.server.address() as AddressInfo;
    const code = second.ctx.sessions.issueCode({ id: null, role: 'admin' }, 'viewer');
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${port}/ui/sign-in#${code?.code ?? ''}`);
    await other.waitForURL(`http://127.0.0.1:${port}/ui/`);
    const roles = ['API_TOKEN (admin)', 'API_TOKEN (viewer)'];
    const tabs = [page, other];
    for (const [i, tab] of tabs.entries()) {
      await tab.reload();
      await tab.locator('html[data-live=open]').waitFor({ state: 'attached' });
      await expect.poll(() => account(tab).textContent()).toBe(roles[i]);
    }
    expect((await context.cookies()).length).toBe(2);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in to hostwarden' }).waitFor();
    await page.goto(`${origin}/ui/hosts`);
    await page.getByRole('heading', { name: 'Hosts' }).waitFor();
    expect(await signedOut(page).count()).toBe(0);
    await expect.poll(() => account(page).textContent()).toBe(roles[0]);
  });
});
