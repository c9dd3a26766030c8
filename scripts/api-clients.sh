#!/bin/bash
# Lints /openapi.json of a running service, generates clients with three generators, compiles them in strict mode, and
# drives two scans with one of them. Needs `npm run build`. The programs are installed into a temporary folder; where
# they cannot be had, one line says so. Findings that the contract dictates are listed in scripts/api-clients/.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD/scripts/api-clients
work=$(mktemp -d)
service=
cleanup() { [ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf "$work"; }
trap cleanup EXIT
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

programs=(openapi-typescript@7.13.0 @hey-api/openapi-ts@0.95.0 orval@7.13.2 @redocly/cli@2.77.0
  @stoplight/spectral-cli@6.16.3 tsx@4.23.15 typescript@5.9.3 @types/node@20)
if ! npm install --prefix "$work" --no-audit --no-fund --no-save --loglevel=error --ignore-scripts "${programs[@]}" \
  >"$work/install.log" 2>&1; then
  reason=$(grep -m1 'npm error' "$work/install.log" || echo 'no message')
  echo "skipped: the client generators could not be installed ($reason)"
  exit 0
fi
bin=$work/node_modules/.bin

token=client-token-0123456789
API_TOKEN=$token LOG_LEVEL=warn node dist/main.js serve --data-dir "$work/data" --port 0 >"$work/service.log" 2>&1 &
service=$!
url=
for _ in $(seq 300); do
  url=$(sed -n 's/.*listens on \(http[^ ]*\).*/\1/p' "$work/service.log")
  [ -z "$url" ] || break
  sleep 0.1
done
[ -n "$url" ] || { echo 'the service did not start:'; cat "$work/service.log"; exit 1; }

cp "$here/drive.mts" "$here/tsconfig.json" "$work/"
echo '{"type":"module","private":true}' >"$work/package.json"
mkdir "$work/lint" # Redocly's settings are apart: openapi-typescript would read them too
cp "$here/spectral.yaml" "$work/lint/"
cp "$here/redocly-ignore.yaml" "$work/lint/.redocly.lint-ignore.yaml"
echo 'extends: [recommended-strict]' >"$work/lint/redocly.yaml"
node -e 'fetch(process.argv[1])
  .then((r) => r.text())
  .then((text) => require("node:fs").writeFileSync(process.argv[2], text))' \
  "$url/openapi.json" "$work/lint/openapi.json"

cd "$work/lint"
"$bin/redocly" lint openapi.json >redocly.log 2>&1 || { cat redocly.log; exit 1; }
"$bin/spectral" lint openapi.json --ruleset spectral.yaml --fail-severity hint --quiet
cd "$work"
generate() {
  local program=$1
  shift
  "$bin/$program" "$@" >generate.log 2>&1 || { cat generate.log; exit 1; }
}
generate openapi-typescript ./lint/openapi.json -o openapi-typescript/schema.ts
generate openapi-ts --input ./lint/openapi.json --output hey-api
generate orval --input ./lint/openapi.json --output orval/client.ts --client fetch --mode split
for file in openapi-typescript/schema.ts hey-api/sdk.gen.ts orval/client.ts; do
  [ -s "$file" ] || { echo "a generator wrote nothing: $file"; exit 1; }
done
"$bin/tsc" -p tsconfig.json
"$bin/tsx" drive.mts "$url" "$token"
echo 'Redocly and Spectral are clean; three clients compile'
