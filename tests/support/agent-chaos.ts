import { expect, onTestFinished } from 'vitest';
import type { OperationOverrides } from '../../src/agents/operations/create-operations.js';
import type { Operation } from '../../src/agents/operations/operations.js';
import { agentHost, type AgentHost } from './agent-host.js';
import { agentService, type AgentService } from './agent-service.js';

const settings = (host: AgentHost): OperationOverrides => ({
  ports: { ssh: host.port, winrm: 1, winrmTls: 1 },
  root: host.sandbox.root,
  verifyMs: 15_000,
  connectMs: 5_000,
  commandMs: 15_000,
});

export async function serve(host: AgentHost, dir?: string): Promise<AgentService> {
  const service = await agentService({
    operations: settings(host),
    ...(dir !== undefined && { dir }),
  });
  onTestFinished(() => service.close());
  return service;
}

export interface Ids {
  hostId: number;
  credentialId: number;
}
export const begin = (
  service: AgentService,
  { hostId, credentialId }: Ids,
  action: string,
): Promise<Operation> =>
  service.start(hostId, { action, os_family: 'linux', credential_id: credentialId });
export const run = async (service: AgentService, ids: Ids, action: string): Promise<Operation> =>
  service.ended(await begin(service, ids, action));

export async function setUp(): Promise<{ host: AgentHost; service: AgentService; ids: Ids }> {
  const host = await agentHost({ sudo: 'nopasswd' });
  const service = await serve(host);
  return {
    host,
    service,
    ids: {
      hostId: await service.addHost('127.0.0.1'),
      credentialId: await service.addCredential('admin', host.password('admin')),
    },
  };
}

export const completed = { status: 'completed', error: null };

/** Asserts that an agent can be installed, and removed without leftovers. */
export async function expectRecoverable(
  host: AgentHost,
  service: AgentService,
  ids: Ids,
): Promise<void> {
  expect(await run(service, ids, 'install')).toMatchObject(completed);
  expect(
    service.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim()),
  ).toMatchObject({ hostId: ids.hostId });
  expect(await run(service, ids, 'uninstall')).toMatchObject(completed);
  expect(host.traces()).toEqual([]);
}
