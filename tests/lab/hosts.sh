#!/bin/bash
# Real small hosts to log in to: a root file system, an init and a network namespace each, and a real sshd.
#   hosts.sh up N|ROLE…   brings up hosts 1…N at 10.77.0.11, .12, …; prints one line each when its sshd answers:
#                         ip name role root:password admin:password nosudo:password
#   hosts.sh down         stops them and takes everything away but the cached base roots (`hosts.sh purge`: these too)
# Roles, in this order for `up N`, then again the first:
#   systemd  systemd booted as PID 1: systemctl, journal and reboot work
#   bare     the same without curl and wget
#   cron     no service manager at all, cron and sshd only
#   full     systemd, the root file system 100 % full
#   openrc   sysvinit and OpenRC booted: rc-service and reboot work, no systemd
#   busybox  as cron, but the userland is BusyBox (sh is ash), no curl
#   ro       systemd, the root file system read-only (/tmp and /run are writable)
#   doas     as cron, but doas instead of sudo (admin needs no password)
#   crond    as busybox, but BusyBox's crond with one table a user and no /etc/cron.d
#   late     as cron, its clock a year ahead
#   bullseye, trixie   as systemd without wget and cron, of Debian 11 and 13; one whose release can't be
#                      had here is left out with a line that says so
# A host without an init is rebooted by: touch /lab-reboot; kill $(cat /run/sshd.pid)
# Users: root; admin (sudo with its password); nosudo. This machine is 10.77.0.254 on the bridge hwhosts0.
# Env: HOSTS_HOME (default /var/tmp/hostwarden-hosts), HOSTS_SUITE (bookworm), HOSTS_MIRROR (default: what
# this machine's apt uses).
# Needs root and Debian. Idempotent: hosts that run are left alone. Ends with 3 and a reason where it can't be done.
# All share one kernel: boot_id and /proc/uptime survive a reboot; the start time of PID 1 tells one
# (/proc/1/stat, field 22).
set -uo pipefail
SELF=$(readlink -f "$0")
H=${HOSTS_HOME:-/var/tmp/hostwarden-hosts}
SUITE=${HOSTS_SUITE:-bookworm}
BRIDGE=hwhosts0
NET=10.77.0
ROLES=(systemd bare cron full openrc busybox ro doas crond late bullseye trixie)
ROOT_PW=Lab-root-1 ADMIN_PW=Lab-admin-1 NOSUDO_PW=Lab-nosudo-1
cannot() { echo "hosts: $*" >&2; exit 3; }
started() { awk '{print $22}' "/proc/$1/stat" 2>/dev/null; }
# a process by pid and start time
alive() { [ -f "$1" ] && read -r p t <"$1" && [ -n "$t" ] && [ "$(started "$p")" = "$t" ]; }
note() { echo "$1 $(started "$1")" >"$2"; }
family() {
  case $1 in
    openrc|cron|busybox|doas|crond|late) echo openrc-$SUITE;;
    bullseye|trixie) echo small-$1;;
    *) echo systemd-$SUITE;;
  esac
}

tools() {
  local missing=() pair
  for pair in systemd-nspawn:systemd-container mmdebstrap:mmdebstrap ip:iproute2 ssh-keyscan:openssh-client; do
    command -v "${pair%:*}" >/dev/null || missing+=("${pair#*:}"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "hosts: installing ${missing[*]}" >&2; export DEBIAN_FRONTEND=noninteractive
  local get=(apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}")
  "${get[@]}" >/dev/null 2>&1 || {
    apt-get update -qq
    "${get[@]}" >/dev/null 2>&1
  } || cannot "${missing[*]} can't be installed"
}
mirror() {
  local format='$(CODENAME) $(REPO_URI)' first='$1=="bookworm"{print $2; exit}'
  apt-get indextargets --format "$format" 'Identifier: Packages' | awk "$first" | grep . || {
    apt-get update -qq >&2
    apt-get indextargets --format "$format" 'Identifier: Packages' | awk "$first"
  }
}

# base FAMILY-SUITE: the read-only lower layer of all hosts of a family; made once, thrown away when half-made
base() {
  local family=${1%-*} suite=${1##*-} b=$H/base/$1 packages=openssh-server,sudo,iproute2,procps,curl
  [ ! -e "$b.done" ] || return 0
  echo "hosts: making the $family base ($suite), once" >&2; rm -rf --one-file-system "$b"; mkdir -p "$H/base"
  [ "$family" = small ] || packages+=,iputils-ping,wget,ca-certificates,cron
  case $family in
    systemd|small) packages+=,systemd-sysv,libpam-systemd,dbus;;
    openrc) packages+=,sysvinit-core,openrc,busybox-static;;
  esac
  mmdebstrap --quiet --variant=minbase --include=$packages "$suite" "$b" "deb $MIRROR $suite main" >"$b.log" 2>&1 || {
    tail -3 "$b.log" >&2
    return 1
  }
  chroot "$b" sh -c 'useradd -m -s /bin/bash -G sudo admin; useradd -m -s /bin/bash nosudo; rm -f /etc/ssh/ssh_host_*'
  printf 'root:%s\nadmin:%s\nnosudo:%s\n' $ROOT_PW $ADMIN_PW $NOSUDO_PW | chroot "$b" chpasswd
  printf 'PermitRootLogin yes\nPasswordAuthentication yes\n' >"$b/etc/ssh/sshd_config.d/lab.conf"
  # there are no consoles and no hardware, and nobody but the outside brings up the network
  if [ "$family" = openrc ]; then
    sed -i -E '/:respawn:.*getty/d' "$b/etc/inittab"
    printf 'rc_sys="systemd-nspawn"\nrc_provide="net"\n' >>"$b/etc/rc.conf"
    for service in hwclock.sh checkfs.sh checkroot.sh checkroot-bootclean.sh mountnfs.sh urandom sudo; do
      rm -f "$b"/etc/runlevels/*/$service
    done
  fi
  touch "$b.done"
}

# extra PACKAGE ROOT: puts the files of one more package into a root
extra() {
  local debs=$H/debs
  mkdir -p "$debs"
  ls "$debs/$1"_*.deb >/dev/null 2>&1 || (
    cd "$debs" && apt-get download -qq "$1" 2>/dev/null
  ) || { echo "hosts: $1 can't be had" >&2; return 1; }
  dpkg -x "$(ls "$debs/$1"_*.deb | head -1)" "$2"
}

# furnish ROLE ROOT: what makes a host of its role
furnish() {
  local role=$1 root=$2 tool path
  case $role in
    bare) chroot "$root" dpkg --purge curl wget >/dev/null 2>&1;;
    cron|busybox|doas|crond|late)
      chroot "$root" dpkg --purge --force-all openrc sysvinit-core initscripts sysv-rc >/dev/null 2>&1
      path=/usr/sbin/cron; [ "$role" != crond ] || path='mkdir -p /var/spool/cron/crontabs; /bin/busybox crond'
      cat >"$root/lab-init" <<END
mkdir -p /run/sshd; rm -f /run/*.pid; $path; /usr/sbin/sshd -D; [ ! -e /lab-reboot ] || { rm /lab-reboot; exit 77; }
END
      ;;
    full) dd if=/dev/zero of="$root/var/filler" bs=64k status=none 2>/dev/null;;
    ro) mkdir -p "$root/var/lib/systemd/linger";;          # else logind fails, and each login waits 25 s for it
  esac
  case $role in
    doas)
      extra opendoas "$root" || return 1
      rm -f "$root/usr/bin/sudo"
      echo 'permit nopass admin' >"$root/etc/doas.conf"
      chmod 0400 "$root/etc/doas.conf";;
    crond)
      chroot "$root" dpkg --purge --force-all cron >/dev/null 2>&1
      rm -rf "$root/etc/cron.d" "$root/usr/bin/crontab";;
    late)
      extra libfaketime "$root" || return 1
      echo +365d >"$root/etc/faketimerc"
      (cd "$root" && echo usr/lib/*/faketime/libfaketimeMT.so.1 | sed 's#^#/#') >"$root/etc/ld.so.preload";;
  esac
  case $role in busybox|crond) ;; *) return 0;; esac
  chroot "$root" /bin/busybox sh -c 'rm -f /usr/bin/curl; for a in $(busybox --list); do
    case $a in
      busybox|su|login|passwd|init|getty|sulogin|adduser|deluser|addgroup|delgroup) continue;;
      crontab) [ ! -x /usr/bin/crontab ] || continue;;
    esac
    p=$(command -v "$a")
    case $p in /*) ;; *) p=/usr/bin/$a;; esac
    /bin/busybox ln -sf /bin/busybox "$p"
  done'
  return 0
}

host_up() {
  local i=$1 role=$2 d=$H/run/$1 ns=hwhost$1 root type layers
  if alive "$d/pid"; then
    [ "$(cat "$d/role")" = "$role" ] && return 0
    echo "hosts: host $i runs as $(cat "$d/role"): down first" >&2
    return 1
  fi
  host_gone "$i"; mkdir -p "$d/root" "$d/layer"; echo "$role" >"$d/role"; root=$d/root
  [ "$role" != full ] || mount -t tmpfs -o size=64m tmpfs "$d/layer"
  mkdir -p "$d/layer/upper" "$d/layer/work"
  layers=lowerdir=$H/base/$(family "$role"),upperdir=$d/layer/upper,workdir=$d/layer/work
  mount -t overlay overlay -o "$layers" "$root" || return 1
  echo "hw$i" >"$root/etc/hostname"
  echo "127.0.0.1 localhost hw$i" >"$root/etc/hosts"
  tr -d - </proc/sys/kernel/random/uuid >"$root/etc/machine-id"
  for type in ed25519 ecdsa rsa; do
    ssh-keygen -q -N '' -C "root@hw$i" -t $type -f "$root/etc/ssh/ssh_host_${type}_key" || return 1
  done
  furnish "$role" "$root" || return 1
  ip netns add "$ns" && ip -n "$ns" link set lo up &&
    ip link add "hwh$i" type veth peer name eth0 netns "$ns" && ip link set "hwh$i" master $BRIDGE up &&
    ip -n "$ns" addr add "$NET.$((10 + i))/24" dev eth0 || return 1
  setsid unshare --mount --propagation private "$SELF" keep "$i" "$role" </dev/null >/dev/null 2>&1 & note $! "$d/pid"
}

# keep I ROLE: boots a host, again when it asks for a reboot, and ends when it is powered off. Runs in a
# mount namespace of its own.
keep() {
  local i=$1 role=$2 d=$H/run/$1 c code how=(--boot); trap '' HUP
  # the host sees pure cgroup v2
  mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
  for c in /sys/fs/cgroup /sys/fs/cgroup/systemd; do
    [ ! -w "$c/cgroup.procs" ] || { mkdir -p "$c/hwhost-$i" && echo $$ >"$c/hwhost-$i/cgroup.procs"; }
  done
  case $role in cron|busybox|doas|crond|late) how=(--as-pid2 /bin/sh /lab-init);; ro) how+=(--read-only);; esac
  # /tmp on the root file system
  [ "$role" = ro ] || export SYSTEMD_NSPAWN_TMPFS_TMP=0
  while [ ! -e "$d/stop" ]; do
    ip -n "hwhost$i" link set eth0 up
    systemd-nspawn --quiet -D "$d/root" --machine="hw$i" --network-namespace-path="/run/netns/hwhost$i" \
      --register=no --keep-unit --console=pipe \
      --resolv-conf=off --timezone=off --link-journal=no --capability=CAP_NET_ADMIN "${how[@]}" \
      </dev/null >>"$d/console" 2>&1 & note $! "$d/nspawn"
    wait $!; code=$?
    # a host that is down does not even refuse
    ip -n "hwhost$i" link set eth0 down
    case $code in 133|77) ;; *) return 0;; esac   # 77: its /lab-init wants it, where there is no init to ask
  done
}

# host_gone I: ends what was noted for a host, and takes its namespace, mounts and files away
host_gone() {
  local i=$1 d=$H/run/$1 c p
  [ -d "$d" ] || return 0
  touch "$d/stop"
  # its init, and with it all that is inside
  for p in $(ip netns pids "hwhost$i" 2>/dev/null); do kill -KILL "$p" 2>/dev/null; done
  alive "$d/nspawn" && kill -KILL "$(cut -d' ' -f1 "$d/nspawn")" 2>/dev/null
  for _ in $(seq 50); do alive "$d/pid" || break; sleep 0.1; done
  alive "$d/pid" && kill -KILL "$(cut -d' ' -f1 "$d/pid")"
  for _ in $(seq 50); do [ -n "$(ip netns pids "hwhost$i" 2>/dev/null)" ] || break; sleep 0.1; done
  ip netns del "hwhost$i" 2>/dev/null; ip link del "hwh$i" 2>/dev/null
  umount -l "$d/root" 2>/dev/null; umount -l "$d/layer" 2>/dev/null; rm -rf --one-file-system "$d"
  unshare --mount --propagation private bash -c 'mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
    for c in /sys/fs/cgroup/hwhost-'"$i"' /sys/fs/cgroup/systemd/hwhost-'"$i"'; do
      [ ! -d "$c" ] || find "$c" -depth -type d -exec rmdir {} + 2>/dev/null
    done'
  for c in /sys/fs/cgroup{,/systemd,/unified}/hwhost-"$i"; do
    [ ! -d "$c" ] || find "$c" -depth -type d -exec rmdir {} + 2>/dev/null
  done
}

up() {
  local wanted=() i family families bad=0 end
  if [[ $1 =~ ^[0-9]+$ ]]; then
    for ((i = 0; i < $1; i++)); do wanted+=("${ROLES[i]:-systemd}"); done
  else
    wanted=("$@")
  fi
  for i in "${wanted[@]}"; do [[ " ${ROLES[*]} " = *" $i "* ]] || cannot "there is no role $i"; done
  [ "$(id -u)" = 0 ] || cannot "needs root"
  tools
  if ! ip link show $BRIDGE >/dev/null 2>&1; then
    [ -z "$(ip route show root $NET.0/24)" ] || cannot "$NET.0/24 is already routed here"
    ip link add $BRIDGE type bridge && ip addr add $NET.254/24 dev $BRIDGE && ip link set $BRIDGE up ||
      cannot "this machine makes no bridges"
  fi
  families=$(for i in "${wanted[@]}"; do family "$i"; done | sort -u); MIRROR=
  for family in $families; do [ -e "$H/base/$family.done" ] || MIRROR=${HOSTS_MIRROR:-$(mirror)}; done
  for family in $families; do base "$family" & done; wait
  for family in $families; do
    [ -e "$H/base/$family.done" ] && continue
    [[ $family = small-* ]] || cannot "no $family base; see $H/base/$family.log"
    echo "hosts: left out: Debian ${family#*-} can't be had here, see $H/base/$family.log" >&2
    for i in "${!wanted[@]}"; do [ "${wanted[i]}" != "${family#*-}" ] || unset "wanted[i]"; done
  done
  for i in "${!wanted[@]}"; do host_up $((i + 1)) "${wanted[i]}" & done; wait
  for i in "${!wanted[@]}"; do
    local ip=$NET.$((11 + i)); end=$((SECONDS + 40))
    until ssh-keyscan -T 1 -t ed25519 "$ip" 2>/dev/null | grep -q ssh-ed25519; do
      [ $SECONDS -lt $end ] || {
        echo "hosts: hw$((i + 1)) does not answer; see $H/run/$((i + 1))/console" >&2
        bad=1
        continue 2
      }
      sleep 0.1
    done
    echo "$ip hw$((i + 1)) ${wanted[i]} root:$ROOT_PW admin:$ADMIN_PW nosudo:$NOSUDO_PW"
  done
  return $bad
}
down() {
  local d
  for d in "$H"/run/*/; do [ ! -d "$d" ] || { d=${d%/}; host_gone "${d##*/}" & }; done; wait
  ip link del $BRIDGE 2>/dev/null; return 0
}

case ${1:-} in
up) shift; [ $# -gt 0 ] || { echo 'usage: hosts.sh up N|ROLE…' >&2; exit 2; }; up "$@";;
keep) keep "$2" "$3";;
down) down;;
purge) down; rm -rf --one-file-system "$H/base";;
*) echo 'usage: hosts.sh up N|ROLE… | down | purge' >&2; exit 2;;
esac
