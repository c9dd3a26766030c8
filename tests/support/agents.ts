import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { createAgentToken, type AgentToken } from '../../src/agents/agents.tokens.js';
import { readConfig } from '../../src/config.js';
import type { Overrides } from '../../src/create-context.js';
import { openService, type RunningService } from '../../src/service.js';
import { ADMIN, heldClock, temporaryFolder } from './app.js';
import { agentFolder } from './agent-process.js';
import { debianReport } from './reports.js';

export interface Listening extends RunningService {
  url: string;
  port: number;
  dir: string;
  clock: ReturnType<typeof heldClock>;
  ask: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: { data: never } }>;
}

/** The service with its real task types, listening on loopback. It closes with the test. */
export async function listeningService({
  dir = temporaryFolder(),
  port = 0,
  ...overrides
}: Overrides & { dir?: string; port?: number } = {}): Promise<Listening> {
  const clock = heldClock();
  const config = readConfig(
    {},
    { env: { API_TOKEN: ADMIN, RATE_LIMIT_PER_MINUTE: '0', DATA_DIR: dir }, cwd: dir, uid: 1000 },
  );
  const service = await openService(config, pino({ level: 'silent' }), { clock, ...overrides });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= service.close();
    return closing;
  };
  onTestFinished(close);
  await service.app.listen({ host: '127.0.0.1', port });
  const address = service.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${address.port}`;
  return {
    ...service,
    close,
    url,
    port: address.port,
    dir,
    clock,
    ask: (method, path, body) => ask(url, method, path, body),
  };
}

async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: { data: never } }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? undefined : JSON.parse(text)) as { data: never },
  };
}

/** Creates hosts from 127.0.1.1 upwards, and returns their ids. */
export async function makeHosts({ ask: call }: Listening, count: number): Promise<number[]> {
  const { body } = await call(
    'POST',
    '/hosts',
    Array.from({ length: count }, (_, i) => ({ current_ip: `127.0.${1 + (i >> 8)}.${i & 255}` })),
  );
  return (body.data as { created: { id: number }[] }).created.map(({ id }) => id);
}

/** Registers a verified agent of a host, and returns its token. */
export function registerAgent({ ctx }: RunningService, hostId: number): AgentToken {
  const issued = createAgentToken();
  ctx.database.sqlite
    .prepare(
      `INSERT INTO agents (host_id, os_family, token_sha256, version, service_manager, installed_at, last_seen)
       VALUES (@hostId, 'linux', @sha256, '1.2.3', 'systemd', @now, @now)`,
    )
    .run({ hostId, sha256: issued.sha256, now: ctx.clock.now() });
  return issued;
}

/** The folder of a real agent with this token. */
export function realAgentFolder(url: string, token: string): string {
  const folder = agentFolder(url);
  writeFileSync(join(folder, 'token'), `${token}\n`, { mode: 0o600 });
  return folder;
}

export interface AgentAnswer {
  status: number;
  text: string;
  jobs: string[];
}

/** Sends one request of an agent, on its own connection; `cut` drops it. `inBody`: the body carries the token. */
export function post(
  url: string,
  path: string,
  token: string | null,
  body: Buffer | string = 'version 1.2.3\n',
  { inBody = false } = {},
): Promise<AgentAnswer> & { cut: () => void } {
  const headers = {
    'content-type': 'application/octet-stream',
    ...(token !== null && !inBody && { authorization: `Bearer ${token}` }),
  };
  const call = request(`${url}/agent/v1/${path}`, { method: 'POST', headers, agent: false });
  const answer = new Promise<AgentAnswer>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          text,
          jobs: [...text.matchAll(/^job (\S+) inventory$/gm)].map(([, id]) => id ?? ''),
        });
      });
    });
  });
  call.end(inBody ? Buffer.concat([Buffer.from(`token ${token}\n`), Buffer.from(body)]) : body);
  return Object.assign(answer, {
    cut: () => {
      answer.catch(() => undefined);
      call.destroy();
    },
  });
}

/** A report as agents send it, uncompressed. */
export function reportBytes(
  sections: Record<string, string> = debianReport([{ name: 'curl', version: '8.5.0-1' }]),
): Buffer {
  const boundary = 'hwTestBoundary1';
  return Buffer.from(
    `hostwarden-report 1 ${boundary}\n${Object.entries(sections)
      .map(([name, text]) => `--${boundary} ${name}\n${text}\n`)
      .join('')}--${boundary}--\n`,
  );
}

/** Waits until the check returns a truthy value, and returns it. The test's own timeout is the limit. */
export async function until<T>(
  check: () => T | Promise<T>,
): Promise<NonNullable<Exclude<T, false>>> {
  for (;;) {
    const found = await check();
    if (found) return found as NonNullable<Exclude<T, false>>;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
