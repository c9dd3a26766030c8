import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../../support/console.js';
import { waitForAnswers } from '../../../support/visit.js';
import { openWholeConsole, type WholeConsole } from '../../../support/whole-console.js';

const PHONE = {
  viewport: { width: 360, height: 740 },
  browser: { hasTouch: true, isMobile: true },
};

const row = (page: Page, text: string): Locator => page.locator('tbody tr', { hasText: text });

/** Taps, and waits for what it opens. */
async function tap(page: Page, wanted: Locator): Promise<void> {
  await wanted.tap();
  await waitForAnswers(page);
}

/** Opens a screen by the bar at the foot; one of the last by `More`. */
async function goTo(page: Page, screen: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const link = bar.getByRole('link', { name: screen, exact: true });
  if ((await link.count()) === 0) await tap(page, bar.locator('summary'));
  await tap(page, link);
}

/** Finds a host by its name, sorts the hosts, and selects three of them. */
async function useHosts(page: Page): Promise<void> {
  await goTo(page, 'Hosts');
  await page.getByRole('searchbox').tap();
  await page.keyboard.type('an-unusual');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await tap(page, page.getByRole('link', { name: /^an-unusually-long-host-name/ }));
  await page.getByRole('heading', { name: /^an-unusually-long-host-name/ }).waitFor();
  await goTo(page, 'Hosts');
  await page.getByLabel('Order').selectOption('risk');
  await page.waitForURL(/sort=risk/);
  await waitForAnswers(page);
  for (const i of [0, 1, 2]) await page.locator('tbody tr').nth(i).getByRole('checkbox').tap();
  await page.getByText('3 selected').waitFor();
}

/** Accepts the vulnerability of a card, with a reason and an end. */
async function accept({ page, request }: WholeConsole): Promise<void> {
  await goTo(page, 'Findings');
  await tap(page, row(page, 'CVE-2024-0001').getByRole('button', { name: 'Accept' }));
  const dialog = page.getByRole('dialog', { name: 'Accept CVE-2024-0001' });
  await dialog.getByLabel('Reason').tap();
  await page.keyboard.type('Not reachable');
  await dialog.getByLabel('Until the end of').fill('2099-12-31');
  await tap(page, dialog.getByRole('button', { name: 'Accept', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  const list = await request<{ until: number }[]>(200, 'GET', '/acceptances');
  expect(new Date((list[0]?.until ?? 0) * 1000).getUTCFullYear()).toBe(2099);
}

/** Makes a template with a schedule, runs it, and stops its task. */
async function scan({ page, network }: WholeConsole): Promise<void> {
  network.set('192.0.2.2', 'waits');
  await goTo(page, 'Templates');
  await tap(page, page.getByRole('button', { name: 'New template' }));
  await page.getByLabel('Name', { exact: true }).fill('nightly');
  await page.getByLabel('Type').selectOption('pentest');
  await page.getByLabel('Add a host by name or address').tap();
  await page.keyboard.type('192.0.2.2');
  await tap(page, page.getByRole('button', { name: 'Add host 192.0.2.2' }));
  await page.getByText('1 host now').waitFor();
  await tap(page, page.getByLabel('Start tasks on a schedule'));
  await expect.poll(() => page.locator('.next-starts li').count()).toBe(5);
  await tap(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.waitForURL(/templates\/\d+$/);
  await tap(page, page.getByRole('button', { name: 'Run', exact: true }));
  await page.waitForURL(/tasks\/\d+$/);
  await tap(page, page.getByRole('button', { name: 'Stop' }));
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
}

/** Tries the installation of an agent on a host that refuses the login. */
async function installAgent({ page }: WholeConsole): Promise<void> {
  await goTo(page, 'Agents');
  await tap(page, page.getByRole('link', { name: 'Hosts without an agent' }));
  await page.locator('tbody tr').first().getByRole('checkbox').tap();
  await tap(page, page.getByRole('button', { name: 'Install', exact: true }));
  await tap(page, page.getByRole('button', { name: 'Start the dry run' }));
  await page.waitForURL(/agents\/batches\/2$/);
  await page.getByText('1 of 1 host done').waitFor();
}

/** Reads the newest difference of a template. */
async function readDifference({ page }: WholeConsole): Promise<void> {
  await goTo(page, 'Templates');
  await tap(page, page.getByRole('link', { name: 'inventory of all' }));
  await page.getByRole('heading', { name: 'Difference of TASK-00003' }).waitFor();
  await tap(page, page.getByRole('link', { name: /^Changed/ }));
  await page.locator('summary', { hasText: 'Evidence' }).first().tap();
  await page.getByText('Before', { exact: true }).first().waitFor();
}

describe.runIf(hasBrowser)('with fingers on a phone', () => {
  it('nine jobs are done from the overview', async () => {
    const app = await openWholeConsole(PHONE);
    await useHosts(app.page);
    await accept(app);
    await scan(app);
    await installAgent(app);
    await readDifference(app);
  }, 300_000);
});
