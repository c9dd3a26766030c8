#!/bin/bash
# Checks that the subjects of the commits since the formatter have at most 72 characters.
# A clone without that history is not checked.
set -uo pipefail
cd "$(dirname "$0")/.."
BASE=666f6d9 # the parent of the formatting commit; older subjects are longer
MAX=72

if ! git merge-base --is-ancestor "$BASE" HEAD 2>/dev/null; then
  echo "skipped: the history since $BASE is not here"
  exit 0
fi
long=$(git log --no-merges --format='%h %s' "$BASE..HEAD" | awk -v max="$MAX" 'length($0) - length($1) - 1 > max')
[ -z "$long" ] && exit 0
printf 'longer than %s characters:\n%s\n' "$MAX" "$long"
exit 1
