import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A received request: the path after /agent/v1/, the token of header or body, and the body without the token. */
interface AgentRequest {
  path: string;
  token: string | null;
  isInHeader: boolean;
  body: Buffer;
}

/** The response to one request: status and text, or `hold` to keep it open. */
export type Answer = { status: number; body: string } | 'hold';

export interface AgentServer {
  url: string;
  requests: AgentRequest[];
  /** Resolves with the first matching request that was not returned before. */
  next(path: string | RegExp): Promise<AgentRequest>;
  close(): Promise<void>;
}

/** A small server of the agent protocol. Polls receive `answers` one by one; later polls are held. */
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
