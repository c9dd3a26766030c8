import { quote } from '../../outside/ssh/quote.js';
import { AGENT_NAME } from '../service-files.js';
import { SERVICE_FILES, STATE_FOLDERS, type LinuxLayout } from './linux.layout.js';

/*
 * The scripts that a host is given, for a POSIX sh with the common tools, BusyBox included. They come over standard input, whole or not at all: all is in one
 * function that is called in the last line, so a connection that is cut before leaves nothing done. What they are told by name is quoted here.
 */

/** Before every script: names, and how services are looked after. */
function preamble(root: string, user: string = AGENT_NAME): string {
  return `R=${quote(root)}; U=${quote(user)}
D=$R/opt/${AGENT_NAME}
PATH=$PATH:$R/usr/local/sbin:$R/usr/sbin:$R/sbin; LC_ALL=C; export PATH LC_ALL
UNIT=$R${SERVICE_FILES.systemd}; INIT=$R${SERVICE_FILES.openrc}; CRON=$R${SERVICE_FILES.cron}
has() { command -v "$1" >/dev/null 2>&1; }
fail() { echo "$*" >&2; exit 1; }
`;
}

const called = (before: string, body: string): string => `${before}main() {\n${body}}\nmain </dev/null\n`;

/** Prints facts, one key=value a line, and changes nothing. */
export function inspectScript(root: string): string {
  return called(preamble(root), `
say() { printf '%s=%s\\n' "$1" "$2"; }
is() { shift_key=$1; shift; if "$@" >/dev/null 2>&1; then say "$shift_key" yes; else say "$shift_key" no; fi; }
say kernel "$(uname -s)"; say architecture "$(uname -m)"; say now "$(date +%s)"
for file in "$R/etc/os-release" "$R/usr/lib/os-release"; do
  if [ -r "$file" ]; then grep -E '^(ID|PRETTY_NAME)=' "$file" | sed 's/^/os_/'; break; fi
done
cron_runs() {
  for file in /proc/[0-9]*/comm; do { read -r comm < "$file"; } 2>/dev/null && case $comm in cron|crond) return 0;; esac; done
  for file in "$R/run/crond.pid" "$R/run/cron.pid" "$R/var/run/crond.pid"; do { read -r pid < "$file"; } 2>/dev/null && kill -0 "$pid" && return 0; done
  return 1
}
if [ -d "$R/run/systemd/system" ] && has systemctl; then say manager systemd
elif [ -e "$R/run/openrc/softlevel" ] && has rc-service && has rc-update; then say manager openrc
elif cron_runs; then say manager cron; fi
if [ -d "$R/etc/cron.d" ]; then say cron folder; elif has crontab; then say cron tables; fi
for tool in sed cat tr date sleep mkdir ln rm mv cp chmod chown dirname uname grep; do has "$tool" || say missing "$tool"; done
has od || has awk || say missing od
is client eval 'has curl || has wget'
is can_make_users eval 'has useradd || { has adduser && has addgroup; }'
is user grep "^${AGENT_NAME}:" "$R/etc/passwd"
mounted_read_only() {
  mount=$(df -P "$1" 2>/dev/null | sed -n '2s/.* //p'); options=
  [ -n "$mount" ] || return 1
  while read -r _ at _ with _; do if [ "$at" = "$mount" ]; then options=$with; fi; done < "$([ -r "$R/proc/mounts" ] && echo "$R/proc/mounts" || echo /proc/mounts)"
  case ,$options, in *,ro,*) return 0;; esac
  return 1
}
place=$R/opt; [ -d "$place" ] || place=$R/
for folder in "$place" "$R/etc"; do if mounted_read_only "$folder"; then say read_only "$folder"; fi; done
say free_kb "$(df -Pk "$place" 2>/dev/null | sed -n '2{s/^[^ ]* *[0-9]* *[0-9]* *//;s/ .*//;p;}')"
sum() { if [ -f "$1" ] && has sha256sum; then tr -d '\\n' < "$1" | sha256sum | cut -c1-64; fi; }
is installed [ -f "$D/hostwarden-agent.sh" ]
if [ -f "$D/hostwarden-agent.conf" ]; then say version "$(sed -n 's/^version=//p' "$D/hostwarden-agent.conf")"; fi
say token_sha256 "$(sum "$D/token")"; say old_token_sha256 "$(sum "$D.old/token")"
for trace in "$D" "$D.new" "$D.old" "$UNIT" "$INIT" "$CRON"; do if [ -e "$trace" ]; then say traces yes; break; fi; done
if grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then say traces yes; fi
exit 0
`);
}

/** Where the script of the agent comes over standard input: tries the way to the server, and leaves nothing. */
export function reachCommand(server: string, ca: string | null): string {
  if (ca === null) return `sh -s reach ${quote(server)}`;
  return `f=$(mktemp) && printf %s ${quote(ca)} > "$f" && sh -s reach ${quote(server)} "$f"; s=$?; rm -f "$f"; exit $s`;
}

export interface AgentFiles { script: string; config: string; token: string; ca: string | null }

/** Makes the user and puts the agent whole into its folder's `.new`, each file with its final owner and mode. What is in force is not touched. */
export function stageScript(layout: LinuxLayout, files: AgentFiles, boundary: string): string {
  const put = (name: string, text: string): string => `cat > "$D.new/${name}" <<'${boundary}' || fail "$D.new/${name} was not written"\n${text.replace(/\n?$/, '\n')}${boundary}\n`;
  return called(`${preamble(layout.root, layout.paths.user)}${MAKE_USER}`, `
umask 022
rm -rf "$D.new"
mkdir -p "$R/opt" && mkdir "$D.new" || fail "$D.new was not made"
make_user || fail "the user $U was not made"
${put('hostwarden-agent.sh', files.script)}${put('hostwarden-agent.conf', files.config)}${put('service', layout.serviceText)}${files.ca === null ? '' : put('server.pem', files.ca)}: > "$D.new/unverified"
umask 077
${put('token', files.token)}chown -R root:root "$D.new" && chmod 0755 "$D.new" && chmod 0644 "$D.new"/* && chmod 0600 "$D.new/token" || fail "$D.new was not given to root"
if [ "$U" != root ]; then chown "root:$U" "$D.new/token" && chmod 0640 "$D.new/token" || fail "the token was not given to $U"; fi
sync
`);
}

/** Takes what lies in `.new` into force and keeps what was in force in `.old`. `keepOld`: what lies in `.old` already is the good one, the other is thrown away. */
export function startScript(layout: LinuxLayout, keepOld: boolean): string {
  return called(`${preamble(layout.root, layout.paths.user)}${service(layout)}${STOP}${START}`, `
[ -d "$D.new" ] || fail "$D.new is not there"
stop_service
if [ -d "$D" ]; then ${keepOld ? 'rm -rf "$D"' : 'rm -f "$D/unverified" && rm -rf "$D.old" && mv "$D" "$D.old"'} || fail "$D could not be put aside"; fi
mv "$D.new" "$D" || fail "$D was not put in its place"
start_service || fail "the service was not started"
`);
}

/**
 * Puts the former agent back in force; where there was none, takes away what was put there. It can be run again. `isStarted`: the start was tried; before that
 * nothing but `.new` was touched. What came into force and was not verified has a mark.
 */
export function putBackScript(layout: LinuxLayout, isStarted: boolean): string {
  return called(`${preamble(layout.root, layout.paths.user)}${service(layout)}${STOP}${START}${REMOVE}`, isStarted ? `
rm -rf "$D.new"
if [ -e "$D/unverified" ]; then stop_service; rm -rf "$D"; fi
if [ ! -d "$D" ] && [ -d "$D.old" ]; then mv "$D.old" "$D" || fail "the old agent was not put back"; fi
if [ -d "$D" ]; then start_service || fail "the old agent was not started"; else remove_all; left; fi
` : `
rm -rf "$D.new"
if [ ! -d "$D" ] && [ ! -d "$D.old" ]; then remove_all; left; fi
`);
}

/** The new agent is verified: what was only there to go back goes. */
export const cleanUpScript = (root: string): string => called(preamble(root), 'rm -rf "$D.old" "$D.new"; rm -f "$D/unverified"\n');

/** Takes away everything that was ever put there, and prints what is left: nothing, when it went well. */
export const removeScript = (root: string): string => called(`${preamble(root)}SERVICE=\n${STOP}${REMOVE}`, 'remove_all\nleft\n');

/** What a person would look at first where an agent does not come up. */
export function diagnoseScript(layout: LinuxLayout): string {
  const look = { systemd: `systemctl --no-pager -n 8 status ${AGENT_NAME}`, openrc: `rc-service ${AGENT_NAME} status; [ ! -r "$R/var/log/messages" ] || tail -n 5 "$R/var/log/messages"`, cron: 'for file in $(grep -l hostwarden-agent.sh /proc/[0-9]*/cmdline); do tr "\\0" " " < "$file"; echo; done' }[layout.manager];
  return called(preamble(layout.root), `{ ${look}; } 2>&1\nexit 0\n`);
}

const MAKE_USER = `
make_user() {
  if [ "$U" = root ] || grep -q "^$U:" "$R/etc/passwd"; then return 0; fi
  nologin=/bin/false
  for file in /sbin/nologin /usr/sbin/nologin; do if [ -x "$file" ]; then nologin=$file; fi; done
  if has useradd; then useradd -r -U -M -d /nonexistent -s "$nologin" "$U"
  else { grep -q "^$U:" "$R/etc/group" || addgroup -S "$U"; } && adduser -S -D -H -h /nonexistent -s "$nologin" -G "$U" "$U"; fi
}
`;

// Not every service manager ends what it stops, and cron ends nothing: the agent ends its children itself when it is asked to.
const STOP = `
agents() {
  for file in $(grep -l hostwarden-agent.sh /proc/[0-9]*/cmdline 2>/dev/null); do
    case $(tr '\\0' ' ' 2>/dev/null < "$file") in *"sh $D/hostwarden-agent.sh run "*) file=\${file#/proc/}; echo "\${file%/cmdline}";; esac
  done
}
stop_service() {
  if [ -e "$CRON" ]; then rm -f "$CRON"; fi
  if [ -e "$UNIT" ] && has systemctl; then systemctl stop ${AGENT_NAME}; fi
  if [ -e "$INIT" ] && has rc-service; then rc-service ${AGENT_NAME} stop; fi
  tables_off
  asked=0
  while pids=$(agents); [ -n "$pids" ]; do
    if [ "$asked" -lt 25 ]; then kill $pids; else kill -9 $pids; fi
    asked=$((asked + 1)); [ "$asked" -lt 40 ] || return 1
    sleep 0.2 || sleep 1 # not every sleep knows fractions
  done 2>/dev/null
} >/dev/null
tables_off() {
  if [ -d "$R/etc/cron.d" ] || ! has crontab; then return 0; fi
  if grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then crontab -u ${AGENT_NAME} -r 2>/dev/null; fi
  return 0
}
`;

const START = `
start_service() {
  if [ -n "$SERVICE" ]; then cp "$D/service" "$SERVICE.tmp" && chmod "$MODE" "$SERVICE.tmp" && mv -f "$SERVICE.tmp" "$SERVICE" || return 1; fi
  start_manager
}
`;

const BY_CRON = `mkdir -p "$STATE" && chown "$U" "$STATE" && chmod 0700 "$STATE" || return 1
  line="HOSTWARDEN_AGENT_CONFIG=$D/hostwarden-agent.conf exec /bin/sh $D/hostwarden-agent.sh run"
  leader=; if has setsid; then leader=setsid; fi
  # cron begins at the next full minute; nobody needs to wait for it
  if [ "$U" = root ]; then $leader sh -c "$line" </dev/null >/dev/null 2>&1 &
  elif has su; then $leader su -s /bin/sh "$U" -c "$line &" </dev/null >/dev/null 2>&1; fi
  return 0`;

function service({ manager, service: file, serviceMode, paths }: LinuxLayout): string {
  const start = {
    systemd: `systemctl daemon-reload && systemctl enable ${AGENT_NAME} && systemctl restart ${AGENT_NAME}`,
    openrc: `rc-update add ${AGENT_NAME} default >/dev/null && rc-service ${AGENT_NAME} restart`,
    cron: `${file === null ? `crontab -u "$U" "$D/service" || return 1\n  ` : ''}${BY_CRON}`,
  }[manager];
  return `SERVICE=${quote(file ?? '')}; MODE=${serviceMode}; STATE=${quote(paths.state)}\nstart_manager() {\n  ${start}\n}\n`;
}

// A user is not deleted while anything runs as it: what a killed agent left is ended with it.
const REMOVE = `
end_user() {
  uid=$(sed -n 's/^${AGENT_NAME}:[^:]*:\\([0-9][0-9]*\\):.*/\\1/p' "$R/etc/passwd")
  case $uid in ''|0) return 0;; esac
  for file in /proc/[0-9]*/status; do
    while read -r key value _; do
      if [ "$key" = Uid: ]; then if [ "$value" = "$uid" ]; then file=\${file#/proc/}; kill -9 "\${file%/status}"; fi; break; fi
    done < "$file"
  done 2>/dev/null
  return 0
}
remove_all() {
  if [ -e "$UNIT" ] && has systemctl; then systemctl disable ${AGENT_NAME} 2>/dev/null; fi
  if [ -e "$INIT" ] && has rc-update; then rc-update del ${AGENT_NAME} >/dev/null 2>&1; fi
  stop_service
  if [ -e "$UNIT" ]; then rm -f "$UNIT"; if has systemctl; then systemctl daemon-reload; systemctl reset-failed ${AGENT_NAME} 2>/dev/null; fi; fi
  rm -rf "$D" "$D.new" "$D.old" ${STATE_FOLDERS.map((folder) => `"$R${folder}"`).join(' ')}
  rm -f "$INIT" "$CRON" "$UNIT.tmp" "$INIT.tmp" "$CRON.tmp"
  end_user
  if grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then if has userdel; then userdel ${AGENT_NAME}; else deluser ${AGENT_NAME}; fi; fi
  if grep -q "^${AGENT_NAME}:" "$R/etc/group"; then if has groupdel; then groupdel ${AGENT_NAME}; else delgroup ${AGENT_NAME}; fi; fi
  return 0
}
left() {
  for file in "$D" "$D.new" "$D.old" "$UNIT" "$INIT" "$CRON" ${STATE_FOLDERS.map((folder) => `"$R${folder}"`).join(' ')}; do if [ -e "$file" ]; then echo "$file"; fi; done
  if grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then echo "user ${AGENT_NAME}"; fi
  for pid in $(agents); do echo "process $pid"; done
}
`;
