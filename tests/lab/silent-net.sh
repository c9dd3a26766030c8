#!/bin/bash
# silent-net.sh up|down: addresses of known bad behaviour in a network namespace of their own. Real
# packets of the kernel, no mocks.
#
# The caller's namespace gets hwquiet0 = 10.79.0.1/24 and a route to 10.79.0.0/16; the netns hwquiet holds the rest.
# On each address 200 TCP ports are open (2000, 2017, … 5383: quiet-listeners.mjs) unless said otherwise.
#   10.79.0.10  normal                                10.79.0.11  refuses everything (RST)
#   10.79.0.12  silent: drops everything              10.79.0.13  open ports answer, all others are dropped
#   10.79.0.14  rejects with ICMP admin-prohibited    10.79.0.17  rejects with ICMP port-unreachable
#   10.79.0.15  nobody there (no answer to ARP)       10.79.0.21  1 % loss each way      10.79.0.25  5 % loss each way
#   10.79.2.0/24  a routed /24 of silence (a blackhole route, no ARP involved)
# Needs root, iproute2, nftables, node. Prints what is missing and ends with 3 where it can't be done.
set -uo pipefail
NS=hwquiet; LINK=hwquiet0; HERE=$(dirname "$(readlink -f "$0")"); STATE=${TMPDIR:-/tmp}/hostwarden-quiet.pid
down() {
  [ -f "$STATE" ] && kill "$(cat "$STATE")" 2>/dev/null; rm -f "$STATE"
  ip link del $LINK 2>/dev/null; ip netns del $NS 2>/dev/null; return 0
}
case ${1:-} in
down) down; exit 0;;
up) ;;
*) echo "usage: silent-net.sh up|down" >&2; exit 2;;
esac
[ "$(id -u)" = 0 ] || { echo "silent-net: needs root"; exit 3; }
for tool in ip nft node; do command -v $tool >/dev/null || { echo "silent-net: $tool is missing"; exit 3; }; done
[ -f "$STATE" ] && kill -0 "$(cat "$STATE")" 2>/dev/null && exit 0
down
[ -z "$(ip route show root 10.79.0.0/16)" ] || { echo "silent-net: 10.79.0.0/16 is already routed here"; exit 3; }
ip netns add $NS || { echo "silent-net: this machine makes no network namespaces"; exit 3; }
set -e
ip -n $NS link set lo up
ip link add $LINK type veth peer name q0 netns $NS
ip addr add 10.79.0.1/24 dev $LINK; ip link set $LINK up
for a in 10 11 12 13 14 17 21 25; do ip -n $NS addr add 10.79.0.$a/24 dev q0; done
ip -n $NS link set q0 up; ip route add 10.79.0.0/16 via 10.79.0.10 src 10.79.0.1
ip -n $NS route add blackhole 10.79.2.0/24
ip netns exec $NS sysctl -qw net.ipv4.ip_forward=1 net.ipv4.icmp_ratelimit=0
ip netns exec $NS nft -f - <<'N'
table ip quiet {
  set open { type inet_service; flags interval; elements = { 2000-5383 } }
  chain in { type filter hook input priority 0;
    ip daddr 10.79.0.11 tcp flags syn reject with tcp reset
    ip daddr 10.79.0.12 drop
    ip daddr 10.79.0.13 tcp dport != @open drop
    ip daddr 10.79.0.13 ip protocol != tcp drop
    ip daddr 10.79.0.14 reject with icmp type admin-prohibited
    ip daddr 10.79.0.17 reject with icmp type port-unreachable
    ip daddr 10.79.0.21 numgen random mod 100 < 1 drop
    ip daddr 10.79.0.25 numgen random mod 100 < 5 drop
  }
  chain out { type filter hook output priority 0;
    ip saddr 10.79.0.21 numgen random mod 100 < 1 drop
    ip saddr 10.79.0.25 numgen random mod 100 < 5 drop
  }
}
N
ip netns exec $NS node "$HERE/quiet-listeners.mjs" 2000 5383 17 </dev/null >/dev/null 2>&1 & echo $! >"$STATE"
for _ in $(seq 100); do ip netns exec $NS ss -Hlnt 'sport = :5383' | grep -q . && exit 0; sleep 0.1; done
echo "silent-net: the listeners did not come up"; down; exit 3
