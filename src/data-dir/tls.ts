import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { ConfigError, type Config } from '../config.js';
import type { Files } from './paths.js';
import { issueServerCertificate } from './server-certificate.js';

/** What others need to know a service by whose certificate no public authority has signed. */
export interface ServerCertificate {
  /** the certificate to trust, PEM */
  pem: string;
  /** hash of the server's public key, as curl's --pinnedpubkey takes it: `sha256//…` */
  spkiPin: string;
}

export interface Tls {
  /** PEM */
  key: string;
  /** PEM: the server's certificate, then what signed it */
  chain: string;
  /** null: it comes from an authority that others know or were told of */
  own: ServerCertificate | null;
}

type Settings = Pick<Config, 'TLS' | 'TLS_CERT' | 'TLS_KEY' | 'HOST' | 'PUBLIC_URL'>;

/** The certificate that the configuration asks for; null: none. Throws a ConfigError when files are missing, damaged or don't belong together. */
export function readTls(config: Settings, files: Files, now: number): Tls | null {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = config;
  if (certFile !== undefined && keyFile !== undefined) return given(certFile, keyFile);
  if (config.TLS === 'off') return null;
  const { key, chain, root } = issueServerCertificate(files, certificateNames(config), now);
  return { key, chain, own: { pem: root, spkiPin: spkiPin(new X509Certificate(chain)) } };
}

function given(certFile: string, keyFile: string): Tls {
  const chain = read('TLS_CERT', certFile);
  const key = read('TLS_KEY', keyFile);
  const leaf = parsed('TLS_CERT', certFile, () => new X509Certificate(chain));
  const privateKey = parsed('TLS_KEY', keyFile, () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey))
    throw new ConfigError(
      `TLS_KEY (${keyFile}) is not the key of the certificate in TLS_CERT (${certFile})`,
    );
  const selfSigned = leaf.issuer === leaf.subject && leaf.verify(leaf.publicKey);
  return { key, chain, own: selfSigned ? { pem: leaf.toString(), spkiPin: spkiPin(leaf) } : null };
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

function parsed<T>(name: string, file: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new ConfigError(
      `${name} (${file}) holds nothing in PEM that can be used${name === 'TLS_KEY' ? '; a key with a passphrase cannot' : ''}`,
    );
  }
}

const spkiPin = (certificate: X509Certificate): string =>
  `sha256//${createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')}`;

/** All that this machine may be called by, where it listens on all addresses; else on that one, and from this machine itself. */
export function certificateNames({
  HOST,
  PUBLIC_URL,
}: Pick<Config, 'HOST' | 'PUBLIC_URL'>): string[] {
  const everywhere = ['0.0.0.0', '::'].includes(HOST);
  const addresses = everywhere
    ? Object.values(networkInterfaces())
        .flatMap((i) => i ?? [])
        .map((i) => i.address)
    : [HOST];
  const outside =
    PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')];
  return [
    ...new Set([...outside, hostname(), 'localhost', '127.0.0.1', '::1', ...addresses]),
  ].filter((name) => /^[A-Za-z0-9.:_-]{1,253}$/.test(name));
}
