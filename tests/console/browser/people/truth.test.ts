import type { CoverageCounts } from '../../../../src/vulnerabilities/coverage/coverage-counts.js';
import { coverageText } from '../../../../src/vulnerabilities/coverage/coverage.text.js';
import { describe, expect, it } from 'vitest';
import { status } from '../../../../src/commands/fleet/status.js';
import { ADMIN } from '../../../support/app.js';
import { testIo } from '../../../support/command.js';
import { hasBrowser } from '../../../support/console.js';
import { visit, waitForAnswers } from '../../../support/visit.js';
import { openMixedFleet } from '../../../support/whole-console.js';

const number = (text: string): number => Number(text.replaceAll(',', ''));

describe.runIf(hasBrowser)('truth', () => {
  it('the overview, the command line and the report say the same', async () => {
    const { page, origin, call, template } = await openMixedFleet();
    const io = testIo();
    await status({ url: origin, token: ADMIN }, io);
    const text = io.out();
    const main = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    const pick = (pattern: RegExp, from: string) => pattern.exec(from)?.slice(1).map(number);
    // status: `Packages: 4 of 7 hosts checked. Ports: …`, `5 known to be open (1 critical, 3 high, 2 lower)`
    for (const part of [
      /Packages: (\d+) of (\d+) hosts checked/,
      /Ports: (\d+) of (\d+) hosts checked/,
    ]) {
      expect(pick(part, text)).toBeDefined();
      expect(pick(part, main)).toEqual(pick(part, text));
    }
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
    const head = (body as { data: { summary: { coverage: CoverageCounts } } }).data.summary;
    for (const name of ['new', 'fixed', 'unchanged', 'accepted']) {
      const tile = new RegExp(`<b>(\\d+)</b><span>${name}<`).exec(html);
      expect(tile?.[1], `${name} of the report`).toBe(String(summary[name]));
    }
    expect(shown).toContain(`New ${summary.new} `);
    expect(shown).toContain(`Fixed ${summary.fixed} `);
    expect(shown).toContain(`${summary.open} findings open`);
    expect(shown).toContain(coverageText(head.coverage));
  }, 300_000);

  it('a host without data is never shown as clean', async () => {
    const { page } = await openMixedFleet();
    await visit(page, 'hosts?coverage=not_checked');
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(row).toMatch(/not checked|partly/);
      expect(row).not.toMatch(/\b0\.0\b/);
      if (row.includes('not checked')) expect(row).toContain('unknown');
    }
    await visit(page, 'hosts?q=192.0.2.2');
    await page.getByRole('link', { name: 'host 192.0.2.2', exact: true }).click();
    await waitForAnswers(page);
    await page.getByText('Packages: no inventory. Ports: not scanned.').waitFor();
    const facts = await page.getByRole('region', { name: 'Facts' }).innerText();
    expect(facts).toContain('unknown: not checked');
    expect(facts).not.toMatch(/\b0\.0\b/);
  }, 300_000);
});
