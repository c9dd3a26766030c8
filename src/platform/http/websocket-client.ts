import { WebSocket } from 'ws';
import { pinnedTls } from './pinned-https.js';

/** A handshake was answered with an HTTP status instead. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`HTTP status ${status}`);
  }
}

export interface StreamOptions {
  headers: Record<string, string>;
  /** PEM of a certificate that is trusted beside those of public authorities */
  trust?: string;
  signal: AbortSignal;
  /** the headers of the answer, once the connection is open */
  onOpen: (headers: Record<string, string | string[] | undefined>) => void;
  onMessage: (text: string) => void;
}

const LONGEST = 1 << 20;
const SILENCE_MS = 90_000; // the service pings every 30 s

/** Listens to a WebSocket until it closes; gives the code (RFC 6455, 7.4). Rejects with RefusedError, or the system's error, when it does not open. */
export function listenWebSocket(
  url: string,
  { headers, trust, signal, onOpen, onMessage }: StreamOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers,
      perMessageDeflate: false,
      maxPayload: LONGEST,
      handshakeTimeout: 20_000,
      followRedirects: false,
      ...(trust !== undefined && pinnedTls(trust)),
    });
    const leave = (): void => socket.terminate();
    const silence = setTimeout(leave, SILENCE_MS);
    const heard = (): void => {
      silence.refresh();
    };
    signal.addEventListener('abort', leave, { once: true });
    socket.on('upgrade', (answer) => onOpen(answer.headers));
    socket.on('ping', heard);
    socket.on('message', (data: Buffer) => {
      heard();
      onMessage(data.toString());
    });
    socket.on('unexpected-response', (_request, answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        body = (body + chunk.toString()).slice(0, 10_000);
      });
      answer.on('close', () => {
        reject(new RefusedError(answer.statusCode ?? 0, body));
        leave();
      });
    });
    socket.on('error', reject);
    socket.on('close', (code) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', leave);
      resolve(code);
    });
  });
}
