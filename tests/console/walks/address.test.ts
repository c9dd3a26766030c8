import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../support/console.js';
import { readList } from '../../support/in-page.mjs';
import { visit, waitForAnswers, watchRequests } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

const read = async (page: Page) => {
  await waitForAnswers(page);
  return page.evaluate(readList);
};

/** Sorts the list in sight, if it can be sorted, and shows 25 rows a page. */
async function change(page: Page): Promise<void> {
  const sort = page.locator('th .sort').last();
  if ((await sort.count()) > 0) {
    await sort.click();
    await waitForAnswers(page);
    expect(page.url()).toMatch(/[?&]sort=/);
  }
  await page.locator('.pager select').first().selectOption('25');
  await waitForAnswers(page);
}

describe.runIf(hasBrowser)('the address', () => {
  it('has the whole state of every list: reload, Back, Forward and another browser show the same', async () => {
    const app = await openWholeConsole({ viewport: { width: 1600, height: 900 } });
    const { page, request, context, link, screens } = app;
    const body = Array.from({ length: 40 }, (_, i) => ({ current_ip: `203.0.113.${i + 1}` }));
    await request(201, 'POST', '/hosts', body);
    const settings = { viewport: { width: 1600, height: 900 } };
    const other = await (await context.browser()!.newContext(settings)).newPage();
    watchRequests(other);
    await other.goto(link());
    await other.locator('html[data-live=open]').waitFor({ state: 'attached' });
    const faults: string[] = [];
    const lists: string[] = [];
    for (const path of screens) {
      await visit(page, path);
      if ((await page.locator('main section.list .pager select').count()) === 0) continue;
      lists.push(path);
      const before = await read(page);
      await change(page);
      const changed = await read(page);
      const expectSame = async (how: string, at: Page, wanted: unknown): Promise<void> => {
        const found = await read(at);
        if (JSON.stringify(found) !== JSON.stringify(wanted))
          faults.push(`${path}, ${how}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
      };
      await visit(other, page.url().split('/ui/')[1] ?? '');
      // Each browser marks its own session.
      if (!path.includes('sessions')) await expectSame('another browser', other, changed);
      await page.reload();
      await expectSame('reload', page, changed);
      const steps = changed.sorted === before.sorted ? 1 : 2;
      await page.evaluate(`history.go(-${steps})`);
      await page.waitForURL((url) => !url.search.includes('limit=25'));
      await expectSame('Back', page, before);
      await page.evaluate(`history.go(${steps})`);
      await page.waitForURL(/limit=25/);
      await expectSame('Forward', page, changed);
    }
    await other.context().close();
    expect(faults).toEqual([]);
    expect(lists.length, lists.join('\n')).toBeGreaterThan(18);
  }, 300_000);

  it('has the page of a list, and the search that led there', async () => {
    const { page, request } = await openWholeConsole();
    const body = Array.from({ length: 40 }, (_, i) => ({ current_ip: `203.0.113.${i + 1}` }));
    await request(201, 'POST', '/hosts', body);
    await visit(page, 'hosts?q=203.0&sort=-address&limit=25');
    await page.getByRole('button', { name: 'Next' }).click();
    const second = await read(page);
    expect(second.pager).toBe('26 to 40 of 40');
    await page.reload();
    expect(await read(page)).toEqual(second);
    await page.goBack();
    expect((await read(page)).pager).toBe('1 to 25 of 40');
    await page.goForward();
    expect(await read(page)).toEqual(second);
  }, 300_000);
});
