import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { testApp, type TestApp } from '../../support/app.js';

interface Item {
  name: string;
  state: string;
  outdated: boolean;
  operation: { id: number } | null;
}

/** Creates four hosts: `a` with a current agent, `b` with an old one that is offline, `c` and `d` without. */
async function setUp(): Promise<TestApp> {
  const app = await testApp();
  const names = ['b', 'a', 'c', 'd'];
  await app.call(
    'POST',
    '/hosts',
    names.map((hostname, i) => ({ current_ip: `10.0.0.${20 - i}`, hostname })),
  );
  const { sqlite } = app.ctx.database;
  const agent = sqlite.prepare(
    "INSERT INTO agents (host_id, os_family, version, installed_at, last_seen) VALUES (?, 'linux', ?, ?, ?)",
  );
  agent.run(1, '0.0.1', 5, 100);
  agent.run(2, VERSION, 5, 50);
  agent.run(3, null, null, null); // an install that was never verified
  sqlite.prepare("UPDATE hosts SET status = 'online' WHERE id IN (2, 4)").run();
  const operation = sqlite.prepare(
    `INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at)
     VALUES (?, 'install', 'linux', 1, 0, 'completed', 'clean_up', '', 0, 0)`,
  );
  operation.run(1);
  operation.run(2);
  operation.run(1);
  return app;
}

async function list({ call }: TestApp, query: string): Promise<{ data: Item[]; meta: object }> {
  const { status, body, text } = await call('GET', `/agents${query}`);
  expect(status, text).toBe(200);
  return body as { data: Item[]; meta: object };
}

describe('GET /agents', () => {
  it.each<[string, string[]]>([
    ['', ['a', 'b']],
    ['?state=online', ['a']],
    ['?state=offline', ['b']],
    ['?state=none', ['c', 'd']],
    ['?outdated=true', ['b']],
    ['?outdated=false', ['a']],
    ['?q=10.0.0.20', ['b']],
    ['?q=A', ['a']],
    ['?sort=-name', ['b', 'a']],
    ['?sort=address', ['a', 'b']],
    ['?sort=last_seen', ['a', 'b']],
    ['?sort=-last_seen', ['b', 'a']],
    ['?sort=version', ['b', 'a']],
    ['?sort=state', ['b', 'a']],
    ['?limit=1&page=2', ['b']],
  ])('lists %s', async (query, names) => {
    const { data } = await list(await setUp(), query);
    expect(data.map((item) => item.name)).toEqual(names);
  });

  it('has the state, the last operation, and the version that an update installs', async () => {
    const { data, meta } = await list(await setUp(), '');
    expect(data.map((i) => [i.name, i.state, i.outdated, i.operation?.id])).toEqual([
      ['a', 'online', false, 2],
      ['b', 'offline', true, 3],
    ]);
    expect(meta).toEqual({ page: 1, limit: 50, total: 2, version: VERSION });
  });
});
