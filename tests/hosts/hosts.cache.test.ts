import { describe, expect, it } from 'vitest';
import { createAgentStatements } from '../../src/agents/agents.statements.js';
import { writeTransaction } from '../../src/database/write-transaction.js';
import { hostJson, listHostsJson } from '../../src/hosts/hosts.json.js';
import { enlist } from '../support/agents.js';
import { testApp, type TestApp } from '../support/app.js';
import { debianReport } from '../support/reports.js';

// Answers about hosts are remembered. Whoever writes, the next answer must be what the tables say.

async function rich(): Promise<TestApp> {
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
async function answers(app: TestApp): Promise<string[]> {
  const [first, again] = [await askAll(app), await askAll(app)]; // what is asked for twice is remembered
  expect(again).toEqual(first);
  return askAll(app);
}
const askAll = async ({ call }: TestApp): Promise<string[]> =>
  Promise.all(
    PATHS.map(async (path) => (await call('GET', path)).text.replace(/"request_id":"[^"]*"/, '')),
  );

function truth({ ctx: { database } }: TestApp): string[] {
  const sqlite = database.reading();
  const card = (spelling: 'v1' | 'v2Card') => {
    const json = hostJson(sqlite, spelling, 1);
    return json === undefined
      ? (expect.stringContaining('not_found') as string)
      : `{"data":${json}}`;
  };
  const total = sqlite.prepare('SELECT count(*) FROM hosts').pluck().get() as number;
  const page = (filter: object, limit: number, at: number, of: number) =>
    `{"data":${listHostsJson(sqlite, 'v2', filter, { limit, offset: (at - 1) * limit })},"meta":{"page":${at},"limit":${limit},"total":${of}}}`;
  const count = (filter: object) =>
    (JSON.parse(listHostsJson(sqlite, 'v2', filter)) as unknown[]).length;
  return [
    card('v2Card'),
    card('v2Card'),
    card('v1'),
    page({}, 50, 1, total),
    page({}, 2, 2, total),
    page({ group_id: 1 }, 50, 1, count({ group_id: 1 })),
    page({ name: 'new' }, 50, 1, count({ name: 'new' })),
    `{"data":${listHostsJson(sqlite, 'v1List', {})}}`,
    `{"data":${listHostsJson(sqlite, 'v1List', {}, { limit: 2, offset: 0 })}}`,
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
    'a new host of the older interface',
    write('POST', '/api/v1/hosts/', [{ ip: '10.0.0.9', name: 'new' }]),
  ],
  ['a changed host', write('PUT', '/hosts/1', { hostname: 'new' })],
  ['a host changed by the older interface', write('PUT', '/api/v1/hosts/1', { name: 'new' })],
  ['the groups of a host', write('PUT', '/hosts/1', { group_ids: [2] })],
  ['a deleted host', write('DELETE', '/hosts/1')],
  ['hosts deleted by the older interface', write('DELETE', '/api/v1/hosts/', { ids: [1, 2] })],
  ['a new group', write('POST', '/groups', { name: 'new', host_ids: [1] })],
  ['the hosts of a group', write('PUT', '/groups/2', { host_ids: [1, 2] })],
  ['a deleted group', write('DELETE', '/groups/1')],
  ['a host put into a group', write('PUT', '/groups/2/hosts/1')],
  ['a host taken out of a group', write('DELETE', '/groups/1/hosts/1')],
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
      await expect.poll(async () => (await answers(app))[0]).toContain('"status":"online"');
    },
  ],
  [
    'a check-in of an agent',
    async (app) => {
      enlist(app, 1);
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
      enlist(app, 1);
      await writeTransaction(app.ctx.database, () =>
        createAgentStatements(app.ctx.database.sqlite).markSilentOffline(0, app.clock.now()),
      );
    },
  ],
];

describe('an answer about hosts', () => {
  it.each(WRITES)('is what the tables say after %s', async (_name, change) => {
    const app = await rich();
    const before = await answers(app);
    expect(before).toEqual(truth(app));
    await change(app);
    const after = await answers(app);
    expect(after).toEqual(truth(app));
    expect(after).not.toEqual(before);
    expect(await answers(app)).toEqual(after);
  });

  it('does not tell what a transaction has not committed, nor remembers it when that is taken back', async () => {
    const app = await rich();
    const before = await answers(app);
    const failed = app.ctx.database.db.transaction().execute(async (trx) => {
      await trx.updateTable('hosts').set({ name: 'never' }).execute();
      expect(await answers(app)).toEqual(before);
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect(await answers(app)).toEqual(before);
  });
});
