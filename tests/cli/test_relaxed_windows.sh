#!/bin/bash
# What locals and variables were when a window begins is handed on to the
# relaxed models: windows.c has a race that needs a local from long before.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# certifies MODEL STATE: in a window of 60 events, and no stricter model does.
certifies() {
  "$build/bin/foretrace-cc" -g -O1 -pthread "-DSTATE=$2" tests/cli/windows.c \
    -o "$work/$1.bin" >"$work/out" 2>"$work/err" &&
    run "$foretrace" record -o "$work/$1" -- "$work/$1.bin"
  run "$foretrace" convert "$work/$1" "$work/$1.jsonl"
  [ "$(wc -l <"$work/$1.jsonl")" -gt 200 ]
  report $? "STATE $2: a window is a part of the recording"
  for window in 60 unbounded; do
    run "$foretrace" check --model path --window "$window" --format json \
      "$work/$1"
    [ "$(jq -r '[.races[] | "\(.verdict) \(.model)"] | join (",")' \
      "$work/out")" = "certified $1" ]
    report $? "STATE $2, window $window: a race of model $1"
  done
}

certifies value 2
certifies path 5
