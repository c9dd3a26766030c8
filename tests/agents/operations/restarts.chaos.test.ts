import { describe, expect, it } from 'vitest';
import { begin, expectRecoverable, run, serve, setUp } from '../../support/agent-chaos.js';

describe('agent operations and restarts of the service', () => {
  it.each([
    'connect',
    'authenticate',
    'inspect',
    'way_back',
    'upload',
    'start',
    'verify',
    'clean_up',
  ])(
    'an operation interrupted at the step %s ends, and can be repeated after the restart',
    async (step) => {
      const { host, service, ids } = await setUp();
      const reached = new Promise<void>((resolve) => {
        service.ctx.events.subscribe((event) => {
          if (event.step === step) resolve();
        });
      });
      if (step === 'verify') host.manager('lazy'); // otherwise it may have checked in
      const op = await begin(service, ids, 'install');
      await reached;
      await service.close();
      host.manager('works');
      const next = await serve(host, service.dir);
      const { error, status } = await next.ended(op);
      expect([status, error?.code]).toEqual(
        step === 'clean_up' ? ['completed', undefined] : ['failed', 'interrupted'],
      );
      expect(next.ctx.events.read({ since: 0, limit: 100 }).at(-1)).toMatchObject({
        operation_id: op.id,
        event: `agent.install.${status}`,
      });
      await expectRecoverable(host, next, ids);
    },
    60_000,
  );

  it('fails unfinished operations as interrupted after a crash, and runs the queued ones', async () => {
    const { host, service, ids } = await setUp();
    await service.close();
    const next = await serve(host, service.dir);
    const other = await next.addHost('127.0.0.2');
    const add = next.ctx.database.sqlite.prepare(
      "INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, percent, message, created_at, updated_at, login_role) VALUES (?, 'install', 'linux', ?, 0, 'working', ?, 50, '', 1, 1, 'admin')",
    );
    add.run(ids.hostId, ids.credentialId, 'upload');
    add.run(other, ids.credentialId, 'queued');
    await next.close();
    const last = await serve(host, service.dir);
    await last.ctx.agentOperations.idle();
    expect(await last.agent(ids.hostId)).toMatchObject({
      operations: [
        { status: 'failed', step: 'upload', percent: 50, error: { code: 'interrupted' } },
      ],
    });
    expect(await last.agent(other)).toMatchObject({
      operations: [{ status: 'failed', error: { code: 'connection_refused' } }],
    });
  });

  it('accepts the new agent after a restart if the update was interrupted after the start', async () => {
    const { host, service, ids } = await setUp();
    await run(service, ids, 'install');
    const reached = new Promise<void>((resolve) => {
      service.ctx.events.subscribe((event) => {
        if (event.step === 'verify') resolve();
      });
    });
    host.manager('lazy');
    await begin(service, ids, 'update');
    await reached;
    await service.close();
    const next = await serve(host, service.dir);
    expect(next.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject(
      { hostId: ids.hostId },
    );
    host.manager('broken');
    expect(await run(next, ids, 'update')).toMatchObject({
      status: 'failed',
      error: { code: 'start_failed' },
    });
    expect(next.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject(
      { hostId: ids.hostId },
    );
    host.manager('works');
    await expectRecoverable(host, next, ids);
  }, 60_000);
});

describe('deleting a host', () => {
  it('ends the operation and the connection', async () => {
    const { host, service, ids } = await setUp();
    host.knobs.execDelayMs = 60_000;
    await begin(service, ids, 'install');
    await expect.poll(() => host.log.commands.length).toBeGreaterThan(0);
    expect((await service.call('DELETE', `/hosts/${ids.hostId}`)).status).toBe(204);
    await service.ctx.agentOperations.idle();
    expect(service.events.at(-1)).toMatchObject({
      event: 'agent.install.failed',
      error: { code: 'host_deleted' },
    });
    await expect.poll(() => host.connections()).toBe(0);
  });
});
