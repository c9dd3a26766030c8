import { execFileSync } from 'node:child_process';
import { onTestFinished, describe, expect, it } from 'vitest';
import { startAgent } from '../support/agent-process.js';
import {
  registerAgent,
  listeningService,
  makeHosts,
  realAgentFolder,
  until,
  type Listening,
} from '../support/agents.js';

const never = new AbortController().signal;

function realAgent(service: Listening, token: string, client?: 'curl' | 'wget' | 'busybox'): void {
  const agent = startAgent({
    server: service.url,
    folder: realAgentFolder(service.url, token),
    fastSleep: true,
    ...(client && { client }),
  });
  onTestFinished(() => agent.close());
}

describe('agent and service together', () => {
  it('an agent checks in and sends the inventory of this machine on request', async () => {
    const service = await listeningService();
    const [id = 0] = await makeHosts(service, 1);
    const { token, sha256 } = registerAgent(service, id);
    const checkIn = service.ctx.hub.waitForCheckIn(
      id,
      { tokenSha256: sha256, version: '1.2.3' },
      never,
    );
    realAgent(service, token);
    await checkIn;
    expect(await service.ctx.hub.requestInventory(id, never)).toMatchObject({ outcome: 'done' });
    const host = (await service.ask('GET', `/hosts/${id}`)).body.data as {
      inventory: { kernel_version: string; packages_count: number };
    };
    expect(host.inventory.kernel_version).toBe(
      execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim(),
    );
    await until(() => service.ctx.hub.openPolls() === 1);
  });

  it('an agent reconnects after a restart of the service, and the task resumes', async () => {
    const first = await listeningService();
    const [id = 0] = await makeHosts(first, 1);
    const { token } = registerAgent(first, id);
    const template = (
      await first.ask('POST', '/api/v1/templates', {
        name: 'facts',
        type: 'agentInventory',
        hosts: [id],
        enabled: true,
      })
    ).body.data as { id: number };
    await until(() => first.ctx.engine.status().hostsInFlight === 1);
    await first.close();
    const second = await listeningService({ dir: first.dir, port: first.port });
    realAgent(second, token);
    const task = await until(async () => {
      const [newest] = (await second.ask('GET', `/api/v1/tasks/?templates_id=${template.id}`)).body
        .data as { status: string; state: string }[];
      return newest?.status !== 'working' && newest;
    });
    expect(task).toMatchObject({ status: 'completed', state: 'Completed: 1 done' });
  });
});
