import {
  Agent,
  type ClientRequestArgs,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { linkError } from './connection.js';
import { WinRmError } from './winrm.error.js';

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Timeouts {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** HTTP on one given connection and on no other. */
export interface HttpLink {
  /** Rejects with WinRmError; the connection is then gone. */
  post(headers: Record<string, string>, body: Buffer, patience: Timeouts): Promise<HttpReply>;
  close(): void;
}

/** Largest answer that is read; Windows keeps to the envelope size it was asked for, 150 KiB. */
const MAX_ANSWER = 1_048_576;

/** Posts to /wsman over `socket`. NTLM speaks for a connection, so none is ever made anew behind the caller's back. */
export function httpLink(socket: Socket, { ip, port }: { ip: string; port: number }): HttpLink {
  const agent = boundAgent(socket);
  const host = `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`;
  return {
    close: () => {
      agent.destroy();
      socket.destroy();
    },
    post: async (headers, body, { timeoutMs, signal }) => {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        return await exchange(
          {
            agent,
            method: 'POST',
            path: '/wsman',
            signal: signal ? AbortSignal.any([signal, limit]) : limit,
            headers: {
              host,
              'user-agent': 'hostwarden',
              ...headers,
              'content-length': String(body.length),
            },
          },
          body,
        );
      } catch (error) {
        socket.destroy(); // whatever is still on its way would be taken for the next answer
        if (signal?.aborted === true) throw new WinRmError('aborted', 'aborted');
        throw limit.aborted
          ? new WinRmError('timeout', `no answer in ${timeoutMs} ms`)
          : linkError(error as Error);
      }
    },
  };
}

function boundAgent(socket: Socket): Agent {
  let given = false;
  const createConnection = (
    _: ClientRequestArgs,
    done: (error: Error) => void,
  ): Socket | undefined => {
    if (!given && !socket.destroyed) {
      given = true;
      return socket;
    }
    done(new WinRmError('connection_lost', 'the server closed the connection'));
    return undefined;
  };
  return Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), { createConnection });
}

function exchange(options: ClientRequestArgs, body: Buffer): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const call = request(options, (answer) => {
      collect(answer).then(resolve, reject);
    });
    call.once('error', reject);
    call.end(body);
  });
}

async function collect(answer: IncomingMessage): Promise<HttpReply> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_ANSWER)
      throw new WinRmError('protocol_error', `an answer of more than ${MAX_ANSWER} bytes`);
    parts.push(part);
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) };
}
