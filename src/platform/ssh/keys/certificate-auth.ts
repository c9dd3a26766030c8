import type { Client } from 'ssh2';
import type { SshKey } from './ssh-key.js';
import { wireString } from './wire.js';

const PUBLIC_KEY_REQUEST = 50;

/** The names of a public key request with a certificate: of the key, and of the signature in it. */
interface Algorithms {
  key: string;
  signature: string;
}

/** RSA signs with SHA-512: an OpenSSH that knows certificates and not that is of before 2016. */
function algorithmsOf({ publicKey, certificate }: SshKey): Algorithms {
  if (publicKey.type !== 'ssh-rsa')
    return { key: certificate?.type ?? publicKey.type, signature: publicKey.type };
  return { key: 'rsa-sha2-512-cert-v01@openssh.com', signature: 'rsa-sha2-512' };
}

/** The parts of the library's protocol that the method `publickey` uses. The library knows no certificates. */
interface ProtocolInternals {
  authPK: (
    username: string,
    key: unknown,
    algorithm: string | undefined,
    sign?: (data: Buffer, done: (signature: Buffer) => void) => void,
  ) => void;
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

/**
 * Makes the method `publickey` of a client send a certificate. The library would repeat the certificate's name in
 * the signature, where servers expect that of the key.
 */
export function sendCertificate(client: Client, key: SshKey): void {
  const protocol = (client as unknown as { _protocol: ProtocolInternals })._protocol;
  const algorithms = algorithmsOf(key);
  const blob = key.certificate?.blob ?? key.publicKey.blob;
  protocol.authPK = (username, _key, _algorithm, sign) => {
    const request = publicKeyRequest({
      username,
      algorithm: algorithms.key,
      blob,
      isSigned: sign !== undefined,
    });
    if (sign === undefined) return send(protocol, request);
    const { sessionID } = protocol._kex;
    sign(Buffer.concat([wireString(sessionID), request]), (signature) => {
      const signed = Buffer.concat([wireString(algorithms.signature), wireString(signature)]);
      send(protocol, Buffer.concat([request, wireString(signed)]));
    });
  };
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
