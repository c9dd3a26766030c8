import {
  existsSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { sshServer, type SshServer, type SshServerOptions } from './ssh-server.js';

/**
 * How the sandbox's service manager starts the agent: `works` runs it, `lazy` only reports success,
 * `broken` fails.
 */
type ManagerMode = 'works' | 'lazy' | 'broken';

export interface AgentHost extends SshServer {
  manager: (mode: ManagerMode) => void;
  /** replaces a tool with a script */
  tool: (name: string, script: string) => void;
  /** returns the agent's files, users, groups and processes */
  traces: () => string[];
  file: (path: string) => string;
  write: (path: string, text: string) => void;
}

const SYSTEMCTL = `#!/bin/sh
R=$SANDBOX_ROOT; pid=$R/run/agent.pid; unit=$R/etc/systemd/system/hostwarden-agent.service
stop() {
  read -r p 2>/dev/null < "$pid" && kill -9 -- "-$p" 2>/dev/null && while kill -0 "$p" 2>/dev/null; do sleep 0.02; done
  rm -f "$pid"
}
case $1 in
  stop) stop;;
  restart)
    stop
    mode=$(cat "$R/etc/manager")
    [ "$mode" != broken ] || { echo 'Job for hostwarden-agent.service failed.' >&2; exit 1; }
    [ "$mode" = works ] || exit 0
    setting=$(sed -n 's/^Environment=//p' "$unit"); command=$(sed -n 's/^ExecStart=//p' "$unit")
    setsid sh -c "echo \\$\\$ > $pid; exec env $setting $command" </dev/null >/dev/null 2>>"$R/agent.log" &
    while [ ! -s "$pid" ]; do sleep 0.02; done;;
  status|--no-pager) echo 'hostwarden-agent.service - hostwarden agent: lazy';;
esac
exit 0
`;

/**
 * A host for agents: an SSH server in a sandbox that looks like a small systemd host. The agent really
 * runs. Ends with the test.
 */
export async function agentHost(options: SshServerOptions = {}): Promise<AgentHost> {
  const server = await sshServer(options);
  const { root, bin } = server.sandbox;
  const path = (file: string): string => join(root, file);
  const tool = (name: string, script: string): void => {
    rmSync(join(bin, name), { force: true });
    writeFileSync(join(bin, name), `#!/bin/sh\n${script.replace(/^#!.*\n/, '')}`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const folder of ['opt', 'run/systemd/system', 'etc/systemd/system', 'etc/cron.d', 'var/lib'])
    mkdirSync(path(folder), { recursive: true });
  writeFileSync(path('etc/passwd'), 'root:x:0:0::/root:/bin/sh\n');
  writeFileSync(path('etc/group'), 'root:x:0:\n');
  writeFileSync(path('etc/os-release'), 'ID=sandbox\nPRETTY_NAME="Sandbox 1"\n');
  writeFileSync(path('etc/manager'), 'works');
  tool('systemctl', SYSTEMCTL);
  tool(
    'useradd',
    'for name; do :; done; echo "$name:x:4000000000:4000000000::/:/bin/false" >> ' +
      '"$SANDBOX_ROOT/etc/passwd"; echo "$name:x:4000000000:" >> "$SANDBOX_ROOT/etc/group"',
  );
  tool('userdel', 'sed -i "/^$1:/d" "$SANDBOX_ROOT/etc/passwd" "$SANDBOX_ROOT/etc/group"');
  tool('groupdel', 'sed -i "/^$1:/d" "$SANDBOX_ROOT/etc/group"');
  tool('chown', 'exit 0');
  tool('sync', 'exit 0');
  onTestFinished(() => {
    for (const pid of agentsOf(root)) terminate(pid);
  });
  const traces = (): string[] => [
    ...['opt', 'etc/systemd/system', 'etc/cron.d', 'var/lib', 'run']
      .flatMap((folder) => listAll(path(folder)))
      .map((file) => relative(root, file))
      .filter((file) => file.includes('hostwarden') || file.includes('agent')),
    ...['etc/passwd', 'etc/group'].filter((file) =>
      readFileSync(path(file), 'utf8').includes('hostwarden'),
    ),
    ...agentsOf(root).map((pid) => `process ${pid}`),
  ];
  return {
    ...server,
    tool,
    traces,
    write: (file, text) => {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), text);
    },
    manager: (mode) => {
      writeFileSync(path('etc/manager'), mode);
    },
    file: (file) => (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : ''),
  };
}

function listAll(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => [
        join(folder, entry.name),
        ...(entry.isDirectory() ? listAll(join(folder, entry.name)) : []),
      ])
    : [];
}

/** Returns the agents that run from this root, and their children. */
function agentsOf(root: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(
          `${root}/opt/hostwarden-agent`,
        );
      } catch {
        return false;
      }
    });
}

function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    /* it has ended */
  }
}
