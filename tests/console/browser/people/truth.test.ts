import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { status } from '../../../../src/commands/fleet/status.js';
import { ADMIN } from '../../../support/app.js';
import { testIo } from '../../../support/command.js';
import { hasBrowser } from '../../../support/console.js';
import { visit, waitForAnswers } from '../../../support/visit.js';
import { openWholeConsole, type WholeConsole } from '../../../support/whole-console.js';

const number = (text: string): number => Number(text.replaceAll(',', ''));

/** Returns the links of the page that begin with a number, or follow one of hosts: text, number and path. */
async function countedLinks(page: Page): Promise<{ text: string; count: number; path: string }[]> {
  const links = await page.locator('main a[href]').all();
  const found = await Promise.all(
    links.map(async (link) => {
      const text = (await link.innerText()).trim();
      const line = await link.locator('xpath=..').innerText();
      const path = new URL((await link.getAttribute('href')) ?? '', page.url());
      const counted = text === 'show them' ? line : text;
      const [, count] = /^[+−]?(\d[\d,]*)\b(?! days)/.exec(counted) ?? [];
      return { text, count, path: `${path.pathname.split('/ui/')[1] ?? ''}${path.search}` };
    }),
  );
  return found.flatMap(({ text, count, path }) =>
    count === undefined ? [] : [{ text, count: number(count), path }],
  );
}

/** Returns how many rows a list has in all. */
async function totalOf(page: Page): Promise<number> {
  const words = await page.locator('.pager p').first().innerText();
  return number(/of ([\d,]+)$/.exec(words)?.[1] ?? 'nothing');
}

/** One host whose only finding is accepted, one that was fixed, and addresses where no host answered. */
async function openFleet(): Promise<WholeConsole> {
  const app = await openWholeConsole();
  const { ctx, addHost, importPackages } = app;
  const fixed = await addHost('192.0.2.20');
  await importPackages(fixed, { curl: '7.88.1-10' });
  await importPackages(fixed, { curl: '7.88.1-10+deb12u5' });
  for (const ip of ['192.0.2.30', '192.0.2.31']) await addHost(ip);
  ctx.database.sqlite
    .prepare("UPDATE hosts SET unanswered = 1 WHERE ip IN ('192.0.2.30', '192.0.2.31')")
    .run();
  await app.open('');
  await waitForAnswers(app.page);
  return app;
}

describe.runIf(hasBrowser)('truth', () => {
  it('every number of the overview is the count behind its link', async () => {
    const { page } = await openFleet();
    const links = await countedLinks(page);
    expect(links.length).toBeGreaterThan(2);
    const faults: string[] = [];
    for (const { text, count, path } of links) {
      await visit(page, path);
      const total = await totalOf(page);
      if (total !== count) faults.push(`${text}: ${count}, but /ui/${path} has ${total}`);
    }
    expect(faults).toEqual([]);
  }, 300_000);

  it('the overview, the command line and the report say the same', async () => {
    const { page, origin, call, template } = await openFleet();
    const io = testIo();
    await status({ url: origin, token: ADMIN }, io);
    const text = io.out();
    const main = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    const pick = (pattern: RegExp, from: string) => pattern.exec(from)?.slice(1).map(number);
    // status: `4 of 7 hosts were not checked`, `5 known to be open (1 critical, 3 high, 2 lower)`
    expect(pick(/(\d+) of (\d+) hosts were not/, main)).toEqual(
      pick(/(\d+) of (\d+) hosts? (?:was|were) not/, text),
    );
    expect(pick(/(\d+) addresses did not answer/, main)).toEqual(
      pick(/(\d+) addresses did not answer/, text),
    );
    expect(pick(/(\d+) open\b/, main)).toEqual(pick(/(\d+) (?:known to be )?open/, text));
    expect(pick(/(\d+) high\b/, main)).toEqual(pick(/(\d+) high/, text));

    await visit(page, `templates/${template}`);
    const shown = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    const { text: html } = await call('GET', '/api/v1/tasks/3/diff?format=html');
    const { body } = await call('GET', '/api/v1/tasks/3/diff');
    const { summary } = (body as { data: { summary: Record<string, number> } }).data;
    for (const [name, label] of [
      ['new', 'new'],
      ['fixed', 'fixed'],
      ['open', 'open'],
    ] as const) {
      const tile = new RegExp(`<b>(\\d+)</b><span>${label}`).exec(html);
      expect(tile?.[1], `${label} of the report`).toBe(String(summary[name]));
    }
    expect(shown).toContain(`New ${summary.new} `);
    expect(shown).toContain(`Fixed ${summary.fixed} `);
    expect(shown).toContain(`${summary.open} findings open`);
    expect(shown).toContain(`${summary.not_checked_hosts} of `);
  }, 300_000);

  it('a host without data is never shown as clean', async () => {
    const { page } = await openFleet();
    await visit(page, 'hosts?coverage=not_checked');
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(row).toContain('not checked');
      expect(row).toContain('unknown');
      expect(row).not.toMatch(/\b0\.0\b|\bnone\b/);
    }
    await visit(page, 'hosts?q=192.0.2.2');
    await page.getByRole('link', { name: 'host 192.0.2.2', exact: true }).click();
    await waitForAnswers(page);
    await page.getByText('This host was not checked').waitFor();
    const facts = await page.getByRole('region', { name: 'Facts' }).innerText();
    expect(facts).toContain('unknown: not checked');
    expect(facts).not.toMatch(/\b0\.0\b/);
  }, 300_000);
});
