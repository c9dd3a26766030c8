import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../../support/console.js';
import { visit } from '../../../support/visit.js';
import { openMixedFleet } from '../../../support/whole-console.js';

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
      const [, count] = /^[+−]?(\d[\d,]*)(?![\w:.,-]| days)/.exec(counted) ?? [];
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

describe.runIf(hasBrowser)('counts of the overview', () => {
  it('every number of the overview is the count behind its link', async () => {
    const { page } = await openMixedFleet();
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
});
