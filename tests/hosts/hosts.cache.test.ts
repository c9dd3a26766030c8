import { describe, expect, it } from 'vitest';
import { createAgentStatements } from '../../src/agents/agents.statements.js';
import { writeTransaction } from '../../src/database/write-transaction.js';
import { createHostsJson } from '../../src/hosts/hosts.json.js';
import { registerAgent } from '../support/agents.js';
import { testApp, type TestApp } from '../support/app.js';
import { debianReport } from '../support/reports.js';

// Responses about hosts are cached. After any write, the next response must equal the tables.

async function setUp(): Promise<TestApp> {
  const app = await testApp();
  await app.call(
    'POST',
    '/hosts',
    [1, 2, 3].map((n) => ({ current_ip: `10.0.0.${n}` })),
  );
  await app.call('POST', '/groups', { name: 'g', host_ids: [1] });
  await app.call('POST', '/groups', { name: 'h', host_ids: [] });
  await app.call('POST', '/api/v1/templates', {
    name: 't',
    type: 'pentest',
    hosts: [1],
    groups: [],
    enabled: false,
  });
  await app.call('PUT', '/hosts/1/inventory', {
    sections: debianReport(),
    collected_at: 1_789_000_000,
  });
  return app;
}

const PATHS = [
  '/hosts/1',
  '/api/v2/hosts/1',
  '/api/v1/hosts/1',
  '/hosts',
  '/hosts?limit=2&page=2',
  '/hosts?group_id=1',
  '/hosts?hostname=new',
  '/api/v1/hosts/',
  '/api/v1/hosts/?limit=2',
];
/** Requests every path three times: the second request stores the response in the cache. */
async function getResponses(app: TestApp): Promise<string[]> {
  const first = await requestAll(app);
  expect(await requestAll(app)).toEqual(first);
  return requestAll(app);
}

const requestAll = async ({ call }: TestApp): Promise<string[]> =>
  Promise.all(
    PATHS.map(
      async (path) =>
        (await call('GET', path)).text
          .replace(/"request_id":"[^"]*"/, '')
          .replace(/,"coverage":\{"packages".*\}\}(?=\}\}$)/, ''), // of the host card: it is not cached
    ),
  );

/** Renders the expected responses from the tables, without the cache. */
function renderExpected({ ctx: { database } }: TestApp): string[] {
  const sqlite = database.reading();
  const hostsJson = createHostsJson(database.reading);
  const detail = (format: 'v1' | 'v2Detail') => {
    const json = hostsJson.find(format, 1);
    return json === undefined
      ? (expect.stringContaining('not_found') as string)
      : `{"data":${json}}`;
  };
  const total = sqlite.prepare('SELECT count(*) FROM hosts').pluck().get() as number;
  const list = (filter: object, limit: number, page: number, ofAll: number) => {
    const items = hostsJson.list('v2', filter, { limit, offset: (page - 1) * limit });
    return `{"data":${items},"meta":{"page":${page},"limit":${limit},"total":${ofAll}}}`;
  };
  const count = (filter: object) => (JSON.parse(hostsJson.list('v2', filter)) as unknown[]).length;
  return [
    detail('v2Detail'),
    detail('v2Detail'),
    detail('v1'),
    list({}, 50, 1, total),
    list({}, 2, 2, total),
    list({ group_id: 1 }, 50, 1, count({ group_id: 1 })),
    list({ name: 'new' }, 50, 1, count({ name: 'new' })),
    `{"data":${hostsJson.list('v1List', {})}}`,
    `{"data":${hostsJson.list('v1List', {}, { limit: 2, offset: 0 })}}`,
  ];
}

const write =
  (method: string, path: string, body?: unknown) =>
  async ({ call }: TestApp) => {
    expect((await call(method, path, body)).status).toBeLessThan(300);
  };

const WRITES: [string, (app: TestApp) => Promise<void>][] = [
  ['a new host', write('POST', '/hosts', [{ current_ip: '10.0.0.9', hostname: 'new' }])],
  [
    'a new host by API version 1',
    write('POST', '/api/v1/hosts/', [{ ip: '10.0.0.9', name: 'new' }]),
  ],
  ['an updated host', write('PUT', '/hosts/1', { hostname: 'new' })],
  ['a host updated by API version 1', write('PUT', '/api/v1/hosts/1', { name: 'new' })],
  ['the groups of a host', write('PUT', '/hosts/1', { group_ids: [2] })],
  ['a deleted host', write('DELETE', '/hosts/1')],
  ['hosts deleted by API version 1', write('DELETE', '/api/v1/hosts/', { ids: [1, 2] })],
  ['a new group', write('POST', '/groups', { name: 'new', host_ids: [1] })],
  ['the hosts of a group', write('PUT', '/groups/2', { host_ids: [1, 2] })],
  ['a deleted group', write('DELETE', '/groups/1')],
  ['a host added to a group', write('PUT', '/groups/2/hosts/1')],
  ['a host removed from a group', write('DELETE', '/groups/1/hosts/1')],
  [
    'a new template',
    write('POST', '/api/v1/templates', {
      name: 'new',
      type: 'pentest',
      hosts: [1],
      groups: [],
      enabled: false,
    }),
  ],
  ['the hosts of a template', write('PUT', '/api/v1/templates/1', { hosts: [2] })],
  ['the groups of a template', write('PUT', '/api/v1/templates/1', { hosts: [], groups: [2] })],
  ['a deleted template', write('DELETE', '/api/v1/templates/1')],
  [
    'another inventory',
    write('PUT', '/hosts/2/inventory', { sections: debianReport(), collected_at: 1_789_000_001 }),
  ],
  [
    'the outcome of a task',
    async (app) => {
      await write('POST', '/api/v1/templates', {
        name: 'new',
        type: 'pentest',
        hosts: [1],
        groups: [],
        enabled: true,
      })(app);
      await expect.poll(async () => (await getResponses(app))[0]).toContain('"status":"online"');
    },
  ],
  [
    'a check-in of an agent',
    async (app) => {
      registerAgent(app, 1);
      await writeTransaction(app.ctx.database, () =>
        createAgentStatements(app.ctx.database.sqlite).recordCheckIn(1, {
          at: app.clock.now(),
          version: null,
        }),
      );
    },
  ],
  [
    'the silence of an agent',
    async (app) => {
      registerAgent(app, 1);
      await writeTransaction(app.ctx.database, () =>
        createAgentStatements(app.ctx.database.sqlite).markSilentOffline(0, app.clock.now()),
      );
    },
  ],
];

describe('response cache of hosts', () => {
  it.each(WRITES)('responds with the state of the tables after %s', async (_name, change) => {
    const app = await setUp();
    const before = await getResponses(app);
    expect(before).toEqual(renderExpected(app));
    await change(app);
    const after = await getResponses(app);
    expect(after).toEqual(renderExpected(app));
    expect(after).not.toEqual(before);
    expect(await getResponses(app)).toEqual(after);
  });

  it('neither shows nor caches uncommitted changes of a transaction that is rolled back', async () => {
    const app = await setUp();
    const before = await getResponses(app);
    const failed = app.ctx.database.db.transaction().execute(async (trx) => {
      await trx.updateTable('hosts').set({ name: 'never' }).execute();
      expect(await getResponses(app)).toEqual(before);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await getResponses(app)).toEqual(before);
  });
});
