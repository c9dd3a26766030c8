import { describe, expect, it } from 'vitest';
import { openConsoleWithTasks } from '../../support/console-tasks.js';
import { hasBrowser, openConsole } from '../../support/console.js';

describe.runIf(hasBrowser)('tasks', () => {
  it('the list is filtered by status in the address; without a task it says what to do', async () => {
    const { page, open } = await openConsole({ role: 'viewer' });
    await open('tasks');
    await page.getByText('No task has run yet').waitFor();
    await open('tasks?status=failed');
    await page.getByText('Nothing matches these filters').waitFor();
    await open('templates');
    const button = page.getByRole('button', { name: 'New template' }).first();
    expect(await button.getAttribute('title')).toBe('Needs the role operator; you are viewer');
  });

  it('a task is watched live, stopped, and its hosts have their outcomes', async () => {
    const app = await openConsoleWithTasks();
    const { page, open, network, hosts, request } = app;
    for (const ip of ['192.0.2.1', '192.0.2.2']) network.set(ip, 'waits');
    const template = await app.addTemplate('pentest', hosts);
    await open(`templates/${template}`);
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.keyboard.press('r');
    await page.waitForURL(/\/ui\/tasks\/\d+$/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    await page.locator('.outcome-words', { hasText: 'stopped' }).waitFor();
    await expect.poll(() => page.title()).toContain('stopped');
    const id = Number(page.url().split('/').at(-1));
    expect(await request(200, 'GET', `/api/v1/tasks/${id}`)).toMatchObject({ status: 'stopped' });
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('stopped');
    await page.waitForURL(/outcome=stopped/);
    await page.locator('tbody tr', { hasText: 'stopped' }).first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete TASK/ })
      .click();
    await page.waitForURL(/\/ui\/tasks$/);
  });

  it('an unknown task and template say so', async () => {
    const { page, open, faults } = await openConsole();
    faults.expected.push(/404/);
    await open('tasks/999');
    await page.getByRole('heading', { name: 'There is no such task' }).waitFor();
    await open('templates/999');
    await page.getByRole('heading', { name: 'There is no such template' }).waitFor();
  });
});

describe.runIf(hasBrowser)('a template', () => {
  it('its chain leads to the difference of each task, coverage first', async () => {
    const { page, open, template } = await openConsoleWithTasks();
    await open(`templates/${template}`);
    await page.getByRole('heading', { name: 'Difference of TASK-00003' }).waitFor();
    await page.getByText(/Packages: 1 of 2 hosts checked/).waitFor();
    await page.getByRole('link', { name: 'CVE-2024-0001' }).waitFor();
    await page.getByRole('link', { name: 'Not compared 1' }).click();
    await page.waitForURL(/section=not-compared/);
    await page
      .getByRole('link', { name: /^TASK-00002/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Difference of TASK-00002' }).waitFor();
    await page.getByRole('link', { name: 'Fixed 1' }).click();
    await page.getByRole('link', { name: 'CVE-2024-0001' }).waitFor();
    expect(await page.locator('.diff-host .command').count()).toBe(0); // nothing is left to do
    const saved = page.waitForEvent('download');
    await page.getByRole('group', { name: 'Export' }).getByRole('button', { name: 'CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('TASK-00002.csv');
  });

  it('compares any two of its tasks, chosen in fields or in the picture, and has its history', async () => {
    const { page, open, template, request } = await openConsoleWithTasks();
    const tasks = await request<{ id: number }[]>(200, 'GET', '/api/v1/tasks/');
    const [third = 0, , first = 0] = tasks.map(({ id }) => id).sort((a, b) => b - a);
    await open(`templates/${template}`);
    await page.getByRole('link', { name: 'New 1' }).waitFor();
    await page.getByLabel('compared with').selectOption(`${first}`);
    await page.waitForURL(new RegExp(`task=${third}&base=${first}$`));
    await page.getByRole('link', { name: 'New 0' }).waitFor(); // its versions are those of the first
    await page.getByRole('link', { name: 'TASK-00001', exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Choose both in the picture' }).click();
    await page
      .getByRole('link', { name: /^TASK-00002/ })
      .first()
      .click();
    await page.waitForURL(new RegExp(`task=${third}&base=${third - 1}$`));
    await page.getByRole('link', { name: 'New 1' }).waitFor();
    await open(`templates/${template}?tab=history`);
    await page.getByRole('heading', { name: 'Open findings by day' }).waitFor();
    await page.locator('figure.picture').waitFor();
  });

  it('entries of a difference are searched, ordered and paged in the address', async () => {
    const { page, open, template } = await openConsoleWithTasks();
    await open(`templates/${template}?task=1&limit=25`);
    await page.getByText('1 to 3 of 3').waitFor();
    await page.getByRole('searchbox').fill('curl');
    await page.waitForURL(/q=curl/);
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByLabel('Order').selectOption('package');
    await page.waitForURL(/sort=package/);
    await page.getByRole('button', { name: 'Only this host' }).click();
    await page.waitForURL(/host_id=\d+/);
    await page.getByRole('link', { name: 'Fixed 0' }).click();
    await page.getByText('Nothing was fixed on the hosts that were compared').waitFor();
    expect(page.url()).not.toContain('q=curl');
  });

  it('is made with a schedule whose next starts follow the typing, changed, copied, and deleted', async () => {
    const { page, open, request } = await openConsoleWithTasks();
    await open('templates');
    await page.getByRole('link', { name: 'inventory of all' }).waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name', { exact: true }).fill('nightly');
    await page.getByLabel('Type').selectOption('pentest');
    await page.getByLabel('Add a host by name or address').fill('192.0.2.2');
    await page.getByRole('button', { name: 'Add host 192.0.2.2' }).click();
    await page.getByText('1 host now').waitFor();
    await page.getByLabel('Start tasks on a schedule').check();
    await page.getByLabel('Every', { exact: true }).fill('2');
    const starts = page.locator('.next-starts li');
    await expect.poll(() => starts.count()).toBe(5);
    await page.getByLabel('Until').fill('2020-01-01T00:00');
    await expect.poll(() => starts.count()).toBe(0);
    await page.getByLabel('Until').fill('');
    await expect.poll(() => starts.count()).toBe(5);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'nightly' }).waitFor();
    await page.getByText('every 2 days').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
      .toBe('nightly (copy)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'nightly (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete nightly (copy)' }).click();
    await page.waitForURL(/\/ui\/templates$/);
    expect(await request(200, 'GET', '/api/v1/templates/')).toHaveLength(2);
  });

  it('all that match a filter are switched, run and deleted at once, and no other', async () => {
    const { page, open, hosts, request, addTemplate, clock } = await openConsoleWithTasks();
    const MATCHING = 26; // one more than the page has rows
    const schedule = { type: 3, recurrence: 1, start_time: clock.now() + 86_400 };
    for (let i = 0; i < MATCHING; i += 1) {
      const id = await addTemplate('pentest', hosts);
      await request(200, 'PUT', `/api/v1/templates/${id}`, { schedule });
    }
    const countEnabled = async (type: string) => {
      const path = `/api/v1/templates/?type=${type}`;
      const found = await request<{ schedule: { enabled: boolean } | null }[]>(200, 'GET', path);
      return found.filter(({ schedule: of }) => of?.enabled).length;
    };
    await open('templates?limit=25&type=pentest');
    await page.getByText(`1 to 25 of ${MATCHING}`).waitFor();
    const select = async (count: number) => {
      await page.getByLabel('Select this row').first().check();
      await page.getByRole('button', { name: `Select all ${count} that match` }).click();
      await page.getByText(`All ${count} that match are selected`).waitFor();
    };
    const dialog = page.getByRole('dialog');
    await select(MATCHING);
    await page.locator('.selection-bar').getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: /^Switch off the schedules/ }).click();
    await page.getByText(`${MATCHING} schedules switched off`).waitFor();
    expect([await countEnabled('pentest'), await countEnabled('inventory')]).toEqual([0, 1]);
    await select(MATCHING);
    await page.locator('.selection-bar').getByRole('button', { name: 'Run' }).click();
    await dialog.getByRole('button', { name: `Run ${MATCHING} templates` }).click();
    await page.getByText(`${MATCHING} tasks started`).waitFor();
    await select(MATCHING);
    await addTemplate('pentest', hosts);
    await page.getByText(`1 to 25 of ${MATCHING + 1}`).waitFor(); // what was selected stays the same
    await page.getByText(`that matched are selected; now ${MATCHING + 1} match`).waitFor();
    await page.locator('.selection-bar').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: `Delete ${MATCHING} templates` }).click();
    await page.getByText(`${MATCHING + 1} match now, not ${MATCHING}`).waitFor();
    expect(await request(200, 'GET', '/api/v1/templates/?type=pentest')).toHaveLength(MATCHING + 1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('');
    await page.getByText(`1 to 25 of ${MATCHING + 2}`).waitFor();
    await expect.poll(() => page.getByText('that match are selected').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Type' }).selectOption('pentest');
    await page.getByText(`1 to 25 of ${MATCHING + 1}`).waitFor();
    await select(MATCHING + 1);
    await page.locator('.selection-bar').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: `Delete ${MATCHING + 1} templates` }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await request(200, 'GET', '/api/v1/templates/')).toMatchObject([{ type: 'inventory' }]);
  });

  it('the calendar has the starts of a week that is in the address', async () => {
    const { page, open, clock, template } = await openConsoleWithTasks();
    const week = new Date((clock.now() + 14 * 86_400) * 1000).toISOString().slice(0, 10);
    await open(`calendar?week=${week}`);
    await page.getByText(/^7 starts from/).waitFor();
    await page.getByRole('link', { name: 'Week after' }).click();
    await page.waitForURL((url) => !url.search.includes(week));
    await page.getByText(/^7 starts from/).waitFor();
    await page.locator('svg a.mark').first().click();
    await page.waitForURL(new RegExp(`templates/${template}$`));
  });
});
