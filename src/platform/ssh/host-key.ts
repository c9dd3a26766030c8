import { createHash } from 'node:crypto';
import type { ServerHostKeyAlgorithm } from 'ssh2';

/** `type` as the key itself says (`ssh-ed25519`, `ssh-rsa`, …), fingerprint as OpenSSH prints it: `SHA256:` and base64 without padding. */
export interface HostKey {
  type: string;
  fingerprint_sha256: string;
}

/** Reads a public host key as it comes over the wire (RFC 4253 section 6.6: its type as a string stands first). */
export function parseHostKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  const type = blob.toString('latin1', 4, 4 + Math.min(length, 64)).replace(/[^\x21-\x7e]/g, '?');
  return {
    type,
    fingerprint_sha256: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

export function isSameKey(a: HostKey, b: HostKey): boolean {
  return a.type === b.type && a.fingerprint_sha256 === b.fingerprint_sha256;
}

const PREFERRED: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
];
const ALGORITHMS_OF: Record<string, readonly ServerHostKeyAlgorithm[]> = {
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
}; // RFC 8332: one key, three signatures

/** The order in which signatures are asked for. The pinned type stands first: a server that has several keys must show the one we know. */
export function hostKeyAlgorithms(pinned: HostKey | null): ServerHostKeyAlgorithm[] {
  if (pinned === null) return [...PREFERRED];
  const preferred = ALGORITHMS_OF[pinned.type] ?? PREFERRED.filter((name) => name === pinned.type);
  return [...preferred, ...PREFERRED.filter((name) => !preferred.includes(name))];
}
