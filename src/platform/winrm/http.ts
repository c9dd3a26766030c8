import {
  Agent,
  type ClientRequestArgs,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { finished } from 'node:stream';
import { withTimeLimit } from '../../lib/abort/time-limit.js';
import { createGrowingBuffer } from '../net/growing-buffer.js';
import { toWinRmError } from './connection.js';
import { WinRmError } from './winrm.error.js';
import { MAX_ENVELOPE_BYTES } from './wsman/requests.js';

export interface WinRmHttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Timeouts {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** HTTP on one given connection only. */
export interface WinRmHttp {
  /** Rejects with WinRmError and closes the connection. */
  post(headers: Record<string, string>, body: Buffer, timeouts: Timeouts): Promise<WinRmHttpReply>;
  close(): void;
}

/**
 * Largest response that is read. Windows respects the requested envelope size; the rest is for the
 * framing of sealed envelopes, and for servers that count the content only.
 */
const MAX_RESPONSE_BYTES = MAX_ENVELOPE_BYTES + 65_536;

/**
 * Posts to /wsman over `socket`. NTLM authenticates a connection, so it is never replaced by a new
 * one.
 */
export function createWinRmHttp(
  socket: Socket,
  { ip, port }: { ip: string; port: number },
): WinRmHttp {
  const agent = boundAgent(socket);
  const host = `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`;
  return {
    close: () => {
      agent.destroy();
      socket.destroy();
    },
    post: (headers, body, { timeoutMs, signal }) =>
      withTimeLimit(timeoutMs, signal, async (limit) => {
        const request = {
          agent,
          method: 'POST',
          path: '/wsman',
          signal: limit.signal,
          headers: {
            host,
            'user-agent': 'hostwarden',
            ...headers,
            'content-length': String(body.length),
          },
        };
        try {
          return await exchange(request, body);
        } catch (error) {
          socket.destroy(); // data still in flight would be read as the next response
          if (limit.isOver()) throw new WinRmError('timeout', `no response within ${timeoutMs} ms`);
          if (limit.signal.aborted) throw new WinRmError('aborted', 'aborted');
          throw toWinRmError(error as Error);
        }
      }),
  };
}

function boundAgent(socket: Socket): Agent {
  let isUsed = false;
  const createConnection = (
    _: ClientRequestArgs,
    done: (error: Error) => void,
  ): Socket | undefined => {
    if (!isUsed && !socket.destroyed) {
      isUsed = true;
      return socket;
    }
    done(new WinRmError('connection_lost', 'the server closed the connection'));
    return undefined;
  };
  return Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), { createConnection });
}

function exchange(options: ClientRequestArgs, body: Buffer): Promise<WinRmHttpReply> {
  return new Promise((resolve, reject) => {
    const req = request(options, (response) => {
      collect(response).then(resolve, reject);
    });
    req.once('error', reject);
    req.end(body);
  });
}

function collect(response: IncomingMessage): Promise<WinRmHttpReply> {
  const body = createGrowingBuffer();
  return new Promise((resolve, reject) => {
    response.on('data', (part: Buffer) => {
      if (body.length + part.length <= MAX_RESPONSE_BYTES) body.add(part);
      else response.destroy(tooLarge());
    });
    finished(response, (error) => {
      if (error) reject(error);
      else
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: body.view(),
        });
    });
  });
}

const tooLarge = (): WinRmError =>
  new WinRmError('protocol_error', `a response of more than ${MAX_RESPONSE_BYTES} bytes`);
