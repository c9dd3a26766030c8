import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Operation } from '../../src/agents/operations/operations.js';
import { stepsOf, type Step } from '../../src/agents/operations/steps.js';
import { ADMIN, temporaryFolder } from '../support/app.js';
import { compiled } from '../support/compiled.js';
import { SERVER } from './agent-lab.js';

const PORT = 18_443;

export interface Ids { hostId: number; credentialId: number; operationId: number }

/** The service as a process of its own, which can be killed and started anew on the same data. */
export async function killableService() {
  const dir = temporaryFolder();
  const main = compiledMain();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [main, 'serve'], { env: { ...process.env, DATA_DIR: dir, API_TOKEN: ADMIN, HOST: SERVER, PORT: `${PORT}`, LOG_LEVEL: 'error' }, stdio: ['ignore', 'ignore', 'inherit'] });
    for (const end = performance.now() + 30_000; performance.now() < end;) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      if (await fetch(`http://${SERVER}:${PORT}/readyz`).then((answer) => answer.ok, () => false)) return;
      await new Promise((next) => { setTimeout(next, 50); });
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
    const answer = await fetch(`http://${SERVER}:${PORT}${path}`, { method, headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  const operation = ({ hostId, operationId }: Ids): Promise<Operation> => ask('GET', `/hosts/${hostId}/agent/operations/${operationId}`);
  const begin = (ids: Omit<Ids, 'operationId'>, action: string): Promise<Operation> => ask('POST', `/hosts/${ids.hostId}/agent`, { action, os_family: 'linux', credential_id: ids.credentialId });

  async function until(ids: Ids, isRight: (now: Operation) => boolean): Promise<Operation> {
    for (const end = performance.now() + 60_000; performance.now() < end;) {
      const now = await operation(ids);
      if (isRight(now)) return now;
      await new Promise((next) => { setTimeout(next, 10); });
    }
    throw new Error('the operation never came so far');
  }

  onTestFinished(kill);
  await start();
  return {
    start, kill, operation,
    /** makes the host and the credential, and begins an install */
    async begin(ip: string, username: string, password: string): Promise<Ids> {
      const { created } = await ask<{ created: { id: number }[] }>('POST', '/hosts', [{ current_ip: ip }]);
      const { id: credentialId } = await ask<{ id: number }>('POST', '/credentials', { name: 'lab', type: 'ssh_password', username, password });
      const ids = { hostId: created[0]?.id ?? 0, credentialId };
      return { ...ids, operationId: (await begin(ids, 'install')).id };
    },
    /** until the operation has come to a step, or past it */
    untilStep: (ids: Ids, step: Step) => until(ids, (now) => now.status !== 'working' || stepsOf('install').indexOf(now.step as Step) >= stepsOf('install').indexOf(step)),
    run: async (ids: Ids, action: string) => until({ ...ids, operationId: (await begin(ids, action)).id }, (now) => now.status !== 'working'),
  };
}

/** What it reads beside its sources lies where it looks for it. */
function compiledMain(): string {
  const { url, remove } = compiled('main.ts', 'killable-service');
  onTestFinished(remove);
  const main = fileURLToPath(url);
  for (const name of ['schema', 'agent', 'package.json']) symlinkSync(resolve(name), resolve(dirname(main), '..', name));
  return main;
}
