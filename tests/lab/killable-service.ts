import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentAction } from '../../src/events/events.js';
import {
  stepsOf,
  type Operation,
  type OperationStep,
} from '../../src/agents/operations/operations.js';
import { ADMIN } from '../support/app.js';
import { compiled } from '../support/compiled.js';
import { SERVER } from './agent-lab.js';

const PORT = 18_443;

export interface Ids {
  hostId: number;
  credentialId: number;
}
export type KillableService = Awaited<ReturnType<typeof killableService>>;

/** The service as a separate process that can be killed and restarted on the same data. Call `close` at the end. */
export async function killableService() {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-killable-'));
  const { main, remove } = compiledMain();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [main, 'serve'], {
      env: {
        ...process.env,
        DATA_DIR: dir,
        API_TOKEN: ADMIN,
        HOST: SERVER,
        PORT: `${PORT}`,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (const end = performance.now() + 30_000; performance.now() < end;) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      if (
        await fetch(`http://${SERVER}:${PORT}/readyz`).then(
          (response) => response.ok,
          () => false,
        )
      )
        return;
      await new Promise((next) => {
        setTimeout(next, 50);
      });
    }
    throw new Error('the service did not start');
  }

  async function kill(): Promise<void> {
    const killed = child;
    child = null;
    if (!killed || killed.exitCode !== null) return;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
  }

  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`http://${SERVER}:${PORT}${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  }

  const operation = (op: Operation): Promise<Operation> =>
    request('GET', `/hosts/${op.host_id}/agent/operations/${op.id}`);
  const begin = ({ hostId, credentialId }: Ids, action: AgentAction): Promise<Operation> =>
    request('POST', `/hosts/${hostId}/agent`, {
      action,
      os_family: 'linux',
      credential_id: credentialId,
    });

  async function until(op: Operation, isExpected: (now: Operation) => boolean): Promise<Operation> {
    for (const end = performance.now() + 60_000; performance.now() < end;) {
      const now = await operation(op);
      if (isExpected(now)) return now;
      await new Promise((next) => {
        setTimeout(next, 5);
      });
    }
    throw new Error('timeout while waiting for the operation');
  }

  await start();
  return {
    start,
    kill,
    operation,
    begin,
    /** creates the host and the credential */
    async addHost(ip: string, username: string, password: string): Promise<Ids> {
      const { created } = await request<{ created: { id: number }[] }>('POST', '/hosts', [
        { current_ip: ip },
      ]);
      const { id: credentialId } = await request<{ id: number }>('POST', '/credentials', {
        name: 'lab',
        type: 'ssh_password',
        username,
        password,
      });
      return { hostId: created[0]?.id ?? 0, credentialId };
    },
    /** resolves when the operation has reached a step */
    untilStep: (op: Operation, step: OperationStep) =>
      until(
        op,
        (now) =>
          now.status !== 'working' ||
          stepsOf(op.action).indexOf(now.step as OperationStep) >= stepsOf(op.action).indexOf(step),
      ),
    run: async (ids: Ids, action: AgentAction) =>
      until(await begin(ids, action), (now) => now.status !== 'working'),
    async close(): Promise<void> {
      await kill();
      remove();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Compiles the service, with links to the files that it reads beside its sources. */
function compiledMain(): { main: string; remove: () => void } {
  const { url, remove } = compiled('main.ts', 'killable-service');
  const main = fileURLToPath(url);
  for (const name of ['schema', 'agent'])
    symlinkSync(resolve(name), resolve(dirname(main), '..', name));
  return { main, remove };
}
