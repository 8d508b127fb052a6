# Bad and odd input: exit 65 and one line that says where and what; or fine.
. "$(dirname "$0")/lib.sh"

# bad NAME PATTERN: $work/NAME is refused by every command.
bad() {
  for command in check filter info; do
    exits 65 "$1, $command" "$foretrace" $command "$work/$1"
    says "$2" "$1, $command: one line that says where and what"
  done
}

# fine NAME STATUS: $work/NAME is accepted.
fine() {
  exits "$2" "$1, check" "$foretrace" check "$work/$1"
  exits 0 "$1, filter" "$foretrace" filter "$work/$1"
  exits 0 "$1, info" "$foretrace" info "$work/$1"
}

exits 65 "no such file" "$foretrace" check "$work/none.std"
says "none.std" "no such file: named"
for command in check filter info; do
  exits 65 "a directory, $command" "$foretrace" $command "$work"
  says "directory" "a directory, $command: says so"
done

# Root may read everything, unless it gives the capability up.
cp examples/hidden.std "$work/secret.std"
chmod 000 "$work/secret.std"
if [ "$(id -u)" -ne 0 ]; then
  exits 65 "no permission" "$foretrace" check "$work/secret.std"
  says "[Pp]ermission" "no permission: says so"
elif command -v setpriv >/dev/null; then
  exits 65 "no permission" setpriv --bounding-set=-all --inh-caps=-all \
    "$foretrace" check "$work/secret.std"
  says "[Pp]ermission" "no permission: says so"
else
  skip "no permission: root may read everything here"
fi

: >"$work/empty.std"
bad empty.std 'empty.std: no events'
printf '# only a comment\n\n' >"$work/comment.std"
bad comment.std 'comment.std: no events'
printf 'T1|w(x)|1\nT1|r(x)|2\n' >"$work/one-thread.std"
fine one-thread.std 0
sed 's/$/\r/' examples/hidden.std >"$work/crlf.std"
fine crlf.std 66
head -c -1 examples/hidden.std >"$work/no-newline.std"
fine no-newline.std 66
printf 'T1|acq(l)|1\nT1|w(x)|2\nT2|r(y)|3\n' >"$work/open.std"
fine open.std 0

printf 'T1|w(x)|1\nT1|w\0(x)|2\n' >"$work/nul.std"
bad nul.std 'nul.std:2: .*(NUL|zero|x00)'
printf 'T1|rel(l)|1\n' >"$work/release.std"
bad release.std 'release.std:1: '
printf 'T1|w(x)|1\nnonsense\n' >"$work/nonsense.std"
bad nonsense.std 'nonsense.std:2: .*nonsense'
head -c 5000 /dev/urandom | tr -d '\n' >"$work/random.std"
exits 65 "random bytes" "$foretrace" check "$work/random.std"

for i in $(seq 2000); do cat examples/hidden.std; done | grep -v fork |
  grep -v join >"$work/long.std"
gzip -c "$work/long.std" | head -c 300 >"$work/cut.std.gz"
bad cut.std.gz 'cut.std.gz: .*'
zstd -qc "$work/long.std" | head -c 100 >"$work/cut.std.zst"
bad cut.std.zst 'cut.std.zst: .*'

name=$(head -c 1000000 /dev/zero | tr '\0' v)
printf 'T1|w(%s)|1\nT2|w(%s)|2\n' "$name" "$name" >"$work/megabyte.std"
run "$foretrace" check "$work/megabyte.std"
[ "$status" -eq 66 ] || { [ "$status" -eq 65 ] && grep -q ':1: ' "$work/err"; }
report $? "a line of a megabyte is read, or refused with its place (exit $status)"

# 10^5 threads, each with a variable of its own; unrelated, and forked and
# joined by one.
seq 100000 | awk '{print "T" $1 "|r(" ($1 > 99950 ? "c" : "v" $1) ")|1"}' \
  >"$work/threads.std"
{
  seq 100000 | awk '{print "main|fork(T" $1 ")|1\nT" $1 "|w(v" $1 ")|2"}'
  seq 100000 | awk '{print "main|join(T" $1 ")|3"}'
  echo "main|r(v7)|4"
} >"$work/forked.std"
# Many threads that all write one variable: every pair of them races.
{
  seq 30000 | awk '{print "main|fork(T" $1 ")|1"}'
  seq 30000 | awk '{print "T" $1 "|w(x)|2"}'
} >"$work/shared.std"
for order in hb wcp dc hybrid; do
  exits 0 "30000 threads on one variable, $order" \
    "$foretrace" filter "$work/shared.std" --order "$order"
done
exits 66 "30000 threads on one variable, check" \
  "$foretrace" check "$work/shared.std" --budget 0
shows '^1 race certified' "are one race"
shows '449985000 pairs of events' "all of whose pairs are counted"
! grep -q '^Not all pairs were looked at' "$work/out"
report $? "and all were looked at"
# Each at a place of its own, under locks of its own: too many to compare.
seq 20000 | awk '{print "T" $1 "|acq(l" $1 ")|1\nT" $1 "|w(x)|" $1 "\nT" $1 "|rel(l" $1 ")|1"}' \
  >"$work/apart.std"
set -m # a job of a shell without job control ignores SIGINT
"$foretrace" check "$work/apart.std" --budget 0 --progress always \
  >"$work/out" 2>"$work/err" &
await grep -q certifying "$work/err"
kill -INT $!
wait $!
set +m
shows '^Not all pairs were looked at' "more places than can be compared"

for shape in threads forked; do
  exits 0 "100000 threads, $shape, check" "$foretrace" check "$work/$shape.std"
  for order in hb shb wcp dc lockset hybrid; do
    exits 0 "100000 threads, $shape, filter $order" \
      "$foretrace" filter "$work/$shape.std" --order $order --progress always
  done
  grep -q 'events, .*/s' "$work/err"
  report $? "--progress always on a pipe"
done

exits 65 "verify: no JSON" "$foretrace" verify examples/hidden.std README.md
printf '{"schema": "foretrace-witness/1"}' >"$work/w.json"
exits 65 "verify: no pair" "$foretrace" verify examples/hidden.std "$work/w.json"
[ "$test_number" -gt 0 ]
