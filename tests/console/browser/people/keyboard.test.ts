import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../../support/console.js';
import { hasFocus, keysOf, watchSpeech, type Keys } from '../../../support/keyboard.js';
import { waitForAnswers } from '../../../support/visit.js';
import { openWholeConsole, type WholeConsole } from '../../../support/whole-console.js';

const focused = (page: Page): Locator => page.locator(':focus');
const row = (page: Page, text: string): Locator => page.locator('tbody tr', { hasText: text });

/** Finds a host by its name, sorts the hosts, and selects three of them. */
async function useHosts(page: Page, keys: Keys): Promise<void> {
  await keys.go('g', 'h');
  expect(await focused(page).textContent()).toBe('Hosts');
  await page.keyboard.press('/');
  await page.keyboard.type('an-unusual');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await keys.go('Escape', 'j', 'Enter');
  expect(await focused(page).textContent()).toContain('an-unusually-long-host-name');
  await page.goBack(); // Alt and the left arrow, which the browser takes
  await waitForAnswers(page);
  expect(await page.getByRole('searchbox').inputValue()).toBe('an-unusual');

  await keys.go('g', 'o', 'g', 'h');
  const heading = page.getByRole('button', { name: 'Risk' });
  const isWide = await heading.isVisible();
  const sort = isWide ? heading : page.getByLabel('Order');
  await keys.tabTo(sort);
  if (isWide) await keys.go('Enter');
  else await page.keyboard.type('Risk'); // a select, where the letters of rows are not keys
  await page.waitForURL(/sort=risk/);
  await waitForAnswers(page);
  expect(await hasFocus(sort)).toBe(true);
  if (!isWide) await keys.go('Tab');
  await keys.go('j', 'x', 'j', 'x', 'j', 'x');
  await page.getByText('3 selected').waitFor();
  await keys.check();
}

/** Accepts the vulnerability of a row, with a reason and an end. */
async function accept({ page, request }: WholeConsole, keys: Keys): Promise<void> {
  await keys.go('g', 'f', 'j');
  await row(page, 'CVE-2024-0001').waitFor();
  await keys.go('e');
  const dialog = page.getByRole('dialog', { name: 'Accept CVE-2024-0001' });
  await dialog.waitFor();
  await keys.tabTo(dialog.getByLabel('Reason'));
  await page.keyboard.type('Not reachable');
  await keys.tabTo(dialog.getByLabel('Until the end of'));
  await page.keyboard.type('12312099');
  const button = dialog.getByRole('button', { name: 'Accept', exact: true });
  await keys.tabTo(button);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await waitForAnswers(page);
  const list = await request<{ reason: string; until: number }[]>(200, 'GET', '/acceptances');
  expect(list).toContainEqual(
    expect.objectContaining({ reason: 'Not reachable', vulnerability_id: 'CVE-2024-0001' }),
  );
  expect(new Date((list[0]?.until ?? 0) * 1000).getUTCFullYear()).toBe(2099);
  expect(await page.locator('tr:focus').count()).toBe(1);
}

/** Makes a template with a schedule, runs it, and stops its task. */
async function scan({ page, network }: WholeConsole, keys: Keys): Promise<void> {
  network.set('192.0.2.2', 'waits');
  await keys.go('g', 't', 'n');
  await keys.tabTo(page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('nightly');
  await keys.tabTo(page.getByLabel('Type'));
  await page.keyboard.type('pentest');
  await keys.tabTo(page.getByLabel('Add a host by name or address'));
  await page.keyboard.type('192.0.2.2');
  const found = page.getByRole('button', { name: 'Add host 192.0.2.2' });
  await found.waitFor();
  await keys.tabTo(found);
  await page.keyboard.press('Enter');
  await page.getByText('1 host now').waitFor();
  await keys.tabTo(page.getByLabel('Start tasks on a schedule'));
  await page.keyboard.press('Space');
  await keys.tabTo(page.getByLabel('Every', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await expect.poll(() => page.locator('.next-starts li').count()).toBe(5);
  await keys.tabTo(page.getByRole('button', { name: 'Save', exact: true }));
  await keys.go('Enter');
  await page.waitForURL(/templates\/\d+$/);
  await waitForAnswers(page);
  expect(await focused(page).textContent()).toBe('nightly');

  await page.keyboard.press('r');
  await page.waitForURL(/tasks\/\d+$/);
  await waitForAnswers(page);
  expect(await focused(page).textContent()).toMatch(/^TASK-/);
  await keys.tabTo(page.getByRole('button', { name: 'Stop' }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  expect(await focused(page).textContent()).toMatch(/^TASK-/);
}

/** Tries the installation of an agent on a host that refuses the login. */
async function installAgent({ page }: WholeConsole, keys: Keys): Promise<void> {
  await keys.go('g', 'a');
  await keys.tabTo(page.getByRole('link', { name: 'Hosts without an agent' }));
  await keys.go('Enter', 'j', 'x');
  const button = page.getByRole('button', { name: 'Install', exact: true });
  await keys.tabTo(button);
  await keys.go('Enter', 'Escape');
  expect(await hasFocus(button)).toBe(true);
  await keys.go('Enter');
  const dialog = page.getByRole('dialog');
  await keys.tabTo(dialog.getByRole('button', { name: 'Start the dry run' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/agents\/batches\/2$/);
  await page.getByText('1 of 1 host done').waitFor();
  await page
    .getByText(/auth_failed/)
    .first()
    .waitFor();
  expect(await focused(page).textContent()).toContain('Dry run');
}

/** Reads the newest difference of a template. */
async function readDifference({ page }: WholeConsole, keys: Keys): Promise<void> {
  await keys.go('g', 't');
  const link = row(page, 'inventory of all').getByRole('link', { name: 'inventory of all' });
  await keys.tabTo(link);
  await keys.go('Enter');
  await page.getByRole('heading', { name: 'Difference of TASK-00003' }).waitFor();
  const tab = page.getByRole('link', { name: /^Changed/ });
  await keys.tabTo(tab);
  await keys.go('Enter');
  expect(await hasFocus(tab)).toBe(true);
  await keys.tabTo(page.locator('summary', { hasText: 'Evidence' }).first());
  await page.keyboard.press('Enter');
  await page.getByText('Before', { exact: true }).first().waitFor();
}

const VIEWS = [
  ['a wide page', { width: 1280, height: 900 }],
  ['360 × 740', { width: 360, height: 740 }],
] as const;

describe.runIf(hasBrowser)('without a mouse', () => {
  it.each(VIEWS)(
    'nine jobs are done from the overview: %s',
    async (_name, viewport) => {
      const app = await openWholeConsole({ viewport });
      const keys = keysOf(app.page);
      const repeated = await watchSpeech(app.page);
      await useHosts(app.page, keys);
      await accept(app, keys);
      await scan(app, keys);
      await installAgent(app, keys);
      await readDifference(app, keys);
      expect(await repeated()).toEqual([]);
      expect(keys.faults).toEqual([]);
    },
    300_000,
  );
});
