# What a terminal is shown: colours, lines of sources as wide as it is, bars.
. "$(dirname "$0")/lib.sh"

# on_terminal COLUMNS COMMAND...: what the command writes to a terminal of that
# width, both outputs, is $work/seen.
on_terminal() {
  /usr/bin/python3 - "$work/seen" "$@" <<'PY'
import fcntl, os, pty, struct, sys, termios
to, columns, *command = sys.argv[1:]
pid, fd = pty.fork()
if not pid:
    os.environ["TERM"] = "xterm"
    os.environ.pop("COLUMNS", None)
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
    os.execvp(command[0], command)
with open(to, "wb") as out:
    while True:
        try:
            got = os.read(fd, 65536)
        except OSError:
            break
        if not got:
            break
        out.write(got)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY
}
if ! /usr/bin/python3 -c 'import pty; pty.openpty ()' 2>"$work/err"; then
  skip "there are no terminals here: $(tail -n 1 "$work/err")"
  exit 0
fi
esc=$(printf '\033')

# ---- colours ---------------------------------------------------------------------

for command in "check examples/hidden.std" "check examples/hidden.std -f list" \
  "explain examples/hidden.std R1" "doctor" "compare examples/hidden.std -v -w 4,unbounded"; do
  # shellcheck disable=SC2086
  on_terminal 80 "$foretrace" $command
  grep -q "$esc\[[0-9;]*m" "$work/seen"
  report $? "$command: colours on a terminal"
  # shellcheck disable=SC2086
  on_terminal 80 env NO_COLOR=1 "$foretrace" $command
  ! grep -q "$esc\[[0-9;]*m" "$work/seen"
  report $? "$command: none with NO_COLOR"
  # shellcheck disable=SC2086
  run "$foretrace" $command
  ! grep -q "$esc" "$work/out"
  report $? "$command: none in a pipe"
  # shellcheck disable=SC2086
  run "$foretrace" $command --color always
  grep -q "$esc\[[0-9;]*m" "$work/out"
  report $? "$command --color always"
done
# In a column: what is wide takes two.
sed 's/(x)/(名前)/' examples/hidden.std >"$work/wide.std"
run "$foretrace" check "$work/wide.std"
/usr/bin/python3 - "$work/out" <<'PY'
import sys, unicodedata
line = open(sys.argv[1]).readline()
at = line.index("CERTIFIED")
width = sum(2 if unicodedata.east_asian_width(c) == "W" else 1 for c in line[:at])
sys.exit(width != 60)
PY
report $? "wide names leave columns where they are"

# ---- bars ------------------------------------------------------------------------

/usr/bin/python3 -c 'import random
random.seed(1)
print("main|fork(T1)|1\nmain|fork(T2)|2")
for i in range(1500000):
    print("T%d|%s(v%d)|%d" % (i % 2 + 1, random.choice("rw"), random.randrange(9), i % 50))' \
  >"$work/large.std"
on_terminal 70 "$foretrace" check "$work/large.std" --budget 3
tr '\r' '\n' <"$work/seen" | grep -E '^reading' >"$work/out"
grep -qE '^reading \[#*\.*\] +[0-9]+ %  [0-9]+ MB, [0-9]+/s, [0-9]+ s to go' "$work/out"
report $? "reading has a bar, a rate and the time to go"
tr '\r' '\n' <"$work/seen" | sed "s/$esc\[K//" | grep -E '^[a-z ]+ \[' >"$work/bars"
[ -s "$work/bars" ] && ! grep -qE '^.{70}' "$work/bars"
report $? "no bar is as wide as the terminal"
on_terminal 200 "$foretrace" convert "$work/large.std" "$work/large.ftp"
tr '\r' '\n' <"$work/seen" | grep -qE '^converting \[.* events, [0-9.]+( M)?/s, [0-9]+ s to go'
report $? "so has converting"
run "$foretrace" convert "$work/large.std" "$work/large.ftp"
[ ! -s "$work/err" ]
report $? "a pipe has none"

# ---- lines of sources ------------------------------------------------------------

if [ ! -x "$build/bin/foretrace-cc" ] || [ -n "${FT_SAN:-}" ]; then
  skip "no recorder: no sources are shown"
  exit 0
fi
cd "$work" || exit 1
long=$(printf 'a%.0s' $(seq 90))
{
  printf '#include <pthread.h>\nstatic int x;\nstatic void *f (void *a) {\n'
  printf '\tif (a)\t/* 中文 \033[31m \377 */ x = 1; // %s\n\treturn a;\n}\n' "$long$long"
  printf 'int main (void) {\n  pthread_t t;\n  pthread_create (&t, 0, f, &t);\n'
  printf '  int %s = 0; (void)%s; x = 2; // %s\n' "$long" "$long" "$(printf '中%.0s' $(seq 99))"
  printf '  return pthread_join (t, 0);\n}\n'
} >wide.c
"$build/bin/foretrace-cc" -g -pthread wide.c -o wide
exits 66 "long lines" env COLUMNS=60 "$foretrace" run -d recorded -n 0 -- ./wide
/usr/bin/python3 - out >lines <<'PY'
import re, sys, unicodedata
for line in open(sys.argv[1], errors="replace"):
    if re.match(r"      [ >] +\d+ \|", line):
        print(sum({"W": 2}.get(unicodedata.east_asian_width(c), 1) for c in line.rstrip("\n")))
PY
[ -s lines ] && awk '$1 > 60 { wide = 1 } END { exit wide }' lines
report $? "are cut to the width"
grep -qE '^      >    10 \| ….*x = 2;.*…$' out && grep -qE '^      >     4 \| .*x = 1;.*…$' out
report $? "so that the access is seen"
grep -q '文 .x1b\[31m � ' out && ! grep -q "$esc" out
report $? "what a terminal would obey is not what it gets"
exits 66 "without a terminal" "$foretrace" report recorded
grep -qF "     4 |         if (a)  /* 中文" out
report $? "tabs lead to their stops"
echo '// changed' >>wide.c
run "$foretrace" report recorded
[ "$(grep -c 'this file has changed since the program was built: no lines' out)" -eq 2 ] &&
  ! grep -q 'x = 1;' out
report $? "a source that has changed is said to have, and no line of it is shown"
rm wide.c
run "$foretrace" report recorded
[ "$(grep -c 'this file is not here: no lines' out)" -eq 2 ]
report $? "and so is one that is gone"
