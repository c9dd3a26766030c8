import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../support/console.js';
import { findNarrow, findUnprintable } from '../../support/in-page.mjs';
import { visit } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

/** A4 at 96 pixels an inch, without margins of 1 cm. */
const PAPER = { width: 718, height: 1047 };

describe.runIf(hasBrowser)('paper', () => {
  it('has whole lists as tables, exact times, and no controls; it is white, also of a dark page', async () => {
    const { page, screens } = await openWholeConsole({ viewport: PAPER, colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const faults: Record<string, string[]> = {};
    for (const path of screens.filter((name) => !/templates\/(new|\d+\/edit)$/.test(name))) {
      await visit(page, path);
      const found = [
        ...(await page.evaluate(findUnprintable)),
        ...(await page.evaluate(findNarrow, { least: 0 })),
      ];
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  });

  it('has the chosen hosts of a form, without their buttons', async () => {
    const { page } = await openWholeConsole({ viewport: PAPER });
    await visit(page, 'templates/1/edit');
    await page.emulateMedia({ media: 'print' });
    const chosen = page.getByRole('group', { name: 'Chosen hosts' });
    expect(await chosen.innerText()).toMatch(/^host 192\.0\.2\.1\s+host 192\.0\.2\.2\s*$/);
  });
});
