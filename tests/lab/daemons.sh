#!/bin/bash
# Real Debian network daemons on 127.0.0.1, high ports, for the service detection to be tried on.
#   daemons.sh up      installs what is missing, starts what does not run, prints the truth, one line per port:
#                      port name version tls shown
#                      (tls: none | tls | starttls; shown: does a client without a login get the version?)
#   daemons.sh down    ends what `up` recorded (process group by pid and start time), nothing else
# Env: DAEMONS_HOME (default /var/tmp/hostwarden-daemons), DAEMONS_ONLY ("nginx redis"). Needs root and
# Debian 12. Idempotent.
set -uo pipefail
H=${DAEMONS_HOME:-/var/tmp/hostwarden-daemons}; A=127.0.0.1; TRUTH=; WAITS=()

started() { awk '{print $22}' "/proc/$1/stat" 2>/dev/null; }
alive() { [ -f "$1" ] && read -r p t <"$1" && [ -n "$t" ] && [ "$(started "$p")" = "$t" ]; }
have() { [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" = "ii " ]; }
version() { sed -E 's/^[0-9]+://; s/-[^-]*$//; s/[+~](dfsg|really|ds).*$//'; }

# svc NAME PACKAGE "port/tls/shown …" COMMAND…: starts COMMAND (it stays in the foreground) and notes the truth
svc() {
  local name=$1 package=$2 ports=$3 v x port tls shown; shift 3
  [ -z "${DAEMONS_ONLY:-}" ] || [[ " $DAEMONS_ONLY " = *" $name "* ]] || return 0
  alive "run/$name" || {
    setsid "$@" </dev/null >"log/$name" 2>&1 & p=$!
    sleep 0.02
    echo "$p $(started $p)" >"run/$name"
  }
  if [ -f "deb/$package/version" ]; then
    v=$(version <"deb/$package/version")
  else
    v=$(dpkg-query -W -f '${Version}' "$package" | version)
  fi
  for x in $ports; do
    IFS=/ read -r port tls shown <<<"$x"
    TRUTH+="$port $name $v $tls $shown"$'\n'
    WAITS+=("$name:$port")
  done
}
as() { setpriv_=(setpriv --reuid "$1" --regid "$(id -g "$1")" --init-groups); }

install_missing() {
  local need=() package made=
  for package in "$@"; do have "$package" || need+=("$package"); done
  [ ${#need[@]} -gt 0 ] || return 0
  echo "daemons: installing ${need[*]}" >&2; export DEBIAN_FRONTEND=noninteractive
  # starts no service
  [ -e /usr/sbin/policy-rc.d ] || {
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
    made=1
  }
  local get=(apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${need[@]}")
  "${get[@]}" >/dev/null 2>&1 || {
    apt-get update -qq
    "${get[@]}" >/dev/null 2>&1
  } || { echo "daemons: apt-get install failed" >&2; exit 1; }
  [ -z "$made" ] || rm -f /usr/sbin/policy-rc.d
}
# unpack PACKAGE: a package that conflicts with an installed one runs from a folder of its own
unpack() {
  [ -f "deb/$1/version" ] || (
    mkdir -p "deb/$1" && cd "deb/$1" && apt-get download -qq "$1" >/dev/null 2>&1 &&
      dpkg -x ./*.deb . && dpkg-deb -f ./*.deb Version >version && rm -f ./*.deb
  )
}

up() {
  install_missing openssl socat libhiredis0.14 libmemcachedutil2 libpcre2-posix3 openssh-server \
    dropbear-bin nginx-light redis-server memcached mosquitto postgresql mariadb-server exim4-daemon-light \
    dovecot-imapd dovecot-pop3d dnsmasq-base bind9 lighttpd apache2 haproxy tinyproxy ngircd slapd samba \
    squid rsync unbound inspircd prometheus prometheus-node-exporter microsocks tigervnc-standalone-server \
    xrdp inetutils-telnetd cups-daemon subversion git caddy kamailio beanstalkd privoxy icecast2 pgbouncer
  mkdir -p "$H/run" "$H/log" "$H/www" && chmod 755 "$H" && cd "$H" || exit 1
  for package in vsftpd pure-ftpd proftpd-core; do have $package || unpack $package; done
  [ -f c.pem ] ||
    openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 3650 -subj /CN=lab.local 2>/dev/null
  cat k.pem c.pem >ck.pem; chmod 644 k.pem ck.pem             # a throw-away key, read by daemons of several users
  shells; webs; stores; mails; names; others
  local end=$((SECONDS + 40)) w name port bad=0
  for w in "${WAITS[@]}"; do IFS=: read -r name port <<<"$w"
    until ss -Hlnt "sport = :$port" | grep -q .; do
      [ $SECONDS -lt $end ] || { echo "daemons: $name does not listen on $port; see $H/log/$name" >&2; bad=1; break; }
      sleep 0.1
    done
  done
  printf '%s' "$TRUTH"; return $bad
}

shells() {
  [ -f hostkey ] || ssh-keygen -q -t ed25519 -N '' -f hostkey
  [ -f dbkey ] || dropbearkey -t ed25519 -f dbkey >/dev/null 2>&1
  mkdir -p /run/sshd
  svc openssh openssh-server 24001/none/yes /usr/sbin/sshd -D -p 24001 -h "$H/hostkey" \
    -o ListenAddress=$A -o PidFile=none
  svc dropbear dropbear-bin 24002/none/yes dropbear -F -E -r "$H/dbkey" -p $A:24002 -P "$H/dropbear.pid"
  svc telnetd inetutils-telnetd 24037/none/no socat TCP-LISTEN:24037,bind=$A,reuseaddr,fork \
    "EXEC:/usr/sbin/telnetd -h,nofork"
  svc tigervnc tigervnc-standalone-server 24035/none/no Xtigervnc :4735 -rfbport 24035 -localhost yes \
    -interface $A -SecurityTypes None,VncAuth -nolisten tcp -geometry 64x48
  cat >xrdp.ini <<END
[Globals]
port=tcp://$A:24036
fork=true
crypt_level=high
security_layer=negotiate
certificate=$H/c.pem
key_file=$H/k.pem
[Logging]
LogFile=$H/log/xrdp.log
[Channels]
[Xorg]
name=x
lib=libxup.so
END
  svc xrdp xrdp 24036/tls/no xrdp --nodaemon -c "$H/xrdp.ini"
}

webs() {
  cat >nginx.conf <<N
worker_processes 1; pid $H/nginx.pid; error_log $H/log/nginx.err; events{}
http{ access_log off; client_body_temp_path $H/nb;
 proxy_temp_path $H/np; fastcgi_temp_path $H/nf; uwsgi_temp_path $H/nu; scgi_temp_path $H/ns;
 server{ listen $A:24003; location / { return 200 "hi\n"; } }
 server{ listen $A:24004 ssl; ssl_certificate $H/c.pem; ssl_certificate_key $H/k.pem;
  location / { return 200 "hi\n"; } } }
N
  svc nginx nginx "24003/none/yes 24004/tls/yes" nginx -c "$H/nginx.conf" -g 'daemon off;'
  printf 'server.document-root="%s/www"\nserver.port=24020\nserver.bind="%s"\n' "$H" $A >lighttpd.conf
  svc lighttpd lighttpd 24020/none/yes lighttpd -D -f "$H/lighttpd.conf"
  M=/usr/lib/apache2/modules
  cat >apache.conf <<END
ServerRoot /etc/apache2
PidFile $H/apache.pid
Listen $A:24021
ServerName lab.local
ErrorLog $H/log/apache.err
LoadModule mpm_event_module $M/mod_mpm_event.so
LoadModule authz_core_module $M/mod_authz_core.so
DocumentRoot $H/www
END
  svc apache apache2 24021/none/yes apache2 -X -f "$H/apache.conf"
  cat >ha.cfg <<END
defaults
 mode http
 timeout client 5s
 timeout server 5s
 timeout connect 1s
frontend f
 bind $A:24022
 default_backend b
backend b
 server s $A:1
END
  svc haproxy haproxy 24022/none/no haproxy -db -f "$H/ha.cfg"
  printf 'Port 24023\nListen %s\nTimeout 60\nAllow %s\n' $A $A >tp.conf
  svc tinyproxy tinyproxy 24023/none/yes tinyproxy -d -c "$H/tp.conf"
  mkdir -p sq
  chown proxy sq
  cat >squid.conf <<END
http_port $A:24028
pid_filename $H/sq/pid
cache_log $H/sq/c.log
access_log none
coredump_dir $H/sq
http_access deny all
pinger_enable off
shutdown_lifetime 0 seconds
END
  svc squid squid 24028/none/yes squid -N -f "$H/squid.conf"
  mkdir -p prom
  printf 'global: {}\n' >prom.yml
  svc prometheus prometheus 24032/none/yes prometheus --config.file="$H/prom.yml" \
    --storage.tsdb.path="$H/prom" --web.listen-address=$A:24032
  svc node-exporter prometheus-node-exporter 24033/none/yes prometheus-node-exporter --web.listen-address=$A:24033
  printf '{\n admin off\n}\nhttp://%s:24042 {\n bind %s\n respond hi\n}\n' $A $A >Caddyfile
  svc caddy caddy 24042/none/no env HOME="$H" XDG_DATA_HOME="$H" XDG_CONFIG_HOME="$H" caddy run \
    --config "$H/Caddyfile" --adapter caddyfile
  printf 'listen-address %s:24045\nconfdir /etc/privoxy\nlogdir %s/log\n' $A "$H" >privoxy.conf
  svc privoxy privoxy 24045/none/yes privoxy --no-daemon "$H/privoxy.conf"
  mkdir -p ice
  chown icecast2 ice 2>/dev/null
  cat >ice.xml <<END
<icecast><hostname>lab</hostname>
<authentication>
<source-password>x</source-password><admin-user>a</admin-user><admin-password>x</admin-password>
</authentication>
<listen-socket><port>24046</port><bind-address>$A</bind-address></listen-socket>
<paths><logdir>$H/ice</logdir>
<webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
<security><chroot>0</chroot>
<changeowner><user>icecast2</user><group>icecast</group></changeowner></security></icecast>
END
  svc icecast icecast2 24046/none/yes icecast2 -c "$H/ice.xml"
  mkdir -p cups/spool cups/cache cups/run cups/log
  printf 'Listen %s:24038\n<Location />\n Order allow,deny\n Allow all\n</Location>\n' $A >cups/cupsd.conf
  cat >cups/cups-files.conf <<END
ServerRoot $H/cups
RequestRoot $H/cups/spool
CacheDir $H/cups/cache
StateDir $H/cups/run
TempDir $H/cups/spool
ErrorLog $H/cups/log/error
AccessLog $H/cups/log/access
END
  svc cups cups-daemon 24038/none/no cupsd -f -c "$H/cups/cupsd.conf" -s "$H/cups/cups-files.conf"
}

stores() {
  svc redis redis-server "24005/none/yes 24006/tls/yes" redis-server --port 24005 --bind $A --save '' \
    --appendonly no --dir "$H" \
    --tls-port 24006 --tls-cert-file "$H/c.pem" --tls-key-file "$H/k.pem" --tls-ca-cert-file "$H/c.pem" \
    --tls-auth-clients no
  svc memcached memcached 24007/none/yes memcached -u nobody -p 24007 -U 0 -l $A
  cat >mosq.conf <<END
per_listener_settings true
listener 24008 $A
allow_anonymous true
listener 24009 $A
allow_anonymous true
certfile $H/c.pem
keyfile $H/k.pem
END
  svc mosquitto mosquitto "24008/none/yes 24009/tls/yes" mosquitto -c "$H/mosq.conf"
  pgb=$(ls -d /usr/lib/postgresql/*/bin | tail -1); pgv=${pgb%/bin}; pgv=${pgv##*/}; as postgres
  [ -f pg/PG_VERSION ] || {
    rm -rf pg
    mkdir pg
    chown postgres pg
    "${setpriv_[@]}" "$pgb/initdb" -D "$H/pg" -A scram-sha-256 --pwfile=<(echo lab) >log/initdb 2>&1 ||
      "${setpriv_[@]}" "$pgb/initdb" -D "$H/pg" -A trust >log/initdb 2>&1
  }
  cp k.pem pg/lab.key; chown postgres pg/lab.key; chmod 600 pg/lab.key
  svc postgresql "postgresql-$pgv" 24010/starttls/no "${setpriv_[@]}" "$pgb/postgres" -c ssl=on \
    -c ssl_cert_file="$H/c.pem" -c ssl_key_file="$H/pg/lab.key" -D "$H/pg" -p 24010 -h $A -k "$H/pg"
  cat >pgb.ini <<END
[databases]
* = host=$A port=24010
[pgbouncer]
listen_addr=$A
listen_port=24047
unix_socket_dir=
auth_type=any
END
  svc pgbouncer pgbouncer 24047/none/no "${setpriv_[@]}" pgbouncer "$H/pgb.ini"
  [ -d my/mysql ] || {
    rm -rf my
    mkdir my
    chown mysql my
    mariadb-install-db --user=mysql --datadir="$H/my" >log/mariadb-install 2>&1
  }
  svc mariadb mariadb-server 24011/starttls/yes mariadbd --no-defaults --ssl-cert="$H/c.pem" \
    --ssl-key="$H/k.pem" --user=mysql --datadir="$H/my" --port=24011 --bind-address=$A \
    --socket="$H/my/s.sock" --pid-file="$H/my/p.pid"
  svc beanstalkd beanstalkd 24044/none/yes beanstalkd -l $A -p 24044
  mkdir -p ldap
  cat >slapd.conf <<END
include /etc/ldap/schema/core.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile $H/slapd.pid
TLSCertificateFile $H/c.pem
TLSCertificateKeyFile $H/k.pem
database mdb
suffix "dc=lab"
directory $H/ldap
END
  svc openldap slapd "24025/starttls/no 24026/tls/no" slapd -d 0 -f "$H/slapd.conf" \
    -h "ldap://$A:24025 ldaps://$A:24026"
  mkdir -p smb
  printf '[global]\nsmb ports=24027\ninterfaces=%s\nbind interfaces only=yes\n' $A >smb.conf
  for k in private lock state cache pid ncalrpc; do
    x=directory
    case $k in private|ncalrpc) x=dir;; esac
    echo "$k $x=$H/smb" >>smb.conf
  done
  svc samba samba 24027/none/no smbd -F --no-process-group -s "$H/smb.conf"
  printf 'use chroot = no\nport = 24029\naddress = %s\n[lab]\npath = %s/www\n' $A "$H" >rsyncd.conf
  svc rsync rsync 24029/none/no rsync --daemon --no-detach --config="$H/rsyncd.conf"
  svc svnserve subversion 24039/none/no svnserve -d --foreground --listen-host $A --listen-port 24039 -r "$H/www"
  svc git-daemon git 24040/none/no /usr/lib/git-core/git-daemon --reuseaddr --listen=$A --port=24040 \
    --base-path="$H/www" "$H/www"
}

mails() {
  mkdir -p exim
  chown -R Debian-exim exim
  cat >exim.conf <<END
spool_directory = $H/exim
log_file_path = $H/exim/%slog
primary_hostname = lab.local
local_interfaces = $A
tls_advertise_hosts = *
tls_certificate = $H/c.pem
tls_privatekey = $H/k.pem
begin acl
END
  svc exim exim4-daemon-light 24013/starttls/yes exim4 -C "$H/exim.conf" -bdf -oX $A.24013 -oP ''
  mkdir -p dc; cat >dc.conf <<N
protocols = imap pop3
listen = $A
base_dir = $H/dc
log_path = $H/log/dovecot.log
ssl = yes
ssl_cert = <$H/c.pem
ssl_key = <$H/k.pem
passdb {
 driver = pam
}
userdb {
 driver = passwd
}
service imap-login {
 inet_listener imap {
  port = 24014
 }
 inet_listener imaps {
  port = 24015
  ssl = yes
 }
}
service pop3-login {
 inet_listener pop3 {
  port = 24016
 }
 inet_listener pop3s {
  port = 24017
  ssl = yes
 }
}
N
  svc dovecot dovecot-core "24014/starttls/no 24015/tls/no 24016/starttls/no 24017/tls/no" dovecot -F -c "$H/dc.conf"
}

names() {
  svc dnsmasq dnsmasq-base 24018/none/yes dnsmasq -k -p 24018 --listen-address=$A \
    --bind-interfaces --conf-file=/dev/null --no-resolv --pid-file
  cat >named.conf <<END
options {
 directory "$H"; pid-file "$H/named.pid"; session-keyfile "$H/sk";
 listen-on port 24019 { $A; }; listen-on-v6 { none; };
 recursion no; dnssec-validation no;
};
controls {};
END
  svc bind bind9 24019/none/yes named -g -c "$H/named.conf"
  cat >unbound.conf <<END
server:
 interface: $A
 port: 24030
 access-control: $A/32 allow
 chroot: ""
 username: ""
 directory: "$H"
 pidfile: ""
 use-syslog: no
 do-daemonize: no
remote-control:
 control-enable: no
END
  svc unbound unbound 24030/none/yes unbound -d -c "$H/unbound.conf"
  cat >irc.conf <<END
[Global]
Name=irc.lab
Info=lab
Listen=$A
Ports=24024
MotdPhrase=hi
[Options]
Ident=no
PAM=no
END
  svc ngircd ngircd 24024/none/no ngircd -n -f "$H/irc.conf"
  cat >insp.conf <<END
<server name="irc2.lab" description="lab" network="lab">
<admin name="a" nick="a" email="a@lab">
<bind address="$A" port="24031" type="clients">
<connect allow="*" resolvehostnames="no" timeout="60" pingfreq="120" sendq="262144" softsendq="8192"
 hardsendq="1048576" recvq="8192" localmax="500" globalmax="500" threshold="500" commandrate="100000">
<dns server="127.0.0.1" timeout="1">
<module name="cap">
<pid file="$H/insp.pid">
<path datadir="$H" logdir="$H/log" moduledir="/usr/lib/inspircd/modules" configdir="$H">
<log method="file" type="*" level="default" target="$H/log/insp">
END
  as irc
  chown irc "$H/insp.conf"
  svc inspircd inspircd 24031/none/no "${setpriv_[@]}" inspircd --nofork --nopid --nolog --config="$H/insp.conf"
}

others() {
  local v=/usr/sbin/vsftpd; [ -x $v ] && have vsftpd || v=$H/deb/vsftpd/usr/sbin/vsftpd
  mkdir -p /var/run/vsftpd/empty
  cat >vsftpd.conf <<END
listen=YES
listen_address=$A
listen_port=24012
anonymous_enable=YES
background=NO
secure_chroot_dir=/var/run/vsftpd/empty
local_enable=NO
ftp_username=nobody
anon_root=/var/run/vsftpd/empty
END
  svc vsftpd vsftpd 24012/none/yes "$v" "$H/vsftpd.conf"
  local pure=$H/deb/pure-ftpd/usr/sbin/pure-ftpd; [ -x "$pure" ] || pure=/usr/sbin/pure-ftpd
  svc pure-ftpd pure-ftpd 24048/none/no "$pure" -S $A,24048 -g "$H/pure.pid" -E
  local pro=$H/deb/proftpd-core/usr/sbin/proftpd; [ -x "$pro" ] || pro=/usr/sbin/proftpd
  cat >pro.conf <<END
ServerName lab
ServerType standalone
DefaultAddress $A
SocketBindTight on
Port 24049
User nobody
Group nogroup
PidFile $H/pro.pid
ScoreboardFile $H/pro.sb
WtmpLog off
SystemLog $H/log/pro.log
END
  svc proftpd proftpd-core 24049/none/no "$pro" -n -c "$H/pro.conf"
  svc microsocks microsocks 24034/none/no microsocks -i $A -p 24034
  cat >kam.cfg <<END
log_stderror=yes
fork=no
listen=tcp:$A:24043
listen=udp:$A:24043
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
loadmodule "sl.so"
request_route { sl_send_reply("404", "Nothing here"); }
END
  svc kamailio kamailio 24043/none/yes kamailio -DD -E -f "$H/kam.cfg" -P "$H/kam.pid" -Y "$H"
}

down() {
  local f live=() sig end
  for f in "$H"/run/*; do [ -f "$f" ] || continue
    if alive "$f"; then
      sig=TERM; [ "${f##*/}" = postgresql ] && sig=INT         # the fast shutdown of PostgreSQL
      kill -$sig -- "$p" 2>/dev/null; live+=("$f")
    else rm -f "$f"; fi
  done
  end=$((SECONDS + 6))
  for f in "${live[@]}"; do
    while [ $SECONDS -lt $end ] && alive "$f" && ! grep -q '^State:.Z' "/proc/$p/status" 2>/dev/null; do
      sleep 0.05
    done
  done
  # what is left of each group
  for f in "${live[@]}"; do read -r p t <"$f"; kill -KILL -- "-$p" 2>/dev/null; rm -f "$f"; done
}

case ${1:-} in
  up) up ;;
  down) down ;;
  lib) ;;                                                      # only the functions, for weak-daemons.sh
  *) echo "usage: daemons.sh up|down" >&2; exit 2 ;;
esac
