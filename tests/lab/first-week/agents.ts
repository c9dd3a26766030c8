import { expect } from 'vitest';
import type { LabHost } from '../hosts.js';
import { watchTexts, type WeekPage } from './page.js';

/** Adds the credential of a user in the settings. */
export async function addCredential(week: WeekPage, user: string, password: string) {
  const { page, open } = week;
  await open('settings');
  await page.getByRole('button', { name: 'Add a credential' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type').selectOption('ssh_password');
  await dialog.getByLabel('Name', { exact: true }).fill('lab');
  await dialog.getByLabel('User').fill(user);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('cell', { name: 'SSH password' }).waitFor();
}

/** Installs agents on these hosts in one batch, of which this many fail, and follows it without a reload. */
export async function installAgents(
  { page, open, picture }: WeekPage,
  hosts: readonly LabHost[],
  failed: number,
): Promise<void> {
  await open('agents?view=without&q=10.77.0.1&limit=100');
  for (const { ip } of hosts)
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: ip, exact: true }) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Install the agent on ${hosts.length} hosts` });
  await dialog.getByText('lab (').waitFor({ state: 'attached' });
  await dialog.getByRole('checkbox').uncheck();
  await picture('20-install');
  await dialog.getByRole('button', { name: /^Install the agent/ }).click();
  await page.waitForURL(/agents\/batches\/\d+$/);
  const readSeen = await watchTexts(page, 'main table');
  await page.locator('main table progress').first().waitFor();
  await picture('21-batch');
  await waitForEnd(page, hosts.length);
  expect((await readSeen()).length, 'states of the batch that were seen').toBeGreaterThan(2);
  await page.getByText(`${failed} host failed: auth_failed`).waitFor();
  await picture('22-batch-failed');
}

const waitForEnd = (page: WeekPage['page'], hosts: number): Promise<void> =>
  page
    .getByText(`${hosts} of ${hosts} host${hosts === 1 ? '' : 's'} done`)
    .waitFor({ timeout: 60_000 });

/** Tries the failed host again from the page of the batch. */
export async function tryAgain({ page, picture }: WeekPage): Promise<void> {
  await page.getByRole('button', { name: 'Try again on 1 host' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install the agent on 1 host' });
  await dialog.getByText('lab (').waitFor({ state: 'attached' });
  expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Install the agent on 1 host' }).click();
  await page.waitForURL(/agents\/batches\/2$/);
  await waitForEnd(page, 1);
  await picture('23-again');
}

/** All these hosts have an agent that checks in. */
export async function expectAgents({ page, open, picture }: WeekPage, count: number) {
  await open('agents?state=online');
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(count);
  await picture('24-agents');
}
