import { describe, expect, it, onTestFinished } from 'vitest';
import { agentService, type AgentService } from '../../support/agent-service.js';
import { fakeRemoteHosts, type FakeRemoteHosts } from '../../support/fake-remote-host.js';

async function setUp(
  hosts: FakeRemoteHosts,
  env: Record<string, string> = {},
): Promise<{ service: AgentService; hostId: number; credentialId: number }> {
  const service = await agentService({
    operations: { connectHost: hosts.connect },
    env: { PUBLIC_URL: 'http://127.0.0.1', ...env },
  });
  onTestFinished(() => service.close());
  return {
    service,
    hostId: await service.addHost('127.0.0.1'),
    credentialId: await service.addCredential('admin', 'secret-of-admin'),
  };
}

describe('POST /hosts/{id}/agent', () => {
  it('returns 202 with the operation, and 409 with its id for a second one on the host', async () => {
    const hosts = fakeRemoteHosts(true);
    const { service, hostId, credentialId } = await setUp(hosts);
    const body = { action: 'uninstall', os_family: 'linux', credential_id: credentialId };
    const { status, body: response } = await service.call(
      'POST',
      `/api/v2/hosts/${hostId}/agent`,
      body,
    );
    expect(status).toBe(202);
    const { data: op } = response as { data: { id: number } };
    expect(op).toMatchObject({
      host_id: hostId,
      action: 'uninstall',
      os_family: 'linux',
      credential_id: credentialId,
      dry_run: false,
      status: 'working',
      error: null,
      agent_version: null,
      finished_at: null,
    });
    expect(await service.call('POST', `/hosts/${hostId}/agent`, body)).toMatchObject({
      status: 409,
      body: { code: 'operation_working', conflict: { id: op.id } },
    });
    expect(await service.call('DELETE', `/credentials/${credentialId}`)).toMatchObject({
      status: 409,
      body: { code: 'credential_in_use', conflict: { id: op.id } },
    });
    hosts.release();
    await service.ctx.agentOperations.idle();
    expect(await service.call('GET', `/hosts/${hostId}/agent/operations/${op.id}`)).toMatchObject({
      status: 200,
      body: { data: { status: 'completed', percent: 100 } },
    });
    expect((await service.call('DELETE', `/credentials/${credentialId}`)).status).toBe(204);
  });

  it('answers each of many fast requests for one host with 202 or 409', async () => {
    const { service, hostId, credentialId } = await setUp(fakeRemoteHosts());
    const body = { action: 'uninstall', os_family: 'linux', credential_id: credentialId };
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => service.call('POST', `/hosts/${hostId}/agent`, body)),
      );
      for (const { status } of answers) expect([202, 409]).toContain(status);
    }
  });

  it('rejects unknown hosts, credentials and fields, and credentials of another operating system', async () => {
    const { service, hostId, credentialId } = await setUp(fakeRemoteHosts());
    const windows = await service.addCredential('admin', 'x', 'winrm_password');
    const post = (id: number, body: object): Promise<unknown> =>
      service.call('POST', `/hosts/${id}/agent`, {
        action: 'install',
        os_family: 'linux',
        credential_id: credentialId,
        ...body,
      });
    expect(await post(999, {})).toMatchObject({ status: 404 });
    expect(await post(hostId, { credential_id: 999 })).toMatchObject({
      status: 422,
      body: { code: 'unknown_reference' },
    });
    expect(await post(hostId, { credential_id: windows })).toMatchObject({
      status: 422,
      body: { code: 'credential_mismatch' },
    });
    expect(await post(hostId, { os_family: 'windows' })).toMatchObject({
      status: 422,
      body: { code: 'credential_mismatch' },
    });
    expect(await post(hostId, { action: 'explode' })).toMatchObject({ status: 400 });
    expect(await post(hostId, { extra: 1 })).toMatchObject({ status: 400 });
  });

  it('runs at most AGENT_OPERATIONS operations at the same time, and all of them in the end', async () => {
    const hosts = fakeRemoteHosts(true);
    const { service, credentialId } = await setUp(hosts, { AGENT_OPERATIONS: '3' });
    const operations = [];
    for (let i = 2; i < 42; i += 1)
      operations.push(
        await service.start(await service.addHost(`10.1.1.${i}`), {
          action: 'uninstall',
          os_family: 'linux',
          credential_id: credentialId,
        }),
      );
    await expect.poll(() => hosts.connected).toBe(3);
    hosts.release();
    await service.ctx.agentOperations.idle();
    for (const op of operations)
      expect(await service.ended(op)).toMatchObject({ status: 'completed' });
    expect(hosts.peak).toBe(3);
    expect(hosts.logins).toHaveLength(40);
  });
});

describe('GET /hosts/{id}/agent', () => {
  it('returns state none for a host without an agent, and its 20 most recent operations', async () => {
    const { service, hostId, credentialId } = await setUp(fakeRemoteHosts());
    expect(await service.agent(hostId)).toEqual({
      state: 'none',
      version: null,
      os_family: null,
      installed_at: null,
      last_seen: null,
      service_manager: null,
      ssh_host_key: null,
      winrm_certificate: null,
      operations: [],
    });
    for (let i = 0; i < 21; i += 1)
      await service.ended(
        await service.start(hostId, {
          action: 'install',
          os_family: 'linux',
          credential_id: credentialId,
          dry_run: true,
        }),
      );
    const { operations } = await service.agent(hostId);
    expect(operations.map((op) => op.id)).toEqual(Array.from({ length: 20 }, (_, i) => 21 - i));
    expect(operations[0]).toMatchObject({
      status: 'completed',
      dry_run: true,
      message: expect.stringMatching(/^Ready: A fake;.* http:\/\/127\.0\.0\.1;/) as string,
    });
  });

  it('returns 404 for an unknown host, an operation of another host, and a key of an unknown host', async () => {
    const { service, hostId, credentialId } = await setUp(fakeRemoteHosts());
    const op = await service.ended(
      await service.start(hostId, {
        action: 'install',
        os_family: 'linux',
        credential_id: credentialId,
        dry_run: true,
      }),
    );
    const other = await service.addHost('10.1.1.1');
    for (const [method, path] of [
      ['GET', '/hosts/999/agent'],
      ['GET', `/hosts/${other}/agent/operations/${op.id}`],
      ['DELETE', '/hosts/999/ssh-host-key'],
      ['DELETE', '/hosts/999/winrm-certificate'],
    ] as const)
      expect(await service.call(method, path)).toMatchObject({ status: 404 });
  });

  it.each([
    ['ssh-host-key', 'ssh'],
    ['winrm-certificate', 'winrm'],
  ])('removes the %s of a host and no other key', async (path, kind) => {
    const { service, hostId } = await setUp(fakeRemoteHosts());
    const { sqlite } = service.ctx.database;
    const kinds = (): unknown[] =>
      sqlite
        .prepare("SELECT kind FROM host_keys WHERE address = '127.0.0.1' ORDER BY kind")
        .pluck()
        .all();
    for (const one of ['ssh', 'winrm'])
      sqlite
        .prepare("INSERT OR IGNORE INTO host_keys VALUES ('127.0.0.1', 0, ?, 'x', 'aa', 1, 0)")
        .run(one);
    for (let i = 0; i < 2; i += 1)
      expect((await service.call('DELETE', `/hosts/${hostId}/${path}`)).status).toBe(204);
    expect(kinds()).toEqual(['ssh', 'winrm'].filter((one) => one !== kind));
  });
});
