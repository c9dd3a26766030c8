import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { ConfigError, type Config } from '../config.js';
import type { ServerCertificates } from '../platform/http/server-certificates.js';
import { readOwnFile } from '../platform/process/own-file.js';
import type { Files } from './paths.js';
import { issueCertificates, type IssuedCertificates } from './server-certificate.js';

/** How clients verify a server whose certificate is not signed by a public authority. */
interface ServerCertificate {
  /** the certificate to trust, PEM */
  pem: string;
  /** the certificate that agents trust, PEM: it outlives changes of `pem` */
  agentPem: string;
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
  /** the certificates that the service issues itself; null: a configured one */
  issued: ServerCertificates | null;
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
  const names = { all: certificateNames(config), public: publicNames(config) };
  return createIssuedTls(names, (at) => issueCertificates(files, names.all, at), now);
}

function createIssuedTls(
  names: ServerNames,
  issue: (now: number) => IssuedCertificates,
  now: number,
): Tls {
  let issued = issue(now);
  const chains = new Map<string, string>();
  const chainOf = (own: readonly string[]): string => {
    const chain = chains.get(own.join()) ?? issued.chainFor(own);
    chains.set(own.join(), chain);
    return chain;
  };
  const current = (): Pick<Tls, 'key' | 'chain' | 'own'> => {
    const { key, root, agentRoot } = issued;
    const chain = chainOf(names.all);
    const pin = spkiPin(new X509Certificate(chain));
    return { key, chain, own: { pem: root, agentPem: agentRoot, spkiPin: pin } };
  };
  const tls: Tls = {
    ...current(),
    issued: {
      key: issued.key,
      chainFor(requested) {
        const own = namesFor(requested, names);
        return own === undefined ? undefined : chainOf(own);
      },
      renew(at) {
        if (at < issued.renewAt) return false;
        issued = issue(at);
        chains.clear();
        Object.assign(tls, current());
        return true;
      },
    },
  };
  return tls;
}

/** The names and addresses of a server. `public`: those of PUBLIC_URL, also behind a translated address. */
interface ServerNames {
  all: readonly string[];
  public: readonly string[];
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns the names of the certificate for a client: the name that it asks for, or the address that it connected
 * to. Fewer names are accepted by more copies of the root. Undefined: the requested name is not one of the server.
 * @internal
 */
export function namesFor(
  requested: { name: string } | { address: string },
  names: ServerNames,
): readonly string[] | undefined {
  if ('name' in requested) {
    const name = requested.name.toLowerCase();
    return names.all.some((own) => own.toLowerCase() === name) ? [name] : undefined;
  }
  const { address } = requested;
  if (LOOPBACK_NAMES.includes(address)) return LOOPBACK_NAMES;
  if (!names.all.includes(address)) return names.all;
  return [...new Set([address, ...names.public, ...LOOPBACK_NAMES])];
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
  const pem = leaf.toString();
  return {
    key,
    chain,
    own: isSelfSigned ? { pem, agentPem: pem, spkiPin: spkiPin(leaf) } : null,
    issued: null,
  };
}

function readPem(name: 'TLS_CERT' | 'TLS_KEY', file: string): string {
  try {
    return name === 'TLS_KEY' ? readOwnFile(file) : readFileSync(file, 'utf8');
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === undefined ? `${name} (${file}) ${message}` : `${name} cannot be read: ${message}`,
    );
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
  return [
    ...new Set([
      ...publicNames({ PUBLIC_URL }),
      hostname(),
      'localhost',
      '127.0.0.1',
      '::1',
      ...addresses,
    ]),
  ].filter((name) => /^[A-Za-z0-9.:_-]{1,253}$/.test(name));
}

const publicNames = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string[] =>
  PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')];
