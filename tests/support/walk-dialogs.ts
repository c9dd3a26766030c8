import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { visit, waitForAnswers } from './visit.js';

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
export async function walkDialogs(
  page: Page,
  check: (title: string) => Promise<void>,
): Promise<void> {
  const path = page.url().split('/ui/')[1] ?? '';
  await selectFirst(page);
  const buttons = page.locator('main button:visible:not([aria-disabled=true]):not(:disabled)');
  const names = new Set((await buttons.allInnerTexts()).map((text) => text.trim()));
  for (const name of names) {
    if (name === '' || ACTS.test(name)) continue;
    const button = buttons.filter({ hasText: exactText(name) });
    if ((await button.count()) === 0) continue;
    await button.first().click();
    await waitForAnswers(page);
    const title = page.locator('dialog[open] h2');
    if ((await title.count()) > 0) {
      await check(`${path}: ${await nameOf(page)}`);
      await page.keyboard.press('Escape');
      await title.waitFor({ state: 'detached' });
    } else if (page.url().split('/ui/')[1] !== path) {
      await visit(page, path); // it led to another screen
      await selectFirst(page);
    }
  }
}

/** Selects the first row of a list: some actions are of a selection. */
async function selectFirst(page: Page): Promise<void> {
  const box = page.locator('main tbody input[type=checkbox]').first();
  if ((await box.count()) > 0) await box.check();
}

/** Returns what matches only the whole text of a button: `End` is not `Extend`. */
const exactText = (text: string): RegExp =>
  new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\s*$`);
