import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '../../src/agents/operations/operations.js';
import type { AgentAction } from '../../src/events/events.js';
import { stepsOf, type OperationStep } from '../../src/agents/operations/operations.js';
import { ADMIN } from '../support/app.js';
import { compiled } from '../support/compiled.js';
import { SERVER } from './agent-lab.js';

const PORT = 18_443;

export interface Ids {
  hostId: number;
  credentialId: number;
}
export type KillableService = Awaited<ReturnType<typeof killableService>>;

/** The service as a process of its own, which can be killed and started anew on the same data. To be closed. */
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
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      await new Promise((next) => {
        setTimeout(next, 50);
      });
    }
    throw new Error('the service did not come up');
  }

  async function kill(): Promise<void> {
    const dying = child;
    child = null;
    if (!dying || dying.exitCode !== null) return;
    dying.kill('SIGKILL');
    await once(dying, 'exit');
  }

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`http://${SERVER}:${PORT}${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  const operation = (op: Operation): Promise<Operation> =>
    ask('GET', `/hosts/${op.host_id}/agent/operations/${op.id}`);
  const begin = ({ hostId, credentialId }: Ids, action: AgentAction): Promise<Operation> =>
    ask('POST', `/hosts/${hostId}/agent`, {
      action,
      os_family: 'linux',
      credential_id: credentialId,
    });

  async function until(op: Operation, isRight: (now: Operation) => boolean): Promise<Operation> {
    for (const end = performance.now() + 60_000; performance.now() < end;) {
      const now = await operation(op);
      if (isRight(now)) return now;
      await new Promise((next) => {
        setTimeout(next, 5);
      });
    }
    throw new Error('the operation never came so far');
  }

  await start();
  return {
    start,
    kill,
    operation,
    begin,
    /** makes the host and the credential */
    async know(ip: string, username: string, password: string): Promise<Ids> {
      const { created } = await ask<{ created: { id: number }[] }>('POST', '/hosts', [
        { current_ip: ip },
      ]);
      const { id: credentialId } = await ask<{ id: number }>('POST', '/credentials', {
        name: 'lab',
        type: 'ssh_password',
        username,
        password,
      });
      return { hostId: created[0]?.id ?? 0, credentialId };
    },
    /** until the operation has come to a step, or past it */
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

/** What it reads beside its sources lies where it looks for it. */
function compiledMain(): { main: string; remove: () => void } {
  const { url, remove } = compiled('main.ts', 'killable-service');
  const main = fileURLToPath(url);
  for (const name of ['schema', 'agent', 'package.json'])
    symlinkSync(resolve(name), resolve(dirname(main), '..', name));
  return { main, remove };
}
