import type { Page } from 'playwright-core';

/** Unfolds the table of each picture of a page, and waits until its rows are there. */
export async function openPictureTables(page: Page): Promise<void> {
  await page.evaluate(
    "document.querySelectorAll('figure.picture details').forEach((table) => { table.open = true; })",
  );
  await page.waitForFunction(
    "[...document.querySelectorAll('figure.picture details')].every((table) => table.querySelector('table'))",
  );
}
