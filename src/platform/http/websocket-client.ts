import { WebSocket } from 'ws';
import { pinnedTls } from './pinned-https.js';

/** The WebSocket handshake was answered with an HTTP status. */
export class HandshakeRefusedError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`HTTP status ${status}`);
  }
}

export interface WebSocketOptions {
  headers: Record<string, string>;
  /** PEM of a certificate that is trusted in addition to public authorities */
  trust?: string;
  signal: AbortSignal;
  /** called with the response headers once the connection is open */
  onOpen: (headers: Record<string, string | string[] | undefined>) => void;
  onMessage: (text: string) => void;
}

const MAX_MESSAGE_BYTES = 1 << 20;
const IDLE_TIMEOUT_MS = 90_000; // the service pings every 30 s

/**
 * Reads a WebSocket until it closes. Returns the close code (RFC 6455, section 7.4). Rejects with
 * HandshakeRefusedError or the system error when the connection cannot be opened.
 */
export function listenWebSocket(
  url: string,
  { headers, trust, signal, onOpen, onMessage }: WebSocketOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: 20_000,
      followRedirects: false,
      ...(trust !== undefined && pinnedTls(trust)),
    });
    const terminate = (): void => socket.terminate();
    const timer = setTimeout(terminate, IDLE_TIMEOUT_MS);
    const resetTimer = (): void => {
      timer.refresh();
    };
    signal.addEventListener('abort', terminate, { once: true });
    socket.on('upgrade', (response) => onOpen(response.headers));
    socket.on('ping', resetTimer);
    socket.on('message', (data: Buffer) => {
      resetTimer();
      onMessage(data.toString());
    });
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body = (body + chunk.toString()).slice(0, 10_000);
      });
      response.on('close', () => {
        reject(new HandshakeRefusedError(response.statusCode ?? 0, body));
        terminate();
      });
    });
    socket.on('error', reject);
    socket.on('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', terminate);
      resolve(code);
    });
  });
}
