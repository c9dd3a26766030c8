import type { Socket } from 'node:net';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const ANSWERS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The header is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive'],
};

/** Answers what is no HTTP request at all, before Fastify sees it. */
export function onClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, phrase, detail] = ANSWERS[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'This is no valid HTTP request',
  ];
  const body = JSON.stringify({
    type: 'about:blank',
    title: phrase,
    status,
    detail,
    code: 'malformed_http',
    request_id: '',
  });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/problem+json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** What Node would answer by itself, without a word of why: it hears from us instead. The server must be made with `requireHostHeader: false`. */
export function answerMalformedRequests(app: App): void {
  const { server } = app;
  server.on('connect', (_request, socket: Socket) => {
    onClientError(new Error('this is no proxy'), socket);
  });
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  }); // one that we do not know we need not meet (RFC 9110, 10.1.1)
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    done(
      headers.host === undefined && raw.httpVersion === '1.1'
        ? new AppError('malformed_http', 'The Host header is missing')
        : undefined,
    );
  });
}
