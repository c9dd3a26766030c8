import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A trouble with one request for a file. */
export type Trouble =
  | { kind: 'status'; status: number; retryAfter?: string }
  /** the connection breaks after this share of the rest of the file; 0: before the response */
  | { kind: 'cut'; share: number }
  /** the announced length differs from the body by this number of bytes */
  | { kind: 'length'; difference: number }
  /** a page of a captive portal; `redirects`: of another host */
  | { kind: 'portal'; redirects: boolean }
  /** the file changes before it is sent */
  | { kind: 'change' };

export interface TroubledFile {
  /** Returns the body of a version. */
  bodyOf: (version: number) => Buffer;
  version: number;
  /** troubles of the next requests, in their order; later ones succeed */
  troubles: Trouble[];
  /** false: no ETag and no Last-Modified, so that nothing can be resumed */
  hasValidators: boolean;
  /** versions that were sent from their first to their last byte in one response */
  whole: number[];
  requests: number;
}

interface Observer {
  /** Called with each number of bytes that are sent: a test advances its clock by them. */
  onSent: (bytes: number) => void;
  /** Whether this number of bytes of a file is stored: those in flight are lost when a connection breaks. */
  hasArrived: (path: string, bytes: number) => boolean;
}

const PAGE = '<!DOCTYPE html><html><body>Sign in to the network</body></html>';

/**
 * Starts a publisher on loopback whose files have troubles.
 */
export async function troubledPublisher(
  files: ReadonlyMap<string, TroubledFile>,
  observer: Observer,
): Promise<string> {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/login') return void sendPage(response);
    const file = files.get(url);
    if (!file) return void response.writeHead(404).end();
    file.requests += 1;
    const trouble = file.troubles.shift();
    if (trouble?.kind === 'status') {
      const { status, retryAfter } = trouble;
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return void response.writeHead(status, headers).end();
    }
    if (trouble?.kind === 'portal') {
      const { port } = server.address() as AddressInfo;
      if (!trouble.redirects) return void sendPage(response);
      const location = `http://localhost:${port}/login`;
      return void response.writeHead(302, { location }).end();
    }
    if (trouble?.kind === 'change') file.version += 1;
    sendFile(request, response, file, trouble, observer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sendPage = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);

function sendFile(
  { url = '', headers, socket }: IncomingMessage,
  response: ServerResponse,
  file: TroubledFile,
  trouble: Trouble | undefined,
  { onSent, hasArrived }: Observer,
): void {
  const body = file.bodyOf(file.version);
  const etag = `"${file.version}"`;
  const validators = file.hasValidators ? { etag } : {};
  if (headers['if-none-match'] === etag) return void response.writeHead(304, validators).end();
  const asked = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const from = headers['if-range'] === etag ? asked : 0;
  if (from >= body.length && from > 0)
    return void response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
  const rest = body.subarray(from);
  if (trouble?.kind === 'cut' && trouble.share === 0) return void socket.destroy();
  const difference = trouble?.kind === 'length' ? trouble.difference : 0;
  response.writeHead(from > 0 ? 206 : 200, {
    ...validators,
    'content-length': rest.length + difference,
    ...(from > 0 && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
  });
  const share = trouble?.kind === 'cut' ? trouble.share : 1;
  const sent = rest.subarray(0, Math.ceil(rest.length * share) + Math.min(difference, 0));
  onSent(sent.length);
  // Without a validator, the part of a response that breaks off is lost.
  const isKept = trouble === undefined || trouble.kind === 'change' || file.hasValidators;
  if (from === 0 && sent.length === body.length && isKept) file.whole.push(file.version);
  // Ends the connection after the bytes have arrived, not the response: the announced length is not reached.
  if (trouble === undefined || trouble.kind === 'change') response.end(sent);
  else
    response.write(sent, () => {
      const ending = setInterval(() => {
        if (difference < 0 || hasArrived(url, from + sent.length)) socket.end();
      }, 1);
      socket.on('close', () => clearInterval(ending));
    });
}
