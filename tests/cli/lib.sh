# Helpers of the tests in this folder; sourced, not run.

set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
build=$(cd "${FT_BUILD:-build}" && pwd)
foretrace=$build/bin/foretrace
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
test_number=0
# What still runs after so many seconds hangs.  This is many times what anything
# takes, on slow machines too: no verdict depends on it.
export patience=$((${FT_TEST_PATIENCE:-7200} / 4))

# report STATUS TEXT: one test, passed if STATUS is 0.
report() {
  test_number=$((test_number + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $test_number - $2"
  else
    echo "not ok $test_number - $2"
    sed 's/^/# /' "$work/out" "$work/err" 2>/dev/null | cut -c 1-200 | head -n 12
  fi
}

# thin EVERY: of a quick run every so many of the array 'programs' stays, unless
# FT_PROGRAMS names some.
thin() {
  local some=() i
  [ -n "${FT_QUICK:-}" ] && [ -z "${FT_PROGRAMS:-}" ] || return 0
  for ((i = 0; i < ${#programs[@]}; i += $1)); do
    some+=("${programs[i]}")
  done
  programs=("${some[@]}")
}

# run COMMAND...: leaves $status, $work/out and $work/err.
run() {
  timeout "$patience" "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
}

# exits WANTED TEXT COMMAND...
exits() {
  local wanted=$1 text=$2
  shift 2
  run "$@"
  [ "$status" -eq "$wanted" ]
  report $? "$text: exit $wanted (got $status)"
}

# says PATTERN TEXT: the last run said so on standard error, in one line.
says() {
  grep -qE -- "$1" "$work/err" && [ "$(grep -c . "$work/err")" -eq 1 ]
  report $? "$2"
}

# shows PATTERN TEXT: the last run printed so.
shows() {
  grep -qE -- "$1" "$work/out"
  report $? "$2"
}

# valid SCHEMA FILE: a JSON document of a schema of docs/schema.
valid() {
  /usr/bin/python3 - "docs/schema/$1.json" "$2" <<'PY'
import json, sys
import jsonschema
with open(sys.argv[1]) as s, open(sys.argv[2]) as d:
    jsonschema.Draft7Validator(json.load(s)).validate(json.load(d))
PY
}

# Everything but the fields named seconds, and the peak of memory, which is there only if it
# is large: in a sanitized build sooner.
without_seconds() {
  sed -E 's/"seconds": [0-9.e+-]+/"seconds": S/g; s/, "peak_bytes": [0-9]+//'
}

# await COMMAND...: until it succeeds; 1 if it never does.
await() {
  local end=$((SECONDS + patience))
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

skip() {
  test_number=$((test_number + 1))
  echo "ok $test_number - # SKIP $1"
}
