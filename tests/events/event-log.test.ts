import { describe, expect, it } from 'vitest';
import { createEventLog } from '../../src/events/event-log.js';
import { deleteOldEvents } from '../../src/events/events.cleanup.js';
import type { AgentEvent } from '../../src/events/events.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { emit, event } from '../support/ws.js';

function setUp() {
  const database = testDatabase();
  const log = createEventLog(database.sqlite);
  const heard: number[] = [];
  log.subscribe((e) => heard.push(e.seq));
  return { database, log, heard };
}

describe('the event log', () => {
  it('gives back what was stored, errors too', () => {
    const { log } = setUp();
    const [made] = emit(log, 1, {
      event: 'agent.install.failed',
      error: { code: 'sudo_denied', message: 'No', detail: 'sorry 💥' },
    });
    expect(log.read({ since: 0, limit: 10 })).toEqual([made]);
    expect(made?.error?.detail).toBe('sorry 💥');
  });

  it('reads after a number, of one host, in pages, ascending', () => {
    const { log } = setUp();
    for (let i = 0; i < 5; i += 1) emit(log, 1, { host_id: 1 + (i % 2) });
    const seqs = (filter: Parameters<typeof log.read>[0]) => log.read(filter).map((e) => e.seq);
    expect(seqs({ since: 2, limit: 2 })).toEqual([3, 4]);
    expect(seqs({ since: 0, hostId: 2, limit: 9 })).toEqual([2, 4]);
    expect(seqs({ since: 0, limit: 2, offset: 2 })).toEqual([3, 4]);
    expect(seqs({ since: 99, limit: 2 })).toEqual([]);
    expect([log.count({ since: 1 }), log.count({ since: 1, hostId: 1 }), log.newestSeq()]).toEqual([
      4, 2, 5,
    ]);
  });

  it('hands events on once and in order, whatever the order they are published in', () => {
    const { log, heard } = setUp();
    const made = Array.from({ length: 4 }, () => log.append(event()));
    const [one, two, three, four] = made as [AgentEvent, AgentEvent, AgentEvent, AgentEvent];
    log.publish([three]);
    log.publish([one, two]);
    log.publish([four, four]);
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  it('lets nobody read what a transaction may still take back', () => {
    const { database, log, heard } = setUp();
    emit(log);
    database.sqlite.exec('BEGIN');
    log.append(event());
    expect(log.read({ since: 0, limit: 9 }).map((e) => e.seq)).toEqual([1]);
    expect(log.newestSeq()).toBe(1);
    database.sqlite.exec('ROLLBACK');
    emit(log, 1, { message: 'the one that counts' });
    expect(log.read({ since: 1, limit: 9 })).toMatchObject([
      { seq: 2, message: 'the one that counts' },
    ]);
    expect(heard).toEqual([1, 2]);
  });

  it('stops telling a listener that left', () => {
    const { log } = setUp();
    const heard: number[] = [];
    const leave = log.subscribe((e) => heard.push(e.seq));
    emit(log);
    leave();
    emit(log);
    expect(heard).toEqual([1]);
  });

  it('never uses a number again, not after a restart and not when all was swept', async () => {
    const { database, log } = setUp();
    emit(log, 3, { time: 100 });
    expect(await deleteOldEvents(database, 101)).toBe(3);
    await database.close();
    const log2 = createEventLog(database.again().sqlite);
    expect(log2.newestSeq()).toBe(3);
    expect(emit(log2)[0]?.seq).toBe(4);
  });

  it('a service removes at its start what is older than EVENT_RETENTION_DAYS', async () => {
    const first = await testApp();
    const now = first.clock.now();
    for (const time of [now - 86_401, now - 86_399]) emit(first.ctx.events, 1, { time });
    await first.close();
    const second = await testApp({ dir: first.dir, env: { EVENT_RETENTION_DAYS: '1' } });
    await expect
      .poll(() => second.ctx.events.read({ since: 0, limit: 9 }).map((e) => e.seq))
      .toEqual([2]);
  });

  it('sweeps what is too old, in chunks, and leaves the rest', async () => {
    const { database, log } = setUp();
    database.sqlite.transaction(() => {
      emit(log, 2500, { time: 99 });
      emit(log, 3, { time: 100 });
    })();
    let asked = 0;
    expect(await deleteOldEvents(database, 100, () => (asked += 1) > 1)).toBe(1000);
    expect(await deleteOldEvents(database, 100)).toBe(1500);
    expect(log.read({ since: 0, limit: 9 }).map((e) => e.time)).toEqual([100, 100, 100]);
  });
});
