# The tutorial: its commands are run as they stand there, one after the other
# in one shell, and print what it shows.  A line '...' stands for any lines.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

mkdir -p "$work/home" "$work/bin" "$work/at"
ln -s "$PWD/examples" "$work/at/examples"
ln -s "$build" "$work/at/build"
# A debugger wants a terminal; that it is started on the program is enough.
printf '#!/bin/sh\necho "gdb $*"\n' >"$work/bin/gdb"
chmod +x "$work/bin/gdb"

# The blocks of commands and what they print.
awk '/^```console$/ { on = 1; next } /^```/ { on = 0 } on' docs/tutorial.md >"$work/blocks"
# As a script: a mark before each command; $? stays that of the last one.
awk 'sub (/^\$ /, "") {
  printf "status=$?; echo \"@@%d $status\"; (exit $status)\n%s\n",
    ++n, $0 } END { print "echo \"@@end $?\"" }' "$work/blocks" >"$work/script"
(cd "$work/at" && HOME=$work/home PATH=$work/bin:$PATH \
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL timeout "$patience" bash "$work/script" >"$work/all" 2>&1 </dev/null)

# Leaves out what no two runs share.  Which of several pairs stands for a race
# depends on whether a stack is used again, and with it threads and numbers do.
same() {
  sed -E 's/[0-9]+\.[0-9]+ s( |$)/S s\1/g; s/0x[0-9a-f]+/ADDRESS/g
    s/[0-9]+/N/g; s/ +/ /g'
}

# matches WANTED GIVEN: files; without '...' line for line.
matches() {
  awk 'NR == FNR { given[NR] = $0; n = NR; next }
    $0 == "..." { skip = 1; next }
    { do at++; while (skip && at <= n && given[at] != $0)
      if (at > n || given[at] != $0) { print "missing: " $0; bad = 1; exit }
      skip = 0 }
    END { if (!bad && !skip && at < n) { print "more: " given[at + 1]; bad = 1 }
      exit bad }' "$2" "$1"
}

commands=$(grep -c '^\$ ' "$work/blocks")
for ((i = 1; i <= commands; i++)); do
  awk -v i="$i" '/^\$ / { n++; next } n == i' "$work/blocks" | same >"$work/wanted"
  awk -v i="$i" '/^@@/ { n++; next } n == i' "$work/all" | same >"$work/given"
  matches "$work/wanted" "$work/given" >"$work/out" 2>"$work/err" </dev/null
  report $? "\$ $(grep '^\$ ' "$work/blocks" | sed -n "${i}s/^..//p")"
done
[ "$commands" -ge 15 ]
report $? "the tutorial has commands"
! grep -E '^@@[0-9a-z]+ (6[459]|70|12[67])$' "$work/all" >"$work/out"
report $? "nothing is refused"
grep -q '^gdb .*-p [0-9]' "$work/all"
report $? "the debugger is started"
[ -s "$work/home/tally/races.html" ] && [ -s "$work/home/tally/races.xml" ]
report $? "the reports are there"
cmp -s examples/tally/fixed.c "$work/home/tally/tally.c"
report $? "what was built in the end is the mended program"
[ "$test_number" -gt 0 ]
