import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { findNarrow, hasMotion } from '../../support/in-page.mjs';
import { visit, waitForAnswers } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
/** The structure of a page is the same in the dark and on a phone: these rules are of colors and sizes. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

/** Returns what axe finds in light, in dark and at 360 pixels. */
async function findInAllViews(page: Page): Promise<string[]> {
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, OF_LOOKS);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  const narrow = [
    ...(await findViolations(page, [...OF_LOOKS, 'scrollable-region-focusable'])),
    ...(await page.evaluate(findNarrow, { least: 44 })),
  ];
  await page.setViewportSize(WIDE);
  return [
    ...light,
    ...dark.map((text) => `dark: ${text}`),
    ...narrow.map((text) => `360 px: ${text}`),
  ];
}

/** Buttons that act at once, or that have no dialog. */
const ACTS =
  /^(?:Run|Run again|Stop|Copy|Switch o|CSV|HTML|Markdown|JSON|Save|Update|Previous|Next|Clear$|Select all|Show|Take inventory|Remove all|Dismiss|Try again|Week|Add host |.*×)/;

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
    await check(`${path}: ${await title.innerText()}`);
    await page.keyboard.press('Escape');
    await title.waitFor({ state: 'detached' });
  }
}

describe.runIf(hasBrowser)('accessibility', () => {
  it('axe finds nothing on any screen, in light, in dark and at 360 px', async () => {
    const { page, screens } = await openWholeConsole({ viewport: WIDE });
    const faults: Record<string, string[]> = {};
    for (const path of [...screens, 'sign-in']) {
      await visit(page, path);
      const found = await findInAllViews(page);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  }, 300_000);

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

  it('axe finds nothing where an error is shown, and it is said by an alert', async () => {
    const { page, faults: console } = await openWholeConsole({ viewport: WIDE });
    console.expected.push(/500/);
    const body = JSON.stringify({
      status: 500,
      title: 'x',
      detail: 'It broke',
      code: 'internal_error',
    });
    await page.route(/^(?!.*(?:session|tickets))/, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body })
        : route.fallback(),
    );
    for (const path of ['hosts', 'hosts/3', 'tasks', 'findings', '', 'settings/about']) {
      await visit(page, path);
      expect(await page.getByRole('alert').allInnerTexts(), path).toContainEqual(
        expect.stringContaining('It broke'),
      );
      expect(await findInAllViews(page), path).toEqual([]);
    }
    await visit(page, 'hosts');
    await page.getByRole('button', { name: 'Add hosts' }).first().click();
    await page.getByLabel('Addresses, one a line').fill('192.0.2.77');
    await page.getByRole('button', { name: 'Add 1 host' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').filter({ hasText: 'It broke' }).waitFor();
    expect(await findInAllViews(page), 'a form').toEqual([]);
    expect(await dialog.locator(':focus').count(), 'the dialog keeps the focus').toBe(1);
  }, 300_000);

  it('colors of the system, 200 % text, a middle width and no motion are kept', async () => {
    const { page, screens } = await openWholeConsole({ viewport: WIDE });
    const faults: Record<string, string[]> = {};
    const note = (where: string, found: string[]): void => {
      if (found.length > 0) faults[where] = found;
    };
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    for (const path of screens) {
      await visit(page, path);
      expect(await page.evaluate(hasMotion), path).toBe(false);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      note(`200 % text: ${path}`, await page.evaluate(findNarrow, { least: 0 }));
      await page.evaluate("document.documentElement.style.fontSize = ''");
      await page.setViewportSize({ width: 700, height: 900 });
      note(`700 px: ${path}`, await page.evaluate(findNarrow, { least: 0 }));
      await page.setViewportSize(WIDE);
    }
    expect(faults).toEqual({});
  }, 300_000);

  it('a dialog keeps the focus, and returns it', async () => {
    const { page } = await openConsole();
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
  });
});
