import { describe, expect, it } from 'vitest';
import { findInAllViews, WIDE } from '../../support/axe-views.js';
import { findViolations } from '../../support/axe.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { visit } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

describe.runIf(hasBrowser)('accessibility', () => {
  it('axe finds nothing on any screen, in light, in dark and at 360 px', async () => {
    const { page, screens } = await openWholeConsole({ viewport: WIDE });
    const faults: Record<string, string[]> = {};
    for (const path of [...screens, 'sign-in']) {
      await visit(page, path);
      const found = await findInAllViews(page);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  }, 300_000);

  it('axe finds nothing where an error is shown, and it is said by an alert', async () => {
    const { page, faults: console } = await openWholeConsole({ viewport: WIDE });
    console.expected.push(/500/);
    const body = JSON.stringify({
      status: 500,
      title: 'x',
      detail: 'It broke',
      code: 'internal_error',
    });
    await page.route(/^(?!.*(?:session|tickets))/, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body })
        : route.fallback(),
    );
    for (const path of ['hosts', 'hosts/3', 'tasks', 'findings', '', 'settings/about']) {
      await visit(page, path);
      await page.getByRole('alert').filter({ hasText: 'It broke' }).first().waitFor();
      expect(await findInAllViews(page), path).toEqual([]);
    }
    await visit(page, 'hosts');
    await page.getByRole('button', { name: 'Add hosts' }).first().click();
    await page.getByLabel('Addresses, one a line').fill('192.0.2.77');
    await page.getByRole('button', { name: 'Add 1 host' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').filter({ hasText: 'It broke' }).waitFor();
    expect(await findInAllViews(page), 'a form').toEqual([]);
    expect(await dialog.locator(':focus').count(), 'the dialog keeps the focus').toBe(1);
  }, 300_000);

  it('a dialog keeps the focus, and returns it', async () => {
    const { page } = await openConsole();
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
  });
});
