import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole, type OpenConsole } from '../../support/console.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Paths of the screens; values of a path are ids of the seeded data. */
const PATHS = ['', 'sign-in', 'no/such/page'];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

async function findViolations({ page }: OpenConsole): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: TAGS });
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${options})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const VIEWS = [
  ['light', { colorScheme: 'light' as const }],
  ['dark', { colorScheme: 'dark' as const }],
  ['360 px', { viewport: { width: 360, height: 740 } }],
] as const;

describe.runIf(hasBrowser)('accessibility', () => {
  it.each(VIEWS)('axe finds nothing on any screen: %s', async (_name, view) => {
    const console = await openConsole(view);
    const { page, origin } = console;
    for (const path of PATHS) {
      await page.goto(`${origin}/ui/${path}`);
      await page.locator('main h1, main .notice').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await findViolations(console), `/ui/${path}`).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0);
    }
  });

  it('axe finds nothing in a dialog; it keeps the focus, and returns it', async () => {
    const console = await openConsole();
    const { page } = console;
    const button = page.getByRole('button', { name: 'Keys' });
    await button.click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await findViolations(console)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
  });
});
