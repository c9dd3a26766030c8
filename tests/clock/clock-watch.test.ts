import { describe, expect, it } from 'vitest';
import { ADMIN, heldClock, temporaryFolder, testApp, type TestApp } from '../support/app.js';

const NOW = 1_790_000_000;
const DAY = 86_400;
const HOUR = 3600;

const read = (app: TestApp, sql: string): unknown[] =>
  app.ctx.database.sqlite.prepare(sql).raw().all();

/** Reads the clock, as the service does every ten seconds. */
const look = (app: TestApp): void => void app.ctx.clockWatch.deletableBefore(1);

async function deleteOld(app: TestApp): Promise<void> {
  await app.ctx.audit.deleteOld(() => false);
  await app.ctx.notifications.deleteOld(() => false);
  await app.ctx.fleet.saveDay();
}

const jumpOf = async (app: TestApp): Promise<unknown> =>
  ((await app.call('GET', '/settings')).body as { data: { clock_jump: unknown } }).data.clock_jump;

describe('a clock that is 366 days ahead', () => {
  it('deletes nothing at the next start, nor when it is right again, and each jump is said', async () => {
    const dir = temporaryFolder();
    const first = await testApp({ dir });
    for (const name of ['a', 'b', 'c']) await first.call('POST', '/groups', { name });
    await first.ctx.fleet.saveDay();
    const days = read(first, 'SELECT DISTINCT day FROM fleet_days');
    await first.close();

    const ahead = await testApp({ dir, clock: heldClock(NOW + 366 * DAY) });
    await deleteOld(ahead);
    expect(read(ahead, 'SELECT id FROM audit')).toEqual([[1], [2], [3]]);
    expect(read(ahead, 'SELECT DISTINCT day FROM fleet_days ORDER BY day')).toEqual([
      ...days,
      [Math.floor((NOW + 366 * DAY) / DAY)],
    ]);
    expect(await jumpOf(ahead)).toEqual({
      noticed_at: NOW + 366 * DAY,
      seconds: 366 * DAY,
      message:
        'The clock jumped ahead by 366 days: it was set, or the service did not run. Nothing is deleted because of it.',
    });
    await ahead.close();

    const right = await testApp({ dir, clock: heldClock(NOW + HOUR) });
    await deleteOld(right);
    expect(read(right, 'SELECT id FROM audit')).toEqual([[1], [2], [3]]);
    expect(await jumpOf(right)).toMatchObject({ seconds: HOUR - 366 * DAY });
  });

  it('deletes nothing while the service runs', async () => {
    const app = await testApp({ env: { AUDIT_RETENTION_DAYS: '7' } });
    await app.call('POST', '/groups', { name: 'a' });
    app.clock.set(NOW + 366 * DAY);
    await deleteOld(app);
    expect(read(app, 'SELECT id FROM audit')).toEqual([[1]]);
    app.clock.advance(8 * DAY);
    await deleteOld(app);
    expect(read(app, 'SELECT id FROM audit')).toEqual([]);
  });

  it('holds neither messages nor digests when it is set back', async () => {
    const app = await testApp({ clock: heldClock(NOW + 366 * DAY) });
    const url = 'http://127.0.0.1:1/';
    await app.call('POST', '/notification-channels', { name: 'ops', type: 'webhook', url });
    const rule = { channel_id: 1, events: ['task.failed'], digest: 'daily' };
    await app.call('POST', '/notification-rules', rule);
    app.ctx.database.sqlite.exec(`INSERT INTO notification_deliveries
      (id, channel_id, rule_id, event, stage, state, attempts, next_attempt_at, created_at)
      VALUES (77, 1, 1, 'task.failed', 'examine', 'pending', 1, ${NOW + 367 * DAY}, ${NOW + 366 * DAY})`);
    app.clock.set(NOW);
    look(app);
    await expect
      .poll(() =>
        read(app, `SELECT 1 FROM notification_deliveries WHERE next_attempt_at > ${NOW + HOUR}`),
      )
      .toEqual([]);
    await expect
      .poll(() => read(app, `SELECT next_digest_at <= ${NOW + DAY} FROM notification_rules`))
      .toEqual([[1]]);
  });

  it('lengthens no session when it is set back', async () => {
    const app = await testApp({ clock: heldClock(NOW + 366 * DAY) });
    const started = await app.call('POST', '/session', { token: ADMIN }, { token: null });
    expect(started.status).toBe(201);
    app.clock.set(NOW);
    look(app);
    await expect
      .poll(() =>
        read(app, `SELECT last_used_at <= ${NOW}, expires_at < ${NOW + 60 * DAY} FROM sessions`),
      )
      .toEqual([[1, 1]]);
  });
});
