# examples/vscode: a pattern for the list format, and commands that exist.
. "$(dirname "$0")/lib.sh"
tasks=examples/vscode/tasks.json

jq -e '.version == "2.0.0" and (.tasks | length) > 3' "$tasks" >/dev/null 2>"$work/err"
report $? "$tasks is JSON with tasks"

# matches FILE: per line that the pattern matches, its file, line, column,
# message and code.  VS Code has JavaScript's regular expressions; what is used
# of them here means the same in Python's.
matches() {
  /usr/bin/python3 - "$tasks" "$1" <<'PY'
import json, re, sys
tasks = json.load(open(sys.argv[1]))["tasks"]
pattern = next(t for t in tasks if t["label"] == "foretrace: find races")["problemMatcher"]["pattern"]
for line in open(sys.argv[2], encoding="utf-8", errors="strict"):
    m = re.match(pattern["regexp"], line.rstrip("\n"))
    if m:
        print("|".join(m[pattern[k]] or "" for k in ("file", "line", "column", "message", "code")))
PY
}

run "$foretrace" check examples/hidden.std --format list
matches "$work/out" >"$work/found"
[ "$(cat "$work/found")" = "hidden.c|15||data race on 'x' with hidden.c:23 [certified]|R1" ]
report $? "the pattern is for a finding of a trace"
run "$foretrace" check examples/cache.std --format list -v --window 2
[ "$(grep -c UNDECIDED\\\|undecided "$work/out")" -gt 0 ] &&
  [ "$(matches "$work/out" | grep -c undecided)" -eq "$(grep -c '\[undecided' "$work/out")" ] &&
  ! matches "$work/out" | grep -q refuted
report $? "for undecided ones, not for refuted ones"
printf '%s\n' 'prog.c:3:1: warning: unused [-Wunused] x' '100 words in 3 files' \
  'R1: 12:30 [certified]' >"$work/other"
[ -z "$(matches "$work/other")" ]
report $? "and not for what programs and compilers print"

# Every option of a command of it is in that command's help.
jq -r '.tasks[].command' "$tasks" | grep -oE 'foretrace [a-z]+[^;]*' |
  sed 's/ -- .*//' >"$work/commands"
while read -r _ command words; do
  "$foretrace" "$command" --help >"$work/out" 2>&1
  for word in $words; do
    case $word in -*) grep -qE -- "(^| )$word[ ,]" "$work/out"; report $? "$command has $word" ;; esac
  done
done <"$work/commands"

# The tasks one after the other, as VS Code would start them.
. "$(dirname "$0")/recorder.sh"
cp -r examples/tally "$work/project"
printf '#!/bin/sh\n' >"$work/gdb"
cp "$work/gdb" "$work/xdg-open"
chmod +x "$work/gdb" "$work/xdg-open"
do_task() {
  jq -r --arg name "foretrace: $1" '.tasks[] | select (.label == $name) | .command' "$tasks" |
    sed 's|${input:program}|./tally texts/*.txt|; s|${input:race}|R1|' >"$work/task"
  (cd "$work/project" && PATH=$work:$build/bin:$PATH MAKEFLAGS='' timeout "$patience" bash "$work/task") \
    >"$work/out" 2>"$work/err" </dev/null
  status=$?
}
do_task build
report $status "task: build"
do_task 'find races'
[ "$status" -eq 66 ]
report $? "task: find races"
matches "$work/out" >"$work/found"
grep -qE "^tally.c\|[0-9]+\|[0-9]+\|data race on 'tally.words' .*confirmed 20/20\]\|R1$" "$work/found" &&
  [ "$(wc -l <"$work/found")" -eq 2 ]
report $? "its findings are problems, with line and column"
for task in 'explain a race' 'debug a race' 'show the report'; do
  do_task "$task"
  report $status "task: $task"
done
grep -q '<html' "$work/project/races.html"
report $? "the report is there"
[ "$test_number" -gt 0 ]
