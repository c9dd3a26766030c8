import { describe, expect, it } from 'vitest';
import { findInAllViews, WIDE } from '../../support/axe-views.js';
import { hasBrowser } from '../../support/console.js';
import { visit } from '../../support/visit.js';
import { walkDialogs } from '../../support/walk-dialogs.js';
import { openWholeConsole } from '../../support/whole-console.js';

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
