import { AGENT_NAME } from '../../service-files.js';
import { wrapInMain, preamble } from './linux.shell.js';

/** The script that prints facts, one `key=value` per line. It makes no changes. */
export function inspectScript(root: string): string {
  return wrapInMain(
    preamble(root),
    `
say() { printf '%s=%s\\n' "$1" "$2"; }
is() { shift_key=$1; shift; if "$@" >/dev/null 2>&1; then say "$shift_key" yes; else say "$shift_key" no; fi; }
say kernel "$(uname -s)"; say architecture "$(uname -m)"; say now "$(date +%s)"
for file in "$R/etc/os-release" "$R/usr/lib/os-release"; do
  if [ -r "$file" ]; then grep -E '^(ID|PRETTY_NAME)=' "$file" | sed 's/^/os_/'; break; fi
done
cron_runs() {
  for file in /proc/[0-9]*/comm; do
    { read -r comm < "$file"; } 2>/dev/null && case $comm in cron|crond) return 0;; esac
  done
  for file in "$R/run/crond.pid" "$R/run/cron.pid" "$R/var/run/crond.pid"; do
    { read -r pid < "$file"; } 2>/dev/null && kill -0 "$pid" && return 0
  done
  return 1
}
if [ -d "$R/run/systemd/system" ] && has systemctl; then say manager systemd
elif [ -e "$R/run/openrc/softlevel" ] && has rc-service && has rc-update; then say manager openrc
elif cron_runs; then say manager cron; fi
if [ -d "$R/etc/cron.d" ]; then say cron folder; elif has crontab; then say cron tables; fi
for tool in sed cat tr date sleep mkdir ln rm mv cp chmod chown dirname uname grep; do
  has "$tool" || say missing "$tool"
done
has od || has awk || say missing od
is client eval 'has curl || has wget'
is can_make_users eval 'has useradd || { has adduser && has addgroup; }'
is user grep "^${AGENT_NAME}:" "$R/etc/passwd"
mounted_read_only() {
  mount=$(df -P "$1" 2>/dev/null | sed -n '2s/.* //p'); options=
  [ -n "$mount" ] || return 1
  mounts=$R/proc/mounts; [ -r "$mounts" ] || mounts=/proc/mounts
  while read -r _ at _ with _; do
    if [ "$at" = "$mount" ]; then options=$with; fi
  done < "$mounts"
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
`,
  );
}
