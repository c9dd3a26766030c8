import { anyShellLine, shellQuote } from './quote.js';
import { MARKERS } from './start-marker.js';

/**
 * How this login becomes root. `sudo_password`: sudo asks each time. `doas` works only without a
 * password, since it reads passwords from a terminal only.
 */
export interface Elevation {
  kind: 'root' | 'sudo' | 'sudo_password' | 'doas';
  pty: boolean;
}

/**
 * Builds the line for the login shell. It writes the process id of the shell and the start of the
 * command to the error stream (start-marker.ts), and the start to the output as well, unless both are one
 * terminal: what startup files print is before it. So the input of the command is sent to the command
 * and never to sudo, and a command can be killed from outside: closing a channel ends no process.
 */
export function remoteCommand(
  command: string,
  options: { token: string; elevation: Elevation | null; stdinBytes: number },
): string {
  const { token, elevation } = options;
  const body = elevation?.pty === true ? countedInput(command, options.stdinBytes) : command;
  const markStart = `printf '%s\\n' '${MARKERS.started(token)}'`;
  const inner = `${elevation?.pty === true ? '' : `${markStart}\n`}${markStart} >&2\n${body}`;
  const pidLine = `printf '%s\\n' "${MARKERS.shell(token)} $$" >&2\n`;
  if (elevation === null || elevation.kind === 'root') return anyShellLine(pidLine + inner);
  return anyShellLine(
    `${pidLine}exec ${elevationPrefix(elevation, token)} sh -c ${shellQuote(inner)}`,
  );
}

function elevationPrefix({ kind }: Elevation, token: string): string {
  if (kind === 'doas') return 'doas -n';
  // -k ignores a cached password, so that the prompt is the same each time. Without a prompt
  // nothing is sent, so this serves both kinds of sudo.
  return `env LC_ALL=C sudo -S -k -p ${shellQuote(MARKERS.prompt(token))} --`;
}

/** A terminal has no end of input: the command reads as many bytes as were announced. */
function countedInput(command: string, bytes: number): string {
  return bytes === 0 ? `exec </dev/null\n${command}` : `head -c ${bytes} | {\n${command}\n}`;
}

/**
 * Builds the command that kills a command and its child processes by the process id of its shell:
 * SIGTERM, a second later SIGKILL. OpenSSH gives each command a process group; for servers that do
 * not (Dropbear) the children are looked up in /proc.
 */
export function killCommand(shellPid: number): string {
  return `family() {
  echo "$1"
  for stat in /proc/[0-9]*/stat; do
    read -r line <"$stat" || continue
    pid=\${line%% *}; rest=\${line##*) }; rest=\${rest#* }
    if [ "\${rest%% *}" = "$1" ]; then family "$pid"; fi
  done
}
if kill -TERM -${shellPid} 2>/dev/null; then sleep 1; kill -KILL -${shellPid} 2>/dev/null
else pids=$(family ${shellPid} 2>/dev/null); kill -TERM $pids 2>/dev/null; sleep 1; kill -KILL $pids 2>/dev/null
fi
exit 0`;
}
