import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.js';
import { seedConsole } from '../../support/console-fleet.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { waitForAnswers } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

async function saveCsv(page: Page, name = 'CSV'): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.trim().split('\r\n') };
}

describe.runIf(hasBrowser)('lists', () => {
  it('all hosts that match are grouped and scanned at once; another filter ends the selection', async () => {
    const { page, open, call } = await seedConsole(await openConsole());
    const selectAll = async (): Promise<void> => {
      await page.getByLabel('Select this row').first().check();
      await page.getByRole('button', { name: 'Select all 6 that match' }).click();
    };
    await open('hosts?q=-1&limit=25');
    await selectAll();
    await page.getByRole('button', { name: 'Add to group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group').selectOption({ label: 'a new group' });
    await page.getByLabel('Name of the new group').fill('numbered');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('6 hosts added to numbered').waitFor();
    const { body } = await call('GET', '/groups?q=NUMB&sort=-name');
    expect(body).toMatchObject({ data: [{ name: 'numbered', host_ids: { length: 6 } }] });
    await selectAll();
    await page.getByRole('button', { name: 'Scan now' }).click();
    await page.getByRole('heading', { name: 'Scan 6 hosts now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('');
    await page.getByText('1 to 7 of 7').waitFor();
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
  });

  it('sessions, feeds, rules and messages are searched and sorted; the address has it all', async () => {
    const { page, open, ctx } = await openWholeConsole();
    ctx.database.sqlite.exec(
      `INSERT INTO notification_deliveries (id, channel_id, event, stage, state, attempts, created_at)
        VALUES (7, 1, 'test', 'ready', 'sent', 1, 1)`,
    );
    const lists = [
      ['settings/access?view=sessions', 'api_tok', 'Last used', '-last_used_at'],
      ['settings/feeds', 'osv', 'Records', '-records'],
      ['settings/notifications?view=rules', 'ops', 'Findings', '-severity'],
      ['settings/notifications?view=deliveries', 'chat', 'Attempts', '-attempts'],
    ] as const;
    for (const [path, text, heading, sort] of lists) {
      await open(path);
      await page.getByRole('searchbox').fill(text);
      await page.waitForURL((url) => url.searchParams.get('q') === text);
      await page.getByRole('columnheader', { name: heading }).getByRole('button').click();
      await page.waitForURL((url) => url.searchParams.get('sort') === sort);
      await waitForAnswers(page);
      const rows = await page.locator('tbody tr').allTextContents();
      expect(rows.length, path).toBeGreaterThan(0);
      await page.reload();
      await expect.poll(() => page.locator('tbody tr').allTextContents()).toEqual(rows);
      await page.locator('th[aria-sort="descending"]', { hasText: heading }).waitFor();
      await page.getByRole('searchbox').fill('no such text');
      await page.getByText('Nothing matches these filters').waitFor();
    }
  });

  it('a rule is for chosen hosts and templates, which the form names when it is opened again', async () => {
    const { page, open, request } = await openWholeConsole();
    await open('settings/notifications?view=rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Add a host by name or address').fill('db-1');
    await dialog.getByRole('button', { name: 'Add db-1' }).click();
    await dialog.getByLabel('Add a template by name').fill('inv');
    const name = await dialog.getByRole('button', { name: /^Add inv/ }).textContent();
    await dialog.getByRole('button', { name: /^Add inv/ }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const row = page.getByRole('row', { name: /1 host, of 1 template/ });
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('button', { name: 'db-1 remove' }).waitFor();
    const template = `${String(name).replace('Add ', '')} remove`;
    await dialog.getByRole('button', { name: template }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /1 host Edit|1 host at once/ }).waitFor();
    const rules = await request<object[]>(200, 'GET', '/notification-rules?sort=-id');
    expect(rules[0]).toMatchObject({ host_ids: [expect.any(Number)], template_ids: [] });
  });

  it('hosts with findings, acceptances and entries of a difference are saved with their filters', async () => {
    const { page, open, request } = await openWholeConsole();
    await open('findings?view=hosts&q=unusual');
    const hosts = await saveCsv(page);
    expect([hosts.name, hosts.lines.length]).toEqual(['hosts-with-findings.csv', 2]);
    expect(hosts.lines[1]).toMatch(/^an-unusually-long-host-name/);
    await request(201, 'POST', '/vulnerabilities/CVE-2024-0001/acceptances', {
      all_hosts: true,
      reason: '=cmd()',
    });
    await open('acceptances?vulnerability_id=CVE-2024-0001');
    const acceptances = await saveCsv(page);
    expect(acceptances.lines).toHaveLength(2);
    expect(acceptances.lines[0]).not.toContain('Action');
    expect(acceptances.lines[1]).toContain(",'=cmd(),");
    await open('tasks/3?tab=differences&section=new&q=0001');
    const entries = await saveCsv(page, 'CSV of these entries');
    expect(entries.name).toBe('new-findings.csv');
    expect(entries.lines.map((line) => line.split(',')[0])).toEqual([
      'vulnerability',
      'CVE-2024-0001',
    ]);
    await open('tasks/2?tab=differences&section=fixed&q=no-such');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(await page.getByRole('button', { name: 'CSV of these entries' }).count()).toBe(0);
  });

  it('templates show the new findings of tasks whose chain was never opened', async () => {
    const { page, open, request, ctx } = await openWholeConsole();
    ctx.database.sqlite.exec('UPDATE tasks SET counts = NULL'); // the service may have counted them meanwhile
    const templates = await request<{ last_task: { status: string } | null }[]>(
      200,
      'GET',
      '/api/v1/templates?include=last_task',
    );
    expect(templates.some(({ last_task: task }) => task?.status === 'completed')).toBe(true);
    await open('templates');
    await waitForAnswers(page);
    expect(await page.getByText('not counted yet').count()).toBe(0);
    expect(await page.getByRole('cell', { name: /^(none|\d+, worst)/ }).count()).toBeGreaterThan(0);
  });

  it('columns are hidden in this browser, and saved rows have those that are shown', async () => {
    const { page, open } = await seedConsole(await openConsole());
    await open('hosts?coverage=checked&sort=name');
    await page.getByText('Columns').click();
    await page.getByRole('checkbox', { name: 'System' }).uncheck();
    await expect.poll(() => page.locator('th', { hasText: 'System' }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    const hosts = await saveCsv(page);
    expect(hosts.name).toBe('hosts.csv');
    expect(hosts.lines[0]).toBe('Host,Address,Checked,Risk,Open,Status,Last seen,Groups');
    expect(hosts.lines.slice(1).map((line) => line.split(',')[0])).toEqual(['db-1', 'web-1']);
    expect(hosts.lines[1]).toContain(',1 medium 1 low,');
    await page.reload();
    await page.getByText('Columns (1 hidden)').waitFor();
    await open('settings/groups');
    const groups = await saveCsv(page);
    expect(groups.lines[1]).toMatch(/^production,2,,\d{4}-\d\d-\d\dT/); // times are exact
  });
});
