import { createWireReader } from '../wire.js';
import { pemBytes, TOO_SLOW, unreadable, type KeyFile, type ReadKey } from './key-file.js';

const MAGIC = 'openssh-key-v1\0';

/** bcrypt rounds: 25 ms each in JavaScript. ssh-keygen uses 16 or 24, careful people 100. */
const MAX_ROUNDS = 400;

interface Header {
  isEncrypted: boolean;
  rounds: number;
  type: string;
}

/** Reads the unencrypted part of a key: openssh-key-v1, OpenSSH's PROTOCOL.key. Throws when it is truncated. */
function readHeader(text: string): Header | null {
  const bytes = pemBytes(text);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  const reader = createWireReader(bytes.subarray(MAGIC.length));
  const cipher = reader.string().toString('latin1');
  reader.string(); // name of the key derivation
  const options = reader.string();
  if (reader.uint32() !== 1) return null;
  const type = createWireReader(reader.string()).string().toString('latin1');
  return { isEncrypted: cipher !== 'none', rounds: roundsOf(options), type };
}

function roundsOf(options: Buffer): number {
  if (options.length === 0) return 0;
  const reader = createWireReader(options);
  reader.string(); // salt
  return reader.uint32();
}

/** Reads a key in OpenSSH's own format; its PEM is PKCS#1, SEC1 or PKCS#8. */
export async function readOpenSshKey({ text, passphrase }: KeyFile): Promise<ReadKey> {
  const header = tryReadHeader(text);
  if (header === null) return unreadable('it is damaged');
  if (header.type.startsWith('sk-'))
    return unreadable('it is on a security key, which must be touched at each login');
  if (header.isEncrypted && passphrase === undefined)
    return { problem: 'passphrase_missing', detail: 'the key is encrypted' };
  if (header.rounds > MAX_ROUNDS) return unreadable(TOO_SLOW);
  const { default: ssh2 } = await import('ssh2'); // loaded on demand, as in open-ssh.ts
  const key = ssh2.utils.parseKey(text, passphrase);
  if (!(key instanceof Error)) return { pem: key.getPrivatePEM() };
  if (header.isEncrypted && !/^(Malformed|Unsupported)/.test(key.message))
    return { problem: 'passphrase_wrong', detail: 'it does not decrypt the key' };
  return unreadable('it is damaged, or not of a supported type');
}

function tryReadHeader(text: string): Header | null {
  try {
    return readHeader(text);
  } catch {
    return null;
  }
}
