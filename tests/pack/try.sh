#!/bin/bash
# try.sh TARBALL: installs the packed tarball in an empty folder, as npx does, and tests it: version, service, health,
# scan, shutdown. Uses the first node and npm in PATH. Prints one line on success.
set -euo pipefail
tarball=$(readlink -f "$1")
work=$(mktemp -d); pid=
end() { [ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"; }
trap end EXIT
fail() { echo "try.sh: $*" >&2; [ ! -f "$work/out" ] || cat "$work/out" >&2; exit 1; }

cd "$work"; npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund "$tarball" >install.log 2>&1 || { cat install.log >&2; fail "npm install failed"; }
hw="$work/node_modules/.bin/hostwarden"
[ "$("$hw" --version)" = "$(node -p "require('./node_modules/hostwarden/package.json').version")" ] || fail "--version"

: >out
"$hw" serve --data-dir "$work/data" --port 0 >out 2>&1 & pid=$!
url=; for _ in $(seq 100); do
  url=$(sed -n 's/.*listens on \(http[^ ]*\).*/\1/p' out); [ -n "$url" ] && break
  kill -0 "$pid" 2>/dev/null || fail "the service exited"; sleep 0.1; done
[ -n "$url" ] || fail "the service does not listen"
api() { curl -fsS -H "Authorization: Bearer $(cat data/admin-token)" "$@"; }
for _ in $(seq 50); do curl -fsS "$url/readyz" >/dev/null 2>&1 && break; sleep 0.1; done
curl -fsS "$url/readyz" >/dev/null || fail "/readyz"
curl -fsS "$url/docs/" | grep -qi swagger || fail "/docs"
api "$url/hosts" | grep -q '"total":0' || fail "/hosts"
port=${url##*:}
found=$("$hw" scan 127.0.0.1 --ports "$port" --json --data-dir "$work/data") || fail "scan"
node -e 'const { status, hosts } = JSON.parse(process.argv[1]);
  if (status !== "completed" || hosts[0].services[0]?.service !== "http") process.exit(1)' "$found" ||
  fail "scan found: $found"
kill -TERM "$pid"; code=0; wait "$pid" || code=$?; pid=
[ "$code" = 0 ] || fail "the service exited with $code"
case $PWD in *node_modules*) fail "the work folder is inside node_modules";; esac
echo "the tarball works on Node $(node -p process.versions.node) with npm $(npm --version 2>/dev/null)"
