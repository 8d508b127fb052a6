#!/bin/bash
# --resume: passes of 'filter' and 'check' that are killed go on from their file,
# and end as one that nobody disturbed.
. "$(dirname "$0")/lib.sh"
seed=${FT_SEED:-1}
echo "# FT_SEED=$seed"
export FT_RESUME_EVERY=5000

/usr/bin/python3 - "$seed" >"$work/t.std" <<'PY'
import random, sys
r = random.Random(int(sys.argv[1]))
print("M|fork(T0)|1\nM|fork(T1)|2\nM|fork(T2)|3")
for i in range(60000):
    t = f"T{r.randrange(3)}"
    lock = r.randrange(20)
    print(f"{t}|acq(l{lock})|4")
    for k in range(r.randrange(4)):
        # Now and then a variable of another lock.
        v = lock if r.random() < 0.999 else r.randrange(20)
        print(f"{t}|{r.choice('rrw')}(v{v + 20 * r.randrange(200)})|{10 + r.randrange(50)}")
    print(f"{t}|rel(l{lock})|5")
PY
"$foretrace" convert -q "$work/t.std" "$work/t.ftp"

# A command gets a signal when it is about to put the Nth file in its place, which is that
# of a state until the end.
calls=rename,renameat,renameat2
sent=(strace -f -qq -o /dev/null -e trace=$calls -e)

# killed TEXT COMMAND...: runs the command until it ends by itself, killed before that
# with a state, each time farther from the one before.
killed() {
  local text=$1 kills=0 left=0 n=2
  shift
  status=137
  while [ "$status" -eq 137 ]; do
    # The shell says on its standard error what was killed.
    {
      "${sent[@]}" inject=$calls:signal=KILL:when=$n "$@" >"$work/out" 2>"$work/err" </dev/null
      status=$?
    } 2>/dev/null
    [ "$status" -ne 137 ] || kills=$((kills + 1))
    [ ! -s "$work/state" ] || left=$((left + 1))
    n=$((n * 2 + seed % 3))
  done
  echo "# $kills kills, $left with a file"
  [ "$kills" -gt 0 ] && [ "$left" -gt 0 ] && [ ! -e "$work/state" ]
  report $? "$text: was killed, went on, and left no file"
}

findings() {
  jq -S 'del(.seconds, .cost, .duration, .command, .stages, .phases) |
         walk(if type == "object" then del(.seconds, .passes) else . end)' "$1"
}

for order in hb hybrid hb,wcp,dc,c11; do
  for format in std ftp; do
    "$foretrace" filter "$work/t.$format" --order "$order" --format json \
      -j 2 -o "$work/whole.json"
    killed "$order, $format" "$foretrace" filter "$work/t.$format" --order "$order" \
      -j 2 --format json -o "$work/parts.json" --resume "$work/state"
    diff <(findings "$work/whole.json") <(findings "$work/parts.json") >"$work/out"
    report $? "$order, $format: with the same result"
  done
done

verdicts() {
  grep -E 'CERTIFIED|impossible|undecided|pairs? of locations|Looked at|Only the' |
    sed 's/\. [0-9.]* s$//'
}
run "$foretrace" check "$work/t.ftp" --expand 5000 -j 2
verdicts <"$work/out" >"$work/wanted"
killed "check" "$foretrace" check "$work/t.ftp" --expand 5000 -j 2 --resume "$work/state"
verdicts <"$work/out" | diff "$work/wanted" - >"$work/err"
report $? "check: with the same verdicts"

# An interrupt reports what there is, and leaves the file.
run "${sent[@]}" inject=$calls:signal=INT:when=2 "$foretrace" filter "$work/t.std" \
  --order wcp -j 2 --resume "$work/state"
[ -s "$work/state" ]
report $? "an interrupt leaves the state"
shows "^Interrupted at event" "an interrupt is reported"
exits 65 "other options" "$foretrace" filter "$work/t.std" --order dc -j 2 \
  --resume "$work/state"
says "state: the state of a filter with other options; without this file" "it says so"
exits 65 "other threads" "$foretrace" filter "$work/t.std" --order wcp -j 1 \
  --resume "$work/state"
says "by 2 threads: expected -j 2" "it says how many"
exits 65 "another trace" "$foretrace" filter "$work/t.ftp" --order wcp -j 2 \
  --resume "$work/state"
says "the state of another trace" "it says that"
exits 0 "and the same command goes on" "$foretrace" filter "$work/t.std" \
  --order wcp -j 2 --resume "$work/state"
[ ! -e "$work/state" ]
report $? "to the end"
exits 65 "a file of something else" "$foretrace" filter "$work/t.std" --resume "$work/t.ftp"
says "t.ftp: damaged, or not the state of a filter" "is not taken"
exits 65 "and check" "$foretrace" check "$work/t.std" --expand 5000 --resume "$work/t.ftp"
[ -s "$work/t.ftp" ]
report $? "nor removed"
exits 64 "a pipe" "$foretrace" filter - --pairs none --resume "$work/state"
exits 64 "lockset" "$foretrace" filter "$work/t.std" --order lockset --resume "$work/state"
says "hb, c11, wcp, dc and hybrid" "it says for what it is"
exits 69 "a directory that does not exist" "$foretrace" filter "$work/t.std" \
  --resume "$work/none/state"
