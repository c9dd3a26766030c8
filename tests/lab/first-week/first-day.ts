import { expect } from 'vitest';
import { debianReport, reportOf } from '../../support/reports.js';
import { watchTexts, type WeekPage } from './page.js';

/** Packages with their versions. */
export type Versions = Readonly<Record<string, string>>;

/** Packages of Debian 12 before their security updates, and the updates. */
export const OLD: Versions = {
  atomicparsley: '20200701.154658.b0d6223-1',
  chromium: '97.0.4692.71-1',
  sope: '5.8.0-1',
  bash: '5.2.15-2+b7',
};
export const UPDATES: Versions = {
  atomicparsley: '20210715.151551.e7ad03a-1',
  chromium: '98.0.4758.80-1',
  sope: '5.8.0-1+deb12u1',
};

/** Returns the report of a collector on a host with these packages. */
export const reportWith = (versions: Versions): string =>
  reportOf(debianReport(Object.entries(versions).map(([name, version]) => ({ name, version }))));

/** The overview of an empty service says what to do, and leads there. */
export async function readEmptyConsole({ page, picture }: WeekPage): Promise<void> {
  await page.getByText('There is no host yet').waitFor();
  await page.getByRole('heading', { name: 'No vulnerability data are loaded' }).waitFor();
  await page.getByRole('link', { name: 'Load feeds' }).waitFor();
  await picture('01-empty');
  await page.getByRole('link', { name: 'Add hosts, and scan them' }).click();
  await page.waitForURL(/\/ui\/hosts$/);
}

/** Adds hosts from the list, scans them, and follows the task to its end without a reload. */
export async function scanHosts({ page, picture }: WeekPage, list: string): Promise<void> {
  await page.getByRole('button', { name: 'Add hosts' }).first().click();
  await page.getByLabel('Addresses, one a line').fill(list);
  await picture('02-add-hosts');
  await page.getByRole('button', { name: /^Add \d+ hosts$/ }).click();
  await page.getByText(/hosts added/).waitFor();
  await page.getByLabel('Select the rows of this page').check();
  await page.getByRole('button', { name: 'Scan now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Scan now' }).click();
  await page.waitForURL(/\/ui\/tasks\/\d+$/);
  const readSeen = await watchTexts(page, 'main .panel');
  await page.getByRole('heading', { name: 'TASK-00001' }).waitFor();
  await picture('03-scanning');
  await page.getByText('completed').first().waitFor({ timeout: 60_000 });
  await picture('04-scanned');
  expect((await readSeen()).length, 'states of the task that were seen').toBeGreaterThan(2);
}

/** Chooses a file in the open dialog and imports it. */
async function importFile({ page }: WeekPage, name: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from(text);
  await dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Imports a report on the page of a host. */
export async function importReport(week: WeekPage, host: number, versions: Versions) {
  await week.open(`hosts/${host}`);
  await week.page.getByRole('button', { name: 'Import inventory' }).click();
  await importFile(week, 'report', reportWith(versions));
}

/** Loads a feed from a file. */
export async function importFeed(week: WeekPage, feed: string, text: string): Promise<void> {
  await week.open('settings/feeds');
  const row = week.page.locator('tr', { hasText: feed });
  await row.getByRole('button', { name: 'Import' }).click();
  await importFile(week, 'tracker.json', text);
  await row.getByText('ready').waitFor();
  await week.picture('06-feeds');
}

/** Copies the command of the first action of the overview. Returns the package that it upgrades. */
export async function copyFirstCommand(week: WeekPage): Promise<string> {
  const { page } = week;
  await week.open('');
  await page.getByRole('heading', { name: 'Do first' }).waitFor();
  await week.picture('07-do-first');
  await page.getByRole('button', { name: 'Copy the command' }).first().click();
  await page.getByText('Copied').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain('apt-get');
  const upgraded = Object.keys(UPDATES).find((name) => copied.includes(name));
  if (upgraded === undefined) throw new Error(`upgrades nothing that is known: ${copied}`);
  return upgraded;
}
