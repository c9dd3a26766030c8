/*
 * A real SSH server without root, for tests: the server half of the `ssh2` package on a free port of 127.0.0.1, and a real `sh` behind it.
 *
 *   const server = await sshServer({ sudo: 'password' });
 *   await openSsh({ ip: server.ip, port: server.port, username: 'admin', password: server.password('admin'), … });
 *
 * - Commands run in a folder of their own (`server.sandbox.root`), with HOME and PATH inside it: PATH holds links to the usual tools (`without` leaves
 *   some out), an `id` and a `sudo` of its own (`SudoMode`). Absolute paths are those of this machine: what is to be installed must take its root
 *   from `$SANDBOX_ROOT`. `SANDBOX_UID` says who a command thinks it is: 1000, and 0 behind sudo or for the user `root`.
 * - Users: admin and root by default, each with a password and the methods it may log in with. A second step can be asked for (`then`).
 * - Knobs can be turned at any time, and count from then on, once: see `Knobs`. `server.log` tells what came in.
 * - As with a real server, a closed channel ends no process: its pipes break, that is all. When the test ends, the server, its connections, and what
 *   its commands left behind in their process groups are gone.
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

type Method = 'password' | 'keyboard-interactive';
export interface SshUser {
  password: string;
  methods?: readonly Method[];
  prompts?: readonly { prompt: string; echo: boolean }[];
  then?: Method;
}

export interface Knobs {
  /** Cuts the connection when so many more bytes have come from the client. */
  cutAtByte: number | null;
  /** Cuts the connection at the n-th command from now (1: the next one), before it runs. */
  cutAtExec: number | null;
  /** The same, right after the command was started and told its first output. */
  cutInExec: number | null;
  /** The same, when the command has done all it does and its end is not told yet. */
  cutAfterExec: number | null;
  /** Waits before each command. */
  execDelayMs: number;
  /** Takes connections and says nothing. */
  isMute: boolean;
  refuseAuth: boolean;
}

export interface SshServerOptions {
  users?: Record<string, SshUser>;
  hostKeys?: readonly string[];
  sudo?: SudoMode;
  without?: readonly string[];
  algorithms?: Algorithms;
  /** For use outside of a single test: then `close` must be called. */
  keep?: boolean;
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
  password: (user: string) => string;
  connections: () => number;
  close: () => Promise<void>;
}

const USERS: Record<string, SshUser> = {
  admin: { password: 'Sandbox-admin-1' },
  root: { password: 'Sandbox-root-1' },
};
const keys = new Map<string, string>();

/** A private host key, as OpenSSH stores it. */
export function hostKey(type: 'ed25519' | 'ecdsa' | 'rsa', label = ''): string {
  const known = keys.get(type + label);
  if (known !== undefined) return known;
  const made =
    type === 'rsa'
      ? ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 })
      : type === 'ecdsa'
        ? ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
        : ssh2.utils.generateKeyPairSync('ed25519');
  if (ssh2.utils.parseKey(made.private) instanceof Error) return hostKey(type, label); // one in 200 of the library's ed25519 keys is malformed
  keys.set(type + label, made.private);
  return made.private;
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
        authenticate(context, users, knobs, log);
      });
      connection.on('session', (accept) => {
        serveSession(accept(), { connection, user, sandbox, knobs, log, children });
      });
    },
  );
  await new Promise<void>((resolve) => {
    inner.listen(0, '127.0.0.1', () => {
      resolve();
    });
  });
  const door = await frontDoor((inner.address() as AddressInfo).port, knobs);
  const close = async (): Promise<void> => {
    await door.close();
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
    port: door.port,
    sandbox,
    knobs,
    log,
    password: (user) => users[user]?.password ?? '',
    connections: door.connections,
    close,
  };
}

/** Counts the bytes on their way in, and cuts where the knob says. */
async function frontDoor(
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
    const behind = connect(target, '127.0.0.1');
    behind.on('error', () => undefined);
    behind.on('close', () => {
      socket.destroy();
    });
    socket.on('close', () => {
      behind.destroy();
    });
    behind.pipe(socket);
    socket.on('data', (data: Buffer) => {
      const left = knobs.cutAtByte;
      if (left !== null) knobs.cutAtByte = data.length < left ? left - data.length : null;
      if (left === null || data.length < left) {
        behind.write(data);
        return;
      }
      behind.write(data.subarray(0, left), () => {
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
  log: SshServer['log'],
): void {
  const user = users[context.username];
  const methods = [...(user?.methods ?? (['password', 'keyboard-interactive'] as const))];
  const answer = (isRight: boolean): void => {
    const isAccepted = isRight && !knobs.refuseAuth;
    log.logins.push({ user: context.username, method: context.method, isAccepted });
    if (!isAccepted) context.reject(methods);
    else if (user?.then !== undefined && user.then !== context.method)
      context.reject([user.then], true);
    else context.accept();
  };
  if (context.method === 'password') {
    log.passwords += 1;
    answer(methods.includes('password') && context.password === user?.password);
  } else if (context.method === 'keyboard-interactive') {
    context.prompt(
      [...(user?.prompts ?? [{ prompt: `(${context.username}@sandbox) Password: `, echo: false }])],
      (answers) => {
        log.passwords += 1;
        answer(answers[0] === user?.password && answers.length === (user?.prompts?.length ?? 1));
      },
    );
  } else context.reject(methods);
}

interface Served {
  connection: Connection;
  user: string;
  sandbox: Sandbox;
  knobs: Knobs;
  log: SshServer['log'];
  children: Set<ChildProcess>;
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

/** Counts a knob down; true at the command it was set for. */
function isDue(knobs: Knobs, knob: 'cutAtExec' | 'cutInExec' | 'cutAfterExec'): boolean {
  const left = knobs[knob];
  if (left !== null) knobs[knob] = left === 1 ? null : left - 1;
  return left === 1;
}

function cut(connection: Connection): void {
  (connection as unknown as { _sock: Socket })._sock.destroy(); // there is no polite way to be impolite
}

function runCommand(
  channel: ServerChannel,
  command: string,
  tty: boolean,
  { user, sandbox, children }: Served,
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', command], {
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
  // as sshd does it: the code is told when the process has ended, the channel ends when nobody holds its output any more
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
    /* nobody is left in it */
  }
}
