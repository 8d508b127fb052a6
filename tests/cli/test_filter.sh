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

for trace in hidden cache; do
  exits 0 "info $trace" "$foretrace" info examples/$trace.std
  exits 0 "info $trace, JSON" "$foretrace" info examples/$trace.std --format json
  valid foretrace-info-1 "$work/out" 2>"$work/err"
  report $? "info $trace: JSON is of its schema"
done
jq -e '.events == 29 and .threads == 5 and .locks == 1 and .variables == 3 and
  .kinds.acquire == 4 and .kinds.fork == 4 and .without_effect == 0 and
  .hottest.variables[0] == {name: "hits", accesses: 6} and
  .hottest.locks == [{name: "m", acquires: 4}]' "$work/out" >/dev/null
report $? "info counts"
[ "$test_number" -gt 0 ]
