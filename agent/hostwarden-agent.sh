#!/bin/sh
# hostwarden agent: tells a hostwarden server what this machine is made of, and nothing else.
#
#   hostwarden-agent.sh run                     stay connected to the server, answer its questions (service)
#   hostwarden-agent.sh collect                 print what would be sent, for anyone to read; needs no server
#   hostwarden-agent.sh reach SERVER [CA_FILE]  try the way to a server: prints the tool and how it ended
#   hostwarden-agent.sh look [FILE]             write which processes run old code into a file, as root
#   hostwarden-agent.sh version
#
# It runs no command that a server names: a server can only ask for the jobs in do_job below.
# Settings stand in hostwarden-agent.conf beside this file (or in the file that HOSTWARDEN_AGENT_CONFIG
# names), one key=value a line:
#   server=https://...    token_file=...    state=...    version=...    ca_file=...    pin=sha256//...    interval=0
# The token never stands in an argument, where any user could read it in the list of processes.

PATH=${PATH:-/usr/bin:/bin}:/usr/sbin:/sbin:/usr/local/bin
LC_ALL=C
export PATH LC_ALL
umask 077

VERSION=1
SERVER=
TOKEN_FILE=
STATE=/var/lib/hostwarden-agent
CA_FILE=
PIN=
INTERVAL=0
CLIENT=
# The server holds a question for at most a minute; who hears nothing for longer has lost it.
POLL_SECONDS=100
UPLOAD_SECONDS=300
FIRST_PAUSE=10
LONGEST_PAUSE=300
LOOK=/run/hostwarden-look/old-code
# Of 5 seconds each: root looks again within a minute after packages changed.
LOOK_TRIES=14

say() { echo "hostwarden-agent: $*" >&2; }
die() { say "$@"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# --- what is collected: sections between lines with a random boundary -----------------------------

collect() {
  BOUNDARY=hw$(random 1000000)x$(random 1000000)x$(random 1000000)
  FAILED=
  echo "hostwarden-report 1 $BOUNDARY"
  put collected-at date +%s
  put_file os-release /etc/os-release /usr/lib/os-release
  put_file redhat-release /etc/redhat-release
  put hostname uname -n
  put_machine_id
  put uname uname -srvm
  put_file version-signature /proc/version_signature
  put live-patches live_patches
  put container container_kind
  put_file cpuinfo /proc/cpuinfo
  put_file meminfo /proc/meminfo
  put_file uptime /proc/uptime
  put_packages
  put reboot reboot_hints
  put old-code old_code
  put_file ubuntu-pro /var/lib/ubuntu-advantage/status.json
  put failed echo "$FAILED"
  echo "--$BOUNDARY--"
}

# put NAME COMMAND...: a section with what the command prints; a failure is noted, for half a list is no list
put() {
  section=$1
  shift
  echo "--$BOUNDARY $section"
  "$@" 2>/dev/null || FAILED="$FAILED$section $?
"
  echo
}

# put_file NAME FILE...: a section with the first of the files that can be read
put_file() {
  section=$1
  shift
  for file in "$@"; do
    if [ -r "$file" ]; then
      put "$section" cat "$file"
      return
    fi
  done
}

# A hash, as the id itself is not for the network (machine-id(5)). Containers often have none.
put_machine_id() {
  for file in /etc/machine-id /var/lib/dbus/machine-id; do
    if has sha256sum && grep '^[0-9a-f]\{32\}$' "$file" >/dev/null 2>&1; then
      put machine-id hash_of "$file"
      return
    fi
  done
}

hash_of() { sha256sum < "$1" | cut -c 1-32; }

put_packages() {
  if has dpkg-query; then
    # shellcheck disable=SC2016 # the names are for dpkg-query, not for the shell
    fields='${binary:Package}\t${Version}\t${Architecture}\t${source:Package}\t${source:Version}'
    # shellcheck disable=SC2016
    fields=$fields'\t${db:Status-Abbrev}\t${Installed-Size}\n'
    put dpkg dpkg-query -W -f="$fields"
    put_dpkg_origins
  fi
  if has rpm && has_rpm_database; then put_rpm; fi
  set -- /etc/yum.repos.d/*.repo
  if [ -r "$1" ]; then put repositories enabled_repositories "$@"; fi
  put_file apk /lib/apk/db/installed /usr/lib/apk/db/installed
  if has apk; then put_apk_origins; fi
  if [ -d /var/lib/pacman/local ]; then put pacman cat /var/lib/pacman/local/*/desc; fi
  put removed removed_packages
}

# Packages that were removed and not installed again, by the logs of dpkg, pacman, zypper and dnf: a shorter list
# without them is whole. The last 1,000. A line "log MANAGER TIME" says that the log has all removals since then: only
# dpkg and pacman write their log with each change, also when other programs call them. A line "times MANAGER MINUTE..."
# has the last 100 minutes in which it was written: a log that lacks a known one is another one, or was rolled back.
removed_packages() {
  {
    if is_written /var/log/dpkg.log /var/lib/dpkg/info; then echo 'begin-log dpkg'; fi
    log_lines /var/log/dpkg.log.1 /var/log/dpkg.log
    echo end-log
    if is_written /var/log/pacman.log /var/lib/pacman/local; then echo 'begin-log pacman'; fi
    log_lines /var/log/pacman.log
    echo end-log
    log_lines /var/log/zypp/history /var/log/dnf.rpm.log
  } | awk -v "zone=$(date +%z)" '
    function set(build, gone) {
      if (gone) { removed[build] = NR; delete present[build] } else { present[build] = 1; delete removed[build] }
    }
    function name_of(build) { sub(/:.*/, "", build); return build }
    $1 == "begin-log" || $1 == "end-log" { log_name = $2; last = ""; next }
    $1 == "cut-log" { last = ""; next }
    # Where the clock was set back, the log is whole from there.
    log_name != "" && /^\[?[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]/ {
      time = $1 " " $2
      sub(/^\[/, "", time)
      from = substr(time, 1, 10) "T" substr(time, 12, 8)
      if (last == "" || from < last)
        since[log_name] = from (substr(time, 20, 1) ~ /[+-]/ ? substr(time, 20, 5) : zone)
      last = from
      minute = substr(from, 1, 16)
      if (minute != minutes[log_name, changes[log_name]]) minutes[log_name, ++changes[log_name]] = minute
    }
    $3 == "status" && $4 ~ /^(installed|config-files|not-installed)$/ { set($5, $4 != "installed") }
    $2 == "[ALPM]" && $3 ~ /^(removed|installed|reinstalled|upgraded|downgraded)$/ { set($4, $3 == "removed") }
    $2 == "SUBDEBUG" && $3 ~ /^(Erase|Installed|Upgrade):$/ {
      sub(/-[^-]*-[^-]*$/, "", $4); set($4, $3 == "Erase:")
    }
    /^[0-9-]* [0-9:]*\|(install|remove ?)\|/ { split($0, part, "|"); set(part[3], part[2] ~ /^remove/) }
    END {
      for (build in present) has_build[name_of(build)] = 1
      # Of a package without any build that is left, the name is enough. Else its processor is named: libc6:i386.
      for (build in removed) {
        name = name_of(build) in has_build ? build : name_of(build)
        if (removed[build] > gone[name]) gone[name] = removed[build]
      }
      for (name in gone) { print gone[name], name; count++ }
      if (count < 990) for (name in since) {
        print NR + 1, "log", name, since[name]
        line = ""
        first = changes[name] > 100 ? changes[name] - 99 : 1
        for (i = first; i <= changes[name]; i++) line = line " " minutes[name, i]
        print NR + 1, "times", name line
      }
    }
  ' | sort -n | tail -n 1000 | cut -d ' ' -f 2-
}

# is_written LOG FOLDER: whether the log was written with the last change of the packages in the folder
is_written() { [ -r "$1" ] && [ -n "$(find "$2" -prune ! -newer "$1" 2>/dev/null)" ]; }

# log_lines FILE...: the last 1 MB of each file that can be read
log_lines() {
  for file in "$@"; do
    [ -r "$file" ] || continue
    [ "$(wc -c < "$file")" -le 1000000 ] || echo cut-log
    tail -c 1000000 "$file"
  done
}

# dpkg does not keep where a package is from: these are the repositories that offer the installed versions. The long
# lists of Debian and Ubuntu are not read. Some derivatives have no mark in the version: their maintainer shows them.
put_dpkg_origins() {
  # shellcheck disable=SC2016
  maintained=$(dpkg-query -W -f='${Maintainer}\t${Package}\t${Version}\n' 2>/dev/null |
    sed -n 's/^.*<\(devel@kali\.org\|root@linuxmint\.com\|support@proxmox\.com\)>/maintainer \1/p')
  lists=
  # apt escapes all that the shell would split or expand.
  # shellcheck disable=SC2013
  for file in $(grep -L '^Origin: \(Debian\|Ubuntu\)' /var/lib/apt/lists/*Release 2>/dev/null); do
    file=${file%InRelease}
    file=${file%Release}
    for list in "$file"*Packages; do
      if [ -r "$list" ]; then lists="$lists $list"; fi
    done
  done
  # shellcheck disable=SC2086
  if [ -n "$lists$maintained" ]; then put dpkg-origins origins_of $lists; fi
}

# origins_of [LIST...]: the packages of known maintainers, and those that the lists offer
origins_of() {
  if [ -n "$maintained" ]; then printf '%s\n' "$maintained"; fi
  if [ $# -gt 0 ]; then offered_by "$@"; fi
}

# offered_by LIST...: repository, name and version of the installed packages that lists of up to 20 MB offer
offered_by() {
  {
    # shellcheck disable=SC2016
    dpkg-query -W -f='installed ${Package} ${Version}\n'
    find "$@" -size -40960 -exec grep -H '^\(Package\|Version\): ' {} +
  } | awk '
    $1 == "installed" { installed[$2 " " $3]; next }
    $1 ~ /:Package:$/ { name = $2; next }
    (name " " $2) in installed {
      delete installed[name " " $2]
      sub(/.*\//, "", $1)
      sub(/(_dists_|_[^_]*Packages:|Packages:).*/, "", $1)
      print $1 "\t" name "\t" $2
    }'
}

# apk keeps the repository of tagged packages only. Where others than those of the release are enabled without a tag:
# repository (none: not known), name and version of each package that the release does not offer in this version, and
# the version that it offers.
put_apk_origins() {
  branch=$(sed -n 's/^[0-9.]*_.*/edge/p; s/^\([0-9]*\.[0-9]*\)\.[0-9]*$/v\1/p' /etc/alpine-release 2>/dev/null)
  # shellcheck disable=SC2016
  is_own='function is_own(url) {
    return url ~ ("/(" branch "|latest-stable)/(main|community)/?$|/apks/?$") && url !~ /(nginx|openresty)\.org\//
  }'
  others=$(cat /etc/apk/repositories /etc/apk/repositories.d/*.list 2>/dev/null |
    awk -v branch="$branch" "$is_own"' /^[^#@]/ && !is_own($1)')
  if [ -n "$branch" ] && [ -n "$others" ]; then put apk-origins offered_by_apk; fi
}

offered_by_apk() {
  cat /lib/apk/db/installed /usr/lib/apk/db/installed 2>/dev/null | sed -n 's/^P:\([^.]\)/\1/p' |
    xargs apk --no-network policy 2>/dev/null | awk -v branch="$branch" "$is_own"'
    function report() {
      if (installed != "" && !(installed in own))
        print other[installed] "\t" name "\t" installed "\t" offered
      installed = offered = ""
      split("", own)
      split("", other)
    }
    / policy:$/ { report(); name = $1; next }
    /^  [^ ]/ { version = $1; sub(/:$/, "", version); next }
    /apk\/db\/installed$/ { installed = version; next }
    is_own($1) { own[version]; offered = version; next }
    !/^ *@/ { sub(/^[a-z]*:\/\//, "", $1); other[version] = $1 }
    END { report(); if (NR == 0) exit 1 }'
}

# A header that fails its check is left out, with exit status 0: nothing is checked, and what rpm says is sent
# along. rpm before 4.15 does not know the tag of modules.
put_rpm() {
  echo "--$BOUNDARY rpm"
  { rpm_repositories && list_rpm; } 2>/dev/null | split_rpm || FAILED="${FAILED}rpm $?
"
}

# list_rpm: prints the list, with the signature as the last column, then the exit status and what rpm says beside it
list_rpm() {
  checks='--nosignature --nodigest'
  module='%{MODULARITYLABEL}'
  query_rpm
  case $errors in *'unknown option'*) checks= && query_rpm ;; esac
  case $errors in *'unknown tag'*) module='(none)' && query_rpm ;; esac
  printf '\tstatus\t%s\n' "$status"
  if [ -n "$errors" ]; then first_lines "$errors" | sed "s/^/$(printf '\terror\t')/"; fi
}

# query_rpm: prints the list; sets errors (what rpm says beside it) and status
query_rpm() {
  fields='%{NAME}\t%{EPOCH}\t%{VERSION}\t%{RELEASE}\t%{ARCH}\t%{SOURCERPM}'
  fields=$fields'\t'$module'\t%{VENDOR}\t%{INSTALLTIME}\t%{SIZE}\t'
  for tag in DSAHEADER RSAHEADER SIGGPG SIGPGP; do fields="$fields%|$tag?{%{$tag:pgpsig}}:{"; done
  fields=$fields'-}|}|}|}|\n'
  status=0
  # shellcheck disable=SC2086 # no word, or two
  { errors=$(rpm -qa $checks --qf "$fields" 2>&1 >&3 3>&-) || status=$?; } 3>&1
}

# The repositories that dnf, yum and zypper installed packages from, the newest last.
rpm_repositories() {
  sql="SELECT char(9)||'repository'||char(9)||repoid||char(9)||r.name||'-'||version||'-'||release FROM trans_item t
    JOIN rpm r ON r.item_id = t.item_id JOIN repo ON repo.id = repo_id WHERE repoid NOT LIKE '@%' ORDER BY t.id"
  file=/var/lib/dnf/history.sqlite
  if [ ! -r "$file" ]; then
    :
  elif has sqlite3; then
    sqlite3 -readonly "$file" "$sql"
  else
    for python in /usr/libexec/platform-python python3; do
      has "$python" || continue
      "$python" -c 'import sqlite3, sys
history = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
for row in history.execute(sys.argv[2]): print(row[0])' "$file" "$sql"
      break
    done
  fi
  for file in /usr/lib/sysimage/libdnf5/nevras.toml /var/log/zypp/history; do
    [ ! -r "$file" ] || tail -c 2000000 "$file"
  done | awk '
    BEGIN { OFS = "\t" }
    /^[0-9-]* [0-9:]*\|install\|/ { split($0, part, "|"); print "", "repository", part[7], part[3] "-" part[4] }
    /from_repo *=/ {
      split($0, part, "\"")
      sub(/\.[^.]*$/, "", part[2])
      sub(/-[0-9]*:/, "-", part[2])
      print "", "repository", part[4], part[2]
    }'
  [ ! -d /var/lib/yum/yumdb ] || find /var/lib/yum/yumdb -name from_repo -exec grep -H '' {} + | awk -F / '
    { name = $(NF - 1); sub(/^[^-]*-/, "", name); sub(/-[^-]*$/, "", name) }
    { sub(/^from_repo:/, "", $NF); print "\trepository\t" $NF "\t" name }'
  return 0
}

# The ids of the repositories that files of dnf and yum enable.
enabled_repositories() {
  cat "$@" | awk '
    function end() { if (id != "" && enabled) print id; id = "" }
    /^[ \t]*\[/ { end(); id = $0; gsub(/^[ \t]*\[|\].*/, "", id); enabled = 1 }
    /^[ \t]*enabled[ \t]*[=:]/ {
      value = $0
      sub(/^[^=:]*[=:][ \t]*/, "", value)
      enabled = value ~ /^(1|[Yy]es|[Tt]rue|[Oo]n)/
    }
    END { end() }'
}

# split_rpm: of what list_rpm prints, the list, what rpm says, and the names of the packages of each signing key and
# repository, without those of the largest group. The exit status is that of rpm.
split_rpm() {
  awk -F '\t' -v boundary="--$BOUNDARY" '
    $1 == "" && $2 == "repository" { repository[$4] = $3; next }
    $1 == "" && $2 == "status" { status = $3; next }
    $1 == "" && $2 == "error" { errors = errors substr($0, 8) "\n"; next }
    NF > 10 {
      key = $11
      if (!match(key, /[0-9a-fA-F]+$/) || RLENGTH < 8) key = "-"
      else key = substr(key, length(key) - (RLENGTH < 16 ? RLENGTH : 16) + 1)
      build = $1 "-" $3 "-" $4
      group = key "\t" (build in repository ? repository[build] : "-")
      if ($1 != "gpg-pubkey") {
        n++
        name[n] = $1
        full[n] = build
        of[n] = group
        builds[$1]++
        if (++count[group] > count[largest]) largest = group
      }
      $0 = substr($0, 1, length($0) - length($11) - 1)
    }
    { print }
    END {
      print ""
      if (errors != "") print boundary " rpm-errors\n" errors
      if (largest != "") {
        print boundary " rpm-origins\n" largest "\t*"
        for (i = 1; i <= n; i++) names[of[i]] = names[of[i]] "\t" (builds[name[i]] > 1 ? full[i] : name[i])
        for (group in names) if (group != largest) print group names[group]
        print ""
      }
      exit status
    }'
}

first_lines() { echo "$1" | sed -n '1,20p'; }

# Where there is none, rpm would make one in the home of whoever asks.
has_rpm_database() {
  for file in /var/lib/rpm /usr/lib/sysimage/rpm /usr/share/rpm; do
    [ -e "$file/rpmdb.sqlite" ] || [ -e "$file/Packages" ] || [ -e "$file/Packages.db" ] || continue
    return 0
  done
  return 1
}

reboot_hints() {
  if [ -e /var/run/reboot-required ] || [ -e /run/reboot-needed ]; then echo flag; fi
  for file in /lib/modules/*/modules.dep; do
    [ -e "$file" ] || continue
    file=${file%/modules.dep}
    echo "kernel ${file##*/}"
  done
  for file in /boot/vmlinuz-[0-9]*; do
    if [ -e "$file" ]; then echo "kernel ${file##*/vmlinuz-}"; fi
  done
  if has needs-restarting; then
    needs-restarting -r >/dev/null 2>&1
    echo "needs-restarting $?"
  fi
  return 0
}

# The names of the live patches that the kernel has loaded: of Livepatch, kpatch and kGraft.
live_patches() {
  for file in /sys/kernel/livepatch/* /sys/kernel/kpatch/patches/* /sys/kernel/kgraft/*/; do
    [ -d "$file" ] || continue
    file=${file%/}
    echo "${file##*/}"
  done
}

# The kind of container that this is in: its kernel is that of another system. Prints nothing elsewhere.
container_kind() {
  if [ -s /run/systemd/container ]; then
    cat /run/systemd/container
  elif [ -e /run/.containerenv ]; then
    echo podman
  elif grep '^lxcfs /proc/' /proc/mounts >/dev/null 2>&1; then
    echo lxc
  elif [ -e /.dockerenv ] && grep '^overlay / ' /proc/mounts >/dev/null 2>&1; then
    echo docker
  fi
}

# --- processes that run code of files that were replaced or removed -------------------------------

# Only root sees all processes: its look is a file that a service of its own writes (the command look).
old_code() {
  if [ "$(id -u)" -eq 0 ] || [ ! -r "$LOOK" ]; then
    look
    return
  fi
  tries=0
  while are_packages_newer && [ "$tries" -lt "$LOOK_TRIES" ]; do
    sleep 5
    tries=$((tries + 1))
  done
  cat "$LOOK"
  if are_packages_newer; then echo outdated; fi
}

# Whether packages changed after the look began. Root changes the folder of rpm also where it only reads.
are_packages_newer() {
  set --
  for file in /var/lib/dpkg/status /var/lib/dpkg/updates /lib/apk/db/installed /usr/lib/apk/db/installed \
    /var/lib/pacman/local /var/lib/rpm/Packages /var/lib/rpm/Packages.db /var/lib/rpm/rpmdb.sqlite* \
    /usr/lib/sysimage/rpm/Packages.db /usr/lib/sysimage/rpm/rpmdb.sqlite*; do
    case $file in *-shm) continue ;; esac
    if [ -e "$file" ]; then set -- "$@" "$file"; fi
  done
  [ $# -gt 0 ] || return 1
  [ -n "$(find "$@" -prune -newer "$LOOK" 2>/dev/null)" ]
}

# Root's part: a look into a file, which appears at once or not at all, with the time of its beginning.
write_look() {
  LOOK=${1:-$LOOK}
  while [ "${2:-}" = forever ]; do
    write_look "$LOOK" if-changed
    sleep 60
  done
  case ${2:-} in if-changed) if [ -e "$LOOK" ] && ! are_packages_newer && is_recent; then return; fi ;; esac
  umask 022
  : > "$LOOK.start" && look > "$LOOK.new" && touch -r "$LOOK.start" "$LOOK.new" && mv -f "$LOOK.new" "$LOOK"
  status=$?
  rm -f "$LOOK.start" "$LOOK.new"
  return "$status"
}

is_recent() { [ -n "$(find "$LOOK" -mmin -10 2>/dev/null)" ]; }

look() {
  maps=$(grep -HF ' r-xp ' /proc/[0-9]*/maps 2>&1 | mapped_files)
  pids=$(printf '%s\n' "$maps" | awk -F '\t' '
    $1 == "map" && !seen[$2]++ { print "/proc/" $2 "/root/ /proc/" $2 "/ns/mnt" }')
  {
    # shellcheck disable=SC2086 # paths of ours
    stat -L -c '%n %d:%i' / /proc/self/ns/mnt $pids 2>/dev/null
    echo
    printf '%s\n' "$maps" | owners
    echo
    printf '%s\n' "$maps"
  } | holders "$(date +%s)"
}

# Prints `map`, the process and the path of each deleted file that a process runs, then the number of processes that
# were seen, and of those that were not. Files of no disk, and temporary ones, are not of a package.
mapped_files() {
  hidden=no
  [ -d /proc/1 ] || hidden=yes
  awk -v hidden="$hidden" '
    /: Permission denied$|: Operation not permitted$/ { unseen++; next }
    {
      pid = substr($1, 7)
      sub(/\/.*/, "", pid)
      if (pid !~ /^[0-9]+$/ || $2 != "r-xp") next
      if (!(pid in seen)) { seen[pid] = 1; count++ }
      if (!/ \(deleted\)$/) next
      path = substr($0, index($0, $5 " ") + length($5))
      sub(/^ +/, "", path)
      sub(/ \(deleted\)$/, "", path)
      if (path !~ /^\// || path ~ /^\/(memfd:|dev\/|SYSV|tmp\/|var\/tmp\/|proc\/|sys\/|anon_hugepage)/) next
      if (!((pid, path) in known)) { known[pid, path] = 1; print "map\t" pid "\t" path }
    }
    END { print "looked\t" count + 0 "\t" (hidden == "yes" ? "unknown" : unseen + 0) }'
}

# Prints the installed package that has each path, or has it in the next version: path, package, architecture.
owners() {
  variants=$(awk -F '\t' '
    function also(path) {
      print path "\t" asked
      if (path ~ /^\/usr\/(bin|sbin|lib)/) print substr(path, 5) "\t" asked
      else if (path ~ /^\/(bin|sbin|lib)/) print "/usr" path "\t" asked
    }
    $1 == "map" && !seen[$3]++ {
      asked = path = $3
      sub(/(\.dpkg-(tmp|new)|;[0-9a-f]+)$/, "", path)
      also(path)
      while (path ~ /\.so\..*\.[0-9][^.\/]*$/) { sub(/\.[^.\/]*$/, "", path); also(path) }
      if (path ~ /\.so\.[0-9.]*[a-z]$/) { sub(/[a-z]$/, "", path); also(path) }
    }')
  [ -n "$variants" ] || return 0
  if [ -d /var/lib/dpkg/info ]; then
    listed_in '' /var/lib/dpkg/info/*.list
  elif [ -r /lib/apk/db/installed ] || [ -r /usr/lib/apk/db/installed ]; then
    for file in /lib/apk/db/installed /usr/lib/apk/db/installed; do
      if [ -r "$file" ]; then printf '%s\n' "$variants" | apk_owners "$file" && break; fi
    done
  elif [ -d /var/lib/pacman/local ]; then
    listed_in / /var/lib/pacman/local/*/files
  elif has rpm && has_rpm_database; then
    printf '%s\n' "$variants" | rpm_owners
  fi
}

# listed_in START FILE...: the file lists of dpkg, or of pacman, whose paths lack the START
listed_in() {
  start=$1
  shift
  {
    printf '%s\n' "$variants"
    printf '%s\n' "$variants" | cut -f 1 | sed "s|^$start||" | grep -HFx -f - "$@"
  } | awk -F '\t' -v start="$start" '
    NF == 2 { asked[$1] = asked[$1] "\n" $2; next }
    match($0, /\.list:|\/files:/) {
      name = substr($0, 1, RSTART - 1)
      path = start substr($0, RSTART + RLENGTH)
      sub(/.*\//, "", name)
      architecture = "-"
      if (start != "") sub(/-[^-]*-[^-]*$/, "", name)
      else if (split(name, parts, ":") == 2) { name = parts[1]; architecture = parts[2] }
      count = split(asked[path], paths, "\n")
      for (i = 2; i <= count; i++) if (!done[paths[i]]++) print paths[i] "\t" name "\t" architecture
    }'
}

apk_owners() {
  awk -F '\t' '
    FILENAME == "-" { asked[$1] = asked[$1] "\n" $2; next }
    /^P:/ { name = substr($0, 3) }
    /^A:/ { architecture = substr($0, 3) }
    /^F:/ { folder = substr($0, 3) }
    /^R:/ {
      count = split(asked["/" folder "/" substr($0, 3)], paths, "\n")
      for (i = 2; i <= count; i++) if (!done[paths[i]]++) print paths[i] "\t" name "\t" architecture
    }' - "$1"
}

# rpm answers one line for each path, in their order, if they exist and each is of one package. Else each is asked
# alone.
rpm_owners() {
  tab=$(printf '\t')
  set --
  asked_paths=
  while IFS=$tab read -r path asked; do
    [ -e "$path" ] || continue
    set -- "$@" "$path"
    asked_paths="$asked_paths$asked
"
  done
  [ $# -gt 0 ] || return 0
  if found=$(rpm_owner "$@") && [ "$(printf '%s\n' "$found" | wc -l)" -eq $# ]; then
    printf '%s%s\n' "$asked_paths" "$found" | awk -v "count=$#" '
      NR <= count { asked[NR] = $0; next }
      !seen[asked[NR - count]]++ { print asked[NR - count] "\t" $0 }'
    return
  fi
  for path in "$@"; do
    asked=${asked_paths%%"
"*}
    asked_paths=${asked_paths#*"
"}
    if found=$(rpm_owner "$path"); then printf '%s\t%s\n' "$asked" "$found" | sed 1q; fi
  done | awk -F '\t' '!seen[$1]++'
}

rpm_owner() { rpm -qf --nosignature --nodigest --qf '%{NAME}\t%{ARCH}\n' "$@" 2>/dev/null; }

# Prints who runs old code. A process of a container has another root and other mounts: its files are not ours.
holders() {
  awk -F '\t' -v at="$1" '
    function word(text) { gsub(/[^A-Za-z0-9._:@+\/\\-]/, "_", text); return text == "" ? "-" : substr(text, 1, 80) }
    function user_of(id) {
      if (!has_users) {
        while ((getline line < "/etc/passwd") > 0) { split(line, f, ":"); if (!(f[3] in users)) users[f[3]] = f[1] }
        has_users = 1
      }
      return id in users ? users[id] : id
    }
    function unit_of(path, parts, count, i) {
      count = split(path, parts, "/")
      if (parts[2] ~ /^openrc\./) return "openrc:" substr(parts[2], 8)
      for (i = 2; i <= count; i++) if (parts[i] ~ /\.service$/ || parts[i] == "init.scope") return parts[i]
      for (i = 2; i <= count; i++) if (parts[i] ~ /\.scope$/) return parts[i]
      return ""
    }
    function inspect(pid, line, unit, parts, uid, program) {
      while ((getline line < ("/proc/" pid "/status")) > 0) {
        if (line ~ /^Name:/) program = substr(line, 7)
        if (line ~ /^Uid:/) { split(line, parts, "\t"); uid = parts[2]; break }
      }
      close("/proc/" pid "/status")
      while ((getline line < ("/proc/" pid "/cgroup")) > 0) {
        if (line ~ /:name=openrc:\/./) unit = "openrc:" substr(line, index(line, "name=openrc:/") + 13)
        else if (line ~ /^0::|:name=systemd:/ && unit == "") {
          sub(/^[^:]*:[^:]*:/, "", line)
          unit = unit_of(line)
        }
      }
      close("/proc/" pid "/cgroup")
      if (unit ~ /^session-.*\.scope$/ || unit ~ /^user@/) unit = ""
      return word(unit) "\t" word(user_of(uid)) "\t" word(program)
    }
    $0 == "" { part++; next }
    part == 0 { split($0, f, " "); id[f[1]] = f[2]; next }
    part == 1 { owner[$1] = $2 "\t" $3; next }
    $1 == "looked" { looked = "looked " at " " $2 " " $3; next }
    $1 == "map" {
      pid = $2
      if (id["/proc/" pid "/ns/mnt"] != id["/proc/self/ns/mnt"] && id["/proc/" pid "/root/"] != id["/"]) next
      if ($3 in owner) key = "old\t" owner[$3]
      else if ($3 ~ /^\/(usr\/)?(bin|sbin|lib[^\/]*|libexec)\//) key = "unowned\t" word($3) "\t-"
      else next
      if (!(pid in who)) who[pid] = inspect(pid)
      key = key "\t" who[pid]
      if ((key, pid) in counted) next
      counted[key, pid] = 1
      if (!(key in processes)) order[++keys] = key
      processes[key]++
    }
    END {
      print looked
      size = 100
      for (i = 1; i <= keys; i++) {
        line = order[i] "\t" processes[order[i]]
        size += length(line) + 1
        if (i > 500 || size > 60000) { print "more"; exit }
        print line
      }
    }'
}

# --- talking to the server: curl, GNU wget or BusyBox wget ----------------------------------------

find_client() {
  if has curl; then
    CLIENT=curl
  elif has wget && wget --version 2>/dev/null | grep 'GNU Wget' >/dev/null; then
    CLIENT=wget
  elif has wget && wget --help 2>&1 | grep -e '--post-file' >/dev/null; then
    CLIENT=busybox
    # It would give the token to whoever answers: it does not look at certificates.
    case $SERVER in https:*) die "the wget of BusyBox can't check certificates; install curl" ;; esac
  else
    die "needs curl or wget"
  fi
}

# The token goes from its file to the tool's standard input (curl) or into a private file (wget), never
# through a variable.
token() { sed -n '1s/[^A-Za-z0-9_.-]//g; 1s/^/'"$1"'/; 1s/$/'"$2"'/; 1p' "$TOKEN_FILE"; }

curl_config() {
  token 'header = "Authorization: Bearer ' '"'
  echo 'header = "Content-Type: application/octet-stream"'
  curl_settings
}

curl_settings() {
  cat <<END
silent
fail
proto = "=http,https"
connect-timeout = 20
max-filesize = 65536
header = "Expect:"
user-agent = "hostwarden-agent/$VERSION"
END
  if [ -n "$CA_FILE" ]; then echo "cacert = \"$CA_FILE\""; fi
  if [ -n "$PIN" ]; then echo "pinnedpubkey = \"$PIN\""; fi
}

wget_config() {
  token 'header = Authorization: Bearer ' ''
  wget_settings
}

wget_settings() {
  cat <<END
header = Content-Type: application/octet-stream
quiet = on
tries = 1
max_redirect = 0
user_agent = hostwarden-agent/$VERSION
END
  # The folder is empty: only what was given at the installation is trusted, not every authority of the system.
  if [ -n "$CA_FILE" ]; then echo "ca_certificate = $CA_FILE"; echo "ca_directory = $STATE/none"; fi
  if [ -n "$PIN" ]; then echo "pinnedpubkey = $PIN"; fi
}

# send PATH FILE SECONDS: posts a file; the answer lies in $STATE/answer. False when the server did not
# answer with a success.
send() {
  rm -f "$STATE/answer"
  case $CLIENT in
    curl)
      curl_config | limited curl -q -K - --max-time "$3" --data-binary "@$2" -o "$STATE/answer" "$SERVER/agent/v1/$1" &
      await "$!"
      ;;
    wget)
      wget_config > "$STATE/wgetrc" || return
      WGETRC=$STATE/wgetrc limited wget --timeout="$3" --post-file="$2" -O "$STATE/answer" "$SERVER/agent/v1/$1" &
      await "$!"
      ;;
    busybox) send_with_busybox "$@" ;;
  esac
}

# A header would stand in the list of processes, so here the token is the first line of the body. Its -T
# crashes in some versions: a watchdog instead.
send_with_busybox() {
  { token 'token ' '' && cat "$2"; } > "$STATE/body" || return
  limited wget -q -O "$STATE/answer" --header 'Content-Type: application/octet-stream' \
    --post-file "$STATE/body" "$SERVER/agent/v1/$1" 2>/dev/null &
  client=$!
  rm -f "$STATE/timer"
  ( sleep "$3" & echo "$!" > "$STATE/timer"; wait "$!"; kill "$client" ) 2>/dev/null &
  watchdog=$!
  await "$client"
  status=$?
  # Not TERM: a shell that has just been born loses it, and we would wait for it as long as it watches.
  kill -9 "$watchdog" 2>/dev/null
  wait "$watchdog" 2>/dev/null
  { read -r timer < "$STATE/timer" && kill "$timer"; } 2>/dev/null
  return "$status"
}

# Its number is written down: should the agent be killed, its successor ends what it left (end_orphan).
await() {
  echo "$1" > "$STATE/client"
  wait "$1"
}

# An answer is a few lines; whatever sends more must not fill the disk.
limited() {
  ulimit -f 256 2>/dev/null
  exec "$@"
}

reach() {
  SERVER=${1%/}
  CA_FILE=${2:-}
  check_server
  find_client
  case $CLIENT in
    curl) curl_settings | curl -q -K - --max-time 20 -o /dev/null "$SERVER/healthz" ;;
    wget)
      wget -q --tries=1 --timeout=20 --max-redirect=0 ${CA_FILE:+"--ca-certificate=$CA_FILE"} \
        -O /dev/null "$SERVER/healthz"
      ;;
    busybox) wget -q -O /dev/null "$SERVER/healthz" ;;
  esac
  echo "$CLIENT $?"
}

# --- jobs -----------------------------------------------------------------------------------------

# The whole list of what a server can ask for.
do_job() {
  case $2 in
    inventory) report_inventory > "$STATE/result" & wait "$!" || echo "failed no_space" > "$STATE/result" ;;
    *) echo "failed unknown_job" > "$STATE/result" ;;
  esac
  send "jobs/$1" "$STATE/result" "$UPLOAD_SECONDS"
  status=$?
  rm -f "$STATE/result" "$STATE/body"
  return "$status"
}

# The wget of BusyBox sends a file up to its first zero byte, so no archive goes through it.
report_inventory() {
  if [ "$CLIENT" = busybox ]; then
    collect | tr -d '\000'
  elif has gzip; then
    collect | gzip -c
  else
    collect
  fi
}

# Reads the answer into JOBS ("id name id name ...") and WAIT. What is no answer of ours is none at all;
# lines we do not know are for later versions.
read_answer() {
  JOBS=
  WAIT=
  valid=no
  while read -r word first second _; do
    case $word in
      hostwarden) if [ "$first" = 1 ]; then valid=yes; fi ;;
      job) if is_word "$first" && is_word "$second"; then JOBS="$JOBS $first $second"; fi ;;
      wait) if is_number "$first"; then WAIT=$first; fi ;;
    esac
    [ "$valid" = yes ] || return 1
  done < "$STATE/answer"
  [ "$valid" = yes ]
}

is_word() { case $1 in '' | *[!A-Za-z0-9_-]*) return 1 ;; esac; [ "${#1}" -le 64 ]; }
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; [ "${#1}" -le 4 ]; }

check_in() {
  echo "version $VERSION" > "$STATE/request" && send poll "$STATE/request" "$POLL_SECONDS" &&
    [ -f "$STATE/answer" ] && read_answer
}

do_jobs() {
  # shellcheck disable=SC2086 # words of ours, checked one by one
  set -- $JOBS
  while [ $# -ge 2 ]; do
    do_job "$1" "$2" || return
    shift 2
  done
}

# --- staying alive --------------------------------------------------------------------------------

run() {
  read_config
  find_client
  mkdir -p "$STATE" 2>/dev/null
  [ -w "$STATE" ] || die "can't write to $STATE"
  take_place || die "runs already"
  trap stop TERM INT HUP
  failures=0
  while is_mine; do
    began=$(date +%s)
    if check_in && do_jobs; then
      [ "$failures" -eq 0 ] || say "connected to $SERVER"
      failures=0
      rest
    else
      failures=$((failures + 1))
      [ "$failures" -gt 1 ] || say "can't reach $SERVER; trying again"
      back_off
    fi
  done
}

# Between two questions: as long as the server asked for, or not at all; but a server that answers at once
# with nothing is not asked in a loop.
rest() {
  if [ -n "$WAIT" ]; then
    pause $((WAIT / 2 + $(random $((WAIT + 1)))))
  elif [ "$INTERVAL" -gt 0 ]; then
    pause "$INTERVAL"
  elif [ -z "$JOBS" ] && [ $(($(date +%s) - began)) -lt 5 ]; then
    pause $((5 + $(random 11)))
  fi
}

# Any second of a span that doubles with each failure: thousands of agents that lost one server at the
# same moment come back one by one.
back_off() {
  span=$FIRST_PAUSE
  doubled=1
  while [ "$doubled" -lt "$failures" ] && [ "$span" -lt "$LONGEST_PAUSE" ]; do
    span=$((span * 2))
    doubled=$((doubled + 1))
  done
  [ "$span" -lt "$LONGEST_PAUSE" ] || span=$LONGEST_PAUSE
  pause $((1 + $(random "$span")))
}

pause() {
  sleep "$1" &
  wait "$!"
}

# random N: a number from 0 to N - 1
random() {
  # shellcheck disable=SC2046 # three numbers, three words
  set -- "$1" $(od -An -N3 -tu1 /dev/urandom 2>/dev/null)
  if [ $# -eq 4 ]; then
    echo $((($2 * 65536 + $3 * 256 + $4) % $1))
  else
    awk -v n="$1" -v p="$$" 'BEGIN { srand(); srand(srand() * 31 + p * 7919); print int(rand() * n) }'
  fi
}

# One agent a machine: the file with our number appears at once or not at all, and a dead owner's is taken over.
take_place() {
  echo "$$" > "$STATE/pid.$$" || return 1
  for _ in 1 2 3; do
    if ln "$STATE/pid.$$" "$STATE/pid" 2>/dev/null; then break; fi
    if is_agent "$(cat "$STATE/pid" 2>/dev/null)"; then break; fi
    rm -f "$STATE/pid"
  done
  rm -f "$STATE/pid.$$"
  is_mine || return 1
  end_orphan
}

# A client that was left waiting would take an answer that nobody reads.
end_orphan() {
  client=
  { read -r client < "$STATE/client"; } 2>/dev/null
  case $(tr '\0' ' ' 2>/dev/null < "/proc/${client:-none}/cmdline") in *"$SERVER/agent/v1/"*) kill "$client" ;; esac
  return 0
}

is_mine() {
  owner=
  { read -r owner < "$STATE/pid"; } 2>/dev/null
  [ "$owner" = "$$" ]
}

# Numbers are used again after a restart: only a process that looks like an agent is one.
is_agent() {
  [ -n "$1" ] || return 1
  if [ -d /proc/self ]; then
    case $(tr '\0' ' ' 2>/dev/null < "/proc/$1/cmdline") in *hostwarden-agent*run*) return 0 ;; esac
    return 1
  fi
  kill -0 "$1" 2>/dev/null
}

stop() {
  trap '' TERM INT HUP
  # More than once, as a process that is just being born can lose a signal.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -n "$(children_of "$$")" ] || break
    end_tree "$$"
  done
  if is_mine; then (cd "$STATE" && rm -f pid client timer wgetrc body request answer result); fi
  exit 0
}

# Not every service manager ends the children of what it stops.
end_tree() {
  children=$(children_of "$1")
  [ "$1" = "$$" ] || kill "$1" 2>/dev/null
  for child in $children; do end_tree "$child"; done
}

# Who is alive, but for the shell that is asking.
children_of() {
  parent=$1
  self=
  { read -r self _ < /proc/self/stat; } 2>/dev/null
  for file in /proc/[0-9]*/stat; do
    line=
    { read -r line < "$file"; } 2>/dev/null
    # shellcheck disable=SC2086 # behind the name in brackets: state, parent, ...
    set -- ${line##*) }
    if [ "${2:-}" = "$parent" ] && [ "$1" != Z ] && [ "${line%% *}" != "$self" ]; then echo "${line%% *}"; fi
  done
}

# --- settings -------------------------------------------------------------------------------------

read_config() {
  config=${HOSTWARDEN_AGENT_CONFIG:-$(dirname "$0")/hostwarden-agent.conf}
  [ -r "$config" ] || die "can't read $config"
  while IFS='=' read -r key value || [ -n "$key" ]; do
    case $key in
      server) SERVER=${value%/} ;;
      token_file) TOKEN_FILE=$value ;;
      state) STATE=$value ;;
      version) if is_version "$value"; then VERSION=$value; fi ;;
      ca_file) CA_FILE=$value ;;
      pin) PIN=$value ;;
      interval) if is_number "$value"; then INTERVAL=$value; fi ;;
    esac
  done < "$config"
  check_server
  [ -r "$TOKEN_FILE" ] || die "can't read the token file"
}

is_version() { case $1 in '' | *[!A-Za-z0-9.+_-]*) return 1 ;; esac; }

check_server() {
  case $SERVER in *[!A-Za-z0-9:/._~%@\[\]-]*) die "server= is no address" ;; esac
  case $SERVER in http://?* | https://?*) ;; *) die "server= must begin with http:// or https://" ;; esac
}

# Read to its end before anything runs: the file may come through standard input, which no command of ours may eat.
main() {
  case ${1:-} in
    run) run < /dev/null ;;
    collect) collect < /dev/null ;;
    reach) reach "${2:-}" "${3:-}" < /dev/null ;;
    look) write_look "${2:-}" "${3:-}" < /dev/null ;;
    version) echo "$VERSION" ;;
    *) die "use: run | collect | look [FILE] | reach SERVER [CA_FILE] | version" ;;
  esac
}

main "$@"
