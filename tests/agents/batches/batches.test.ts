import { describe, expect, it, onTestFinished } from 'vitest';
import { agentService, type AgentService } from '../../support/agent-service.js';
import { fakeRemoteHosts, type FakeRemoteHosts } from '../../support/fake-remote-host.js';

async function setUp(
  hosts: FakeRemoteHosts,
): Promise<{ service: AgentService; hostIds: number[] }> {
  const service = await agentService({
    operations: { connectHost: hosts.connect },
    env: { PUBLIC_URL: 'http://127.0.0.1' },
  });
  onTestFinished(() => service.close());
  await service.addCredential('admin', 'secret-of-admin');
  const hostIds: number[] = [];
  for (let i = 1; i <= 25; i += 1) hostIds.push(await service.addHost(`127.0.0.${i}`));
  return { service, hostIds };
}

interface Started {
  id: number;
  operations: { host_id: number; operation_id: number }[];
  refusals: { host_id: number; code: string; message: string }[];
}
interface Listed {
  data: { id: number; host_id: number; ip: string; status: string; batch_id: number | null }[];
  meta: { total: number; batch: Record<string, unknown> | null };
}

const start = (service: AgentService, body: object) =>
  service.call('POST', '/agent-operations', { action: 'uninstall', credential_id: 1, ...body });

async function list(service: AgentService, query: string): Promise<Listed> {
  const { status, body } = await service.call('GET', `/agent-operations${query}`);
  expect(status).toBe(200);
  return body as Listed;
}

describe('POST /agent-operations', () => {
  it('queues one operation for each host, and refuses hosts that cannot have one', async () => {
    const hosts = fakeRemoteHosts(true);
    const { service, hostIds } = await setUp(hosts);
    const [first = 0] = hostIds;
    await service.start(first, { action: 'uninstall', os_family: 'linux', credential_id: 1 });
    const { status, body } = await start(service, { host_ids: [...hostIds, 999] });
    expect(status).toBe(202);
    const batch = (body as { data: Started }).data;
    expect(batch).toMatchObject({ action: 'uninstall', dry_run: false, hosts: 26 });
    expect(batch.operations.map((o) => o.host_id)).toEqual(hostIds.slice(1));
    expect(batch.refusals.map((r) => [r.host_id, r.code])).toEqual([
      [first, 'operation_working'],
      [999, 'not_found'],
    ]);
    const { meta } = await list(service, `?batch=${batch.id}`);
    expect(meta.batch?.refusal_codes).toEqual({ operation_working: 1, not_found: 1 });
    expect(meta.batch?.refusals).toEqual(batch.refusals);
    hosts.release();
    await service.ctx.agentOperations.idle();
    const done = await list(service, `?batch=${batch.id}&limit=2`);
    expect(done.meta.batch?.states).toEqual({ completed: 24, refused: 2 });
    expect(done.meta.total).toBe(24);
    expect(done.data.map((o) => [o.ip, o.status, o.batch_id])).toEqual([
      ['127.0.0.25', 'completed', batch.id],
      ['127.0.0.24', 'completed', batch.id],
    ]);
    expect(hosts.peak).toBeLessThanOrEqual(service.ctx.config.AGENT_OPERATIONS);
  });

  it('takes hosts by a filter, and queues nothing if another number matches', async () => {
    const { service } = await setUp(fakeRemoteHosts());
    const filter = { q: '127.0.0.2' }; // .2 and .20 to .25
    const refused = await start(service, { filter, expected: 6 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'selection_changed' } });
    expect((await list(service, '')).meta.total).toBe(0);
    expect(await start(service, { filter, expected: 7 })).toMatchObject({ status: 202 });
    expect((await list(service, '?batch=1')).meta.total).toBe(7);
  });

  it('leaves one line in the audit log, with the batch', async () => {
    const { service, hostIds } = await setUp(fakeRemoteHosts());
    await start(service, { host_ids: hostIds.slice(0, 3), dry_run: true });
    const { body } = await service.call('GET', '/audit?resource=agent_batch');
    expect((body as { data: object[] }).data).toMatchObject([
      { action: 'create', resource_id: '1', changes: { hosts: [null, 3] } },
    ]);
  });

  it('refuses an unknown credential, and queues nothing', async () => {
    const { service, hostIds } = await setUp(fakeRemoteHosts());
    expect(await start(service, { host_ids: hostIds, credential_id: 9 })).toMatchObject({
      status: 422,
      body: { code: 'unknown_reference' },
    });
    expect((await list(service, '')).meta).toMatchObject({ total: 0, batch: null });
    expect((await service.call('GET', '/agent-operations?batch=1')).status).toBe(404);
  });

  it('takes the operating system from the credential', async () => {
    const hosts = fakeRemoteHosts();
    const { service, hostIds } = await setUp(hosts);
    const windows = await service.addCredential('admin', 'x', 'winrm_password');
    await start(service, { host_ids: hostIds.slice(0, 1), credential_id: windows });
    await service.ctx.agentOperations.idle();
    expect((await list(service, '?batch=1')).data).toMatchObject([{ os_family: 'windows' }]);
  });
});

describe('GET /agent-operations', () => {
  it('counts failed operations by their error, and filters by it', async () => {
    const { service, hostIds } = await setUp(fakeRemoteHosts());
    await start(service, { host_ids: hostIds.slice(0, 2) });
    await service.ctx.agentOperations.idle();
    await service.call('DELETE', `/hosts/${hostIds[1]}`); // its operation is deleted with it
    service.ctx.database.sqlite
      .prepare("UPDATE agent_operations SET status = 'failed', error = ?")
      .run(JSON.stringify({ code: 'auth_failed', message: 'Login failed', detail: null }));
    const { data, meta } = await list(service, '?batch=1&error_code=auth_failed');
    expect(data.map((o) => o.host_id)).toEqual([hostIds[0]]);
    expect(meta.batch).toMatchObject({ failures: { auth_failed: 1 }, states: { failed: 1 } });
    expect((await list(service, '?status=completed')).data).toEqual([]);
  });
});
