import { describe, expect, it } from 'vitest';
import {
  hasBrowser,
  openConsole,
  openPage,
  waitForEvents,
  type OpenConsole,
} from '../../support/console.js';
import { openConsoleWithTasks } from '../../support/console-tasks.js';

/** Opens a screen in a second browser, signed in on its own. @param expected messages of that browser */
async function openSecond({ origin, link }: OpenConsole, path: string, expected: RegExp[] = []) {
  const second = await openPage(origin);
  second.faults.expected = expected;
  await second.page.goto(link('operator'));
  await second.page.waitForURL(`${origin}/ui/`);
  await second.page.goto(`${origin}/ui/${path}`);
  await second.page.locator('main h1').waitFor();
  await waitForEvents(second.page);
  return second.page;
}

describe.runIf(hasBrowser)('a second browser', () => {
  it('follows hosts that are added, renamed, grouped and deleted in the first', async () => {
    const app = await openConsole();
    const { page, open, call } = app;
    const second = await openSecond(app, 'hosts');
    const overview = await openSecond(app, '');
    await second.getByText('There is no host yet').waitFor();
    await overview.getByText('There is no host yet').waitFor();
    await open('hosts');
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Addresses').fill('10.9.0.1\n10.9.0.2');
    await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
    await second.getByText('1 to 2 of 2').waitFor();
    await overview.getByText('There is no host yet').waitFor({ state: 'detached' });
    await call('PUT', '/hosts/1', { hostname: 'web-1' });
    await second.getByRole('link', { name: 'web-1' }).waitFor();
    await call('POST', '/groups', { name: 'servers' });
    const group = await openSecond(app, 'settings/groups/1');
    await group.getByText('This group has no host yet').waitFor();
    await call('PUT', '/groups/1/hosts/1');
    await group.getByText('web-1').waitFor();
    await call('DELETE', '/hosts', { ids: [1, 2] });
    await second.getByText('There is no host yet').waitFor();
    await group.getByText('This group has no host yet').waitFor();
  });

  it('says on the page of a host, a group or a template that it was deleted', async () => {
    const app = await openConsoleWithTasks();
    const { call, hosts, template } = app;
    const [id = 0] = hosts;
    await call('POST', '/groups', { name: 'servers', host_ids: hosts });
    const host = await openSecond(app, `hosts/${id}`);
    await host.getByRole('table', { name: 'Actions' }).waitFor();
    await call('PUT', `/hosts/${id}`, { hostname: 'db-7' });
    await host.getByRole('heading', { name: 'db-7' }).waitFor();
    await call('DELETE', `/hosts/${id}`);
    await host.getByRole('heading', { name: 'There is no such host' }).waitFor();
    const group = await openSecond(app, 'settings/groups/1', [/404/]);
    await group.getByRole('heading', { name: 'servers' }).waitFor();
    const of = await openSecond(app, `templates/${template}`, [/404/]);
    await of.getByRole('heading', { name: 'inventory of all' }).waitFor();
    await call('DELETE', '/groups/1');
    await group.getByRole('heading', { name: 'There is no such group' }).waitFor();
    await call('DELETE', `/api/v1/templates/${template}`);
    await of.getByRole('heading', { name: 'There is no such template' }).waitFor();
  });

  it('follows templates and acceptances that are made and ended in the first', async () => {
    const app = await openConsoleWithTasks();
    const { call, addTemplate, hosts, template } = app;
    const templates = await openSecond(app, 'templates');
    await templates.getByText('1 to 1 of 1').waitFor();
    await addTemplate('pentest', hosts);
    await templates.getByText('1 to 2 of 2').waitFor();
    await call('PUT', `/api/v1/templates/${template}`, { name: 'nightly' });
    await templates.getByRole('link', { name: 'nightly' }).waitFor();
    const register = await openSecond(app, 'acceptances?ended=false');
    await register.getByText('Nothing matches these filters').waitFor();
    const card = await openSecond(app, 'vulnerabilities/CVE-2024-0001');
    await card.getByRole('heading', { level: 1, name: /CVE-2024-0001/ }).waitFor();
    const body = { vulnerability_id: 'CVE-2024-0001', reason: 'Behind the proxy', all_hosts: true };
    const accepted = await call('POST', '/acceptances', { ...body, all_places: true });
    expect(accepted.status, accepted.text).toBe(201);
    await register.getByText('Behind the proxy').waitFor();
    await card.getByText('Behind the proxy').first().waitFor();
    await call('DELETE', '/acceptances/1');
    await register.getByText('Behind the proxy').waitFor({ state: 'detached' });
  });
});
