import { describe, expect, it } from 'vitest';
import { appendChange } from '../../../src/database/changes/change-events.js';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import { deleteOldEvents } from '../../../src/events/events.cleanup.js';
import { createEventLog } from '../../../src/events/event-log.js';
import { createEventStream } from '../../../src/events/stream/create-stream.js';
import {
  TOPICS,
  type NewTaskEvent,
  type StreamEvent,
  type StreamFilter,
} from '../../../src/events/stream/stream.events.js';
import { heldClock, testDatabase } from '../../support/database.js';
import { emit } from '../../support/ws.js';

const ALL: StreamFilter = { topics: TOPICS };

function setUp(database = testDatabase()) {
  const clock = heldClock();
  const stream = createEventStream(database, clock);
  const agents = createEventLog(database.sqlite);
  agents.subscribe(() => stream.wake());
  const received: StreamEvent[] = [];
  return {
    database,
    clock,
    stream,
    agents,
    received,
    listen: () => stream.subscribe((event) => received.push(event)),
  };
}

const started = (task_id = 1): NewTaskEvent => ({
  event: 'task.started',
  task_id,
  template_id: 7,
  percent: 0,
  state: 'Starting',
});
const progress = (percent: number, task_id = 1): NewTaskEvent => ({
  ...started(task_id),
  event: 'task.progress',
  percent,
});
const names = (events: readonly StreamEvent[]) => events.map((e) => `${e.seq} ${e.event}`);
const published = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('stream of events', () => {
  it('has the events of all topics in one sequence, each with its own fields', async () => {
    const { stream, agents } = setUp();
    const task = { task_id: 3, template_id: 7, percent: 40, state: 'x' };
    stream.append({ event: 'task.started', ...task });
    stream.append({
      event: 'task.host_done',
      ...task,
      host_id: 9,
      ip: '10.0.0.9',
      outcome: 'done',
    });
    stream.append({ event: 'task.failed', ...task, error: 'No host' });
    stream.append({ event: 'feed.update.started', feed: 'kev' });
    stream.append({ event: 'feed.update.failed', feed: 'kev', error: 'No data' });
    const error = { code: 'disk_full', message: 'Full', detail: null };
    const [agent] = emit(agents, 1, { error });
    stream.append({ event: 'host.inventory.imported', host_id: 9 });
    appendChange(stream, 'host.created', [3, 4]);
    appendChange(stream, 'template.updated', [7]);
    appendChange(stream, 'host.deleted', []);
    await published();
    const time = heldClock().now();
    const tasks = { topic: 'tasks', time, ...task };
    expect(stream.read(0, ALL).events).toEqual([
      { seq: 1, event: 'task.started', ...tasks },
      { seq: 2, event: 'task.host_done', ...tasks, host_id: 9, ip: '10.0.0.9', outcome: 'done' },
      { seq: 3, event: 'task.failed', ...tasks, error: 'No host' },
      { seq: 4, topic: 'feeds', event: 'feed.update.started', time, feed: 'kev' },
      { seq: 5, topic: 'feeds', event: 'feed.update.failed', time, feed: 'kev', error: 'No data' },
      { ...agent, seq: 6, topic: 'agents' },
      { seq: 7, topic: 'hosts', event: 'host.inventory.imported', time, host_id: 9 },
      { seq: 8, topic: 'hosts', event: 'host.created', time, count: 2, host_id: null },
      { seq: 9, topic: 'templates', event: 'template.updated', time, count: 1, template_id: 7 },
    ]);
    expect(agent?.seq).toBe(1);
  });

  it('publishes the events of a transaction after its commit only', async () => {
    const { database, stream, received, listen } = setUp();
    listen();
    await database.db.transaction().execute(async () => {
      stream.append(started());
      await published();
      expect(received).toEqual([]);
      expect(stream.newestSeq()).toBe(0);
    });
    await expect.poll(() => names(received)).toEqual(['1 task.started']);
  });

  it('never publishes the events of a transaction that was rolled back', async () => {
    const { database, stream, received, listen } = setUp();
    listen();
    const failing = writeTransaction(database, () => {
      stream.append(started(1));
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    stream.append(started(2));
    await expect.poll(() => received).toMatchObject([{ seq: 1, task_id: 2 }]);
  });

  it('publishes each event once, in order, also many of one transaction', async () => {
    const { database, stream, received, listen } = setUp();
    listen();
    await writeTransaction(database, () => {
      for (let i = 0; i < 1000; i += 1) stream.append(started(i));
    });
    await expect.poll(() => received.length).toBe(1000);
    expect(received.map((e) => e.seq)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
    await published();
    expect(received).toHaveLength(1000);
  });

  it('sends progress after the events before it, with their seq, and does not store it', async () => {
    const { stream, received, listen } = setUp();
    listen();
    stream.announce(progress(10));
    stream.append(started());
    await expect.poll(() => names(received)).toEqual(['1 task.started', '1 task.progress']);
    expect(names(stream.read(0, ALL).events)).toEqual(['1 task.started']);
  });

  it('sends no progress of a task after its end', async () => {
    const { stream, received, listen } = setUp();
    listen();
    stream.announce(progress(10, 1));
    stream.announce(progress(20, 2));
    stream.append({ ...started(1), event: 'task.completed' });
    await expect.poll(() => names(received)).toEqual(['1 task.completed', '1 task.progress']);
    expect(received[1]).toMatchObject({ task_id: 2 });
  });

  it.each([
    [{ topics: ['tasks'] as const }, [1, 3, 4]],
    [{ topics: ['tasks'] as const, taskId: 2 }, [3]],
    [{ topics: ['feeds'] as const, taskId: 2 }, [2]],
    [{ topics: TOPICS, taskId: 2 }, [2, 3]],
  ])('selects %j, in a replay as in new events', async (filter, expected) => {
    const { stream, received, listen } = setUp();
    listen();
    stream.append(started(1));
    stream.append({ event: 'feed.update.started', feed: 'kev' });
    stream.append(started(2));
    stream.append(started(3));
    await expect.poll(() => received.length).toBe(4);
    expect(stream.read(0, filter).events.map((e) => e.seq)).toEqual(expected);
    const selected = received.filter((event) => stream.isSelected(event, filter));
    expect(selected.map((e) => e.seq)).toEqual(expected);
  });

  it('reads bounded pages, also when the filter selects hardly any event', async () => {
    const { database, stream } = setUp();
    await writeTransaction(database, () => {
      for (let i = 1; i <= 12_000; i += 1) stream.append(started(i === 11_999 ? 2 : 1));
    });
    await published();
    const pages: number[] = [];
    const found: number[] = [];
    for (let since = 0, isEnd = false; !isEnd;) {
      const page = stream.read(since, { topics: TOPICS, taskId: 2 });
      found.push(...page.events.map((e) => e.seq));
      pages.push(page.last);
      since = page.last;
      isEnd = page.isEnd;
    }
    expect(found).toEqual([11_999]);
    expect(pages).toEqual([5_000, 10_000, 12_000]);
    expect(stream.read(0, ALL)).toMatchObject({ last: 200, isEnd: false });
  });

  it('deletes old events, and continues its sequence after all of them', async () => {
    const { database, stream, agents, clock } = setUp();
    emit(agents, 2, { time: clock.now() });
    for (let i = 0; i < 3; i += 1) stream.append(started(i));
    clock.pass(100);
    stream.append(started(9));
    expect(await deleteOldEvents(database, clock.now())).toBe(5);
    await published();
    expect(names(stream.read(0, ALL).events)).toEqual(['6 task.started']);
    await deleteOldEvents(database, clock.now() + 1);
    expect(stream.read(0, ALL)).toEqual({ events: [], last: 6, isEnd: true });
    await database.close();
    expect(setUp({ ...database.again(), again: () => database.again() }).stream.newestSeq()).toBe(
      6,
    );
  });
});
