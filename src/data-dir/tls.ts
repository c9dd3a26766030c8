import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { ConfigError, type Config } from '../config.js';
import type { Files } from './paths.js';
import { issueServerCertificate } from './server-certificate.js';

/** How clients verify a server whose certificate is not signed by a public authority. */
interface ServerCertificate {
  /** the certificate to trust, PEM */
  pem: string;
  /** hash of the server's public key in the form of curl's --pinnedpubkey: `sha256//…` */
  spkiPin: string;
}

export interface Tls {
  /** PEM */
  key: string;
  /** PEM: the server's certificate, then its issuers */
  chain: string;
  /** null: clients already trust the authority that signed it */
  own: ServerCertificate | null;
}

type TlsConfig = Pick<Config, 'TLS' | 'TLS_CERT' | 'TLS_KEY' | 'HOST' | 'PUBLIC_URL'>;

/**
 * Returns the certificate that the configuration selects; null: TLS is off. Throws a ConfigError when files are
 * missing or damaged, or when key and certificate do not match.
 */
export function readTls(config: TlsConfig, files: Files, now: number): Tls | null {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = config;
  if (certFile !== undefined && keyFile !== undefined) return readConfigured(certFile, keyFile);
  if (config.TLS === 'off') return null;
  const { key, chain, root } = issueServerCertificate(files, certificateNames(config), now);
  return { key, chain, own: { pem: root, spkiPin: spkiPin(new X509Certificate(chain)) } };
}

function readConfigured(certFile: string, keyFile: string): Tls {
  const chain = readPem('TLS_CERT', certFile);
  const key = readPem('TLS_KEY', keyFile);
  const leaf = parsePem('TLS_CERT', certFile, () => new X509Certificate(chain));
  const privateKey = parsePem('TLS_KEY', keyFile, () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey))
    throw new ConfigError(
      `TLS_KEY (${keyFile}) is not the key of the certificate in TLS_CERT (${certFile})`,
    );
  const isSelfSigned = leaf.issuer === leaf.subject && leaf.verify(leaf.publicKey);
  return {
    key,
    chain,
    own: isSelfSigned ? { pem: leaf.toString(), spkiPin: spkiPin(leaf) } : null,
  };
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

function parsePem<T>(name: string, file: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new ConfigError(
      `${name} (${file}) is not usable PEM${name === 'TLS_KEY' ? '; keys with a passphrase are not supported' : ''}`,
    );
  }
}

const spkiPin = (certificate: X509Certificate): string =>
  `sha256//${createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')}`;

/**
 * Returns the names of the server: those of this machine, with all its addresses when it listens on all of them,
 * otherwise with the address it listens on.
 * @internal
 */
export function certificateNames({
  HOST,
  PUBLIC_URL,
}: Pick<Config, 'HOST' | 'PUBLIC_URL'>): string[] {
  const isAnyAddress = ['0.0.0.0', '::'].includes(HOST);
  const addresses = isAnyAddress
    ? Object.values(networkInterfaces())
        .flatMap((i) => i ?? [])
        .map((i) => i.address)
    : [HOST];
  const publicNames =
    PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')];
  return [
    ...new Set([...publicNames, hostname(), 'localhost', '127.0.0.1', '::1', ...addresses]),
  ].filter((name) => /^[A-Za-z0-9.:_-]{1,253}$/.test(name));
}
