import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { AgentEvent, EventLog } from '../../src/events/events.js';
import { ADMIN, testApp, type TestApp, type TestAppOptions } from './app.js';

/** A test app that listens on 127.0.0.1, by default on a free port. */
export async function listeningApp({
  port = 0,
  ...options
}: TestAppOptions & { port?: number } = {}): Promise<TestApp & { port: number }> {
  const app = await testApp(options);
  await app.app.listen({ host: '127.0.0.1', port });
  return { ...app, port: (app.app.server.address() as AddressInfo).port };
}

/** Returns an event of an operation. */
export function event(known: Partial<Omit<AgentEvent, 'seq'>> = {}): Omit<AgentEvent, 'seq'> {
  return {
    event: 'agent.install.progress',
    time: 1_790_000_000,
    operation_id: 1,
    host_id: 1,
    action: 'install',
    step: 'upload',
    percent: 40,
    message: 'Copying',
    error: null,
    ...known,
  };
}

/** Stores and publishes events, and returns them with their seq. */
export function emit(
  log: EventLog,
  count = 1,
  known: Partial<Omit<AgentEvent, 'seq'>> = {},
): AgentEvent[] {
  const stored = Array.from({ length: count }, () => log.append(event(known)));
  log.publish(stored);
  return stored;
}

export interface Follower {
  socket: WebSocket;
  headers: Record<string, unknown>;
  events: AgentEvent[];
  /** resolves when this many events have arrived */
  got(count: number): Promise<AgentEvent[]>;
  closed: Promise<number>;
}

/** Connects to the channel. Rejects with `Refused` if the handshake fails. */
export function connectFollower(
  { port }: { port: number },
  path = '/ws/agents',
  options: ClientOptions = { headers: { authorization: `Bearer ${ADMIN}` } },
): Promise<Follower> {
  const socket = new WebSocket(
    `${path.startsWith('ws') ? '' : `ws://127.0.0.1:${port}`}${path}`,
    options,
  );
  onTestFinished(() => socket.terminate());
  const events: AgentEvent[] = [];
  const waiting: (() => void)[] = [];
  let headers: Record<string, unknown> = {};
  socket.on('message', (text: Buffer) => {
    events.push(JSON.parse(text.toString()) as AgentEvent);
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve);
  });
  const got = (count: number) =>
    new Promise<AgentEvent[]>((resolve) => {
      const check = () => {
        if (events.length >= count) resolve(events);
      };
      waiting.push(check);
      check();
    });
  return new Promise((resolve, reject) => {
    socket.once('upgrade', (response) => {
      headers = response.headers;
    });
    socket.once('open', () => resolve({ socket, headers, events, got, closed }));
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () =>
        reject(
          new HandshakeError(
            response.statusCode ?? 0,
            String(response.headers['content-type']),
            body,
          ),
        ),
      );
    });
  });
}

/** The HTTP response to a failed handshake. */
class HandshakeError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly body: string,
  ) {
    super(`${status} ${body}`);
  }
}

/** Returns status and code of a failed handshake; fails if it succeeds. */
export async function handshakeError(
  connecting: Promise<unknown>,
): Promise<{ status: number; code: string }> {
  const error = await connecting.then(
    () => new Error('the handshake succeeded'),
    (e: unknown) => e,
  );
  if (!(error instanceof HandshakeError)) throw error as Error;
  return {
    status: error.status,
    code: error.type.startsWith('application/problem+json')
      ? (JSON.parse(error.body) as { code: string }).code
      : error.type,
  };
}
