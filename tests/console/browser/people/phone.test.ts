import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../../support/axe.js';
import { hasBrowser } from '../../../support/console.js';
import { findNarrow } from '../../../support/in-page.mjs';
import { hasFocus } from '../../../support/keyboard.js';
import { openPictureTables } from '../../../support/picture-tables.js';
import { visit } from '../../../support/visit.js';
import { openWholeConsole } from '../../../support/whole-console.js';

const PHONE = { width: 360, height: 740 };

describe.runIf(hasBrowser)('a phone', () => {
  it('nothing on any screen is cut off, wider than the page or too small to touch', async () => {
    const { page, screens } = await openWholeConsole({ viewport: PHONE });
    const faults: Record<string, string[]> = {};
    for (const path of screens) {
      await visit(page, path);
      await openPictureTables(page);
      const found = await page.evaluate(findNarrow, { least: 44 });
      if (process.env.SHOTS !== undefined)
        await page.screenshot({
          path: `${process.env.SHOTS}/${path.replaceAll(/\W/g, '_') || 'overview'}.png`,
          fullPage: true,
        });
      if (found.length > 0) faults[`/ui/${path}`] = found;
    }
    expect(faults).toEqual({});
  }, 300_000);

  it.each(['hosts/3?tab=agent', 'templates/1?tab=schedule', 'settings/about'])(
    'has one line of buttons and one of tabs, with the current tab in sight: %s',
    async (path) => {
      const { page } = await openWholeConsole({ viewport: PHONE });
      await visit(page, path);
      const heading = page.locator('main .heading').first();
      const buttons = await linesOf(heading.locator('button:visible, summary'));
      expect(buttons.length).toBeLessThan(2);
      const tabs = page.locator('main .tabs').first();
      expect(await linesOf(tabs.locator('a'))).toHaveLength(1);
      const { x, width } = (await tabs.locator('[aria-current]').boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    },
  );

  it('has all columns of the hosts of the highest risk', async () => {
    const { page } = await openWholeConsole({ viewport: PHONE });
    await visit(page, '');
    const panel = page.locator('.panel:has(> .heat)');
    const box = (await panel.boundingBox())!;
    const last = (await panel.getByRole('columnheader').last().boundingBox())!;
    expect(last.x + last.width).toBeLessThanOrEqual(box.x + box.width);
  });

  it('imports a document from the actions of the acceptances', async () => {
    const { page } = await openWholeConsole({ viewport: PHONE });
    await visit(page, 'acceptances');
    expect(await linesOf(page.locator('main .heading :is(button:visible, summary)'))).toHaveLength(
      1,
    );
    await page.locator('main .menu summary').click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import VEX' }).click();
    const buffer = Buffer.from('no JSON');
    await (await chooser).setFiles({ name: 'vex.json', mimeType: 'application/json', buffer });
    await page.getByText('The file is not JSON').waitFor();
  });

  it('has the other actions of a host under More, which has the focus after their dialogs', async () => {
    const { page } = await openWholeConsole({ viewport: PHONE });
    await visit(page, 'hosts/3');
    const more = page.locator('main .menu summary');
    const remove = page.getByRole('button', { name: 'Delete' });
    const dialog = page.getByRole('dialog');
    expect(await remove.isVisible()).toBe(false);

    await more.click();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(findNarrow, { least: 44 })).toEqual([]);
    await remove.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await hasFocus(more)).toBe(true);
    expect(await remove.isVisible()).toBe(false);

    await page.keyboard.press('Enter');
    expect(await remove.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await hasFocus(more)).toBe(true);

    await page.keyboard.press('Control+k');
    await page.locator('input[role=combobox]:focus').waitFor();
    await page.keyboard.type('Edit');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit host' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await hasFocus(more)).toBe(true);
  });
});

/** Returns where the lines of elements begin, from the top of the window. */
async function linesOf(elements: Locator): Promise<number[]> {
  const boxes = await Promise.all((await elements.all()).map((element) => element.boundingBox()));
  return [...new Set(boxes.map((box) => Math.round(box?.y ?? 0)))];
}
