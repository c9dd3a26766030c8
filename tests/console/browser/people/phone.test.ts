import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../../support/console.js';
import { findNarrow } from '../../../support/in-page.mjs';
import { visit } from '../../../support/visit.js';
import { openWholeConsole } from '../../../support/whole-console.js';

const PHONE = { width: 360, height: 740 };

describe.runIf(hasBrowser)('a phone', () => {
  it('nothing on any screen is cut off, wider than the page or too small to touch', async () => {
    const { page, screens } = await openWholeConsole({ viewport: PHONE });
    const faults: Record<string, string[]> = {};
    for (const path of screens) {
      await visit(page, path);
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
});
