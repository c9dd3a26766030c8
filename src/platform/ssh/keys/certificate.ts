import { createWireReader, wireString, type WireReader } from './wire.js';

/** A user certificate of OpenSSH. */
export interface UserCertificate {
  /** `ssh-ed25519-cert-v01@openssh.com`, … */
  type: string;
  blob: Buffer;
  /** the key that it certifies, in wire format */
  publicKey: Buffer;
  /** users that it is valid for; empty: any */
  principals: string[];
  /** Unix seconds; 0: it is valid from the beginning */
  validFrom: number;
  /** Unix seconds; null: it does not expire */
  expiresAt: number | null;
}

/** Why a text is not a certificate that can be used. */
type CertificateProblem = 'unreadable' | 'host_certificate';

/** The fields of the public key, by its plain type, and how many there are. */
const KEY_FIELDS: Readonly<Record<string, number>> = {
  'ssh-rsa': 2,
  'ssh-ed25519': 1,
  'ecdsa-sha2-nistp256': 2,
  'ecdsa-sha2-nistp384': 2,
  'ecdsa-sha2-nistp521': 2,
};
const SUFFIX = '-cert-v01@openssh.com';
const USER = 1;

/** The end of the year 9999. Times are 64 bits, where the largest means "forever"; a date after this is as good. */
const MAX_TIME = 253_402_300_799n;

/**
 * Parses the line of a `*-cert.pub` file. Source: OpenSSH, PROTOCOL.certkeys. The signature of the authority is
 * not verified: the server does that.
 */
export function parseCertificate(text: string): UserCertificate | CertificateProblem {
  const [, type = '', base64 = ''] =
    /^\s*([a-z0-9-]+-cert-v01@openssh\.com)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?\s*$/.exec(
      text,
    ) ?? [];
  const count = KEY_FIELDS[type.slice(0, -SUFFIX.length)];
  if (count === undefined) return 'unreadable';
  try {
    return readCertificate(type, Buffer.from(base64, 'base64'), count);
  } catch {
    return 'unreadable'; // the reader reached the end
  }
}

function readCertificate(
  type: string,
  blob: Buffer,
  keyFields: number,
): UserCertificate | CertificateProblem {
  const reader = createWireReader(blob);
  if (reader.string().toString('latin1') !== type) return 'unreadable';
  reader.string(); // nonce
  const fields = Array.from({ length: keyFields }, () => wireString(reader.string()));
  reader.uint64(); // serial number
  if (reader.uint32() !== USER) return 'host_certificate';
  reader.string(); // id
  const principals = readPrincipals(createWireReader(reader.string()));
  const start = reader.uint64();
  const end = reader.uint64();
  return {
    type,
    blob,
    publicKey: Buffer.concat([wireString(type.slice(0, -SUFFIX.length)), ...fields]),
    principals,
    validFrom: Number(start > MAX_TIME ? MAX_TIME : start),
    expiresAt: end > MAX_TIME ? null : Number(end),
  };
}

function readPrincipals(reader: WireReader): string[] {
  const names: string[] = [];
  try {
    for (;;) names.push(reader.string().toString('utf8'));
  } catch {
    return names; // the list ends with its bytes
  }
}

/** Whether a certificate has expired at `now` (Unix seconds). */
export const hasExpired = (
  { expiresAt }: Pick<UserCertificate, 'expiresAt'>,
  now: number,
): boolean => expiresAt !== null && expiresAt <= now;

/** Whether a certificate becomes valid only after `now` (Unix seconds). */
export const isNotYetValid = (
  { validFrom }: Pick<UserCertificate, 'validFrom'>,
  now: number,
): boolean => validFrom > now;
