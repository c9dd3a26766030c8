import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Published {
  body: Buffer | string;
  etag?: string;
  lastModified?: string;
  /** sent instead of the body */
  status?: number;
  location?: string;
  /** more headers of the response */
  headers?: Record<string, string>;
  /** closes the connection after this number of bytes, once */
  breaksAt?: number;
  /** delays the close until it returns true: bytes in flight are lost when a connection breaks */
  breaksWhen?: () => boolean;
}

/** Starts a publisher on loopback. `files` may be changed at any time; `requests` are those it received. */
export async function publisher(files: Record<string, Published>) {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const file = files[path];
    if (!file) return void response.writeHead(404).end();
    if (file.status !== undefined)
      return void response
        .writeHead(file.status, file.location === undefined ? {} : { location: file.location })
        .end();
    const { etag, lastModified } = file;
    const validators = {
      ...(etag && { etag }),
      ...(lastModified && { 'last-modified': lastModified }),
    };
    if (etag !== undefined && request.headers['if-none-match'] === etag)
      return void response.writeHead(304, validators).end();
    const body = Buffer.from(file.body);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isResumed = from > 0 && request.headers['if-range'] === (etag ?? lastModified);
    const sent = isResumed ? body.subarray(from) : body;
    response.writeHead(isResumed ? 206 : 200, {
      ...validators,
      ...file.headers,
      'content-length': sent.length,
      ...(isResumed && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
    });
    if (file.breaksAt === undefined) return void response.end(sent);
    const { breaksAt, breaksWhen = () => true } = file;
    delete file.breaksAt;
    response.write(sent.subarray(0, breaksAt));
    const cutting = setInterval(() => {
      if (breaksWhen()) response.destroy();
    }, 1);
    response.on('close', () => clearInterval(cutting));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, files };
}
