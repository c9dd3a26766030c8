import type { Socket } from 'node:net';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

type ErrorResponse = readonly [status: number, phrase: string, detail: string];

const RESPONSES: Record<string, ErrorResponse> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'Request header too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Request did not arrive in time'],
};
const MALFORMED: ErrorResponse = [400, 'Bad Request', 'Malformed HTTP request'];

/** Answers connections whose bytes are not an HTTP request, before Fastify sees them. */
export function onClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  sendAndClose(socket, RESPONSES[error.code ?? ''] ?? MALFORMED);
}

function sendAndClose(socket: Socket, [status, phrase, detail]: ErrorResponse): void {
  const body = JSON.stringify({
    type: 'about:blank',
    title: phrase,
    status,
    detail,
    code: 'malformed_http',
    request_id: '',
  });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Replaces Node's own bare responses to invalid requests by problems. The server must be created
 * with `requireHostHeader: false`.
 */
export function answerMalformedRequests(app: App): void {
  const { server } = app;
  server.on('connect', (_request, socket: Socket) => {
    onClientError(new Error('proxy requests are not supported'), socket);
  });
  // A server may ignore an expectation that it does not know (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    done(
      headers.host === undefined && raw.httpVersion === '1.1'
        ? new AppError('malformed_http', 'Host header missing')
        : undefined,
    );
  });
}
