import { X509Certificate } from 'node:crypto';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls';

/**
 * TLS options that trust a service by what it announced in its data folder: `pem` is its certificate and what signed it. That very certificate is
 * good under any name, as its own machine calls it by an address that it need not hold.
 */
export function pinnedTls(pem: string): Pick<RequestOptions, 'ca' | 'checkServerIdentity'> {
  const pinned = new X509Certificate(pem).raw;
  const options = {
    ca: [...rootCertificates, pem],
    allowPartialTrustChain: true, // what signed it may not be among them
    checkServerIdentity: (host: string, presented: PeerCertificate) =>
      pinned.equals(presented.raw) ? undefined : checkServerIdentity(host, presented),
  };
  return options;
}

export interface HttpExchange {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** What came back; the names of `headers` are in small letters. */
export interface HttpExchangeResult {
  status: number;
  text: string;
  headers: Readonly<Record<string, unknown>>;
}

/** One HTTPS exchange with a service that is trusted so. Rejects with the system's error. */
export function exchangePinned(
  pem: string,
  url: string,
  { method, headers, body, signal }: HttpExchange,
): Promise<HttpExchangeResult> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      url,
      { ...pinnedTls(pem), method, headers, signal },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
