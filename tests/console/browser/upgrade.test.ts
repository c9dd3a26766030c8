import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';

describe.runIf(hasBrowser)('a screen that cannot be shown', () => {
  it('is loaded with the page once more when its file no longer exists after an upgrade, and then says so', async () => {
    const { page, context, origin, faults } = await openConsole();
    faults.expected.push(/404/);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    let isGone = true;
    await context.route(/\/ui\/a\/tasks-/, (route) =>
      isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByText('This screen cannot be shown').waitFor();
    await expect.poll(() => loads).toBe(1);
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await page.getByRole('link', { name: 'Hosts', exact: true }).click();
    await page.waitForURL(`${origin}/ui/hosts`);
    await page.getByText('There is no host yet').waitFor();
    isGone = false;
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByText('No task has run yet').waitFor();
    expect(loads).toBe(1);
  });

  it('says so with the ids of its requests, and the navigation stays', async () => {
    const { page, context, call } = await openConsole();
    await call('POST', '/hosts', [{ current_ip: '10.9.0.1' }]);
    let id: string | undefined;
    await context.route(/\/hosts\?/, async (route) => {
      const response = await route.fetch();
      id = response.headers()['x-request-id'];
      const body = (await response.json()) as { data: object[] };
      await route.fulfill({ response, json: { ...body, data: [null] } }); // no screen expects it
    });
    await page.getByRole('link', { name: 'Hosts', exact: true }).click();
    const notice = page.locator('main .notice');
    await notice.getByText('This screen cannot be shown').waitFor();
    await expect.poll(() => notice.textContent()).toContain(id);
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByText('No task has run yet').waitFor();
  });
});
