# FT_LOG prints decisions on standard error, and changes nothing else.
. "$(dirname "$0")/lib.sh"

exits 66 "without FT_LOG" "$foretrace" check examples/hidden.std
sed 's/[0-9.]* s$//' "$work/out" >"$work/plain"
[ ! -s "$work/err" ]
report $? "says nothing more"

exits 66 "FT_LOG=predict" env FT_LOG=predict "$foretrace" check examples/hidden.std
grep -q '^foretrace: predict: .* events pending' "$work/err"
report $? "one line for each question, of worker processes, too"
! grep -v '^foretrace: predict: ' "$work/err"
report $? "and of no other area"
sed 's/[0-9.]* s$//' "$work/out" | diff "$work/plain" - >"$work/err"
report $? "the report is the same"

exits 66 "FT_LOG=nonsense" env FT_LOG=nonsense "$foretrace" check examples/hidden.std
says "'nonsense' is no AREA" "a word that is no area is named"
