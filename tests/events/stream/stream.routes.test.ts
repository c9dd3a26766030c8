import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '../../../src/events/stream/stream.events.js';
import { ADMIN, fakeType } from '../../support/app.js';
import { fakeTaskType, until } from '../../support/fake-task-type.js';
import { publisher } from '../../support/publisher.js';
import { debianReport } from '../../support/reports.js';
import { runTemplate } from '../../support/run-template.js';
import { connectFollower, emit, handshakeError, listeningApp } from '../../support/ws.js';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const streamed = (events: unknown) => events as StreamEvent[];
const kinds = (events: unknown) => streamed(events).map((e) => e.event);

describe('/ws/events', () => {
  it('sends the events of a task from its start to its end, and replays the same', async () => {
    const type = fakeType((ip) =>
      ip === '10.0.0.2'
        ? { outcome: 'unreachable', reason: 'no_response', detail: null }
        : { outcome: 'done', reason: null, detail: null },
    );
    const app = await listeningApp({ types: [type] });
    const live = await connectFollower(app, '/ws/events?topics=tasks');
    const { taskId, templateId } = await runTemplate(app, ['10.0.0.1', '10.0.0.2']);
    await until(() => kinds(live.events).includes('task.completed'));
    const stored = streamed(live.events).filter((e) => e.event !== 'task.progress');
    expect(stored).toEqual([
      expect.objectContaining({ seq: 3, topic: 'tasks', event: 'task.started', percent: 0 }),
      expect.objectContaining({ event: 'task.host_done', ip: '10.0.0.1', outcome: 'done' }),
      expect.objectContaining({ event: 'task.host_done', ip: '10.0.0.2', outcome: 'unreachable' }),
      expect.objectContaining({
        event: 'task.completed',
        percent: 100,
        state: expect.stringMatching(/^Completed: .*1 done/) as string,
      }),
    ]);
    for (const event of stored)
      expect(event).toMatchObject({ task_id: taskId, template_id: templateId });
    const replay = await connectFollower(app, '/api/v2/ws/events?since=0&topics=tasks');
    expect(await replay.got(stored.length)).toEqual(stored);
  });

  it('sends progress with the state of the task, and a stopped task as stopped', async () => {
    const fake = { ...fakeTaskType({ name: 'pentest' }) };
    const app = await listeningApp({ types: [fake] });
    const live = await connectFollower(app, '/ws/events?topics=tasks');
    const { taskId } = await runTemplate(app, ['10.0.0.1']);
    await until(() => fake.works.length === 1);
    fake.works[0]?.job.progress({ fraction: 0.5, text: 'Halfway' });
    await until(() => kinds(live.events).includes('task.progress'));
    expect(streamed(live.events).find((e) => e.event === 'task.progress')).toMatchObject({
      seq: 3, // after those of the new hosts and the new template
      task_id: taskId,
      percent: 50,
      state: 'Halfway (0 of 1 host)',
    });
    await app.call('POST', `/api/v1/tasks/${taskId}/stop`);
    await until(() => kinds(live.events).includes('task.stopped'));
    expect(kinds(live.events)).not.toContain('task.completed');
  });

  it('reports addresses without a host in the progress only, and the error of a failed task', async () => {
    const type = fakeType(() => ({ outcome: 'unreachable', reason: 'no_response', detail: null }));
    const app = await listeningApp({ types: [type] });
    const params = { ranges: ['10.0.0.0/30'] };
    const { taskId } = await runTemplate(app, ['10.0.0.1', '10.0.0.2'], { params });
    const follower = await connectFollower(
      app,
      `/ws/events?topics=tasks&since=0&task_id=${taskId}`,
    );
    await until(() => kinds(follower.events).includes('task.failed'));
    expect(kinds(follower.events)).toEqual(['task.started', 'task.failed']);
    expect(follower.events.at(-1)).toHaveProperty(
      'error',
      'None of 2 hosts returned a result: 2 unreachable.',
    );
  });

  it('sends the events of agents with the seq of the stream; /ws/agents keeps its own', async () => {
    const app = await listeningApp();
    app.ctx.eventStream.append({ event: 'feed.update.started', feed: 'kev' });
    const stream = await connectFollower(app, '/ws/events?topics=agents&since=0');
    const agents = await connectFollower(app, '/ws/agents?since=0');
    const [stored] = emit(app.ctx.events);
    expect(await agents.got(1)).toEqual([stored]);
    expect(await stream.got(1)).toEqual([{ ...stored, seq: 2, topic: 'agents' }]);
    const late = await connectFollower(app, '/ws/events');
    expect(late.headers['hostwarden-seq']).toBe('2');
    expect((await connectFollower(app)).headers['hostwarden-seq']).toBe('1');
  });

  it('sends the events of an update of a feed', async () => {
    const site = await publisher({});
    const app = await listeningApp({ feedAddress: (feed) => `${site.url}/${feed}` });
    const follower = await connectFollower(app, '/ws/events?topics=feeds');
    await app.call('POST', '/feeds/kev/update');
    await until(() => kinds(follower.events).includes('feed.update.failed'));
    expect(kinds(follower.events)).toEqual([
      'feed.update.started',
      'feed.update.progress',
      'feed.update.failed',
    ]);
    expect(follower.events[1]).toMatchObject({ topic: 'feeds', feed: 'kev', step: 'fetching' });
    const { data } = (await app.call('GET', '/feeds')).body as { data: object[] };
    const { error } = follower.events[2] as unknown as { error: string };
    expect(data).toContainEqual(expect.objectContaining({ name: 'kev', error }));
  });

  it('sends the import of an inventory, which is not an event of tasks', async () => {
    const app = await listeningApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    const follower = await connectFollower(app, '/ws/events');
    const sections = debianReport([{ name: 'curl', version: '8.5.0-1' }]);
    expect((await app.call('PUT', '/hosts/1/inventory', { sections })).status).toBe(200);
    await until(() => follower.events.length > 0);
    expect(follower.events).toEqual([
      expect.objectContaining({ topic: 'hosts', event: 'host.inventory.imported', host_id: 1 }),
    ]);
    app.ctx.eventStream.append({ event: 'feed.update.started', feed: 'kev' });
    const others = await connectFollower(app, '/ws/events?topics=tasks,feeds&since=0');
    await until(() => others.events.length > 0);
    expect(kinds(others.events)).toEqual(['feed.update.started']);
    const hosts = await connectFollower(app, '/ws/events?topics=hosts&task_id=1&since=0');
    expect((await hosts.got(2)).slice(1)).toEqual(follower.events.slice(0, 1));
  });

  it('sends no event for an import that is refused', async () => {
    const app = await listeningApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
    const body = { sections: { hostname: '' } };
    expect((await app.call('PUT', '/hosts/1/inventory', body)).status).toBe(422);
    expect((await app.call('PUT', '/hosts/2/inventory', body)).status).toBe(404);
    const { events } = app.ctx.eventStream.read(0, { topics: ['hosts'] });
    expect(kinds(events)).toEqual(['host.created']);
  });

  it('continues after a restart of the service', async () => {
    const first = await listeningApp();
    await runTemplate(first, ['10.0.0.1']);
    const follower = await connectFollower(first, '/ws/events?since=0');
    await until(() => kinds(follower.events).includes('task.completed'));
    const { seq } = follower.events.at(-1) ?? { seq: 0 };
    await first.close();
    expect(await follower.closed).toBe(1001);
    const second = await listeningApp({ dir: first.dir });
    const next = await connectFollower(second, `/ws/events?since=${seq}`);
    await runTemplate(second, ['10.0.0.2']);
    await until(() => kinds(next.events).includes('task.completed'));
    expect(next.events[0]).toMatchObject({ seq: seq + 1, event: 'host.created' });
  });

  it('requires a token or a ticket, an own origin and a known query', async () => {
    const app = await listeningApp();
    const refused = (path: string, options: object) =>
      handshakeError(connectFollower(app, path, options)).then(({ status }) => status);
    expect(await refused('/ws/events', {})).toBe(401);
    expect(await refused('/ws/events', bearer('wrong'))).toBe(401);
    const origin = { authorization: `Bearer ${ADMIN}`, origin: 'http://evil.example' };
    expect(await refused('/ws/events', { headers: origin })).toBe(403);
    for (const query of ['topics=', 'topics=users', 'topics=tasks,', 'task_id=x', 'host_id=1'])
      expect(await refused(`/ws/events?${query}`, bearer(ADMIN)), query).toBe(400);
    const { body } = await app.call('POST', '/ws/tickets');
    const { ticket } = (body as { data: { ticket: string } }).data;
    await connectFollower(app, `/ws/events?ticket=${ticket}`, {});
    expect(await refused(`/ws/events?ticket=${ticket}`, {})).toBe(401);
  });
});
