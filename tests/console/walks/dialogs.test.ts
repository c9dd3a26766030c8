import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findInAllViews, WIDE } from '../../support/axe-views.js';
import { hasBrowser } from '../../support/console.js';
import { visit, waitForAnswers } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

/** Buttons that act at once, or that have no dialog. */
const ACTS =
  /^(?:Run|Run again|Stop|Copy|Switch o|CSV|HTML|Markdown|JSON|Save|Update|Previous|Next|Clear$|Select all|Show|Take inventory|Remove all|Dismiss|Try again|Week|Add host |.*×)/;

/** Returns the title of the dialog in sight, which is its name: axe has no rule for the name of a `dialog` element. */
async function nameOf(page: Page): Promise<string> {
  const title = await page.locator('dialog[open] h2').innerText();
  expect(await page.getByRole('dialog', { name: title }).count(), `name of ${title}`).toBe(1);
  return title;
}

/** Opens each dialog of a screen, and calls `check` with its title. */
async function walkDialogs(page: Page, check: (title: string) => Promise<void>): Promise<void> {
  const path = page.url().split('/ui/')[1] ?? '';
  const box = page.locator('main tbody input[type=checkbox]').first();
  if ((await box.count()) > 0) await box.check();
  const buttons = page.locator('main button:visible:not([aria-disabled=true]):not(:disabled)');
  const names = new Set((await buttons.allInnerTexts()).map((text) => text.trim()));
  for (const name of names) {
    const button = buttons.filter({ hasText: name });
    if (name === '' || ACTS.test(name) || (await button.count()) === 0) continue;
    await button.first().click();
    await waitForAnswers(page);
    const title = page.locator('dialog[open] h2');
    if ((await title.count()) === 0) continue;
    await check(`${path}: ${await nameOf(page)}`);
    await page.keyboard.press('Escape');
    await title.waitFor({ state: 'detached' });
  }
}

describe.runIf(hasBrowser)('the dialogs of all screens', () => {
  it('axe finds nothing in any dialog, in light, in dark and at 360 px', async () => {
    const { page, screens } = await openWholeConsole({ viewport: WIDE });
    const faults: Record<string, string[]> = {};
    const titles: string[] = [];
    const check = async (title: string): Promise<void> => {
      titles.push(title);
      const found = await findInAllViews(page);
      if (found.length > 0) faults[title] = found;
    };
    for (const path of screens) {
      await visit(page, path);
      await walkDialogs(page, check);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await check('Go to');
    expect(faults).toEqual({});
    expect(titles.length, titles.join('\n')).toBeGreaterThan(30);
  }, 300_000);
});
