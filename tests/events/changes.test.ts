import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../src/events/stream/stream.events.js';
import { testApp, type TestApp } from '../support/app.js';
import { setUpAcceptances } from '../vulnerabilities/acceptances/setup.js';

type Call = [method: string, path: string, body?: unknown];

const ip = (i: number) => ({ current_ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` });
const range = (count: number) => Array.from({ length: count }, (_, i) => ip(i + 1));

/** Returns the events after `since`: name, how many, and the id if it is one. */
function changesAfter({ ctx }: Pick<TestApp, 'ctx'>, since: number): unknown[][] {
  const { events } = ctx.eventStream.read(since, { topics: TOPICS });
  return events.map((event) => {
    const {
      seq,
      topic,
      time,
      event: name,
      count,
      ...id
    } = event as unknown as Record<string, unknown>;
    expect([typeof seq, typeof topic, typeof time]).toEqual(['number', 'string', 'number']);
    return [name, count, ...Object.values(id)];
  });
}

/** Returns the newest seq when everything is published. */
async function published({ ctx }: Pick<TestApp, 'ctx'>): Promise<number> {
  const newest = ctx.database.sqlite.prepare('SELECT coalesce(max(seq), 0) FROM events').pluck();
  await expect.poll(() => ctx.eventStream.newestSeq()).toBe(newest.get());
  return ctx.eventStream.newestSeq();
}

async function changesOf(app: TestApp, [method, path, body]: Call, status?: number) {
  const since = await published(app);
  const response = await app.call(method, path, body);
  if (status === undefined) expect(response.status, response.text).toBeLessThan(300);
  else expect(response.status, response.text).toBe(status);
  await published(app);
  return changesAfter(app, since);
}

describe('changes of hosts and groups', () => {
  it('are one event for each request, of any number', async () => {
    const app = await testApp();
    const changes = async (...call: Call) => changesOf(app, call);
    expect(await changes('POST', '/hosts', range(1))).toEqual([['host.created', 1, 1]]);
    expect(await changes('POST', '/hosts', range(3))).toEqual([['host.created', 2, null]]);
    expect(await changes('POST', '/hosts', range(3))).toEqual([]); // they exist
    expect(await changes('PUT', '/api/v1/hosts/1', { name: 'web' })).toEqual([
      ['host.updated', 1, 1],
    ]);
    expect(await changes('PUT', '/hosts/1', {})).toEqual([]);
    expect(await changes('POST', '/groups', { name: 'a', host_ids: [1] })).toEqual([
      ['group.created', 1, 1],
    ]);
    expect(await changes('PUT', '/hosts/2', { group_ids: [1] })).toEqual([
      ['host.updated', 1, 2],
      ['group.updated', 1, 1],
    ]);
    expect(await changes('PUT', '/groups/1/hosts/3')).toEqual([['group.updated', 1, 1]]);
    expect(await changes('PUT', '/groups/1/hosts/3')).toEqual([]);
    expect(await changes('DELETE', '/groups/1/hosts/3')).toEqual([['group.updated', 1, 1]]);
    const byFilter = { filter: { current_ip: '10.0.0.0/24' }, expected: 3 };
    expect(await changes('PUT', '/groups/1/hosts', byFilter)).toEqual([['group.updated', 1, 1]]);
    expect(await changes('PATCH', '/groups/1', { add_host_ids: [1] })).toEqual([]);
    expect(await changes('PUT', '/groups/1', { name: 'b' })).toEqual([['group.updated', 1, 1]]);
    expect(await changes('DELETE', '/groups', { ids: [1, 1] })).toEqual([['group.deleted', 1, 1]]);
    expect(await changes('DELETE', '/hosts', byFilter)).toEqual([['host.deleted', 3, null]]);
  });

  it('of 10,000 hosts are one event without their ids', async () => {
    const app = await testApp();
    const hosts = range(10_000);
    expect(await changesOf(app, ['POST', '/hosts', hosts])).toEqual([
      ['host.created', 10_000, null],
    ]);
    const byFilter = { filter: { current_ip: '10.0.0.0/8' }, expected: 10_000 };
    expect(await changesOf(app, ['DELETE', '/hosts', byFilter])).toEqual([
      ['host.deleted', 10_000, null],
    ]);
    const stored = app.ctx.database.sqlite.prepare('SELECT * FROM events').all();
    expect(JSON.stringify(stored).length).toBeLessThan(1000);
  });

  it('that are refused or rolled back are no event', async () => {
    const app = await testApp();
    await app.call('POST', '/hosts', range(2));
    await app.call('POST', '/groups', { name: 'a' });
    const credential = { name: 'c', type: 'ssh_password', username: 'u', password: 'p' };
    await app.call('POST', '/credentials', {
      ...credential,
      scope: { group_ids: [1], networks: [] },
    });
    const { body } = await app.call('POST', '/tokens', { name: 'op', role: 'operator' });
    const { token } = (body as { data: { token: string } }).data;
    const since = await published(app);
    const moved = await app.call('PUT', '/hosts/1', { group_ids: [1] }, { token });
    expect(moved.status, moved.text).toBe(403); // after the host was changed
    expect(await changesOf(app, ['DELETE', '/hosts', { ids: [1, 99] }], 404)).toEqual([]);
    expect(await changesOf(app, ['PUT', '/hosts/1', ip(2)], 409)).toEqual([]);
    expect(changesAfter(app, since)).toEqual([]);
  });
});

describe('changes of templates', () => {
  it('are an event each', async () => {
    const app = await testApp();
    const changes = async (...call: Call) => changesOf(app, call);
    await app.call('POST', '/hosts', range(2));
    const path = '/api/v1/templates/';
    const template = { name: 't', type: 'pentest', hosts: [1], enabled: false };
    const schedule = { type: 3, recurrence: 1, start_time: app.clock.now() + 86_400 };
    expect(await changes('POST', path, { ...template, schedule })).toEqual([
      ['template.created', 1, 1],
    ]);
    expect(await changes('PUT', `${path}1`, { name: 'u' })).toEqual([['template.updated', 1, 1]]);
    expect(await changes('PATCH', `${path}1`, { add_hosts: [2] })).toEqual([
      ['template.updated', 1, 1],
    ]);
    expect(await changes('PUT', `${path}1`, {})).toEqual([]);
    const off = { enable: false, templates_id: 1 };
    expect(await changes('PATCH', path, off)).toEqual([['template.updated', 1, 1]]);
    expect(await changes('DELETE', `${path}1`)).toEqual([['template.deleted', 1, 1]]);
  });
});

describe('changes of acceptances', () => {
  it('are events with the number of acceptances; those that end are updated', async () => {
    const app = await setUpAcceptances();
    const changes = async (...call: Call) => changesOf(app, call);
    const reason = { reason: 'Known' };
    const one = { ...reason, vulnerability_id: 'CVE-2024-1', host_id: app.first, package: 'a' };
    expect(await changes('POST', '/acceptances', one)).toEqual([['acceptance.created', 1, 1]]);
    const until = app.clock.now() + 86_400;
    expect(await changes('PUT', '/acceptances/1', { until, reason: 'Longer' })).toEqual([
      ['acceptance.updated', 1, 1],
      ['acceptance.created', 1, 2],
    ]);
    expect(await changes('DELETE', '/acceptances/2')).toEqual([['acceptance.updated', 1, 2]]);
    const many = { ...reason, filter: { package: 'b' }, expected: 2 };
    expect(await changes('POST', '/acceptances/bulk', { ...many, dry_run: true })).toEqual([]);
    expect(await changes('POST', '/acceptances/bulk', many)).toEqual([
      ['acceptance.created', 2, null],
    ]);
  });

  it('by the document of a vendor have their number', async () => {
    const app = await setUpAcceptances();
    const document = (products: string[]) => ({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.org/vex/1',
      author: 'Example Inc.',
      timestamp: '2026-01-01T00:00:00Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2024-2' },
          products: products.map((id) => ({ '@id': id })),
          status: 'not_affected',
          justification: 'vulnerable_code_not_present',
        },
      ],
    });
    const changes = (...products: string[]) => changesOf(app, ['POST', '/vex', document(products)]);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `pkg:deb/debian/${name}?distro=debian-12`);
    expect(await changes(`${a}`, `${b}`)).toEqual([['acceptance.created', 2, null]]);
    expect(await changes(`${a}`, `${b}`)).toEqual([]);
    expect(await changes(`${c}`)).toEqual([
      ['acceptance.updated', 2, null],
      ['acceptance.created', 1, null],
    ]);
    const source = encodeURIComponent('https://example.org/vex/1');
    expect(await changesOf(app, ['DELETE', `/vex?source=${source}`])).toEqual([
      ['acceptance.updated', 1, null],
    ]);
  });
});
