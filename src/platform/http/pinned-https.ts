import { X509Certificate } from 'node:crypto';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls';

/**
 * TLS options that trust a service by the certificate it published in its data directory. `pem` is
 * that certificate and its issuer. Certificates of its key are accepted under any name, since the local
 * machine uses an address that they may not contain.
 */
export function pinnedTls(pem: string): Pick<RequestOptions, 'ca' | 'checkServerIdentity'> {
  const { publicKey } = new X509Certificate(pem);
  const options = {
    ca: [...rootCertificates, pem],
    allowPartialTrustChain: true, // the issuer may be missing from `pem`
    checkServerIdentity: (host: string, presented: PeerCertificate) =>
      publicKey.equals(new X509Certificate(presented.raw).publicKey)
        ? undefined
        : checkServerIdentity(host, presented),
  };
  return options;
}

export interface HttpExchange {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** The response; names of `headers` are in lower case. */
export interface HttpExchangeResult {
  status: number;
  text: string;
  headers: Readonly<Record<string, unknown>>;
}

/** One HTTPS exchange with a service trusted by `pem`. Rejects with the system error. */
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
