import { describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.js';
import { seedConsole } from '../../support/console-fleet.js';
import { hasBrowser, openConsole } from '../../support/console.js';

/** Paths of the screens; values of a path are ids of the seeded data. */
const PATHS = [
  '',
  'sign-in',
  'no/such/page',
  'hosts',
  'hosts/1',
  'hosts/1?tab=findings',
  'hosts/1?tab=packages',
  'hosts/1?tab=agent',
  'findings',
  'findings?view=actions',
  'findings?view=findings',
  'vulnerabilities/CVE-2024-2',
  'acceptances',
  'agents?view=without',
  'agents?view=operations',
  'settings',
  'settings/access',
  'settings/feeds',
  'settings/groups/1',
  'settings/notifications',
  'settings/about',
  'audit',
];

const VIEWS = [
  ['light', { colorScheme: 'light' as const }],
  ['dark', { colorScheme: 'dark' as const }],
  ['360 px', { viewport: { width: 360, height: 740 } }],
] as const;

describe.runIf(hasBrowser)('accessibility', () => {
  it.each(VIEWS)('axe finds nothing on any screen: %s', async (_name, view) => {
    const { page, origin } = await seedConsole(await openConsole(view));
    for (const path of PATHS) {
      await page.goto(`${origin}/ui/${path}`);
      await page.locator('main h1, main .notice').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await findViolations(page), `/ui/${path}`).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0);
    }
  });

  it('axe finds nothing in a dialog; it keeps the focus, and returns it', async () => {
    const { page } = await openConsole();
    const button = page.getByRole('button', { name: 'Keys' });
    await button.click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
  });
});
