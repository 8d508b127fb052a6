# 'foretrace convert': there and back again, whole or not at all.
. "$(dirname "$0")/lib.sh"

events() {
  grep -v '^#' "$1" | grep .
}

for trace in hidden cache; do
  for middle in jsonl jsonl.gz jsonl.zst std std.gz std.zst; do
    exits 0 "$trace to $middle" \
      "$foretrace" convert examples/$trace.std "$work/middle.$middle"
    exits 0 "$trace from $middle" \
      "$foretrace" convert "$work/middle.$middle" "$work/back.std"
    cmp -s <(events examples/$trace.std) <(events "$work/back.std")
    report $? "$trace is the same after $middle"
  done
done
gzip -t "$work/middle.std.gz" && zstd -qt "$work/middle.std.zst"
report $? "compressed by name"

exits 0 "to standard output" \
  "$foretrace" convert examples/hidden.std - --output-format jsonl
head -n 20 "$work/out" | grep -v schema | jq -e 'has("thread") and has("op")' >/dev/null
report $? "JSON lines on standard output"
exits 0 "from standard input" \
  bash -c "'$foretrace' convert - '$work/stdin.std' <examples/hidden.std"
exits 0 "jsonl to jsonl" "$foretrace" convert examples/spin.jsonl "$work/spin.jsonl"
exits 0 "jsonl to jsonl again" \
  "$foretrace" convert "$work/spin.jsonl" "$work/again.jsonl"
cmp -s "$work/spin.jsonl" "$work/again.jsonl"
report $? "what convert writes, it writes again"
for trace in examples/spin.jsonl "$work/spin.jsonl"; do
  run "$foretrace" check "$trace" --format json
  jq -c '[.races[] | del(.seconds)]' "$work/out" >"$work/$(basename "$(dirname "$trace")").races"
done
cmp -s "$work/examples.races" "$work/$(basename "$work").races"
report $? "the copy has the same verdicts"

echo before >"$work/kept.std"
exits 65 "what STD cannot say" "$foretrace" convert examples/spin.jsonl "$work/kept.std"
[ "$(cat "$work/kept.std")" = before ]
report $? "a conversion that fails leaves the old file"
exits 69 "a full disk" "$foretrace" convert examples/hidden.std /dev/full --output-format std
exits 65 "a malformed trace" bash -c "echo nonsense >'$work/bad.std'
  '$foretrace' convert '$work/bad.std' '$work/kept.std'"
[ "$(cat "$work/kept.std")" = before ] && [ -z "$(find "$work" -name '*.tmp*')" ]
report $? "nothing is left behind"
exits 64 "an unknown output format" \
  "$foretrace" convert examples/hidden.std - --output-format xml
exits 64 "one argument" "$foretrace" convert examples/hidden.std
[ "$test_number" -gt 0 ]
