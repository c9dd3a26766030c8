import type { Page } from 'playwright-core';
import { findViolations } from './axe.js';
import { findNarrow } from './in-page.mjs';

/** The window of the tests; each function leaves it so. */
export const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
/** The structure of a page is the same in the dark and on a phone: these rules are of colors and sizes. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

/** Returns what axe finds in light, in dark and at 360 pixels. */
export async function findInAllViews(page: Page): Promise<string[]> {
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
