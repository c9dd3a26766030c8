import type { IncomingMessage } from 'node:http';
import { VERSION } from '../../version.js';
import { connectionFailureText } from './connection-failure.js';
import { DownloadError } from './download-error.js';
import type { PartialFile, Validators } from './partial-download.js';
import { createProxiedRequest, proxyFailure, proxyRefusal } from './proxied-request.js';
import { proxyFor, type ProxySettings } from './proxy.js';

/** How a file is requested. */
export interface RequestSettings {
  headers: Record<string, string>;
  proxies: ProxySettings;
  signal: AbortSignal | undefined;
}

const MAX_REDIRECTS = 5;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Returns the headers of a conditional request (RFC 9110, section 13), or of a range request (section 14) if there is
 * a partial download.
 */
export function headersFor(
  partial: PartialFile | null,
  known: Validators | null,
  acceptsGzip: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': `hostwarden/${VERSION}`,
    accept: '*/*',
    'accept-encoding': acceptsGzip ? 'gzip' : 'identity',
  };
  if (partial)
    return { ...headers, range: `bytes=${partial.bytes}-`, 'if-range': partial.validator };
  if (known?.etag) headers['if-none-match'] = etagsOf(known.etag);
  if (known?.lastModified) headers['if-modified-since'] = known.lastModified;
  return headers;
}

/** Apache's mod_deflate adds `-gzip` to the ETag of a response, and does not know it again in a request. */
const etagsOf = (etag: string): string =>
  etag.endsWith('-gzip"') ? `${etag}, ${etag.replace(/-gzip"$/, '"')}` : etag;

/** Requests a URL, and follows redirects. `host`: the host that answered. Rejects with DownloadError. */
export async function requestFile(
  url: URL,
  settings: RequestSettings,
  redirects = MAX_REDIRECTS,
): Promise<{ response: IncomingMessage; host: string }> {
  const response = await sendRequest(url, settings);
  const {
    statusCode = 0,
    headers: { location },
  } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined)
    return { response, host: url.host };
  response.destroy();
  if (redirects === 0) throw new DownloadError('too many redirects');
  const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (!next || !/^https?:$/.test(next.protocol)) throw new DownloadError('invalid redirect URL');
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw new DownloadError(
      `redirects from HTTPS to HTTP are not followed (to ${next.host}); ${PORTAL_QUESTION}`,
    );
  return requestFile(next, settings, redirects - 1);
}

/** Asks for the cause of an answer that is not the publisher's. */
export const PORTAL_QUESTION = 'is there a captive portal, or a proxy with a login page?';

/** Failures of the way to a server that may be over at once. */
const TEMPORARY = ['ECONNRESET', 'EAI_AGAIN'];

async function sendRequest(
  url: URL,
  { headers, proxies, signal }: RequestSettings,
): Promise<IncomingMessage> {
  const proxy = proxyFor(url, proxies);
  const request = await createProxiedRequest(url, proxy, {
    headers,
    signal,
    timeoutMs: IDLE_TIMEOUT_MS,
  });
  const isPlain = url.protocol === 'http:';
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.setTimeout(IDLE_TIMEOUT_MS, () =>
      request.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })),
    );
    request.on('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) reject(error);
      else if (proxy !== null && isPlain) reject(proxyFailure(proxy, error));
      else reject(connectionFailure(error));
    });
    request.end();
  });
  if (proxy === null || response.statusCode !== 407) return response;
  response.destroy();
  throw proxyRefusal(proxy, 407, undefined);
}

/** A certificate that no known authority has signed: often of a proxy that reads TLS. */
const UNKNOWN_AUTHORITY =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF))/;

const authorityText = (code: string): string | undefined =>
  UNKNOWN_AUTHORITY.test(code)
    ? 'unknown certificate authority; if a proxy reads TLS, set NODE_EXTRA_CA_CERTS to a PEM file with its certificate'
    : undefined;

const connectionFailure = ({ code = '', message }: NodeJS.ErrnoException): DownloadError =>
  new DownloadError(authorityText(code) ?? connectionFailureText(code) ?? message, {
    retry: TEMPORARY.includes(code),
    isOfServer: code !== 'ECONNRESET',
  });
