/*
 * A real SSH server without root, for tests: the server half of the `ssh2` package on a free port of
 * 127.0.0.1, with a real `sh`.
 *
 *   const server = await sshServer({ sudo: 'password' });
 *   await openSsh({ ip: server.ip, port: server.port, username: 'admin', password: server.password('admin'), … });
 *
 * - Commands run in a separate directory (`server.sandbox.root`) that contains HOME and PATH. PATH has links
 *   to the usual tools (except those in `without`), and its own `id` and `sudo` (`SudoMode`). Absolute paths
 *   are those of this machine: an installation must prefix them with `$SANDBOX_ROOT`. `SANDBOX_UID` is the
 *   user id of a command: 1000, or 0 behind sudo and for the user `root`.
 * - Users: admin and root by default, each with a password, its login methods and keys. A second factor can be
 *   required (`then`).
 * - Knobs can be set at any time, and apply once: see `Knobs`. `server.log` records logins and commands.
 * - As with a real server, a closed channel ends no process, but breaks its pipes. The server, its
 *   connections and the processes of its commands end with the test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import ssh2, {
  type Algorithms,
  type AuthContext,
  type Connection,
  type ServerChannel,
  type Session,
} from 'ssh2';
import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SudoMode } from './ssh-sandbox.js';

type Method = 'password' | 'keyboard-interactive' | 'publickey';
interface SshUser {
  password: string;
  methods?: readonly Method[];
  /** public keys that the method publickey accepts, in wire format */
  publicKeys?: readonly Buffer[];
  prompts?: readonly { prompt: string; echo: boolean }[];
  then?: Method;
}

interface Knobs {
  /** Cuts the connection after this many more bytes from the client. */
  cutAtByte: number | null;
  /** Cuts the connection before the n-th command from now (1: the next one). */
  cutAtExec: number | null;
  /** The same, right after the command started and printed its first output. */
  cutInExec: number | null;
  /** The same, after the command has finished and before its end is reported. */
  cutAfterExec: number | null;
  /** Delay before each command. */
  execDelayMs: number;
  /** Accepts connections without a response. */
  isMute: boolean;
  refuseAuth: boolean;
}

export interface SshServerOptions {
  users?: Record<string, SshUser>;
  hostKeys?: readonly string[];
  sudo?: SudoMode;
  without?: readonly string[];
  algorithms?: Algorithms;
  /** hashes that signatures of RSA may have; default: all */
  rsaHashes?: readonly string[];
  /** a line of the startup file of the login shell, as in `.bashrc` */
  startup?: string;
  /** For use outside of a single test: the caller must call `close`. */
  keep?: boolean;
}

interface Offer {
  algorithm: string;
  /** of an RSA signature */
  hash: string | undefined;
  blob: Buffer;
}

export interface SshServer {
  ip: string;
  port: number;
  sandbox: Sandbox;
  knobs: Knobs;
  log: {
    logins: { user: string; method: string; isAccepted: boolean }[];
    passwords: number;
    commands: string[];
  };
  /** keys and certificates that clients offered */
  offers: Offer[];
  password: (user: string) => string;
  connections: () => number;
  close: () => Promise<void>;
}

const USERS: Record<string, SshUser> = {
  admin: { password: 'Sandbox-admin-1' },
  root: { password: 'Sandbox-root-1' },
};
const keys = new Map<string, string>();

/** Returns a private host key in the OpenSSH format. */
export function hostKey(type: 'ed25519' | 'ecdsa' | 'rsa', label = ''): string {
  const known = keys.get(type + label);
  if (known !== undefined) return known;
  const generated = generateKeyPair(type);
  // One in 200 of the library's ed25519 keys is malformed.
  if (ssh2.utils.parseKey(generated.private) instanceof Error) return hostKey(type, label);
  keys.set(type + label, generated.private);
  return generated.private;
}

function generateKeyPair(type: 'ed25519' | 'ecdsa' | 'rsa') {
  switch (type) {
    case 'rsa':
      return ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 });
    case 'ecdsa':
      return ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
    case 'ed25519':
      return ssh2.utils.generateKeyPairSync('ed25519');
  }
}

export async function sshServer(options: SshServerOptions = {}): Promise<SshServer> {
  const users = options.users ?? USERS;
  const sandbox = createSandbox({
    passwords: Object.fromEntries(
      Object.entries(users).map(([name, user]) => [name, user.password]),
    ),
    sudo: options.sudo ?? 'password',
    without: options.without ?? [],
  });
  const knobs: Knobs = {
    cutAtByte: null,
    cutAtExec: null,
    cutInExec: null,
    cutAfterExec: null,
    execDelayMs: 0,
    isMute: false,
    refuseAuth: false,
  };
  const log: SshServer['log'] = { logins: [], passwords: 0, commands: [] };
  const offers: Offer[] = [];
  const children = new Set<ChildProcess>();
  const inner = new ssh2.Server(
    {
      hostKeys: [...(options.hostKeys ?? [hostKey('ed25519')])],
      ...(options.algorithms === undefined ? {} : { algorithms: options.algorithms }),
    },
    (connection) => {
      connection.on('error', () => undefined);
      let user = '';
      connection.on('authentication', (context) => {
        user = context.username;
        authenticate(context, users, knobs, { log, offers, rsaHashes: options.rsaHashes });
      });
      connection.on('session', (accept) => {
        const { startup = '' } = options;
        serveSession(accept(), { connection, user, sandbox, knobs, log, children, startup });
      });
    },
  );
  await new Promise<void>((resolve) => {
    inner.listen(0, '127.0.0.1', () => {
      resolve();
    });
  });
  const proxy = await createProxy((inner.address() as AddressInfo).port, knobs);
  const close = async (): Promise<void> => {
    await proxy.close();
    await new Promise<void>((resolve) => {
      inner.close(() => {
        resolve();
      });
    });
    for (const child of children) endGroup(child);
    sandbox.remove();
  };
  if (options.keep !== true) onTestFinished(close);
  return {
    ip: '127.0.0.1',
    port: proxy.port,
    sandbox,
    knobs,
    log,
    offers,
    password: (user) => users[user]?.password ?? '',
    connections: proxy.connections,
    close,
  };
}

/** Forwards connections, counts the received bytes, and cuts where the knob says. */
async function createProxy(
  target: number,
  knobs: Knobs,
): Promise<{ port: number; connections: () => number; close: () => Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
    });
    if (knobs.isMute) {
      socket.resume();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    upstream.on('error', () => undefined);
    upstream.on('close', () => {
      socket.destroy();
    });
    socket.on('close', () => {
      upstream.destroy();
    });
    upstream.pipe(socket);
    socket.on('data', (data: Buffer) => {
      const left = knobs.cutAtByte;
      if (left !== null) knobs.cutAtByte = data.length < left ? left - data.length : null;
      if (left === null || data.length < left) {
        upstream.write(data);
        return;
      }
      upstream.write(data.subarray(0, left), () => {
        socket.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return { port: (server.address() as AddressInfo).port, connections: () => open.size, close };
}

function authenticate(
  context: AuthContext,
  users: Record<string, SshUser>,
  knobs: Knobs,
  {
    log,
    offers,
    rsaHashes,
  }: Pick<SshServer, 'log' | 'offers'> & Pick<SshServerOptions, 'rsaHashes'>,
): void {
  const user = users[context.username];
  const methods = [...(user?.methods ?? (['password', 'keyboard-interactive'] as const))];
  const respond = (isValid: boolean): void => {
    const isAccepted = isValid && !knobs.refuseAuth;
    log.logins.push({ user: context.username, method: context.method, isAccepted });
    if (!isAccepted) context.reject(methods);
    else if (user?.then !== undefined && user.then !== context.method)
      context.reject([user.then], true);
    else context.accept();
  };
  if (context.method === 'password') {
    log.passwords += 1;
    respond(methods.includes('password') && context.password === user?.password);
  } else if (context.method === 'keyboard-interactive') {
    context.prompt(
      [...(user?.prompts ?? [{ prompt: `(${context.username}@sandbox) Password: `, echo: false }])],
      (answers) => {
        log.passwords += 1;
        respond(answers[0] === user?.password && answers.length === (user?.prompts?.length ?? 1));
      },
    );
  } else if (context.method === 'publickey' && methods.includes('publickey')) {
    const { key, blob, signature, hashAlgo } = context;
    offers.push({ algorithm: key.algo, hash: hashAlgo, blob: key.data });
    const isAllowed = rsaHashes?.includes(hashAlgo ?? '') !== false;
    const isKnown = isAllowed && user?.publicKeys?.some((known) => known.equals(key.data)) === true;
    const parsed = isKnown ? ssh2.utils.parseKey(key.data) : null;
    if (parsed === null || parsed instanceof Error) respond(false);
    else if (blob === undefined || signature === undefined)
      context.accept(); // asks for a signature
    else respond(parsed.verify(blob, signature, hashAlgo) === true);
  } else context.reject(methods);
}

interface Served {
  connection: Connection;
  user: string;
  sandbox: Sandbox;
  knobs: Knobs;
  log: SshServer['log'];
  children: Set<ChildProcess>;
  startup: string;
}

function serveSession(session: Session, served: Served): void {
  const { connection, knobs, log } = served;
  let tty = false;
  session.on('pty', (accept) => {
    tty = true;
    accept();
  });
  session.on('exec', (accept, _reject, info) => {
    log.commands.push(info.command);
    const [isCut, isCutInside, isCutAfter] = (
      ['cutAtExec', 'cutInExec', 'cutAfterExec'] as const
    ).map((knob) => isDue(knobs, knob));
    if (isCut) {
      cut(connection);
      return;
    }
    const channel = accept();
    setTimeout(() => {
      const child = runCommand(channel, info.command, tty, served);
      if (isCutAfter)
        child.prependOnceListener('exit', () => {
          cut(connection);
        });
      if (isCutInside)
        child.stderr?.once('data', () => {
          setImmediate(() => {
            cut(connection);
          });
        });
    }, knobs.execDelayMs);
  });
}

/** Counts a knob down; returns true at the command it was set for. */
function isDue(knobs: Knobs, knob: 'cutAtExec' | 'cutInExec' | 'cutAfterExec'): boolean {
  const left = knobs[knob];
  if (left !== null) knobs[knob] = left === 1 ? null : left - 1;
  return left === 1;
}

function cut(connection: Connection): void {
  (connection as unknown as { _sock: Socket })._sock.destroy(); // ssh2 has no method for this
}

function runCommand(
  channel: ServerChannel,
  command: string,
  tty: boolean,
  { user, sandbox, children, startup }: Served,
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', `${startup}\n${command}`], {
    cwd: sandbox.home,
    env: sandbox.env(user, user === 'root' ? 0 : 1000, tty),
    detached: true,
    stdio: 'pipe',
  });
  children.add(child);
  child.stdin.on('error', () => undefined);
  channel.on('error', () => undefined);
  child.stdout.on('data', (data: Buffer) => {
    channel.write(data);
  });
  child.stderr.on('data', (data: Buffer) => {
    if (tty) channel.write(data);
    else channel.stderr.write(data);
  });
  channel.on('data', (data: Buffer) => {
    child.stdin.write(data);
  });
  channel.on('end', () => {
    if (!tty) child.stdin.end();
  });
  channel.on('close', () => {
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  });
  // As sshd: the exit code is sent when the process ends, the channel closes when its output is closed.
  child.on('exit', (code, signal) => {
    if (signal !== null) channel.exit(signal.slice(3));
    else channel.exit(code ?? 0);
  });
  child.on('close', () => {
    channel.end();
  });
  return child;
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    /* the group has no processes left */
  }
}
