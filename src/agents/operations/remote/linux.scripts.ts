import { shellQuote } from '../../../platform/ssh/quote.js';
import { AGENT_NAME } from '../../service-files.js';
import type { LinuxLayout } from './linux.layout.js';
import {
  wrapInMain,
  MAKE_USER,
  preamble,
  REMOVE,
  serviceFunctions,
  START,
  STOP,
} from './linux.shell.js';

/*
 * Scripts for a host, for a POSIX sh with the common tools, BusyBox included. The host reads them from
 * standard input. Each script is one function that its last line calls: if the connection is cut before,
 * nothing is executed. Values from outside are quoted here.
 */

/**
 * The command that calls the server with the agent's script, which it reads from standard input. It
 * leaves no files.
 */
export function callbackTestCommand(server: string, ca: string | null): string {
  if (ca === null) return `sh -s reach ${shellQuote(server)}`;
  const call = `sh -s reach ${shellQuote(server)} "$f"`;
  return `f=$(mktemp) && printf %s ${shellQuote(ca)} > "$f" && ${call}; s=$?; rm -f "$f"; exit $s`;
}

export interface AgentFiles {
  script: string;
  config: string;
  token: string;
  ca: string | null;
}

/**
 * Creates the user and writes the complete agent to `.new` beside its folder, each file with its final
 * owner and mode. Only root can enter the folder until all of them are set: no other user can read the
 * token at any time. The active agent is not changed.
 */
export function stageScript(layout: LinuxLayout, files: AgentFiles, boundary: string): string {
  const write = (name: string, text: string): string =>
    `cat > "$D.new/${name}" <<'${boundary}' || fail "$D.new/${name} was not written"\n` +
    `${text.replace(/\n?$/, '\n')}${boundary}\n`;
  const publicFiles = [
    ['hostwarden-agent.sh', files.script],
    ['hostwarden-agent.conf', files.config],
    ['service', layout.serviceText],
    ...layout.lookFiles.map(({ name, text }) => [name, text] as const),
    ...(files.ca === null ? [] : [['server.pem', files.ca] as const]),
    ['unverified', ''],
  ] as const;
  const publicPaths = publicFiles.map(([name]) => `"$D.new/${name}"`).join(' ');
  return wrapInMain(
    `${preamble(layout.root, layout.paths.user)}${MAKE_USER}`,
    `
umask 077
rm -rf "$D.new"
(umask 022; mkdir -p "$R/opt") && mkdir -m 0700 "$D.new" || fail "$D.new was not created"
(umask 022; make_user) || fail "the user $U was not created"
${[...publicFiles, ['token', files.token] as const].map(([name, text]) => write(name, text)).join('')}
chown root:root "$D.new" ${publicPaths} "$D.new/token" && chmod 0644 ${publicPaths} &&
  chmod 0600 "$D.new/token" || fail "the owners and modes in $D.new were not set"
if [ "$U" != root ]; then
  chown "root:$U" "$D.new/token" && chmod 0640 "$D.new/token" ||
    fail "the owner of the token was not set to $U"
fi
chmod 0755 "$D.new" || fail "$D.new was not opened"
sync
`,
  );
}

/**
 * Activates the agent in `.new` and moves the former one to `.old`.
 * @param shouldKeepOld the agent in `.old` is the valid one: the other is deleted
 */
export function startScript(layout: LinuxLayout, shouldKeepOld: boolean): string {
  const moveAside = shouldKeepOld
    ? 'rm -rf "$D"'
    : 'rm -f "$D/unverified" && rm -rf "$D.old" && mv "$D" "$D.old"';
  return wrapInMain(
    `${preamble(layout.root, layout.paths.user)}${serviceFunctions(layout)}${STOP}${START}`,
    `
[ -d "$D.new" ] || fail "$D.new does not exist"
stop_service
if [ -d "$D" ]; then ${moveAside} || fail "$D was not moved aside"; fi
mv "$D.new" "$D" || fail "$D.new was not moved to $D"
start_service || fail "the service was not started"
`,
  );
}

/**
 * Restores the former agent; if there was none, removes the new one. It can be repeated. An agent that was
 * activated but not verified has the file `unverified`.
 * @param isStarted whether the start was tried; before it, only `.new` was changed
 */
export function rollbackScript(layout: LinuxLayout, isStarted: boolean): string {
  return wrapInMain(
    `${preamble(layout.root, layout.paths.user)}${serviceFunctions(layout)}${STOP}${START}${REMOVE}`,
    isStarted
      ? `
rm -rf "$D.new"
if [ -e "$D/unverified" ]; then stop_service; rm -rf "$D"; fi
if [ ! -d "$D" ] && [ -d "$D.old" ]; then mv "$D.old" "$D" || fail "the old agent was not restored"; fi
if [ -d "$D" ]; then start_service || fail "the old agent was not started"; else remove_all; left; fi
`
      : `
rm -rf "$D.new"
if [ ! -d "$D" ] && [ ! -d "$D.old" ]; then remove_all; left; fi
`,
  );
}

/** Removes the files that were kept for a rollback, once the new agent is verified. */
export const cleanUpScript = (root: string): string =>
  wrapInMain(preamble(root), 'rm -rf "$D.old" "$D.new"; rm -f "$D/unverified"\n');

/** Removes everything that an agent ever created, and prints what remains: nothing on success. */
export const removeScript = (root: string): string =>
  wrapInMain(`${preamble(root)}SERVICE=\n${STOP}${REMOVE}`, 'remove_all\nleft\n');

/** Prints the state of the service, for an agent that does not start. */
export function diagnoseScript(layout: LinuxLayout): string {
  const command = {
    systemd: `systemctl --no-pager -n 8 status ${AGENT_NAME}`,
    openrc: `rc-service ${AGENT_NAME} status; [ ! -r "$R/var/log/messages" ] || tail -n 5 "$R/var/log/messages"`,
    cron: 'for file in $(grep -l hostwarden-agent.sh /proc/[0-9]*/cmdline); do tr "\\0" " " < "$file"; echo; done',
  }[layout.manager];
  return wrapInMain(preamble(layout.root), `{ ${command}; } 2>&1\nexit 0\n`);
}
