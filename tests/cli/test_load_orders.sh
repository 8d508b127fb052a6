#!/bin/bash
# A run loaded without re-execution, as replays are confirmed, orders no less than with it
# (tests/fuzz/load_orders.c), of random programs that call the C library.
#
#   FT_SEED=7 FT_ROUNDS=200 FT_BUILD=build sh scripts/run-tests tests/cli/test_load_orders.sh
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

rounds=${FT_ROUNDS:-8}
seed=${FT_SEED:-1}
echo "# seed $seed"
races=0
for i in $(seq "$seed" $((seed + rounds - 1))); do
  /usr/bin/python3 tests/cli/load_orders.py "$i" >"$work/random.c"
  build_program random -w
  rm -rf "$work/random.run"
  "$foretrace" record -q --schedule random --seed "$i" -o "$work/random.run" -- "$work/random" \
    >/dev/null 2>&1 </dev/null
  run "$build/test/load_orders" "$work/random.run"
  report "$status" "seed $i: $(sed -n 's/.*run: \([0-9]* pairs.*\)/\1/p' "$work/out")"
  races=$((races + $(sed -n 's/.* \([0-9]*\) race, .*/\1/p' "$work/out")))
done
[ "$races" -gt 0 ]
report $? "some of them race"
