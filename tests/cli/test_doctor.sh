#!/bin/bash
# 'foretrace doctor': what works is ok, what does not is told with its remedy.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

mkdir "$work/tmp"
export TMPDIR=$work/tmp # what is left behind there is of this test
exits 0 "doctor" "$foretrace" doctor
[ "$(grep -cE '^(ok|warn) ' "$work/out")" -eq 13 ] && ! grep -q FAIL "$work/out"
report $? "has a line for each check"
shows '^ok +recording it +[0-9]+ events' "a program was built and recorded"
[ -z "$(ls -A "$TMPDIR")" ]
report $? "nothing is left behind"

exits 69 "without clang" env PATH=/nowhere "$foretrace" doctor
shows '^FAIL +clang 19 .*apt-get install clang-19' "tells what to install"
shows '^warn +gdb' "gdb is only wanted"
exits 69 "without a place for temporary files" env TMPDIR=/nowhere "$foretrace" doctor
shows 'set TMPDIR' "says so"
mkdir "$work/alone" && cp "$foretrace" "$work/alone/"
exits 69 "without foretrace-cc" "$work/alone/foretrace" doctor
shows '^FAIL +foretrace-cc .*not beside this program' "says so"
exits 64 "arguments are refused" "$foretrace" doctor now
exits 0 "doctor --help" "$foretrace" doctor --help
