#!/bin/bash
# Real Debian daemons on 127.0.0.0/8, each once as it should not be and once as it should, for the checks
# to be tried on.
#   weak-daemons.sh up|down      what is where, and what each check has to say, stands in checks.lab.test.ts
# Env: DAEMONS_HOME (default /var/tmp/hostwarden-weak), DAEMONS_ONLY. Needs root and Debian 12. Idempotent.
export DAEMONS_HOME=${DAEMONS_HOME:-/var/tmp/hostwarden-weak}
. "$(dirname "$0")/daemons.sh" lib

# certificate NAME OPENSSL-REQ-OPTION…: a self-signed one
certificate() {
  local n=$1
  shift
  [ -f "$n.pem" ] || openssl req -x509 -nodes -keyout "$n.key" -out "$n.pem" -subj "/CN=$n.lab" "$@" 2>/dev/null
  chmod 644 "$n.key"
}
# issued NAME FROM TO: by a lab authority, YYYYMMDDHHMMSSZ
issued() {
  [ -f "$1.pem" ] && return
  openssl req -new -newkey rsa:2048 -nodes -keyout "$1.key" -out "$1.csr" -subj "/CN=$1.lab" 2>/dev/null
  : >index
  echo 01 >serial
  cat >ca.cnf <<END
[ca]
default_ca=d
[d]
database=index
serial=serial
new_certs_dir=.
default_md=sha256
policy=p
[p]
commonName=supplied
END
  openssl ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -startdate "$2" -enddate "$3" \
    -in "$1.csr" -out "$1.pem" 2>/dev/null
}
s_server() {
  local port=$1 name=$2
  shift 2
  svc "tls-$port" openssl "$port/tls/no" openssl s_server -accept "$A:$port" -cert "$name.pem" \
    -key "$name.key" -www -quiet "$@"
}

weak_up() {
  install_missing openssl openssh-server nginx-light redis-server memcached mosquitto samba unbound \
    bind9 dnsmasq-base tigervnc-standalone-server inetutils-telnetd socat rsync vsftpd snmpd etcd-server \
    etcd-client exim4-daemon-light
  mkdir -p "$H/run" "$H/log" "$H/www/.git" "$H/bare" && chmod 755 "$H" && cd "$H" || exit 1
  echo 'ref: refs/heads/main' >www/.git/HEAD
  printf 'DB_HOST=db\nDB_PASSWORD=lab\n' >www/.env
  echo hi >bare/index.html
  chmod -R a+rX www bare
  local now; now=$(date +%s); stamp() { date -u -d "@$((now + $1))" +%Y%m%d%H%M%SZ; }
  certificate ca -newkey rsa:2048 -days 3650
  issued good "$(stamp -86400)" "$(stamp 31536000)"
  issued expired "$(stamp -864000)" "$(stamp -86400)"
  issued soon "$(stamp -8640000)" "$(stamp 432000)"
  issued early "$(stamp 864000)" "$(stamp 31536000)"
  certificate short -newkey rsa:1024 -sha256 -days 365
  certificate sha1 -newkey rsa:2048 -sha1 -days 365
  certificate self -newkey rsa:2048 -days 365
  tls; logins; files; stores_open; resolvers
  local end=$((SECONDS + 30)) w name port bad=0
  for w in "${WAITS[@]}"; do IFS=: read -r name port <<<"$w"
    until ss -Hlntu "sport = :$port" | grep -q .; do
      [ $SECONDS -lt $end ] || { echo "daemons: $name does not listen on $port; see $H/log/$name" >&2; bad=1; break; }
      sleep 0.1
    done
  done
  return $bad
}

tls() {
  s_server 24101 good; s_server 24102 expired; s_server 24103 soon; s_server 24104 early; s_server 24105 self
  s_server 24106 short -cipher ALL:@SECLEVEL=0; s_server 24107 sha1
  s_server 24108 good -tls1_1 -cipher ALL:@SECLEVEL=0; s_server 24109 good -tls1_2; s_server 24110 good -tls1_3
  s_server 24111 good -cipher 'ALL:eNULL:@SECLEVEL=0' -tls1_2
  mkdir -p exim; chown -R Debian-exim exim; chown Debian-exim self.key
  cat >exim.conf <<END
spool_directory = $H/exim
log_file_path = $H/exim/%slog
primary_hostname = lab.local
local_interfaces = $A
tls_advertise_hosts = *
tls_certificate = $H/self.pem
tls_privatekey = $H/self.key
begin acl
END
  svc exim exim4-daemon-light 24112/starttls/yes exim4 -C "$H/exim.conf" -bdf -oX $A.24112 -oP ''
}

logins() {
  [ -f hostkey ] || ssh-keygen -q -t ed25519 -N '' -f hostkey
  mkdir -p /run/sshd; local sshd=(/usr/sbin/sshd -D -f /dev/null -h "$H/hostkey" -o ListenAddress=$A -o PidFile=none)
  svc sshd-weak openssh-server 24120/none/yes "${sshd[@]}" -p 24120 \
    -o KexAlgorithms=+diffie-hellman-group1-sha1 -o Ciphers=+3des-cbc,aes128-cbc -o MACs=+hmac-md5
  svc sshd-fine openssh-server 24121/none/yes "${sshd[@]}" -p 24121
  svc telnetd inetutils-telnetd 24122/none/no socat TCP-LISTEN:24122,bind=$A,reuseaddr,fork \
    "EXEC:/usr/sbin/telnetd -h,nofork"
  local vnc=(Xtigervnc -localhost yes -interface $A -geometry 64x48)
  svc vnc-open tigervnc-standalone-server 24123/none/no "${vnc[@]}" :4823 -rfbport 24123 \
    -SecurityTypes None -nolisten tcp
  svc vnc-fine tigervnc-standalone-server 24124/none/no "${vnc[@]}" :4824 -rfbport 24124 \
    -SecurityTypes VncAuth -nolisten tcp
  svc x-open tigervnc-standalone-server "10825/none/no" "${vnc[@]}" :4825 -rfbport 24125 \
    -SecurityTypes None -listen tcp -ac
}

files() {
  cat >ftp.base <<END
listen=YES
listen_address=$A
background=NO
secure_chroot_dir=/var/run/vsftpd/empty
local_enable=YES
END
  mkdir -p /var/run/vsftpd/empty
  { cat ftp.base; printf 'listen_port=24130\nanonymous_enable=YES\n'; } >ftp-open.conf
  { cat ftp.base; printf 'listen_port=24131\nanonymous_enable=NO\n'; } >ftp-fine.conf
  svc ftp-open vsftpd 24130/none/yes vsftpd "$H/ftp-open.conf"
  svc ftp-fine vsftpd 24131/none/yes vsftpd "$H/ftp-fine.conf"
  local kind; for kind in weak fine; do
    mkdir -p "smb-$kind"
    cat >smb-$kind.conf <<END
[global]
smb ports=$([ $kind = weak ] && echo 24132 || echo 24133)
interfaces=$A
bind interfaces only=yes
$([ $kind = weak ] && echo 'server min protocol=NT1' || echo 'server signing=mandatory')
END
    for k in private lock state cache pid ncalrpc; do
      x=directory
      case $k in private|ncalrpc) x=dir;; esac
      echo "$k $x=$H/smb-$kind" >>smb-$kind.conf
    done
  done
  svc smb-weak samba 24132/none/no smbd -F --no-process-group -s "$H/smb-weak.conf"
  svc smb-fine samba 24133/none/no smbd -F --no-process-group -s "$H/smb-fine.conf"
  echo lab:lab >rsync.secrets; chmod 600 rsync.secrets
  printf 'use chroot = no\nport = 24134\naddress = %s\n[lab]\npath = %s/bare\n' $A "$H" >rsync-open.conf
  svc rsync-open rsync 24134/none/no rsync --daemon --no-detach --config="$H/rsync-open.conf"
  cat >rsync-fine.conf <<END
use chroot = no
port = 24135
address = $A
[lab]
path = $H/bare
auth users = lab
secrets file = $H/rsync.secrets
END
  svc rsync-fine rsync 24135/none/no rsync --daemon --no-detach --config="$H/rsync-fine.conf"
  echo 'lab:$1$x$y' >htpasswd; chmod 644 htpasswd
  cat >nginx.conf <<N
worker_processes 1; pid $H/nginx.pid; error_log $H/log/nginx.err; events{}
http{ access_log off; client_body_temp_path $H/nb;
 proxy_temp_path $H/np; fastcgi_temp_path $H/nf; uwsgi_temp_path $H/nu; scgi_temp_path $H/ns;
 server{ listen $A:24136; root $H/www; autoindex on; }
 server{ listen $A:24137; root $H/bare; location ~ /\\. { return 404; } }
 server{ listen $A:24138; root $H/bare; auth_basic lab; auth_basic_user_file $H/htpasswd; } }
N
  svc nginx nginx "24136/none/yes 24137/none/yes 24138/none/yes" nginx -c "$H/nginx.conf" -g 'daemon off;'
}

stores_open() {
  local redis=(redis-server --bind $A --save '' --appendonly no --dir "$H")
  svc redis-open redis-server 24140/none/yes "${redis[@]}" --port 24140
  svc redis-fine redis-server 24141/none/no "${redis[@]}" --port 24141 --requirepass lab
  echo lab:lab >mcauth; chmod 644 mcauth
  svc memcached-open memcached 24142/none/yes memcached -u nobody -p 24142 -U 0 -l $A
  svc memcached-fine memcached 24143/none/no memcached -u nobody -p 24143 -U 0 -l $A -Y "$H/mcauth"
  cat >mosq.conf <<END
per_listener_settings true
listener 24144 $A
allow_anonymous true
listener 24145 $A
allow_anonymous false
END
  svc mosquitto mosquitto "24144/none/yes 24145/none/no" mosquitto -c "$H/mosq.conf"
  # etcd's checks want its own port: one address for each
  local n
  for n in 81 82; do
    svc etcd-$n etcd-server 2379/none/no etcd --name lab --data-dir "$H/etcd-$n" \
      --listen-client-urls "http://127.0.0.$n:2379" --advertise-client-urls "http://127.0.0.$n:2379" \
      --listen-peer-urls "http://127.0.0.$n:2380" --initial-advertise-peer-urls "http://127.0.0.$n:2380" \
      --initial-cluster "lab=http://127.0.0.$n:2380" --auth-token simple --log-level error
  done
  [ -f etcd-auth ] || {
    for n in 1 2 3 4 5 6 7 8; do etcdctl_ user add root:lab >/dev/null 2>&1 && break; sleep 0.5; done
    etcdctl_ user grant-role root root >/dev/null 2>&1
    etcdctl_ auth enable >/dev/null 2>&1 && : >etcd-auth
  }
}
etcdctl_() { ETCDCTL_API=3 etcdctl --endpoints http://127.0.0.82:2379 "$@"; }

# No resolver here can ask anybody outside: 127.0.0.87 is nobody.
resolvers() {
  local kind port access open
  for kind in "open 24150 allow" "fine 24151 refuse"; do read -r kind port access <<<"$kind"
    cat >unbound-$kind.conf <<END
server:
 interface: $A
 port: $port
 access-control: 127.0.0.0/8 $access
 chroot: ""
 username: ""
 directory: "$H"
 pidfile: ""
 use-syslog: no
 do-daemonize: no
 module-config: "iterator"
forward-zone:
 name: "."
 forward-addr: 127.0.0.87
remote-control:
 control-enable: no
END
    svc unbound-$kind unbound "$port/none/yes" unbound -d -c "$H/unbound-$kind.conf"; done
  for kind in "fine 24152 none" "open 24153 any"; do read -r kind port access <<<"$kind"
    cat >named-$kind.conf <<END
options {
 directory "$H"; pid-file "$H/named-$kind.pid"; session-keyfile "$H/sk-$kind";
 listen-on port $port { $A; }; listen-on-v6 { none; };
 recursion yes; allow-recursion { $access; }; dnssec-validation no;
 forward only; forwarders { 127.0.0.87; };
};
controls {};
END
    svc bind-$kind bind9 "$port/none/yes" named -g -c "$H/named-$kind.conf"; done
  svc dnsmasq dnsmasq-base 24154/none/yes dnsmasq -k -p 24154 --listen-address=$A \
    --bind-interfaces --conf-file=/dev/null --no-resolv --pid-file
  for kind in "open 24155 public" "fine 24156 verysecret"; do
    read -r kind port access <<<"$kind"
    printf 'rocommunity %s\n' "$access" >snmp-$kind.conf
    svc snmp-$kind snmpd "$port/none/no" snmpd -f -Lo -C -c "$H/snmp-$kind.conf" \
      -I-smux -p "$H/snmp-$kind.pid" udp:$A:"$port"
  done
}

case ${1:-} in
  up) weak_up ;;
  down) down ;;
  *) echo "usage: weak-daemons.sh up|down" >&2; exit 2 ;;
esac
