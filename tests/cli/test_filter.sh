# 'foretrace filter' and 'foretrace info'.
. "$(dirname "$0")/lib.sh"

# Racy events of hidden.std: only where locks alone decide.
while read -r order racy pairs; do
  exits 0 "filter $order" "$foretrace" filter examples/hidden.std \
    --order "$order" --pairs all --format json
  valid foretrace-filter-1 "$work/out" 2>"$work/err"
  report $? "$order: JSON is of its schema"
  jq -e --argjson r "$racy" --argjson p "$pairs" --arg o "$order" \
    '.racy_events == $r and .pairs == $p and .events == 11 and .order == $o' \
    "$work/out" >/dev/null
  report $? "$order: racy events $racy"
done <<'ROWS'
hb [] []
shb [] []
hybrid [7] [[3,7]]
syncp [] []
ROWS
exits 0 "no pairs unless asked" "$foretrace" filter examples/hidden.std \
  --order hybrid --format json
jq -e 'has("pairs") | not' "$work/out" >/dev/null
report $? "no pairs in JSON unless asked for"
exits 0 "filter, text" "$foretrace" filter examples/hidden.std --order hybrid
shows 'event 7 .*T2 write x .*hidden.c:23' "the racy event"
shows '^hybrid: 1 racy of 11 events' "the count"
exits 0 "filter syncp, text" "$foretrace" filter \
  tests/traces/real/arraylist.std --order syncp
shows '^syncp: 19 racy of 730 events; others may race as well' \
  "sync-preserving races are no candidates"
exits 65 "filter syncp, bad trace" "$foretrace" filter --order syncp \
  tests/malformed/rule-release-twice.std
exits 0 "filter of standard input" \
  bash -c "'$foretrace' filter - --order wcp <examples/cache.std"

# Several relations in one pass, and the same as one by one.
jigsaw=tests/traces/real/jigsaw.std.zst
exits 0 "several relations" "$foretrace" filter "$jigsaw" -q \
  --order hb,wcp,shb,dc,hybrid,lockset --format json -o "$work/all.json"
valid foretrace-filter-1 "$work/all.json" 2>"$work/err"
report $? "several relations: JSON is of its schema"
for order in hb wcp shb dc hybrid lockset; do
  run "$foretrace" filter "$jigsaw" -q --order $order --format json
  jq -c 'del(.schema, .events, .warnings, .cost, .seconds)' "$work/out" \
    >"$work/alone.json"
  jq -c --arg o $order '.relations[] | select(.order == $o) | del(.racy)' \
    "$work/all.json" | cmp -s - "$work/alone.json"
  report $? "$order among several is $order alone"
done

# By several threads, the same as by one: of a program's run, and of generated text of
# which 20 racy events are shown from the beginning on, and then no more.
all=hb,c11,shb,wcp,dc,hybrid,lockset
/usr/bin/python3 - >"$work/shared.std" <<'PY'
import random
random.seed(7)
for i in range(40000):
    t, v = random.randrange(5), random.randrange(3000)
    if i % 4 == 0:
        print(f"T{t}|acq(l{t})|{v % 90}\nT{t}|w(x{v // 5 * 5 + t})|{v % 91}\nT{t}|rel(l{t})|{v % 92}")
    print(f"T{t}|{random.choice('rrrw')}(x{v // 5 * 5 + (t if v % 50 else 0)})|{v % 93}")
PY
for trace in "$jigsaw" "$work/shared.std"; do
  for form in json text; do
    for jobs in 1 2 3 7; do
      run "$foretrace" filter "$trace" -q --order $all --format $form -j $jobs
      sed -E 's/"(peak_bytes|seconds|pairs|filter)": [0-9.e-]+(, )?//g; s/decides\. .*//' \
        "$work/out" >"$work/by.$jobs"
      cmp "$work/by.1" "$work/by.$jobs" >"$work/err" 2>&1 && grep -q dc "$work/by.1"
      report $? "$(basename "$trace"), $form: $jobs threads find what one does"
    done
  done
done
exits 64 "too many threads" "$foretrace" filter "$jigsaw" -j 1025
says 'up to 1024' "the option says how many threads there may be"
exits 0 "several relations, text" "$foretrace" filter examples/hidden.std \
  --order hb,wcp
shows '^hidden.c:15 and hidden.c:23, pairs of events: hb none, wcp 1; ' \
  "what each relation found of a pair of locations"
shows '^wcp: 1 racy of 11 events, 1 pair of locations' "one line per relation"
shows 'peak [0-9]+ MiB$' "the peak of memory"

# Pairs of locations against all pairs, computed from these.
pairs_agree() {
  /usr/bin/python3 - "$work/few.json" "$work/many.json" <<'PY'
import json, sys
few, many = (json.load(open(name)) for name in sys.argv[1:])
assert few["racy_events"] == many["racy_events"], "racy events"
pairs, met = {tuple(p) for p in many["pairs"]}, set()
for l in few["location_pairs"]:
    assert l["exact"] and len(l["closest"]) == min(2, l["instances"]), l
    for m in l["closest"]:
        pair = (m["first"]["event"], m["second"]["event"])
        assert pair in pairs, pair
        met.add(pair[1])
assert sum(l["instances"] for l in few["location_pairs"]) == len(pairs)
distances = [m["second"]["event"] - m["first"]["event"]
             for l in few["location_pairs"] for m in l["closest"][:1]]
assert distances == sorted(distances), "closest first"
PY
}
for order in hb shb wcp dc hybrid syncp; do
  run "$foretrace" filter "$jigsaw" -q --order $order --pairs all --format json
  mv "$work/out" "$work/many.json"
  [ $order = syncp ] && # takes long on the other
    run "$foretrace" filter tests/traces/real/treeset.std -q --order syncp \
      --pairs all --format json && mv "$work/out" "$work/many.json" &&
    jigsaw=tests/traces/real/treeset.std
  exits 0 "$order, pairs of locations" "$foretrace" filter "$jigsaw" -q \
    --order $order --pairs locations --instances 2 --format json
  mv "$work/out" "$work/few.json"
  pairs_agree 2>"$work/err"
  report $? "$order: pairs of locations are those of all pairs"
done

# What can be read only once.
exits 0 "a pipe has one pass" \
  bash -c "cat examples/hidden.std | '$foretrace' filter - --order wcp"
shows 'event 7 .*T2 write x .*hidden.c:23' "racy events of a pipe"
shows '^Pairs of locations need a second reading' "why there are no pairs"
exits 64 "a pipe, pairs of locations" \
  bash -c "cat examples/hidden.std | '$foretrace' filter - --pairs locations"
says 'reads the trace twice.*save it to a file' "what to do about a pipe"
exits 64 "a named pipe, pairs of locations" bash -c "mkfifo '$work/pipe' &&
  '$foretrace' filter '$work/pipe' --pairs locations"
exits 0 "all pairs of a pipe" \
  bash -c "cat examples/hidden.std | '$foretrace' filter - --order wcp --pairs all"
shows '^  pair 3 7$' "all pairs of a pipe are listed"

# Options that are wrong.
while read -r pattern options; do
  # shellcheck disable=SC2086
  exits 64 "filter $options" "$foretrace" filter examples/hidden.std $options
  says "$pattern" "filter $options: what is wrong"
done <<'ROWS'
found.'wpc'.*did.you.mean.'wcp' --order hb,wpc
'hb'.is.there.twice --order hb,wcp,hb
one.or.more.of.hb,.*found.'' --order hb,
syncp.is.for.itself --order syncp,hb
syncp.needs.the.whole.trace --order syncp --memory 1G
from.1.to.1000 --instances 0
from.1.to.1000 --instances 1001
from.1.to.1000 -n x
such.as.512M --memory much
none,.locations,.all --pairs some
ROWS

# A limit on memory, and an interrupt.
grow() {
  /usr/bin/python3 - "$1" "$2" <<'PY'
import sys
for i in range(int(sys.argv[2])):
    print(f"T{i % 4}|{'rw'[i % 3 == 0]}(v{i // int(sys.argv[1])})|{i % 50}")
PY
}
grow 4 400000 >"$work/grow.std"
exits 69 "memory is used up" "$foretrace" filter "$work/grow.std" --order hb,dc \
  --memory 12M --format json -o "$work/stopped.json"
says 'stopped at event [0-9]+, before --memory 12M .* try one relation at a time' \
  "memory: where it stopped and what to try"
run "$foretrace" filter "$work/grow.std" --order hb --pairs none --memory 10M
says 'for names; try a greater limit$' "memory: what is done is not advised"
valid foretrace-filter-1 "$work/stopped.json" 2>"$work/err" &&
  jq -e '.stopped.why == "memory" and .stopped.pass == 1 and
         .stopped.event == .events and .events < 400000 and
         (.cost.peak_bytes <= 12 * 1048576 or $ARGS.positional[0] != "")' \
    "$work/stopped.json" --args "${SAN-}" >/dev/null # which have memory of theirs
report $? "memory: a report until then, and the limit was kept"
exits 0 "memory is enough" "$foretrace" filter "$work/grow.std" --order hb \
  --memory 2G
# A damaged block of a packed trace: that block is missing, and is said to be.
exits 0 "a packed trace" "$foretrace" convert "$work/grow.std" "$work/grow.ftp"
/usr/bin/python3 - "$work/grow.ftp" <<'PY'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2] ^= 0x55
open(sys.argv[1], "wb").write(data)
PY
exits 65 "a damaged block" "$foretrace" filter "$work/grow.ftp"
says 'block [0-9]+ at byte [0-9]+: damaged' "which block is damaged"
exits 0 "a damaged block, --lenient" "$foretrace" filter "$work/grow.ftp" \
  --lenient --order hb
shows '^Not analysed: .* block [0-9]+ .*events [0-9]+ to [0-9]+ are missing' \
  "--lenient: what is missing, text"
exits 0 "a damaged block, --lenient, JSON" "$foretrace" filter \
  "$work/grow.ftp" --lenient --pairs none --format json
jq -e '.events == 400000 and any(.warnings[]; .missing and
  (.text | test("events [0-9]+ to [0-9]+ are missing")))' "$work/out" >/dev/null
report $? "--lenient: what is missing, JSON"

endless() {
  /usr/bin/python3 -c 'while True: print("A|w(x)|1\nB|w(x)|2")' 2>/dev/null
}
set -m
"$foretrace" filter <(endless) --order hb,wcp --progress always >"$work/out" 2>"$work/err" &
await grep -qE '[1-9].* events, ' "$work/err"
kill -INT $!
wait $!
[ $? -eq 130 ]
report $? "an interrupt: exit 130"
set +m
shows '^Interrupted at event [0-9]+: this is what was found until then' \
  "an interrupt is reported"
shows '^wcp: [1-9][0-9]* racy of [0-9]+ events' "what was found until then"

for trace in hidden cache; do
  exits 0 "info $trace" "$foretrace" info examples/$trace.std
  exits 0 "info $trace, JSON" "$foretrace" info examples/$trace.std --format json
  valid foretrace-info-2 "$work/out" 2>"$work/err"
  report $? "info $trace: JSON is of its schema"
done
jq -e '.events == 29 and .threads == 5 and .locks == 1 and .variables == 3 and
  .kinds.acquire == 4 and .kinds.fork == 4 and .without_effect == 0 and
  .hottest.variables[0] == {name: "hits", accesses: 6} and
  .hottest.locks == [{name: "m", acquires: 4}]' "$work/out" >/dev/null
report $? "info counts"

# An access behind a free is listed by all relations that leave it unordered, as check does.
if [ -x "$build/bin/foretrace-cc" ] && [ -z "${FT_SAN:-}" ]; then
  cat >"$work/late.c" <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int freed;
static void *late (void *block) {
  while (!atomic_load_explicit (&freed, memory_order_relaxed)) // orders nothing
    ;
  *(int *)block = 2;
  return 0;
}
int main (void) {
  pthread_t thread;
  int *block = malloc (4);
  pthread_create (&thread, 0, late, block);
  free (block);
  atomic_store_explicit (&freed, 1, memory_order_relaxed);
  pthread_join (thread, 0);
}
C
  "$build/bin/foretrace-cc" -g -O0 -pthread "$work/late.c" -o "$work/late" &&
    "$foretrace" record -q -o "$work/late.run" -- "$work/late" >/dev/null 2>&1
  run "$foretrace" check "$work/late.run" -f json
  jq -r '.races[] | "\(.pair[0].event) \(.pair[1].event)"' \
    "$work/out" >"$work/asked"
  [ "$(wc -l <"$work/asked")" -eq 1 ]
  report $? "the access behind the free is a candidate of check"
  for order in hb c11 wcp dc hybrid lockset; do
    run "$foretrace" filter "$work/late.run" --order $order --format json
    jq -r '.location_pairs[].closest[] | "\(.first.event) \(.second.event)"' "$work/out" \
      >"$work/listed"
    grep -qxFf "$work/asked" "$work/listed"
    report $? "$order lists it"
  done
else
  skip "no recorder: runs have no accesses behind a free"
fi
[ "$test_number" -gt 0 ]
