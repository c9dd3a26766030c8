import type { Client } from 'ssh2';
import { signWithKey, type SshKey } from './ssh-key.js';
import { wireString } from './wire.js';

const PUBLIC_KEY_REQUEST = 50;

/** The names of a public key request: of the key or certificate, and of the signature in it. */
interface Algorithms {
  key: string;
  signature: string;
}

const RSA_HASHES: Readonly<Record<string, string>> = {
  'rsa-sha2-512': 'sha512',
  'rsa-sha2-256': 'sha256',
  'ssh-rsa': 'sha1',
};

/**
 * Returns the algorithms that a key is offered with, best first. A server lists what it knows, not what it accepts
 * (`server-sig-algs`, RFC 8308 section 3.1), so RSA has two.
 * @param listed what the library chose from the server's list for RSA: SHA-256 if it is there, SHA-1 without a list
 * @internal
 */
export function algorithmsOf(
  { publicKey, certificate }: Pick<SshKey, 'publicKey' | 'certificate'>,
  listed: string | undefined,
): Algorithms[] {
  const { type } = publicKey;
  if (type !== 'ssh-rsa') return [{ key: certificate?.type ?? type, signature: type }];
  if (certificate === null && listed !== 'rsa-sha2-256')
    return [{ key: listed ?? type, signature: listed ?? type }];
  const suffix = certificate === null ? '' : '-cert-v01@openssh.com';
  return ['rsa-sha2-512', 'rsa-sha2-256'].map((name) => ({
    key: name + suffix,
    signature: name,
  }));
}

/** The parts of the library's protocol that the method `publickey` uses. The library knows no certificates. */
interface ProtocolInternals {
  authPK: (username: string, key: unknown, algorithm: string | undefined, sign?: unknown) => void;
  _kex: { sessionID: Buffer };
  _packetRW: {
    write: {
      alloc: (size: number) => Buffer;
      allocStart: number;
      finalize: (packet: Buffer) => Buffer;
    };
  };
  _authsQueue: string[];
  _cipher: { encrypt: (packet: Buffer) => void };
}

/** A key that the method `publickey` of a client sends. */
export interface KeyOffer {
  /** Whether a refused key can be offered again, with another algorithm. */
  hasNext: () => boolean;
}

/**
 * Makes the method `publickey` of a client send this key: with its certificate, and RSA with SHA-512 first. The
 * library has no certificates, and no second algorithm for RSA.
 */
export function sendKey(client: Client, key: SshKey): KeyOffer {
  const protocol = (client as unknown as { _protocol: ProtocolInternals })._protocol;
  const blob = key.certificate?.blob ?? key.publicKey.blob;
  let current: Algorithms | undefined;
  let left: Algorithms[] | undefined;
  protocol.authPK = (username, _key, listed, sign) => {
    left ??= algorithmsOf(key, listed);
    if (sign === undefined) current = left.shift() ?? current;
    const { key: algorithm, signature: name } = current ?? { key: '', signature: '' };
    const request = publicKeyRequest({ username, algorithm, blob, isSigned: sign !== undefined });
    if (sign === undefined) return send(protocol, request);
    const data = Buffer.concat([wireString(protocol._kex.sessionID), request]);
    const signature = signWithKey(key, data, RSA_HASHES[name] ?? '');
    const signed = Buffer.concat([wireString(name), wireString(signature)]);
    send(protocol, Buffer.concat([request, wireString(signed)]));
  };
  return { hasNext: () => left !== undefined && left.length > 0 };
}

/** Sends a message of the login; no other key exchange runs then. */
function send(protocol: ProtocolInternals, message: Buffer): void {
  const writer = protocol._packetRW.write;
  const packet = writer.alloc(message.length);
  packet.set(message, writer.allocStart);
  protocol._authsQueue.push('publickey');
  protocol._cipher.encrypt(writer.finalize(packet));
}

/**
 * Returns the request of the method `publickey` up to its signature (RFC 4252, section 7).
 * @internal
 */
export function publicKeyRequest({
  username,
  algorithm,
  blob,
  isSigned,
}: {
  username: string;
  algorithm: string;
  blob: Buffer;
  isSigned: boolean;
}): Buffer {
  return Buffer.concat([
    Buffer.from([PUBLIC_KEY_REQUEST]),
    wireString(username),
    wireString('ssh-connection'),
    wireString('publickey'),
    Buffer.from([isSigned ? 1 : 0]),
    wireString(algorithm),
    wireString(blob),
  ]);
}
