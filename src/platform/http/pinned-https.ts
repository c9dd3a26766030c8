import { X509Certificate } from 'node:crypto';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls';

/**
 * TLS options that trust a service by what it announced in its data folder: `pem` is its certificate and what signed it. That very certificate is
 * good under any name, as its own machine calls it by an address that it need not hold.
 */
export function pinnedTls(pem: string): Pick<RequestOptions, 'ca' | 'checkServerIdentity'> {
  const announced = new X509Certificate(pem).raw;
  const options = {
    ca: [...rootCertificates, pem],
    allowPartialTrustChain: true, // what signed it may not be among them
    checkServerIdentity: (host: string, shown: PeerCertificate) =>
      announced.equals(shown.raw) ? undefined : checkServerIdentity(host, shown),
  };
  return options;
}

export interface Exchange {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** What came back; the names of `headers` are in small letters. */
export interface Exchanged {
  status: number;
  text: string;
  headers: Readonly<Record<string, unknown>>;
}

/** One HTTPS exchange with a service that is trusted so. Rejects with the system's error. */
export function exchangePinned(
  pem: string,
  url: string,
  { method, headers, body, signal }: Exchange,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, { ...pinnedTls(pem), method, headers, signal }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: answer.headers,
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
