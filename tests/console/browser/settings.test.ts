import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findViolations } from '../../support/axe.js';
import { seedConsole } from '../../support/console-fleet.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { fakeRemoteHosts } from '../../support/fake-remote-host.js';

const PASSWORD = 'p4ss-of-the-lab';

describe.runIf(hasBrowser)('settings', () => {
  it('a credential is added, tested with a host, renamed and removed; its secret is never shown', async () => {
    const operations = { connectHost: fakeRemoteHosts().connect };
    const { page, open, call } = await seedConsole(await openConsole({ operations }));
    await open('settings');
    await page.getByText('There is no credential yet').waitFor();
    await page.getByRole('button', { name: 'Add a credential' }).click();
    const dialog = page.getByRole('dialog');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Type').selectOption('ssh_password');
    await dialog.getByLabel('Name').fill('lab');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'SSH password' }).waitFor();

    await page.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('Choose a host first').waitFor();
    await dialog.getByLabel('Part of its name').fill('web');
    await dialog.getByLabel('web-1 (10.8.0.1)').check();
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText('It works.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('lab 2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'lab 2' }).waitFor();
    expect(await page.content()).not.toContain(PASSWORD);
    expect((await call('GET', '/credentials/1')).body).toMatchObject({ data: { name: 'lab 2' } });
    await page.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('No template uses it.').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is no credential yet').waitFor();
  });

  it('a token is shown once and revoked; other sessions are ended', async () => {
    const { page, open, call, context, link, origin } = await openConsole();
    await open('settings/access');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('dashboard');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const token = await page.getByRole('dialog').locator('.command code').textContent();
    expect((await call('GET', '/hosts', undefined, { token })).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'dashboard' }).waitFor();
    expect(await page.content()).not.toContain(token);
    const row = page.locator('tr', { hasText: 'dashboard' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await call('GET', '/hosts', undefined, { token })).status).toBe(401);

    const other = await context.browser()?.newPage();
    await other?.goto(link('viewer'));
    await other?.waitForURL(`${origin}/ui/`);
    await open('settings/access?view=sessions');
    await page
      .getByRole('row', { name: /viewer/ })
      .getByRole('button', { name: 'End' })
      .click();
    await page.getByRole('button', { name: 'End the session' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await other?.close();
  });

  it('a feed is imported from a file, which changes its age, and cleared', async () => {
    const { page, open } = await seedConsole(await openConsole());
    await open('settings/feeds');
    const row = page.locator('tr', { hasText: 'CISA' });
    await row.getByText('no data').waitFor();
    await row.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const kev = {
      catalogVersion: '2026.09.21',
      dateReleased: '2026-09-21T00:00:00.000Z',
      count: 1,
      vulnerabilities: [
        {
          cveID: 'CVE-2024-1',
          vendorProject: 'v',
          product: 'p',
          vulnerabilityName: 'n',
          dateAdded: '2026-01-01',
          shortDescription: 's',
          requiredAction: 'a',
          dueDate: '2026-02-01',
          knownRansomwareCampaignUse: 'Unknown',
          notes: '',
        },
      ],
    };
    await dialog.getByLabel('File').setInputFiles({
      name: 'kev.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(kev)),
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('ready').waitFor();
    await row.getByRole('button', { name: 'Clear' }).click();
    await dialog.getByText('1 record is removed').waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await row.getByText('no data').waitFor();
  });

  it('a group is created, filled, emptied and deleted; an unknown one says so', async () => {
    const { page, open, faults } = await seedConsole(await openConsole());
    await open('settings/groups');
    await page.getByRole('button', { name: 'Create a group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('rack 1');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'rack 1' }).click();
    await page.getByText('This group has no host yet').waitFor();
    await page.getByRole('button', { name: 'Add a host' }).click();
    await dialog.getByLabel('web-1 (10.8.0.1)').check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.locator('tr', { hasText: 'web-1' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Remove 1 host from the group' }).click();
    await dialog.getByRole('button', { name: 'Remove 1 host from rack 1' }).click();
    await page.getByText('This group has no host yet').waitFor();
    await open('settings/groups');
    await page.locator('tr', { hasText: 'rack 1' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete 1 group' }).click();
    await expect.poll(() => page.locator('tr', { hasText: 'rack 1' }).count()).toBe(0);
    faults.expected.push(/404/);
    await open('settings/groups/99');
    await page.getByText('There is no such group').waitFor();
  });

  it('a channel is tested with the answer of the other side, and gets a rule', async () => {
    const receiver = createServer((request, response) => {
      request.resume();
      response.statusCode = 418;
      response.end('no tea <img src=x onerror=alert(1)>');
    });
    onTestFinished(() => void receiver.close());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const { page, open } = await seedConsole(await openConsole());
    await open('settings/notifications');
    await page.getByText('There is no channel yet').waitFor();
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('link', { name: 'Add a channel first' }).click();
    await page.getByRole('button', { name: 'Add a channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('ops chat');
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/hooks/1`);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('The message was not accepted.').waitFor();
    await dialog.getByText('no tea').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('a task failed').uncheck();
    await dialog.getByLabel(/^Findings/).selectOption('high');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'high and worse' }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('It no longer sends 1 event.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.waitForURL(/view=deliveries/);
    await page.getByRole('region', { name: 'Deliveries' }).waitFor();
  });

  it('Ctrl+K opens a host by its name, without a mouse', async () => {
    const { page, open } = await seedConsole(await openConsole());
    await open('settings');
    await page.keyboard.press('Control+k');
    await page.locator('input[role=combobox]:focus').waitFor();
    await page.keyboard.type('web-1');
    await page.getByRole('option', { name: 'web-1 (10.8.0.1) Host' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'web-1' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('input[role=combobox]:focus').waitFor();
    await page.keyboard.type('feeds');
    await page.keyboard.press('Enter');
    await page.waitForURL(/settings\/feeds$/);
  });

  it('a viewer sees which role reads the credentials', async () => {
    const { page, open } = await openConsole({ role: 'viewer' });
    await open('settings');
    await page.getByText('Needs the role operator; you are viewer').waitFor();
  });
});
