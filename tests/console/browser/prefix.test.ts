import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';

/** A proxy that removes `/team/hw` from paths. */
async function strippingProxy(port: number): Promise<string> {
  const server = createServer((from, to) => {
    const path = (from.url ?? '').replace(/^\/team\/hw/, '');
    const options = { port, host: '127.0.0.1', method: from.method, path, headers: from.headers };
    from.pipe(
      request(options, (answer) => {
        to.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(to);
      }),
    );
  });
  server.on('upgrade', (from, socket) => {
    const path = (from.url ?? '').replace(/^\/team\/hw/, '');
    const upstream = request({ port, host: '127.0.0.1', path, headers: from.headers });
    upstream.on('upgrade', (answer, other) => {
      const lines = Object.entries(answer.headers).map(([k, v]) => `${k}: ${String(v)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      for (const end of [socket, other]) end.on('error', () => undefined);
      other.pipe(socket).pipe(other);
    });
    upstream.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/team/hw`;
}

describe.runIf(hasBrowser)('behind a proxy with a prefix', () => {
  it('links, files, requests, cookie and events are right at every depth, without a setting', async () => {
    const { page, context, origin, faults } = await openConsole({ proxy: strippingProxy });
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
