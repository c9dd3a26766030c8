import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';
import { strippingProxy } from '../../support/stripping-proxy.js';

describe.runIf(hasBrowser)('behind a proxy with a prefix', () => {
  it('links, files, requests, cookie and events are right at every depth, without a setting', async () => {
    const { page, context, origin, faults } = await openConsole({
      proxy: (port) => strippingProxy(port, { prefix: '/team/hw' }),
    });
    const socket = page.waitForEvent('websocket');
    await page.goto(`${origin}/ui/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect((await socket).url()).toContain('/team/hw/ws/events?ticket=');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ path: '/team/hw', httpOnly: true, sameSite: 'Strict' });
    await page.goto(`${origin}/ui/nothing/here/deep`);
    await page.getByText('There is no such page').waitFor();
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.waitForURL(`${origin}/ui/`);
    expect(faults.list).toEqual([]);
  });
});
