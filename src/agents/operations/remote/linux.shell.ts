import { shellQuote } from '../../../platform/ssh/quote.js';
import { AGENT_NAME, LOOK_NAME } from '../../service-files.js';
import { LOOK_FILES, SERVICE_FILES, STATE_FOLDERS, type LinuxLayout } from './linux.layout.js';

// Parts of the scripts for a host (linux.scripts.ts).

/** The start of every script: variables and common functions. */
export function preamble(root: string, user: string = AGENT_NAME): string {
  return `R=${shellQuote(root)}; U=${shellQuote(user)}
D=$R/opt/${AGENT_NAME}
PATH=$PATH:$R/usr/local/sbin:$R/usr/sbin:$R/sbin; LC_ALL=C; export PATH LC_ALL
UNIT=$R${SERVICE_FILES.systemd}; INIT=$R${SERVICE_FILES.openrc}; CRON=$R${SERVICE_FILES.cron}
has() { command -v "$1" >/dev/null 2>&1; }
fail() { echo "$*" >&2; exit 1; }
`;
}

/** Wraps a script in a function that its last line calls: a truncated script does nothing. */
export const wrapInMain = (before: string, body: string): string =>
  `${before}main() {\n${body}}\nmain </dev/null\n`;

export const MAKE_USER = `
make_user() {
  if [ "$U" = root ] || grep -q "^$U:" "$R/etc/passwd"; then return 0; fi
  nologin=/bin/false
  for file in /sbin/nologin /usr/sbin/nologin; do if [ -x "$file" ]; then nologin=$file; fi; done
  if has useradd; then useradd -r -U -M -d /nonexistent -s "$nologin" "$U"
  else
    { grep -q "^$U:" "$R/etc/group" || addgroup -S "$U"; } &&
      adduser -S -D -H -h /nonexistent -s "$nologin" -G "$U" "$U"
  fi
}
`;

// Not every service manager ends the children of a service, and cron ends nothing: the agent ends its
// children itself when it receives a signal.
export const STOP = `
agents() {
  for file in $(grep -l hostwarden-agent.sh /proc/[0-9]*/cmdline 2>/dev/null); do
    case $(tr '\\0' ' ' 2>/dev/null < "$file") in
      *"sh $D/hostwarden-agent.sh run "*) file=\${file#/proc/}; echo "\${file%/cmdline}";;
    esac
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
    sleep 0.2 || sleep 1 # some sleeps accept whole seconds only
  done 2>/dev/null
} >/dev/null
tables_off() {
  if [ -d "$R/etc/cron.d" ] || ! has crontab; then return 0; fi
  if grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then crontab -u ${AGENT_NAME} -r 2>/dev/null; fi
  return 0
}
`;

export const START = `
start_service() {
  if [ -n "$SERVICE" ]; then
    cp "$D/service" "$SERVICE.tmp" && chmod "$MODE" "$SERVICE.tmp" &&
      mv -f "$SERVICE.tmp" "$SERVICE" || return 1
  fi
  start_manager
}
`;

const BY_CRON = `mkdir -p "$STATE" && chown "$U" "$STATE" && chmod 0700 "$STATE" || return 1
  line="HOSTWARDEN_AGENT_CONFIG=$D/hostwarden-agent.conf exec /bin/sh $D/hostwarden-agent.sh run"
  leader=; if has setsid; then leader=setsid; fi
  # cron starts at the next full minute; the agent is started at once
  if [ "$U" = root ]; then $leader sh -c "$line" </dev/null >/dev/null 2>&1 &
  elif has su; then $leader su -s /bin/sh "$U" -c "$line &" </dev/null >/dev/null 2>&1; fi
  return 0`;

/** The functions that start the agent with the service manager of its host; before `START`. */
export function serviceFunctions({
  manager,
  service: file,
  serviceMode,
  paths,
  lookFiles,
}: LinuxLayout): string {
  const start = {
    systemd: `systemctl daemon-reload && systemctl enable ${AGENT_NAME} && systemctl restart ${AGENT_NAME}`,
    openrc: `rc-update add ${AGENT_NAME} default >/dev/null && rc-service ${AGENT_NAME} restart`,
    cron: `${file === null ? `crontab -u "$U" "$D/service" || return 1\n  ` : ''}${BY_CRON}`,
  }[manager];
  return `SERVICE=${shellQuote(file ?? '')}; MODE=${serviceMode}; STATE=${shellQuote(paths.state)}
start_manager() {
  ${lookFiles.map(({ name, path }) => copyLook(name, path)).join('\n  ')}
  ${start}
  status=$?
  ${START_LOOK[manager]}
  return "$status"
}
`;
}

// The agent works without the inspection of the processes: what cannot be started here is not known.
const copyLook = (name: string, path: string): string =>
  `cp "$D/${name}" ${shellQuote(path)} && chmod ${name === 'look.openrc' ? '0755' : '0644'} ${shellQuote(path)}`;
const START_LOOK = {
  systemd: `systemctl --no-reload enable ${LOOK_NAME}.timer; systemctl --no-block restart ${LOOK_NAME}.timer`,
  openrc: `rc-update add ${LOOK_NAME} default >/dev/null; rc-service ${LOOK_NAME} restart`,
  cron: ':',
};
const LOOK_PATHS = [...Object.values(LOOK_FILES), `/run/${LOOK_NAME}`]
  .map((path) => `"$R${path}"`)
  .join(' ');

const STATE_PATHS = STATE_FOLDERS.map((folder) => `"$R${folder}"`).join(' ');

// A user with running processes cannot be deleted: the processes that a killed agent left are ended.
export const REMOVE = `
end_user() {
  uid=$(sed -n 's/^${AGENT_NAME}:[^:]*:\\([0-9][0-9]*\\):.*/\\1/p' "$R/etc/passwd")
  case $uid in ''|0) return 0;; esac
  for file in /proc/[0-9]*/status; do
    while read -r key value _; do
      if [ "$key" != Uid: ]; then continue; fi
      if [ "$value" = "$uid" ]; then file=\${file#/proc/}; kill -9 "\${file%/status}"; fi
      break
    done < "$file"
  done 2>/dev/null
  return 0
}
remove_look() {
  if [ -e "$R${LOOK_FILES.timer}" ] && has systemctl; then
    systemctl disable ${LOOK_NAME}.timer
    systemctl stop ${LOOK_NAME}.timer
  fi
  if [ -e "$R${LOOK_FILES.openrc}" ] && has rc-service; then
    rc-service ${LOOK_NAME} stop
    rc-update del ${LOOK_NAME}
  fi
  rm -rf ${LOOK_PATHS}
} >/dev/null 2>&1
remove_all() {
  if [ -e "$UNIT" ] && has systemctl; then systemctl disable ${AGENT_NAME} 2>/dev/null; fi
  if [ -e "$INIT" ] && has rc-update; then rc-update del ${AGENT_NAME} >/dev/null 2>&1; fi
  stop_service
  remove_look
  if [ -e "$UNIT" ]; then
    rm -f "$UNIT"
    if has systemctl; then
      systemctl daemon-reload
      systemctl reset-failed ${AGENT_NAME} 2>/dev/null
    fi
  fi
  rm -rf "$D" "$D.new" "$D.old" ${STATE_PATHS}
  rm -f "$INIT" "$CRON" "$UNIT.tmp" "$INIT.tmp" "$CRON.tmp"
  end_user
  # A killed process exists until its parent has noticed, and a crond may have started another one meanwhile.
  for try in 1 2 3 4 5; do
    if ! grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then break; fi
    if if has userdel; then userdel ${AGENT_NAME}; else deluser ${AGENT_NAME}; fi; then break; fi
    sleep 1
    end_user
  done
  if grep -q "^${AGENT_NAME}:" "$R/etc/group"; then
    if has groupdel; then groupdel ${AGENT_NAME}; else delgroup ${AGENT_NAME}; fi
  fi
  return 0
}
left() {
  for file in "$D" "$D.new" "$D.old" "$UNIT" "$INIT" "$CRON" ${STATE_PATHS} ${LOOK_PATHS}; do
    if [ -e "$file" ]; then echo "$file"; fi
  done
  if grep -q "^${AGENT_NAME}:" "$R/etc/passwd"; then echo "user ${AGENT_NAME}"; fi
  for pid in $(agents); do echo "process $pid"; done
}
`;
