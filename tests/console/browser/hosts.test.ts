import { describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.js';
import { seedConsole } from '../../support/console-fleet.js';
import { fakeType } from '../../support/app.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { debianReport, reportOf } from '../../support/reports.js';
import { service } from '../../support/services.js';

describe.runIf(hasBrowser)('hosts', () => {
  it('the list says what was not checked, sorts by risk, searches, and keeps its state in the address', async () => {
    const { page, open } = await seedConsole(await openConsole());
    await open('hosts?sort=risk');
    const rows = page.getByRole('region', { name: 'Hosts' }).locator('tbody tr');
    await rows.first().getByText('web-1').waitFor();
    expect(await rows.count()).toBe(7);
    await page.getByText(/Packages: 2 of 7 hosts checked\. Ports: 2 of 7 hosts checked/).waitFor();
    expect(await rows.nth(6).textContent()).toContain('not checked');
    await rows.nth(0).getByRole('checkbox').check();
    await page.getByText('1 selected').waitFor();
    await rows.nth(0).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('db');
    await page.waitForURL(/q=db/);
    await expect.poll(() => rows.count()).toBe(1);
    expect(await page.getByText('1 selected').count()).toBe(0);
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(7);
  });

  it('hosts are added from a list, and selected ones deleted after a question', async () => {
    const { page, open, call } = await seedConsole(await openConsole());
    await open('hosts');
    await page.getByRole('button', { name: 'Add hosts' }).click();
    await page.getByLabel('Addresses, one a line').fill('10.9.0.0/30\nnot-an-address\n10.8.0.1');
    await page.getByText('line 2: no address').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add 3 hosts' }).click();
    await page.getByText('2 hosts added, 1 already there').waitFor();
    await page.locator('tr', { hasText: '10.9.0.1' }).getByRole('checkbox').check();
    await page.locator('tr', { hasText: '10.9.0.2' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 hosts' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('tr', { hasText: '10.9.0' }).count()).toBe(0);
    expect((await call('GET', '/hosts')).body).toMatchObject({ meta: { total: 7 } });
  });

  it('a viewer sees why an action cannot be used; without hosts the page says what to do', async () => {
    const { page, open } = await openConsole({ role: 'viewer' });
    await open('hosts');
    await page.getByText('There is no host yet').waitFor();
    const button = page.getByRole('button', { name: 'Add hosts' }).first();
    expect(await button.getAttribute('title')).toBe('Needs the role operator; you are viewer');
    await button.click({ force: true });
    await page.keyboard.press('n');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe.runIf(hasBrowser)('one host', () => {
  it('each tab has an address and shows its part; text of data is text', async () => {
    const { page, open, hosts } = await seedConsole(await openConsole());
    await open(`hosts/${hosts[0] ?? 0}`);
    await page.getByRole('heading', { name: 'web-1' }).waitFor();
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Parts of this host' }).getByRole('link', { name });
    await page.getByText('apt-get').first().waitFor();
    await tab('Findings').click();
    await page.waitForURL(/tab=findings/);
    await page.getByText('Overflow in a parser <img src=x onerror=alert(1)>').first().waitFor();
    await tab('Packages').click();
    await page.getByRole('cell', { name: 'libssl3' }).waitFor();
    await tab('Changes').click();
    await page.getByText('Changes are found from the second inventory').waitFor();
    await tab('Agent').click();
    await page.getByText('No agent is installed').waitFor();
  });

  it('a scan is started by a key; its ports, its task and the timeline appear', async () => {
    const scan = { services: [service(443, { banner: '<script>' })], scanned_ports: [443] };
    const found = fakeType(() => ({ outcome: 'done', reason: null, detail: null, scan }));
    const { page, open, hosts } = await seedConsole(await openConsole({ types: [found] }));
    const path = `hosts/${hosts[0] ?? 0}`;
    await open(path);
    await page.getByRole('heading', { name: 'web-1' }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Scan now' }).click();
    await page.waitForURL(/tasks\/\d+$/);
    await open(`${path}?tab=ports`);
    await page.getByRole('cell', { name: '443/tcp' }).waitFor();
    await page.getByText('<script>').waitFor();
    await open(`${path}?tab=tasks`);
    await page.getByRole('link', { name: /^TASK-/ }).waitFor();
    await open(`${path}?tab=timeline`);
    await page.locator('figure svg').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('the ports say whether they were scanned, when, and how many of them', async () => {
    const scan = { services: [], scanned_ports: [22, 80] };
    const closed = fakeType(() => ({ outcome: 'done', reason: null, detail: null, scan }));
    const app = await openConsole({ types: [closed] });
    const { page } = app;
    await app.call('POST', '/hosts', [{ current_ip: '10.9.0.1' }]);
    await app.open('hosts/1?tab=ports');
    await page.getByText('The ports were never scanned').waitFor();
    await page.getByText('hostwarden scan 10.9.0.1', { exact: true }).waitFor();
    expect(await page.getByText('Last scan').count()).toBe(0);
    const template = { name: 't', type: 'pentest', hosts: [1], enabled: false };
    await app.call('POST', '/api/v1/templates/', template);
    await app.call('POST', '/api/v1/templates/1');
    await page.getByText('No scanned port is open').waitFor();
    const words = page.getByText('2 of 65,535 TCP ports were scanned: others may be open.');
    expect(await words.textContent()).toMatch(/Last scan: (now|\d+ seconds? ago)\./);
    await page.getByText('hostwarden scan 10.9.0.1 --ports -', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('a report is imported from a file, and its packages appear; another file is refused', async () => {
    const { page, open, hosts, faults } = await seedConsole(await openConsole());
    await open(`hosts/${hosts[2] ?? 0}?tab=packages`);
    await page.getByText('No package list is stored').waitFor();
    await page.getByRole('button', { name: 'Import inventory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import an inventory' });
    const choose = (text: string) =>
      dialog
        .getByLabel('File')
        .setInputFiles({ name: 'report', mimeType: 'text/plain', buffer: Buffer.from(text) });
    faults.expected.push(/422/);
    await choose('PK');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('This is not a report').waitFor();
    await choose(reportOf(debianReport([{ name: 'curl', version: '7.88.1-10+deb12u5' }])));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('cell', { name: '7.88.1-10+deb12u5' }).first().waitFor();
    await page.getByText('Debian GNU/Linux 12').first().waitFor();
  });

  it('a host is renamed and deleted; an unknown one says so', async () => {
    const { page, open, hosts, faults } = await seedConsole(await openConsole());
    await open(`hosts/${hosts[0] ?? 0}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('web-9');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'web-9' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete web-9' }).click();
    await page.waitForURL(/\/ui\/hosts$/);
    faults.expected.push(/404/);
    await open(`hosts/${hosts[0] ?? 0}`);
    await page.getByText('There is no such host').waitFor();
  });
});

describe.runIf(hasBrowser)('findings', () => {
  it('views share the filter, and the vulnerability of the highest risk is first', async () => {
    const { page, open } = await seedConsole(await openConsole());
    await open('findings?severity=medium');
    const rows = page.locator('tbody tr');
    await rows.first().getByText('CVE-2024-1').waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole('link', { name: 'By action' }).click();
    await page.waitForURL(/severity=medium/);
    await page.getByRole('region', { name: 'Actions' }).getByText('openssl').first().waitFor();
    await page.getByRole('link', { name: 'By host' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await rows.first().getByText('web-1').waitFor();
  });
});
