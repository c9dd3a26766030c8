import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext } from 'ssh2';
import { onTestFinished } from 'vitest';
import { parseHostKey } from '../../src/platform/ssh/host-key.js';
import { hostKey } from './ssh-server.js';

type AuthMethod = 'password' | 'keyboard-interactive';

export interface EvilSshd {
  port: number;
  /** every secret that a client offered, and how */
  stolen: { method: AuthMethod; text: string }[];
  /** methods of the requests to log in, `none` included */
  asked: string[];
  /** what an administrator pins for this server */
  key: { type: string; fingerprint_sha256: string };
}

interface EvilOptions {
  ip?: string;
  port?: number;
  /** servers with the same label have the same key */
  label?: string;
  methods?: readonly AuthMethod[];
}

/**
 * A server that asks for passwords, keeps what it gets and rejects every login. It closes with the test.
 */
export async function evilSshd({
  ip = '127.0.0.1',
  port = 0,
  label = 'evil',
  methods = ['password', 'keyboard-interactive'],
}: EvilOptions = {}): Promise<EvilSshd> {
  const stolen: EvilSshd['stolen'] = [];
  const asked: string[] = [];
  const privateKey = hostKey('ed25519', label);
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      asked.push(context.method);
      steal(context, methods, stolen);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, ip, resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  return {
    port: (server.address() as AddressInfo).port,
    stolen,
    asked,
    key: publicKeyOf(privateKey),
  };
}

function steal(
  context: AuthContext,
  methods: readonly AuthMethod[],
  stolen: EvilSshd['stolen'],
): void {
  if (context.method === 'password') {
    stolen.push({ method: 'password', text: context.password });
    context.reject([...methods]);
  } else if (context.method === 'keyboard-interactive') {
    context.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
      for (const text of answers) stolen.push({ method: 'keyboard-interactive', text });
      context.reject([...methods]);
    });
  } else context.reject([...methods]);
}

function publicKeyOf(privateKey: string): EvilSshd['key'] {
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  return parseHostKey(parsed.getPublicSSH());
}
