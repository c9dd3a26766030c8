import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readConfig } from '../../src/config.js';
import type { AgentState } from '../../src/agents/operations/operations.service.js';
import type { OperationOverrides } from '../../src/agents/operations/create-operations.js';
import type { Operation } from '../../src/agents/operations/operations.js';
import type { AgentEvent } from '../../src/events/events.js';
import { systemClock } from '../../src/platform/clock.js';
import { openService, type RunningService } from '../../src/service.js';
import { ADMIN, fakeType, temporaryFolder } from './app.js';

export interface AgentServiceOptions {
  host?: string;
  port?: number;
  dir?: string;
  env?: Record<string, string>;
  operations?: OperationOverrides;
  log?: string[];
  isSilent?: boolean;
  /** tasks run with the types of the service; default: with a fake type only */
  hasTaskTypes?: boolean;
}

/** The real service, listening, with helpers for tests of agent operations. */
export interface AgentService extends RunningService {
  dir: string;
  port: number;
  events: AgentEvent[];
  call: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: unknown }>;
  addHost: (ip: string) => Promise<number>;
  addCredential: (username: string, password: string, type?: string) => Promise<number>;
  /** starts an operation */
  start: (hostId: number, body: object) => Promise<Operation>;
  /** resolves with the operation when it has ended */
  ended: (operation: Operation) => Promise<Operation>;
  agent: (hostId: number) => Promise<AgentState>;
}

/** @param isSilent the service does not listen */
export async function agentService({
  host = '127.0.0.1',
  port = 0,
  dir = temporaryFolder(),
  env = {},
  operations = {},
  log = [],
  isSilent = false,
  hasTaskTypes = false,
}: AgentServiceOptions = {}): Promise<AgentService> {
  const config = readConfig(
    {},
    {
      env: { API_TOKEN: ADMIN, RATE_LIMIT_PER_MINUTE: '0', ...env, DATA_DIR: dir },
      cwd: dir,
      uid: 1000,
    },
  );
  const service = await openService(
    config,
    pino(
      { level: 'debug' },
      {
        write: (line: string) => {
          log.push(line);
        },
      },
    ),
    { clock: systemClock, ...(!hasTaskTypes && { taskTypes: [fakeType()] }), operations },
  );
  const events: AgentEvent[] = [];
  service.ctx.events.subscribe((event) => {
    events.push(event);
  });
  if (!isSilent) await service.app.listen({ host, port });
  const call: AgentService['call'] = async (method, path, body) => {
    const answer = await service.app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization: `Bearer ${ADMIN}` },
      ...(body !== undefined && { payload: body as object }),
    });
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : answer.json<unknown>(),
    };
  };
  const request = async <T>(
    status: number,
    ...[method, path, body]: Parameters<typeof call>
  ): Promise<T> => {
    const answer = await call(method, path, body);
    if (answer.status !== status)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (answer.body as { data: T }).data;
  };
  return {
    ...service,
    dir,
    events,
    call,
    port: isSilent ? 0 : (service.app.server.address() as AddressInfo).port,
    addHost: async (ip) =>
      (await request<{ created: { id: number }[] }>(201, 'POST', '/hosts', [{ current_ip: ip }]))
        .created[0]?.id ?? 0,
    addCredential: async (username, password, type = 'ssh_password') =>
      (
        await request<{ id: number }>(201, 'POST', '/credentials', {
          name: `${username} ${type}`,
          type,
          username,
          password,
        })
      ).id,
    start: (hostId, body) => request(202, 'POST', `/hosts/${hostId}/agent`, body),
    async ended(operation) {
      await service.ctx.agentOperations.idle();
      return request(200, 'GET', `/hosts/${operation.host_id}/agent/operations/${operation.id}`);
    },
    agent: (hostId) => request(200, 'GET', `/hosts/${hostId}/agent`),
  };
}
