import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationOverrides } from '../../../src/agents/operations/create-operations.js';
import type { Operation } from '../../../src/agents/operations/operations.js';
import { agentHost, type AgentHost } from '../../support/agent-host.js';
import { agentService, type AgentService } from '../../support/agent-service.js';

const settings = (host: AgentHost): OperationOverrides => ({ ports: { ssh: host.port, winrm: 1, winrmTls: 1 }, root: host.sandbox.root, verifyMs: 15_000, connectMs: 5_000, commandMs: 15_000 });

async function serve(host: AgentHost, dir?: string): Promise<AgentService> {
  const service = await agentService({ operations: settings(host), ...(dir !== undefined && { dir }) });
  onTestFinished(() => service.close());
  return service;
}

interface Ids { hostId: number; credentialId: number }
const begin = (service: AgentService, { hostId, credentialId }: Ids, action: string): Promise<Operation> => service.start(hostId, { action, os_family: 'linux', credential_id: credentialId });
const run = async (service: AgentService, ids: Ids, action: string): Promise<Operation> => service.ended(await begin(service, ids, action));

async function setUp(): Promise<{ host: AgentHost; service: AgentService; ids: Ids }> {
  const host = await agentHost({ sudo: 'nopasswd' });
  const service = await serve(host);
  return { host, service, ids: { hostId: await service.addHost('127.0.0.1'), credentialId: await service.addCredential('admin', host.password('admin')) } };
}

const completed = { status: 'completed', error: null };

/** Whatever happened before: it can be installed, and removed without a trace. */
async function expectMendable(host: AgentHost, service: AgentService, ids: Ids): Promise<void> {
  expect(await run(service, ids, 'install')).toMatchObject(completed);
  expect(service.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject({ hostId: ids.hostId });
  expect(await run(service, ids, 'uninstall')).toMatchObject(completed);
  expect(host.traces()).toEqual([]);
}

// elevation (2), inspection, way back, upload, start, tidying up
const COMMANDS = [1, 2, 3, 4, 5, 6, 7];

describe.each([['cutAtExec', COMMANDS], ['cutInExec', COMMANDS.slice(4)]] as const)('a connection that is cut (%s)', (knob, commands) => {
  it.each(commands)('at command %i of an install leaves what can be installed and removed', async (n) => {
    const { host, service, ids } = await setUp();
    host.knobs[knob] = n;
    const op = await run(service, ids, 'install');
    expect(op).toMatchObject(n === COMMANDS.length ? completed : { status: 'failed', error: { code: 'connection_lost' } });
    await expectMendable(host, service, ids);
  }, 60_000);

  it.each(COMMANDS.slice(4))('at command %i of an update keeps an agent that is let in', async (n) => {
    const { host, service, ids } = await setUp();
    await run(service, ids, 'install');
    host.knobs[knob] = n;
    await run(service, ids, 'update');
    expect(service.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject({ hostId: ids.hostId });
    expect(await run(service, ids, 'update')).toMatchObject(completed);
    await expectMendable(host, service, ids);
  }, 60_000);

  it.each([3, 4])('at command %i of an uninstall lets it be removed again', async (n) => {
    const { host, service, ids } = await setUp();
    await run(service, ids, 'install');
    host.knobs[knob] = n;
    expect(await run(service, ids, 'uninstall')).toMatchObject({ status: 'failed', error: { code: 'connection_lost' } });
    await expectMendable(host, service, ids);
  }, 60_000);
});

describe('a service that ends', () => {
  it.each(['connect', 'authenticate', 'inspect', 'way_back', 'upload', 'start', 'verify', 'clean_up'])('at the step %s tells so, and mends it afterwards', async (step) => {
    const { host, service, ids } = await setUp();
    const reached = new Promise<void>((resolve) => { service.ctx.events.subscribe((event) => { if (event.step === step) resolve(); }); });
    if (step === 'verify') host.manager('lazy'); // else it may have checked in
    const op = await begin(service, ids, 'install');
    await reached;
    await service.close();
    host.manager('works');
    const next = await serve(host, service.dir);
    const { error, status } = await next.ended(op);
    expect([status, error?.code]).toEqual(step === 'clean_up' ? ['completed', undefined] : ['failed', 'interrupted']);
    expect(next.ctx.events.read({ since: 0, limit: 100 }).at(-1)).toMatchObject({ operation_id: op.id, event: `agent.install.${status}` });
    await expectMendable(host, next, ids);
  }, 60_000);

  it('without a last word finds what it had begun, ends it as interrupted, and works on what waits', async () => {
    const { host, service, ids } = await setUp();
    await service.close();
    const next = await serve(host, service.dir);
    const other = await next.addHost('127.0.0.2');
    const add = next.ctx.sqlite.prepare("INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, percent, message, created_at, updated_at) VALUES (?, 'install', 'linux', ?, 0, 'working', ?, 50, '', 1, 1)");
    add.run(ids.hostId, ids.credentialId, 'upload');
    add.run(other, ids.credentialId, 'queued');
    await next.close();
    const last = await serve(host, service.dir);
    await last.ctx.agentOperations.idle();
    expect(await last.agent(ids.hostId)).toMatchObject({ operations: [{ status: 'failed', step: 'upload', percent: 50, error: { code: 'interrupted' } }] });
    expect(await last.agent(other)).toMatchObject({ operations: [{ status: 'failed', error: { code: 'connection_refused' } }] });
  });

  it('is followed by one that lets the new agent in where the update was cut off after its start', async () => {
    const { host, service, ids } = await setUp();
    await run(service, ids, 'install');
    const reached = new Promise<void>((resolve) => { service.ctx.events.subscribe((event) => { if (event.step === 'verify') resolve(); }); });
    host.manager('lazy');
    await begin(service, ids, 'update');
    await reached;
    await service.close();
    const next = await serve(host, service.dir);
    expect(next.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject({ hostId: ids.hostId });
    host.manager('broken');
    expect(await run(next, ids, 'update')).toMatchObject({ status: 'failed', error: { code: 'start_failed' } });
    expect(next.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject({ hostId: ids.hostId });
    host.manager('works');
    await expectMendable(host, next, ids);
  }, 60_000);
});

describe('a host that is deleted', () => {
  it('ends its operation and its connection', async () => {
    const { host, service, ids } = await setUp();
    host.knobs.execDelayMs = 60_000;
    await begin(service, ids, 'install');
    await expect.poll(() => host.log.commands.length).toBeGreaterThan(0);
    expect((await service.call('DELETE', `/hosts/${ids.hostId}`)).status).toBe(204);
    await service.ctx.agentOperations.idle();
    expect(service.events.at(-1)).toMatchObject({ event: 'agent.install.failed', error: { code: 'host_deleted' } });
    await expect.poll(() => host.connections()).toBe(0);
  });
});
