import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import {
  promoteToken,
  revokeTokens,
  storePendingToken,
} from '../../../src/agents/agents.repository.js';
import { createAgentToken } from '../../../src/agents/agents.tokens.js';
import { listRawReports } from '../../support/raw-reports.js';
import {
  registerAgent,
  listeningService,
  makeHosts,
  post,
  reportBytes,
  until,
  type Listening,
} from '../../support/agents.js';

const never = new AbortController().signal;
const statusOf = async (service: Listening, id: number): Promise<string> =>
  ((await service.ask('GET', `/hosts/${id}`)).body.data as { status: string }).status;

async function oneAgent() {
  const service = await listeningService();
  const [id = 0] = await makeHosts(service, 1);
  return { service, id, hub: service.ctx.hub, ...registerAgent(service, id) };
}

describe('authentication of agents', () => {
  it.each([
    ['no token', null],
    ['an unknown token', 'hwa_unknown'],
    ['the admin token', 'test-admin-token-0123456789'],
    ['text that is not a token', '"; rm -rf'],
  ])('rejects %s, in the header and in the body', async (_name, token) => {
    const { service } = await oneAgent();
    expect(await post(service.url, 'poll', token)).toMatchObject({ status: 401 });
    expect(await post(service.url, 'jobs/abc', token)).toMatchObject({ status: 401 });
    expect(await post(service.url, 'poll', token, 'version 1\n', { inBody: true })).toMatchObject({
      status: 401,
    });
  });

  it('rejects the token of an agent on all other routes', async () => {
    const { service, token } = await oneAgent();
    for (const path of ['/hosts', '/api/v1/hosts/', '/credentials', '/api/v1/tasks/']) {
      expect(
        (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(401);
    }
  });

  it('accepts a token in the first line of the body', async () => {
    const { service, id, token, hub } = await oneAgent();
    const poll = post(service.url, 'poll', token, 'version 9.9\n', { inBody: true });
    await until(() => hub.openPolls() === 1);
    hub.disconnect(id);
    expect(await poll).toMatchObject({ status: 200, text: 'hostwarden 1\n' });
    await hub.tick();
    expect(
      service.ctx.database.sqlite.prepare('SELECT version, last_seen FROM agents').get(),
    ).toEqual({
      version: '9.9',
      last_seen: service.clock.now(),
    });
  });

  it('rejects a long body without a token after its first bytes, and a body that is too large', async () => {
    const { service, token } = await oneAgent();
    expect((await post(service.url, 'poll', null, Buffer.alloc(301, 'x'))).status).toBe(401);
    expect((await post(service.url, 'poll', null, Buffer.alloc(5000, 'x'))).status).toBe(401);
    expect((await post(service.url, 'poll', token, Buffer.alloc(5000, 'x'))).status).toBe(413);
    const refused = await fetch(`${service.url}/agent/v1/jobs/abc`, {
      method: 'POST',
      body: Buffer.alloc(301, 'x'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([refused.status, refused.headers.get('connection')]).toEqual([401, 'close']); // the rest is not read
  });

  it('ignores a result for a job of another host', async () => {
    const { service, id, token, hub } = await oneAgent();
    const [other = 0] = (
      (await service.ask('POST', '/hosts', [{ current_ip: '127.9.9.9' }])).body.data as {
        created: { id: number }[];
      }
    ).created.map((h) => h.id);
    const otherAgent = registerAgent(service, other);
    const outcome = hub.requestInventory(id, never);
    const {
      jobs: [job = ''],
    } = await post(service.url, 'poll', token);
    expect((await post(service.url, `jobs/${job}`, otherAgent.token, reportBytes())).status).toBe(
      204,
    );
    expect(await listRawReports(service.ctx.database.db, other)).toEqual([]);
    expect((await post(service.url, `jobs/${job}`, token, reportBytes())).status).toBe(204);
    expect(await outcome).toEqual({ outcome: 'done', warnings: 0 });
    expect(await listRawReports(service.ctx.database.db, id)).toMatchObject([{ source: 'agent' }]);
    expect(await listRawReports(service.ctx.database.db, other)).toEqual([]);
  });

  it('accepts the active and the pending token, and only the new one after its verification', async () => {
    const { service, id, token, hub } = await oneAgent();
    const { database, clock } = service.ctx;
    const { db } = database;
    const fresh = createAgentToken();
    await storePendingToken(db, id, 'linux', fresh.sha256);
    expect(hub.authenticate(token)).toMatchObject({ hostId: id });
    expect(hub.authenticate(fresh.token)).toMatchObject({ hostId: id });
    expect(
      await promoteToken(db, id, fresh.sha256, {
        version: '2',
        serviceManager: 'cron',
        now: clock.now(),
      }),
    ).toBe(true);
    expect(hub.authenticate(token)).toBeNull();
    await revokeTokens(db, id);
    expect(hub.authenticate(fresh.token)).toBeNull();
    expect(await hub.requestInventory(id, never)).toMatchObject({ outcome: 'no_agent' });
  });
});

describe('polls of agents', () => {
  it('answers a poll without a job when a newer one of the same host arrives', async () => {
    const { service, id, token, hub } = await oneAgent();
    const older = post(service.url, 'poll', token);
    await until(() => hub.openPolls() === 1);
    const newer = post(service.url, 'poll', token);
    expect(await older).toMatchObject({ status: 200, text: 'hostwarden 1\n' });
    void hub.requestInventory(id, never);
    expect((await newer).jobs).toHaveLength(1);
  });

  it('assigns a job again until its result is accepted', async () => {
    const { service, id, token, hub } = await oneAgent();
    const outcome = hub.requestInventory(id, never);
    const first = await post(service.url, 'poll', token);
    const second = await post(service.url, 'poll', token);
    expect(second.jobs).toEqual(first.jobs);
    await post(service.url, `jobs/${first.jobs[0]}`, token, gzipSync(reportBytes()));
    expect(await outcome).toMatchObject({ outcome: 'done' });
  });

  it('does not assign a job to a closed poll', async () => {
    const { service, id, token, hub } = await oneAgent();
    const closed = post(service.url, 'poll', token);
    await until(() => hub.openPolls() === 1);
    closed.cut();
    await until(() => hub.openPolls() === 0);
    void hub.requestInventory(id, never);
    expect((await post(service.url, 'poll', token)).jobs).toHaveLength(1);
  });

  it('answers polls with a pause when the service closes', async () => {
    const { service, token, hub } = await oneAgent();
    const poll = post(service.url, 'poll', token);
    await until(() => hub.openPolls() === 1);
    await service.close();
    expect(await poll).toMatchObject({ status: 200, text: 'hostwarden 1\nwait 10\n' });
  });

  it('resolves waiters for this token and version, also when the poll was open before', async () => {
    const { service, id, token, sha256, hub } = await oneAgent();
    const waiting = hub.waitForCheckIn(id, { tokenSha256: sha256, version: '7' }, never);
    const wrong = post(service.url, 'poll', token, 'version 6\n');
    const right = post(service.url, 'poll', token, 'version 7\n');
    await waiting;
    await hub.waitForCheckIn(id, { tokenSha256: sha256, version: '7' }, never);
    await expect(
      hub.waitForCheckIn(
        id,
        { tokenSha256: sha256, version: '8' },
        AbortSignal.abort(new Error('aborted')),
      ),
    ).rejects.toThrow('aborted');
    wrong.cut();
    right.cut();
  });
});

describe('results of jobs', () => {
  it.each([
    ['failed no_space\n', 'no_space'],
    ['failed something_else\n', 'failed'],
    ['not a report', 'nothing_readable'],
    [gzipSync('not a report'), 'nothing_readable'],
    [reportBytes().subarray(0, 200), 'nothing_readable'],
    [gzipSync(Buffer.alloc(65 << 20)), 'nothing_readable'],
  ])(
    'ends a job with bad_data and a reason when the result is not a report (%#)',
    async (body, reason) => {
      const { service, id, token, hub } = await oneAgent();
      const outcome = hub.requestInventory(id, never);
      const {
        jobs: [job],
      } = await post(service.url, 'poll', token);
      expect((await post(service.url, `jobs/${job}`, token, body)).status).toBe(204);
      expect(await outcome).toMatchObject({ outcome: 'bad_data', reason });
    },
  );

  it('assigns a job again when its result could not be stored', async () => {
    const { service, id, token, hub } = await oneAgent();
    const { sqlite } = service.ctx.database;
    const outcome = hub.requestInventory(id, never);
    const {
      jobs: [job],
    } = await post(service.url, 'poll', token);
    sqlite.pragma('query_only = ON');
    expect(
      (await post(service.url, `jobs/${job}`, token, reportBytes())).status,
    ).toBeGreaterThanOrEqual(500);
    sqlite.pragma('query_only = OFF');
    expect((await post(service.url, 'poll', token)).jobs).toEqual([job]);
    expect((await post(service.url, `jobs/${job}`, token, reportBytes())).status).toBe(204);
    expect(await outcome).toMatchObject({ outcome: 'done' });
  });

  it('accepts and ignores a result that is not expected', async () => {
    const { service, id, token } = await oneAgent();
    expect((await post(service.url, 'jobs/old-one', token, reportBytes())).status).toBe(204);
    expect(await listRawReports(service.ctx.database.db, id)).toEqual([]);
  });
});

describe('status of a host with an agent', () => {
  it('is online after a check-in, and offline after three missed ones', async () => {
    const { service, id, token, hub } = await oneAgent();
    const pass = async (seconds: number): Promise<void> => {
      for (let left = seconds; left > 0; left -= 10) {
        service.clock.advance(10);
        await hub.tick();
      }
    };
    await hub.tick();
    await pass(320); // the grace period after a start
    const poll = post(service.url, 'poll', token);
    await until(() => hub.openPolls() === 1);
    await hub.tick();
    expect(await statusOf(service, id)).toBe('online');
    poll.cut();
    await until(() => hub.openPolls() === 0);
    await pass(170);
    expect(await statusOf(service, id)).toBe('online');
    await pass(20);
    expect(await statusOf(service, id)).toBe('offline');
    expect(await hub.requestInventory(id, never)).toMatchObject({ outcome: 'agent_offline' });
    const { database } = service.ctx;
    const changes = database.sqlite.prepare(
      "SELECT count, resource_id FROM events WHERE event = 'host.updated'",
    );
    expect(changes.all()).toEqual([
      { count: 1, resource_id: null }, // offline, before its first poll
      { count: 1, resource_id: id },
      { count: 1, resource_id: null },
    ]);
  });

  it('stays online while the service was not running', async () => {
    const { service, id, token, hub } = await oneAgent();
    const poll = post(service.url, 'poll', token);
    await until(() => hub.openPolls() === 1);
    poll.cut();
    await hub.tick();
    service.clock.advance(100_000);
    await hub.tick();
    expect(await statusOf(service, id)).toBe('online');
  });
});
