import { describe, expect, it } from 'vitest';
import { ADMIN } from '../../support/app.js';
import { hasBrowser, openConsole } from '../../support/console.js';

describe.runIf(hasBrowser)('signing in', () => {
  it('a link signs in once, and its code is not in the address afterwards', async () => {
    const { page, link, origin, faults } = await openConsole({ role: null });
    const once = link();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers())));
    await page.goto(once);
    await page.waitForURL(`${origin}/ui/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.evaluate('history.length + location.hash')).not.toContain('hwc_');
    const [code = ''] = once.split('#').slice(1);
    expect(sent.filter((text) => text.includes(code) && !text.endsWith(`#${code}`))).toEqual([]);
    expect(sent.filter((text) => /"referer":"[^"]/i.test(text))).toEqual([]);

    faults.expected.push(/401/);
    await page.evaluate('localStorage.clear()');
    await page.goto('about:blank');
    await page.goto(once);
    await page.getByText('already used').waitFor();
  });

  it('a link that is pasted on the page of the sign-in signs in, also after one that failed', async () => {
    const { page, link, origin, faults } = await openConsole({ role: null });
    faults.expected.push(/401/);
    await page.goto(`${origin}/ui/`);
    await page.getByRole('heading', { name: 'Sign in to hostwarden' }).waitFor();
    await page.goto(`${origin}/ui/sign-in#hwc_unknown`);
    await page.getByText('already used').waitFor();
    expect(page.url()).toBe(`${origin}/ui/sign-in`);
    await page.goto(link());
    await page.waitForURL(`${origin}/ui/`);
  });

  it('a link asks before it replaces a session, and keeps it in all tabs without a click', async () => {
    const { page, context, link, origin, call } = await openConsole({ role: 'admin' });
    const foreign = link('viewer');
    const victim = await context.newPage();
    await victim.goto(foreign);
    await victim.getByText('A link wants to sign in again').waitFor();
    await victim.getByText('You are signed in as API_TOKEN (admin)').waitFor();
    expect(victim.url()).toBe(`${origin}/ui/sign-in`);
    expect((await call('GET', '/sessions')).body).toMatchObject({ meta: { total: 1 } });
    await page.reload();
    await expect
      .poll(() => page.locator('.account .muted:visible').textContent())
      .toBe('API_TOKEN (admin)');

    await victim.getByRole('button', { name: 'Stay signed in' }).click();
    await victim.waitForURL(`${origin}/ui/`);
    await victim.goto(foreign);
    await victim.getByRole('button', { name: 'Sign in with the link' }).click();
    await victim.waitForURL(`${origin}/ui/`);
    await expect
      .poll(() => page.locator('.account .muted:visible').textContent())
      .toBe('API_TOKEN (viewer)');
  });

  it('shows commands as the program of the service is started, before and after the sign-in', async () => {
    const program = 'node dist/main.js --data-dir ./data-Zürich';
    const { page, link, origin, faults } = await openConsole({ role: null, program });
    faults.expected.push(/401/);
    const commands = page.locator('code');
    await page.goto(`${origin}/ui/sign-in#hwc_unknown`);
    await page.getByText(`print a new one with "${program} console"`).waitFor();
    expect(await commands.allTextContents()).toContain(`${program} console`);
    await page.goto(link());
    await page.waitForURL(`${origin}/ui/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await expect.poll(() => commands.allTextContents()).toContain(`${program} feed update`);
    const shown = await commands.allTextContents();
    expect(shown.filter((text) => text.startsWith('hostwarden '))).toEqual([]);
    expect(shown).toContain(`${program} scan 192.0.2.10`);
  });

  it('learns absolute paths of the program after the sign-in only', async () => {
    const program = 'node /opt/hw/dist/main.js';
    const { page, link, origin } = await openConsole({ role: null, program });
    await page.goto(`${origin}/ui/`);
    await page.getByText('prints a link').waitFor();
    expect(await page.content()).not.toContain('/opt/hw');
    await page.goto(link());
    await page.getByText(`${program} feed update`, { exact: true }).waitFor();
  });

  it('a link signs in at once where a session has ended', async () => {
    const { page, link, origin, call, faults } = await openConsole({ role: 'admin' });
    faults.expected.push(/401/);
    await call('DELETE', '/sessions/1');
    await page.goto(link('viewer'));
    await page.waitForURL(`${origin}/ui/`);
  });

  it('a pasted token signs in, opens the page that was asked for, and is not kept', async () => {
    const { page, origin } = await openConsole({ role: null });
    await page.goto(`${origin}/ui/?x=1`);
    await page.getByLabel('Or paste a token').fill(ADMIN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${origin}/ui/?x=1`);
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage })');
    expect(stored).toContain('hwsh_');
    expect(stored).not.toContain(ADMIN);
  });

  it('a session that ends shows the dialog on a page at rest, and one sign-in continues', async () => {
    const { page, call, faults } = await openConsole();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const { data } = (await call('GET', '/sessions')).body as { data: { id: number }[] };
    faults.expected.push(/401/);
    await call('DELETE', `/sessions/${data[0]?.id ?? 0}`);
    await page.getByRole('dialog', { name: 'Signed out' }).waitFor();
    await page.getByLabel('Or paste a token').fill(ADMIN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('signing out ends the session in all tabs', async () => {
    const { page, context, origin, call, faults } = await openConsole();
    const other = await context.newPage();
    await other.goto(`${origin}/ui/`);
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    faults.expected.push(/401/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to hostwarden' }).waitFor();
    await other.getByRole('dialog', { name: 'Signed out' }).waitFor();
    expect((await call('GET', '/sessions')).body).toMatchObject({ meta: { total: 0 } });
  });

  it('signing out deletes the session, and keeps the preferences and what others store at the origin', async () => {
    const { page, context } = await openConsole();
    const readStored = () => page.evaluate<Record<string, string>>('({ ...localStorage })');
    await page.evaluate("localStorage.setItem('other service', 'kept')");
    await page.getByLabel('Theme').selectOption('dark');
    const before = await readStored();
    expect(Object.keys(before)).toContain('hostwarden:/:session');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to hostwarden' }).waitFor();
    await expect.poll(() => context.cookies()).toEqual([]);
    const isKept = ([key]: [string, string]): boolean => key !== 'hostwarden:/:session';
    const kept = Object.fromEntries(Object.entries(before).filter(isKept));
    expect(await readStored()).toEqual(kept);
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining(['other service', 'hostwarden:/:prefs']),
    );
    await page.reload();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });
});
