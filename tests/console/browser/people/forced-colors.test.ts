import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../../support/console.js';
import { describeHiddenFocus, styleOf } from '../../../support/in-page.mjs';
import { visit } from '../../../support/visit.js';
import { openWholeConsole } from '../../../support/whole-console.js';

/** Returns the line at the begin of an element: colors of surfaces are not shown. */
const lineOf = (element: Locator): Promise<string> =>
  element.evaluate(styleOf, 'borderInlineStart');

describe.runIf(hasBrowser)('the colors of the system', () => {
  it('show what is selected, current, set and focused', async () => {
    const { page } = await openWholeConsole();
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, 'hosts');
    const cell = page.locator('tbody tr').first().locator('td').first();
    const before = await lineOf(cell);
    await cell.getByRole('checkbox').check();
    expect(await lineOf(cell)).not.toBe(before);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(describeHiddenFocus)).toBeNull();

    const links = page.getByRole('navigation', { name: 'Main' });
    const [current, other] = ['Hosts', 'Tasks'].map((name) => links.getByRole('link', { name }));
    expect(await lineOf(current!)).not.toBe(await lineOf(other!));
    const pills = page.locator('.toolbar .pill');
    const unset = await lineOf(pills.first());
    await pills.first().locator('select').selectOption({ index: 1 });
    await expect.poll(() => lineOf(pills.first())).not.toBe(unset);
  });

  it('leave severities their words, and pictures their hatching', async () => {
    const { page, screens } = await openWholeConsole();
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, 'findings');
    await page.locator('tbody .severity', { hasText: 'high' }).first().waitFor();
    await visit(page, screens.find((path) => /^templates\/\d+$/.test(path)) ?? '');
    const panel = await page
      .locator('.panel:has(svg)')
      .first()
      .evaluate(styleOf, 'backgroundColor');
    const paintOf = (shape: string, property: string): Promise<string> =>
      page.locator(`svg ${shape}`).first().evaluate(styleOf, property);
    expect(await paintOf('.hollow', 'stroke')).not.toBe(panel);
    expect(await paintOf('.s-high', 'fill')).not.toBe(panel);
    await visit(page, '');
    const hatched = page.locator('.heat .hatched').first();
    expect(await hatched.textContent()).toBe('not checked');
    expect(await hatched.evaluate(styleOf, 'borderTopStyle')).toBe('dashed');
  });
});
