import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';

const WIDTH = 1440;

describe.runIf(hasBrowser)('the page of feeds', () => {
  it('offers to load feeds before a host is known, and cuts no button at 1440 pixels', async () => {
    const { page, open } = await openConsole();
    await page.setViewportSize({ width: WIDTH, height: 900 });
    await open('settings/feeds');
    await page.getByText('No host needs a feed yet').waitFor();
    const load = page.getByRole('button', { name: 'Load the feeds for scans' });
    expect(await load.isEnabled()).toBe(true);
    const table = page.getByRole('region', { name: 'Feeds' });
    const { x = 0, width = 0 } = (await table.boundingBox()) ?? {};
    for (const button of await table.locator('tbody tr').first().getByRole('button').all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(Math.min(WIDTH, x + width));
    }
    expect(
      await table.evaluate(
        (e: { scrollWidth: number; clientWidth: number }) => e.scrollWidth <= e.clientWidth,
      ),
    ).toBe(true);
  });
});
