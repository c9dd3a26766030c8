import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { SECONDS_PER_DAY } from '../lib/times.js';
import { readSecretFile, writeSecretFile, type Files } from './paths.js';
import { permitsNames, signCertificate, type CertificateRequest } from './x509.js';

const YEAR = 31_557_600;
const ROOT = 'hostwarden root';

/** Life of the root certificate for people: two years at most, renewed when half of it is left. */
const ROOT_LIFE = {
  before: 30 * SECONDS_PER_DAY,
  after: 700 * SECONDS_PER_DAY,
  renewal: 350 * SECONDS_PER_DAY,
};

/** The certificates that the service issues for itself. PEM. */
export interface IssuedCertificates {
  key: string;
  /** for people and their programs: it is valid for the service's own names only */
  root: string;
  /**
   * for agents, who trust it for their one server and keep it for years: the same key and subject without
   * limits
   */
  agentRoot: string;
  /** Unix seconds; from then on everything is to be issued again */
  renewAt: number;
  /** returns a server certificate for these names, and the root */
  chainFor: (names: readonly string[]) => string;
}

/**
 * Issues certificates for a server with these names. They are issued again at each start, since addresses change,
 * and before their end. Their issuer is a self-signed root: its key and the server's key are created once in the
 * data directory, so that what clients trust or pin stays valid. The root certificate permits these names only, and
 * is renewed before its end and when a name is new. The validity of server certificates starts two years ago, for
 * hosts whose clock is behind.
 * @param now Unix seconds
 */
export function issueCertificates(
  files: Pick<Files, 'tlsKey' | 'tlsRoot' | 'tlsRootKey'>,
  names: readonly string[],
  now: number,
): IssuedCertificates {
  const rootKey = readOrCreateKey(files.tlsRootKey);
  const root = readOrRenewRoot(files.tlsRoot, { key: rootKey, names, now });
  const key = readOrCreateKey(files.tlsKey);
  const publicKey = createPublicKey(key);
  const life = { from: now - 2 * YEAR, until: now + 2 * YEAR };
  const signLeaf = (own: readonly string[]): string =>
    signCertificate({
      subject: own[0] ?? 'hostwarden',
      publicKey,
      issuer: ROOT,
      issuerKey: rootKey,
      ...life,
      names: own,
    });
  return {
    key: pemOf(key),
    root,
    agentRoot: signRoot({ key: rootKey, from: now - 2 * YEAR, until: now + 30 * YEAR }),
    renewAt: endOf(root) - ROOT_LIFE.renewal,
    chainFor: (own) => signLeaf(own) + root,
  };
}

function readOrCreateKey(file: string): KeyObject {
  const stored = readSecretFile(file);
  if (stored !== undefined) return createPrivateKey(stored);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeSecretFile(file, pemOf(privateKey).trim());
  return privateKey;
}

interface RootRequest {
  key: KeyObject;
  names: readonly string[];
  now: number;
}

function readOrRenewRoot(file: string, { key, names, now }: RootRequest): string {
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (stored !== null && isUsableRoot(stored, { key, names, now })) return stored;
  const { before, after } = ROOT_LIFE;
  const root = signRoot({ key, from: now - before, until: now + after, permitted: names });
  writeSecretFile(file, root.trim());
  return root;
}

/** Whether a root certificate is of this key, permits these names, and has enough of its life left. */
function isUsableRoot(pem: string, { key, names, now }: RootRequest): boolean {
  const certificate = new X509Certificate(pem);
  const left = endOf(pem) - now;
  return (
    certificate.checkPrivateKey(key) &&
    permitsNames(certificate, names) &&
    left > ROOT_LIFE.renewal &&
    left <= ROOT_LIFE.after
  );
}

const endOf = (pem: string): number => Date.parse(new X509Certificate(pem).validTo) / 1000;

function signRoot({
  key,
  ...rest
}: { key: KeyObject } & Pick<CertificateRequest, 'from' | 'until' | 'permitted'>): string {
  return signCertificate({
    subject: ROOT,
    publicKey: createPublicKey(key),
    issuer: ROOT,
    issuerKey: key,
    names: null,
    ...rest,
  });
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
