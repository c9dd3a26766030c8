import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeSecretFile, type Files } from './paths.js';
import { signCertificate } from './x509.js';

const YEAR = 31_557_600;
const ROOT = 'hostwarden root';

/**
 * Issues a certificate for these names. It is issued again at each start, since addresses change. Its issuer is a
 * self-signed root certificate of the data directory, created once: clients that trust the root accept each new
 * certificate. Both keys are kept. The validity starts two years ago, for hosts whose clock is behind.
 * @param now Unix seconds
 */
export function issueServerCertificate(
  files: Pick<Files, 'tlsKey' | 'tlsRoot' | 'tlsRootKey'>,
  names: readonly string[],
  now: number,
): { key: string; chain: string; root: string } {
  const rootKey = readOrCreateKey(files.tlsRootKey);
  const root = readOrCreateRoot(files.tlsRoot, rootKey, now);
  const key = readOrCreateKey(files.tlsKey);
  const leaf = signCertificate({
    subject: names[0] ?? 'hostwarden',
    publicKey: createPublicKey(key),
    issuer: ROOT,
    issuerKey: rootKey,
    from: now - 2 * YEAR,
    until: now + 10 * YEAR,
    names,
  });
  return { key: pemOf(key), chain: leaf + root, root };
}

function readOrCreateKey(file: string): KeyObject {
  if (existsSync(file)) return createPrivateKey(readFileSync(file));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeSecretFile(file, pemOf(privateKey).trim());
  return privateKey;
}

function readOrCreateRoot(file: string, key: KeyObject, now: number): string {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const root = signCertificate({
    subject: ROOT,
    publicKey: createPublicKey(key),
    issuer: ROOT,
    issuerKey: key,
    from: now - 2 * YEAR,
    until: now + 30 * YEAR,
    names: null,
  });
  writeSecretFile(file, root.trim());
  return root;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
