import { describe, expect, it } from 'vitest';
import { WIDE } from '../../support/axe-views.js';
import { hasBrowser } from '../../support/console.js';
import { findNarrow, hasMotion } from '../../support/in-page.mjs';
import { visit } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

describe.runIf(hasBrowser)('the looks that people choose', () => {
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
});
