import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { debianReport } from '../../support/reports.js';
import { runTemplate } from '../../support/run-template.js';

describe.runIf(hasBrowser)('an open page', () => {
  it('says when the connection is lost, and is right again after a restart of the service', async () => {
    const opened = await openConsole();
    const { page, faults, origin, dir, clock } = opened;
    const bar = page.getByText('Connection lost at');
    await page.getByText('There is no host yet').waitFor();
    faults.expected.push(
      /ERR_CONNECTION_(?:REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|WebSocket connection/,
    );
    await opened.close();
    await bar.waitFor();
    const { app, call } = await testApp({ dir, clock });
    await call('POST', '/hosts', [{ current_ip: '10.9.0.1' }]);
    await app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
    await bar.waitFor({ state: 'detached' });
    await page.getByText('There is no host yet').waitFor({ state: 'detached' });
  });

  it('requests nothing twice when it is loaded, and knows what changed meanwhile', async () => {
    const app = await openConsole({ env: { SCAN_DENY: '10.9.0.0/16' } });
    const { page } = app;
    const paths: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') paths.push(new URL(request.url()).pathname);
    });
    const list = page.waitForResponse(/api\/v1\/tasks/);
    await page.routeWebSocket('**/ws/events*', async (socket) => {
      await list;
      await runTemplate(app, ['10.9.0.1']);
      socket.connectToServer();
    });
    await app.open('tasks');
    await page.getByRole('row').nth(1).waitFor();
    expect(paths.filter((path) => path === '/ws/tickets')).toHaveLength(1);
    expect(paths).not.toContain('/session'); // the answer to the request of the ticket has it
    expect(paths.filter((path) => path === '/summary').length).toBeLessThanOrEqual(1);
  });

  it('says that a history is loading, in the room of its picture', async () => {
    const { page, open, call } = await openConsole();
    await call('POST', '/groups', { name: 'production', host_ids: [] });
    const history = page.getByRole('region', { name: 'Open findings by day' });
    const loading = history.getByText('Loading…');
    await page.route('**/history?*', async (route) => {
      await loading.waitFor();
      expect((await loading.boundingBox())?.height).toBeGreaterThan(300);
      await route.continue();
    });
    await open('settings/groups/1');
    await page.getByText('No day is recorded yet').waitFor();
    expect(await loading.count()).toBe(0);
  });

  it('shows an inventory that is imported elsewhere', async () => {
    const { page, call, open } = await openConsole();
    await call('POST', '/hosts', [{ current_ip: '10.9.0.1' }]);
    await open('hosts/1?tab=packages');
    await page.getByText('No package list is stored').waitFor();
    const sections = debianReport([{ name: 'curl', version: '8.5.0-1' }]);
    await call('PUT', '/hosts/1/inventory', { sections });
    await page.getByRole('cell', { name: 'curl', exact: true }).waitFor();
  });

  it('offers to reload after an upgrade of the service', async () => {
    const { page, context, origin } = await openConsole();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await context.route('**/ws/tickets', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'hostwarden-version': '9.9.9+00000000' };
      await route.fulfill({ response, headers });
    });
    await page.goto(`${origin}/ui/`);
    await page.getByText('The service was upgraded.').waitFor();
  });
});
