import { describe, expect, it } from 'vitest';
import { createEventLog } from '../../src/events/event-log.js';
import { deleteOldEvents } from '../../src/events/events.cleanup.js';
import type { AgentEvent } from '../../src/events/events.js';
import { selectHostEvents, type HostEventFilter } from '../../src/events/events.repository.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { emit, event } from '../support/ws.js';

function setUp() {
  const database = testDatabase();
  const log = createEventLog(database.sqlite);
  const received: number[] = [];
  log.subscribe((e) => received.push(e.seq));
  return { database, log, received };
}

describe('event log', () => {
  it('returns stored events with their errors', () => {
    const { log } = setUp();
    const [stored] = emit(log, 1, {
      event: 'agent.install.failed',
      error: { code: 'sudo_denied', message: 'No', detail: 'sorry 💥' },
    });
    expect(log.read({ since: 0, limit: 10 })).toEqual([stored]);
    expect(stored?.error?.detail).toBe('sorry 💥');
  });

  it('reads events after a seq, optionally of one host, ascending', () => {
    const { log } = setUp();
    for (let i = 0; i < 5; i += 1) emit(log, 1, { host_id: 1 + (i % 2) });
    const seqs = (filter: Parameters<typeof log.read>[0]) => log.read(filter).map((e) => e.seq);
    expect(seqs({ since: 2, limit: 2 })).toEqual([3, 4]);
    expect(seqs({ since: 0, hostId: 2, limit: 9 })).toEqual([2, 4]);
    expect(seqs({ since: 99, limit: 2 })).toEqual([]);
    expect(log.newestSeq()).toBe(5);
  });

  it('returns pages of the events of one host with their total', async () => {
    const { database, log } = setUp();
    for (let i = 0; i < 5; i += 1) emit(log, 1, { host_id: 1 + (i % 2) });
    const page = { limit: 1, offset: 1 };
    const select = (filter: HostEventFilter) => selectHostEvents(database.db, filter, page);
    const { items, total } = await select({ hostId: 1, since: 0, upTo: 4 });
    expect([items.map((e) => e.seq), total]).toEqual([[3], 2]);
    expect(await select({ hostId: 1, since: 1, upTo: 5 })).toMatchObject({ total: 2 });
    expect(await select({ hostId: 3, since: 0, upTo: 5 })).toEqual({ items: [], total: 0 });
  });

  it('notifies listeners once and in order, independent of the order of publishing', () => {
    const { log, received } = setUp();
    const made = Array.from({ length: 4 }, () => log.append(event()));
    const [one, two, three, four] = made as [AgentEvent, AgentEvent, AgentEvent, AgentEvent];
    log.publish([three]);
    log.publish([one, two]);
    log.publish([four, four]);
    expect(received).toEqual([1, 2, 3, 4]);
  });

  it('does not return events of an open transaction', () => {
    const { database, log, received } = setUp();
    emit(log);
    database.sqlite.exec('BEGIN');
    log.append(event());
    expect(log.read({ since: 0, limit: 9 }).map((e) => e.seq)).toEqual([1]);
    expect(log.newestSeq()).toBe(1);
    database.sqlite.exec('ROLLBACK');
    emit(log, 1, { message: 'committed' });
    expect(log.read({ since: 1, limit: 9 })).toMatchObject([{ seq: 2, message: 'committed' }]);
    expect(received).toEqual([1, 2]);
  });

  it('does not notify a listener that unsubscribed', () => {
    const { log } = setUp();
    const received: number[] = [];
    const unsubscribe = log.subscribe((e) => received.push(e.seq));
    emit(log);
    unsubscribe();
    emit(log);
    expect(received).toEqual([1]);
  });

  it('never reuses a seq, also after a restart and after all events were deleted', async () => {
    const { database, log } = setUp();
    emit(log, 3, { time: 100 });
    expect(await deleteOldEvents(database, 101)).toBe(3);
    await database.close();
    const log2 = createEventLog(database.again().sqlite);
    expect(log2.newestSeq()).toBe(3);
    expect(emit(log2)[0]?.seq).toBe(4);
  });

  it('a service deletes events older than EVENT_RETENTION_DAYS at its start', async () => {
    const first = await testApp();
    const now = first.clock.now();
    for (const time of [now - 86_401, now - 86_399]) emit(first.ctx.events, 1, { time });
    await first.close();
    const second = await testApp({ dir: first.dir, env: { EVENT_RETENTION_DAYS: '1' } });
    await expect
      .poll(() => second.ctx.events.read({ since: 0, limit: 9 }).map((e) => e.seq))
      .toEqual([2]);
  });

  it('deletes old events in batches and keeps the others', async () => {
    const { database, log } = setUp();
    database.sqlite.transaction(() => {
      emit(log, 2500, { time: 99 });
      emit(log, 3, { time: 100 });
    })();
    let checks = 0;
    const shouldStop = (): boolean => {
      checks += 1;
      return checks > 1;
    };
    expect(await deleteOldEvents(database, 100, shouldStop)).toBe(1000);
    expect(await deleteOldEvents(database, 100)).toBe(1500);
    expect(log.read({ since: 0, limit: 9 }).map((e) => e.time)).toEqual([100, 100, 100]);
  });
});
