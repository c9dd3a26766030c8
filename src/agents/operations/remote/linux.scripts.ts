import { shellQuote } from '../../../platform/ssh/quote.js';
import { AGENT_NAME } from '../../service-files.js';
import type { LinuxLayout } from './linux.layout.js';
import { wrapInMain, MAKE_USER, preamble, REMOVE, service, START, STOP } from './linux.shell.js';

/*
 * The scripts that a host is given, for a POSIX sh with the common tools, BusyBox included. They come over standard input, whole or not at all: all is in one
 * function that is called in the last line, so a connection that is cut before leaves nothing done. What they are told by name is quoted here.
 */

/** Where the script of the agent comes over standard input: tries the way to the server, and leaves nothing. */
export function callbackTestCommand(server: string, ca: string | null): string {
  if (ca === null) return `sh -s reach ${shellQuote(server)}`;
  return `f=$(mktemp) && printf %s ${shellQuote(ca)} > "$f" && sh -s reach ${shellQuote(server)} "$f"; s=$?; rm -f "$f"; exit $s`;
}

export interface AgentFiles {
  script: string;
  config: string;
  token: string;
  ca: string | null;
}

/** Makes the user and puts the agent whole into its folder's `.new`, each file with its final owner and mode. What is in force is not touched. */
export function stageScript(layout: LinuxLayout, files: AgentFiles, boundary: string): string {
  const put = (name: string, text: string): string =>
    `cat > "$D.new/${name}" <<'${boundary}' || fail "$D.new/${name} was not written"\n${text.replace(/\n?$/, '\n')}${boundary}\n`;
  return wrapInMain(
    `${preamble(layout.root, layout.paths.user)}${MAKE_USER}`,
    `
umask 022
rm -rf "$D.new"
mkdir -p "$R/opt" && mkdir "$D.new" || fail "$D.new was not made"
make_user || fail "the user $U was not made"
${put('hostwarden-agent.sh', files.script)}${put('hostwarden-agent.conf', files.config)}${put('service', layout.serviceText)}${files.ca === null ? '' : put('server.pem', files.ca)}: > "$D.new/unverified"
umask 077
${put('token', files.token)}chown -R root:root "$D.new" && chmod 0755 "$D.new" && chmod 0644 "$D.new"/* && chmod 0600 "$D.new/token" || fail "$D.new was not given to root"
if [ "$U" != root ]; then chown "root:$U" "$D.new/token" && chmod 0640 "$D.new/token" || fail "the token was not given to $U"; fi
sync
`,
  );
}

/** Takes what lies in `.new` into force and keeps what was in force in `.old`. `keepOld`: what lies in `.old` already is the good one, the other is thrown away. */
export function startScript(layout: LinuxLayout, keepOld: boolean): string {
  return wrapInMain(
    `${preamble(layout.root, layout.paths.user)}${service(layout)}${STOP}${START}`,
    `
[ -d "$D.new" ] || fail "$D.new is not there"
stop_service
if [ -d "$D" ]; then ${keepOld ? 'rm -rf "$D"' : 'rm -f "$D/unverified" && rm -rf "$D.old" && mv "$D" "$D.old"'} || fail "$D could not be put aside"; fi
mv "$D.new" "$D" || fail "$D was not put in its place"
start_service || fail "the service was not started"
`,
  );
}

/**
 * Puts the former agent back in force; where there was none, takes away what was put there. It can be run again. `isStarted`: the start was tried; before that
 * nothing but `.new` was touched. What came into force and was not verified has a mark.
 */
export function rollbackScript(layout: LinuxLayout, isStarted: boolean): string {
  return wrapInMain(
    `${preamble(layout.root, layout.paths.user)}${service(layout)}${STOP}${START}${REMOVE}`,
    isStarted
      ? `
rm -rf "$D.new"
if [ -e "$D/unverified" ]; then stop_service; rm -rf "$D"; fi
if [ ! -d "$D" ] && [ -d "$D.old" ]; then mv "$D.old" "$D" || fail "the old agent was not put back"; fi
if [ -d "$D" ]; then start_service || fail "the old agent was not started"; else remove_all; left; fi
`
      : `
rm -rf "$D.new"
if [ ! -d "$D" ] && [ ! -d "$D.old" ]; then remove_all; left; fi
`,
  );
}

/** The new agent is verified: what was only there to go back goes. */
export const cleanUpScript = (root: string): string =>
  wrapInMain(preamble(root), 'rm -rf "$D.old" "$D.new"; rm -f "$D/unverified"\n');

/** Takes away everything that was ever put there, and prints what is left: nothing, when it went well. */
export const removeScript = (root: string): string =>
  wrapInMain(`${preamble(root)}SERVICE=\n${STOP}${REMOVE}`, 'remove_all\nleft\n');

/** What a person would look at first where an agent does not come up. */
export function diagnoseScript(layout: LinuxLayout): string {
  const look = {
    systemd: `systemctl --no-pager -n 8 status ${AGENT_NAME}`,
    openrc: `rc-service ${AGENT_NAME} status; [ ! -r "$R/var/log/messages" ] || tail -n 5 "$R/var/log/messages"`,
    cron: 'for file in $(grep -l hostwarden-agent.sh /proc/[0-9]*/cmdline); do tr "\\0" " " < "$file"; echo; done',
  }[layout.manager];
  return wrapInMain(preamble(layout.root), `{ ${look}; } 2>&1\nexit 0\n`);
}
