# Help, version, exit status and hints of the command line.
. "$(dirname "$0")/lib.sh"

exits 64 "no command" "$foretrace"
exits 0 "--help" "$foretrace" --help
shows '^Example:' "--help has an example"
exits 0 "--version" "$foretrace" --version
shows '^foretrace [0-9]+\.[0-9]+\.[0-9]+$' "--version names the version"

for command in check filter verify convert info; do
  exits 0 "$command --help" "$foretrace" $command --help
  shows "usage: .*$command" "$command --help has a usage line"
  shows "[Ee]xample" "$command --help has an example"
  exits 64 "$command without arguments" "$foretrace" $command
  exits 64 "$command with an unknown option" \
    "$foretrace" $command --no-such-option examples/hidden.std
done
for command in check filter convert info; do
  exits 0 "help $command" "$foretrace" help $command
  # Every option of the table is in the help, once.
  twice=$("$foretrace" $command --help | grep -oE '^ +(-., )?--[a-z-]+' |
    grep -oE -- '--[a-z-]+' | sort | uniq -d)
  [ -z "$twice" ]
  report $? "$command --help lists no option twice $twice"
done

exits 0 "verify --help" "$foretrace" verify --help
shows '^usage: foretrace verify TRACE' "foretrace verify says how it is called"
exits 0 "foretrace-verify --help" "$build/bin/foretrace-verify" --help
shows '^usage: foretrace-verify TRACE' "so does foretrace-verify"
exits 64 "verify without a witness" "$foretrace" verify examples/hidden.std
says '^foretrace verify: .*see foretrace verify --help' "and so do the messages"
exits 0 "check --help" "$foretrace" check --help
shows '130 interrupted' "check --help lists every exit status"

exits 64 "unknown command" "$foretrace" chekc examples/hidden.std
says "did you mean 'check'" "an unknown command has a hint"
exits 64 "misspelt option" "$foretrace" check --windwo 5 examples/hidden.std
says "did you mean '--window'" "a misspelt option has a hint"
exits 64 "misspelt choice" "$foretrace" filter --order wpc examples/hidden.std
says "found 'wpc'.*did you mean 'wcp'" "a misspelt choice has a hint"
exits 64 "value missing" "$foretrace" check examples/hidden.std --timeout
exits 64 "value for a flag" "$foretrace" check examples/hidden.std --strict=1
exits 64 "bad seconds" "$foretrace" check examples/hidden.std --timeout soon
exits 64 "bad size" "$foretrace" check examples/hidden.std --memory 4X
exits 64 "size too large" "$foretrace" check examples/hidden.std --memory 99999999999G
exits 64 "bad count" "$foretrace" check examples/hidden.std -j -1
exits 64 "too many workers" "$foretrace" check examples/hidden.std -j 1025
says 'expected a number of workers, up to 1024' "-j has a limit"
exits 66 "as many workers as allowed" "$foretrace" check examples/hidden.std -j 1024
exits 64 "bad window" "$foretrace" check examples/hidden.std --window 0
exits 64 "two traces" "$foretrace" check examples/hidden.std examples/cache.std
exits 64 "unknown letter" "$foretrace" check -x examples/hidden.std
exits 66 "model path" "$foretrace" check --model path examples/hidden.std
exits 64 "unknown model" "$foretrace" check --model paths examples/hidden.std
says "expected one of mcm, value, path" "the models are named"

run "$foretrace" check examples/hidden.std --format json --timeout 5 \
  --memory 512M --window 100 -j 2 --candidates hb --encoding idl --pairs all
cp "$work/out" "$work/first"
for spelling in \
  "--format=json --timeout=5 --memory=512m --window=100 -j2 --candidates=hb \
   --encoding=idl --pairs=all examples/hidden.std" \
  "-fjson -t 5 -m 512M -w 100 --jobs 2 --candidates hb --encoding idl \
   --pairs all -- examples/hidden.std"; do
  # shellcheck disable=SC2086
  run "$foretrace" check $spelling
  cmp -s <(without_seconds <"$work/first") <(without_seconds <"$work/out")
  report $? "options mean the same in every place and spelling"
done
jq -e '.options == {model: "path", memory_model: "sc",
  candidates: "hb", pairs: "all",
  encoding: "idl", window: 100, timeout: 5, budget: 600,
  memory: 536870912, lenient: false, input_format: null, deadlocks: true,
  assume_unrecorded: "ordered", stages: null}' "$work/out" >/dev/null
report $? "options are in the JSON report"

printf 'T1|w(x)|1\n' >"$work/one.std"
exits 0 "info of an event" "$foretrace" info "$work/one.std"
shows ', 1 event$' "one event is no events"
! grep -q hottest "$work/out"
report $? "nothing is hot that is used once"
printf 'T1|w(x)|1\nT1|w(x)|2\n' >"$work/two.std"
exits 0 "info of two events" "$foretrace" info "$work/two.std"
[ "$(grep hottest "$work/out")" = 'hottest threads (events)
hottest variables (accesses)' ]
report $? "what is used twice is listed"
[ "$test_number" -gt 0 ]
