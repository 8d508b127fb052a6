# Traces of all kinds are opened in several threads at once, in a program that
# was built with ThreadSanitizer together with all of the loader.
. "$(dirname "$0")/lib.sh"
program=$build/tsan/open_traces
[ -x "$program" ] || { skip "no $program"; exit 0; }

set -- examples/hidden.std tests/traces/figures/wcp-fig1a.std
"$foretrace" convert examples/hidden.std "$work/hidden.jsonl" >"$work/log" 2>&1
"$foretrace" convert examples/hidden.std "$work/hidden.ftp" >"$work/log" 2>&1
"$foretrace" convert examples/hidden.std "$work/hidden.ftz" >"$work/log" 2>&1
set -- "$@" "$work/hidden.jsonl" "$work/hidden.ftp" "$work/hidden.ftz"
if [ -x "$build/bin/foretrace-cc" ]; then
  "$build/bin/foretrace-cc" -g -pthread examples/hidden.c -o "$work/hidden"
  "$foretrace" record -o "$work/run" -- "$work/hidden" >"$work/log" 2>&1
  set -- "$@" "$work/run"
fi
run "$program" "$@"
report "$status" "$# traces, each in two threads at once, have one digest each"
! grep -q "ThreadSanitizer" "$work/out" "$work/err"
report $? "ThreadSanitizer reports no race"
