import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agent, type AgentOptions } from '../../../src/commands/agent/agent.js';
import { OperationFailure } from '../../../src/agents/operations/errors.js';
import type { ConnectHost } from '../../../src/agents/operations/remote/connect-host.js';
import { agentService } from '../../support/agent-service.js';
import { ADMIN } from '../../support/app.js';
import { fakeRemoteHosts } from '../../support/fake-remote-host.js';

async function run(
  openSite: ConnectHost,
  options: Partial<AgentOptions>,
): Promise<{ code: number; text: string }> {
  const service = await agentService({
    operations: { connectHost: openSite },
    env: { PUBLIC_URL: 'http://127.0.0.1' },
  });
  onTestFinished(() => service.close());
  for (const ip of ['10.1.1.1', '10.1.1.2']) await service.addHost(ip);
  await service.addCredential('admin', 'secret-of-admin');
  const stdout = new PassThrough();
  const code = await agent(
    {
      action: 'install',
      hosts: ['10.1.1.1', '2'],
      credential: 'admin ssh_password',
      dryRun: true,
      url: `http://127.0.0.1:${service.port}`,
      token: ADMIN,
      ...options,
    },
    { stdout, stderr: new PassThrough(), signal: new AbortController().signal },
  );
  return { code, text: String(stdout.read() ?? '') };
}

describe('hostwarden agent', () => {
  it('exits with 0 after all hosts completed, with a final line per host', async () => {
    const { code, text } = await run(fakeRemoteHosts().connect, {});
    expect(code).toBe(0);
    expect(
      text
        .split('\n')
        .filter((line) => line.includes('done'))
        .map((line) => line.slice(0, 8))
        .sort(),
    ).toEqual(['10.1.1.1', '10.1.1.2']);
  });

  it('exits with 1 and the reason if one host fails', async () => {
    const remoteHosts = fakeRemoteHosts();
    const { code, text } = await run(
      (visit) =>
        visit.ip === '10.1.1.2'
          ? Promise.reject(new OperationFailure('auth_failed', 'said the host\nand more'))
          : remoteHosts.connect(visit),
      {},
    );
    expect(code).toBe(1);
    expect(text).toMatch(
      /10\.1\.1\.2 {2}failed {4}auth_failed: [^\n]+\n {10}said the host\n {10}and more\n/,
    );
  });

  it.each([{ credential: 'unknown' }, { hosts: ['10.9.9.9'] }])(
    'rejects unknown %j',
    async (options) => {
      await expect(run(fakeRemoteHosts().connect, options)).rejects.toMatchObject({
        exitCode: 1,
      });
    },
  );
});
