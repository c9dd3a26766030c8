import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What came in: the path behind /agent/v1/, the token wherever the client could put it, and the body without it. */
export interface AgentRequest {
  path: string;
  token: string | null;
  isInHeader: boolean;
  body: Buffer;
}

/** Answers one question of an agent: text with status 200, a status alone, or `hold` to leave it waiting. */
export type Answer = { status: number; body: string } | 'hold';

export interface AgentServer {
  url: string;
  requests: AgentRequest[];
  /** The next request that fits, from the first one never asked for on. */
  next(path: string | RegExp): Promise<AgentRequest>;
  close(): Promise<void>;
}

/** A tiny server of the agents' wire protocol; `answers` are given to polls one by one, after the last one they are held. */
export async function startAgentServer(
  answers: readonly Answer[],
  port = 0,
  tls?: { key: Buffer; cert: Buffer },
): Promise<AgentServer> {
  const queue = [...answers];
  const requests: AgentRequest[] = [];
  const seen = new Set<AgentRequest>();
  let wake = (): void => undefined;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    void read(request).then((got) => {
      requests.push(got);
      wake();
      give(response, got.path === 'poll' ? (queue.shift() ?? 'hold') : { status: 204, body: '' });
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  async function next(path: string | RegExp): Promise<AgentRequest> {
    for (;;) {
      const found = requests.find(
        (one) =>
          !seen.has(one) && (typeof path === 'string' ? one.path === path : path.test(one.path)),
      );
      if (found !== undefined) {
        seen.add(found);
        return found;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function give(response: ServerResponse, answer: Answer): void {
  if (answer === 'hold') return;
  response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.body);
}

async function read(request: IncomingMessage): Promise<AgentRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  const path = (request.url ?? '').replace('/agent/v1/', '');
  const header = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const first = /^token (.+)\n/.exec(whole.toString('latin1', 0, 300));
  if (header !== undefined) return { path, token: header, isInHeader: true, body: whole };
  return {
    path,
    token: first?.[1] ?? null,
    isInHeader: false,
    body: whole.subarray(first?.[0].length ?? 0),
  };
}
