import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { watchAgents, type WatchOptions } from '../../../src/commands/watch/watch.js';
import { renderEvent } from '../../../src/commands/watch/watch.text.js';
import { createPainter } from '../../../src/commands/output/text.js';
import { ADMIN } from '../../support/app.js';
import { emit, event, listeningApp } from '../../support/ws.js';

/** Runs the command against a service until it is interrupted. */
function startWatch(port: number, options: Partial<WatchOptions> = {}) {
  const controller = new AbortController();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let text = '';
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  let messages = '';
  stderr.on('data', (chunk: Buffer) => {
    messages += chunk.toString();
  });
  const done = watchAgents(
    { url: `http://127.0.0.1:${port}`, token: ADMIN, ...options },
    { stdout, stderr, signal: controller.signal },
  );
  const lines = (count: number) =>
    expect
      .poll(() => text.split('\n').length - 1, { timeout: 15_000 })
      .toBe(count)
      .then(() => text.trimEnd().split('\n'));
  return { controller, done, lines, messages: () => messages };
}

describe('hostwarden watch agents', () => {
  it('prints a line per event with the host name and exits with 130 when interrupted', async () => {
    const app = await listeningApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1', hostname: 'web-1' }]);
    emit(app.ctx.events, 1);
    const watch = startWatch(app.port, { since: '0' });
    await watch.lines(1);
    emit(app.ctx.events, 1, {
      host_id: 99,
      event: 'agent.install.failed',
      error: { code: 'disk_full', message: 'No room', detail: 'df' },
    });
    const lines = await watch.lines(2);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}web-1 \(10\.0\.0\.1\) {2}install upload {2}40 % {2}Copying$/,
    );
    expect(lines[1]).toMatch(
      / {2}host 99 {2}install failed {2}40 % {2}Copying {2}\[disk_full\] No room: df$/,
    );
    watch.controller.abort();
    expect(await watch.done).toBe(130);
  });

  it('reconnects after a restart of the service without missing events', async () => {
    const first = await listeningApp();
    emit(first.ctx.events, 3);
    const watch = startWatch(first.port, { json: true });
    await expect.poll(() => first.app.websocketServer.clients.size).toBe(1);
    await first.close();
    const second = await listeningApp({ dir: first.dir });
    emit(second.ctx.events, 2);
    await second.close();
    const third = await listeningApp({ dir: first.dir, port: first.port });
    emit(third.ctx.events, 1);
    expect((await watch.lines(3)).map((l) => (JSON.parse(l) as { seq: number }).seq)).toEqual([
      4, 5, 6,
    ]);
    expect(watch.messages()).toMatch(/reconnecting/);
    watch.controller.abort();
    await watch.done;
  });

  it.each([
    [{ since: 'x' }, /--since/],
    [{ token: 'wrong' }, /does not accept the token/],
    [{ url: 'http://127.0.0.1:9' }, /cannot be reached/],
    [{ host: 'unknown' }, /Unknown host "unknown"/],
  ])('fails with a reason for %j', async (options, reason) => {
    const app = await listeningApp();
    await expect(startWatch(app.port, options).done).rejects.toThrow(reason);
  });
});

it('renders an event without control characters', () => {
  const line = renderEvent(
    {
      seq: 1,
      ...event({
        message: 'a\u001b[2Jb\nc',
        error: { code: 'x', message: '\u202e', detail: '\u0007' },
      }),
    },
    'h\u001b]0;x\u0007',
    createPainter(false),
  );
  expect(line).not.toMatch(/[\p{C}\n]/u);
});
