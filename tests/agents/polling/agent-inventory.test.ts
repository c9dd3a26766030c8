import { describe, expect, it } from 'vitest';
import {
  registerAgent,
  listeningService,
  makeHosts,
  post,
  reportBytes,
  until,
  type Listening,
} from '../../support/agents.js';

interface Task {
  id: number;
  status: string;
  state: string;
  percent: number;
}

async function finished(service: Listening, templateId: number): Promise<Task> {
  return until(async () => {
    const [newest] = (await service.ask('GET', `/api/v1/tasks/?templates_id=${templateId}`)).body
      .data as Task[];
    return newest?.status !== 'working' && newest;
  });
}

async function fakeAgent(
  service: Listening,
  token: string,
  answer: Buffer | string,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const { status, jobs } = await post(service.url, 'poll', token).catch(() => ({
      status: 0,
      jobs: [] as string[],
    }));
    if (status !== 200) return;
    for (const job of jobs)
      await post(service.url, `jobs/${job}`, token, answer).catch(() => undefined);
  }
}

describe('task type agentInventory', () => {
  it('requests inventories from many agents, skips dead ones, and stores an outcome for each host', async () => {
    const service = await listeningService();
    const ids = await makeHosts(service, 200);
    const { sqlite } = service.ctx.database;
    let isOver = false;
    const agents: Promise<void>[] = [];
    ids.forEach((id, n) => {
      if (n % 10 === 0) return; // never had an agent
      const { token } = registerAgent(service, id);
      if (n % 10 === 1)
        sqlite
          .prepare('UPDATE agents SET last_seen = ? WHERE host_id = ?')
          .run(service.clock.now() - 1000, id); // offline for a long time
      else
        agents.push(
          fakeAgent(service, token, n % 10 === 2 ? 'no report' : reportBytes(), () => isOver),
        );
    });
    await until(() => service.ctx.hub.openPolls() === 160);
    const template = (
      await service.ask('POST', '/api/v1/templates', {
        name: 'facts',
        type: 'agentInventory',
        params: {},
        hosts: ids,
        enabled: true,
      })
    ).body.data as { id: number };
    const task = await finished(service, template.id);
    expect(task).toMatchObject({ status: 'completed', percent: 100 });
    const hosts = (await service.ask('GET', `/api/v1/tasks/${task.id}/hosts?limit=1000`)).body
      .data as { outcome: string; reason: string | null; detail: string | null }[];
    const counts: Record<string, number> = {};
    for (const { outcome, reason } of hosts)
      counts[`${outcome} ${reason}`] = (counts[`${outcome} ${reason}`] ?? 0) + 1;
    expect(counts).toEqual({
      'done null': 140,
      'no_agent not_installed': 20,
      'agent_offline silent': 20,
      'bad_data nothing_readable': 20,
    });
    expect(
      hosts.every(({ outcome, detail }) => outcome === 'done' || (detail ?? '').length > 10),
    ).toBe(true);
    expect(sqlite.prepare('SELECT count(*) FROM inventories').pluck().get()).toBe(140);
    isOver = true;
    await service.close();
    await Promise.all(agents);
  });

  it('accepts no params', async () => {
    const service = await listeningService();
    for (const [params, status] of [
      [undefined, 201],
      [null, 201],
      [{}, 201],
      [{ a: 1 }, 400],
    ] as const) {
      expect(
        (
          await service.ask('POST', '/api/v1/templates', {
            name: 'no params',
            shares_name: true,
            type: 'agentInventory',
            hosts: [],
            enabled: false,
            ...(params !== undefined && { params }),
          })
        ).status,
      ).toBe(status);
    }
  });
});
