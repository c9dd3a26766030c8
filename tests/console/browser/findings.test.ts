import { describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.js';
import { seedConsole, type SeededConsole } from '../../support/console-fleet.js';
import { hasBrowser, openConsole } from '../../support/console.js';

/** The number that a list says it has in all. */
const totalOf = async (page: SeededConsole['page']): Promise<number> => {
  const text = await page.locator('.pager').first().innerText();
  return Number(/of ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
};

/** A console where an upgrade of a host fixed findings, and a downgrade brought them back. */
async function start(): Promise<SeededConsole> {
  const seeded = await seedConsole(await openConsole());
  const [web = 0] = seeded.hosts;
  const openssl = { name: 'openssl', version: '3.0.11-1~deb12u2' };
  for (const version of ['7.88.1-10+deb12u14', '7.88.1-10+deb12u5'])
    await seeded.importInventory(web, [openssl, { name: 'curl', version }]);
  return seeded;
}

describe.runIf(hasBrowser)('findings of all hosts', () => {
  it('each number of the overview is the count of the list behind it', async () => {
    const { page, open } = await start();
    await open('');
    const links = page.locator('[aria-labelledby="findings-title"] a');
    await links.first().waitFor();
    const numbers: [string, number][] = [];
    for (const link of await links.all()) {
      const href = (await link.getAttribute('href')) ?? '';
      numbers.push([href, Number(/[\d,]+/.exec(await link.innerText())?.[0].replaceAll(',', ''))]);
    }
    expect(numbers.length).toBeGreaterThanOrEqual(6);
    for (const [href, count] of numbers) {
      await page.goto(new URL(href, page.url()).href);
      await page.getByRole('heading', { name: 'Findings', level: 1 }).waitFor();
      if (count === 0) await page.getByText(/Nothing (matches|is open)/).waitFor();
      else {
        await page.locator('table.cards tbody tr').first().waitFor();
        expect([href, await totalOf(page)]).toEqual([href, count]);
      }
      await open('');
      await links.first().waitFor();
    }
  });

  it('many are accepted at once, after it says what that covers; actions follow the filters', async () => {
    const { page, open } = await start();
    await open('findings?view=findings&state=open&package=curl');
    await page.getByLabel('Select the rows of this page').check();
    const total = await totalOf(page);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept many findings' });
    await dialog.getByText(`It covers ${total} findings on 2 hosts`).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Not reachable');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText(`Accepted: ${total} findings on 2 hosts`).waitFor();
    await page.getByText('Nothing matches these filters').waitFor();
    await open('findings?view=actions&fixable=false&package=openssl');
    await page
      .getByRole('cell', { name: /No fix for/ })
      .first()
      .waitFor();
    expect(await page.getByRole('cell', { name: /Upgrade/ }).count()).toBe(0);
  });

  it('a list of changes says since when they are known, where that is later than asked', async () => {
    const { page, open, ctx } = await openConsole();
    await open('findings?view=findings&state=fixed');
    await page.getByText(/^Since .*Changes are known since .*: earlier ones are not/).waitFor();
    ctx.database.sqlite.exec('UPDATE migrations SET applied_at = applied_at - 30 * 86400');
    await open('findings?view=findings&state=new');
    await page.getByText(/^Since [-0-9]+ [:0-9]+ \S+$/).waitFor();
    await open('findings?view=findings&state=open');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(await page.getByText(/^Since/).count()).toBe(0);
  });

  it('an empty list says that nothing was checked, if that is why', async () => {
    const { page, open, call } = await openConsole();
    await open('findings');
    await page.getByText('There is no host yet').waitFor();
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
    await call('POST', '/hosts', [{ current_ip: '10.8.0.1' }]);
    await open('findings?view=findings');
    await page.getByText('No host was checked').waitFor();
  });
});
