import { request as requestHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '../clock.js';
import { connectionFailureText } from './connection-failure.js';
import { DownloadError } from './download-error.js';
import { parseRetryAfter } from './retry-delay.js';
import type { Proxy } from './proxy.js';

/** The options of a request that do not depend on a proxy. */
export type PlainOptions = Pick<RequestOptions, 'headers' | 'signal'> & { timeoutMs: number };

/**
 * Returns a GET request that is not yet sent. Through a proxy, HTTPS goes in a tunnel (CONNECT, RFC 9110 section
 * 9.3.6), so that the proxy sees the host only; HTTP has the whole URL in its request line. Rejects with DownloadError
 * if the proxy opens no tunnel.
 */
export async function createProxiedRequest(
  url: URL,
  proxy: Proxy | null,
  options: PlainOptions,
): Promise<ClientRequest> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // Each file has its own connection: one that a server has left in disorder affects no other file.
  const plain = { headers: options.headers, signal: options.signal, agent: false as const };
  if (proxy === null) return send(url, plain);
  if (url.protocol === 'http:')
    return requestOf(proxy)({
      ...addressOf(proxy.url),
      ...plain,
      path: url.href,
      headers: { ...options.headers, host: url.host, ...loginHeader(proxy) },
    });
  const tunnel = await openTunnel(url, proxy, options);
  const host = hostOf(url);
  return requestHttps(url, {
    headers: options.headers,
    signal: options.signal,
    createConnection: () =>
      connectTls({ socket: tunnel, host, servername: isIP(host) === 0 ? host : '' }),
  });
}

const requestOf = ({ url }: Proxy): typeof requestHttp =>
  url.protocol === 'https:' ? requestHttps : requestHttp;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const addressOf = (url: URL): RequestOptions => ({
  host: hostOf(url),
  port: url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port,
});

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const loginHeader = ({ authorization }: Proxy): Record<string, string> =>
  authorization === null ? {} : { 'proxy-authorization': authorization };

function openTunnel(url: URL, proxy: Proxy, options: PlainOptions): Promise<Socket> {
  const target = `${url.hostname}:${url.port === '' ? 443 : url.port}`;
  return new Promise((resolve, reject) => {
    const request = requestOf(proxy)({
      ...addressOf(proxy.url),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...loginHeader(proxy) },
      signal: options.signal,
      agent: false,
    });
    request.setTimeout(options.timeoutMs, () =>
      request.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })),
    );
    request.on('connect', ({ statusCode = 0, headers }, socket) => {
      request.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return void resolve(socket);
      socket.destroy();
      reject(proxyRefusal(proxy, statusCode, headers['retry-after']));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(options.signal?.aborted ? error : proxyFailure(proxy, error));
    });
    request.end();
  });
}

/** Returns the failure of a connection to a proxy. */
export function proxyFailure({ name }: Proxy, { code, message }: NodeJS.ErrnoException): Error {
  return new DownloadError(`${name}: ${connectionFailureText(code) ?? message}`, {
    retry: true,
    isOfServer: true,
  });
}

/** Returns the failure of a proxy that answers itself, in place of the server. */
export function proxyRefusal(
  { name }: Proxy,
  status: number,
  retryAfter: string | undefined,
): Error {
  const details = { status, isOfServer: true };
  if (status === 407)
    return new DownloadError(
      `${name} refuses the login: set its user and password in the URL of the proxy`,
      details,
    );
  return new DownloadError(`${name} refuses the connection: HTTP status ${status}`, {
    ...details,
    retry: status >= 500 || status === 429,
    retryAfterMs: parseRetryAfter(retryAfter, systemClock.now() * 1000),
  });
}
