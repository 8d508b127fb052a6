# The code for re-execution that the instrumenter writes: it computes what the
# functions compute, and a run has that of its program.  (What becomes of each
# kind of instruction: test_instrument.sh.)
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
here=$PWD/tests/instrument
flags="-std=gnu11 -g -O1 -Isrc -I. -Iinclude -D_GNU_SOURCE"
sanitizers=${SAN:+-fsanitize=$SAN}
libraries="$build/lib/libforetrace.a -lxxhash -lzstd -lz -lm -pthread"

# The runtime is not linked with these: code_run stands in for it.
for tool in code_text code_run; do
  # shellcheck disable=SC2086
  run "${CC:-cc}" $flags $sanitizers -c "$here/$tool.c" -o "$work/$tool.o"
  report "$status" "$tool builds"
done
# shellcheck disable=SC2086
run "${CC:-cc}" $sanitizers "$work/code_text.o" $libraries -o "$work/code_text"
report "$status" "code_text links"

# C and C++, with and without light.
for light in "" --foretrace-light; do
  # shellcheck disable=SC2086
  "$cc" $light -w -g -c "$here/language.c" -o "$work/language$light.o" &&
    "$build/bin/foretrace-c++" $light -w -g -c "$here/library.cpp" \
      -o "$work/library$light.o"
  report $? "C and C++ build ${light:-with records}"
done
for name in language library; do
  "$work/code_text" "$work/$name.o" >"$work/full" &&
    "$work/code_text" "$work/$name--foretrace-light.o" >"$work/light" &&
    cmp "$work/full" "$work/light" >"$work/out"
  report $? "$name: light code is the same"
done
# What a program registers and a run keeps is the same.
cp examples/hidden.c "$work/"
build_program hidden
run "$foretrace" record -o "$work/run" -- "$work/hidden"
"$work/code_text" "$work/hidden" >"$work/program" &&
  "$work/code_text" "$work/run/objects" >"$work/recorded" &&
  cmp "$work/program" "$work/recorded" >"$work/out" && [ -s "$work/program" ]
report $? "a run has the code of its program"

# Damaged code is refused.
head -c $(($(grep -abo FTSITES "$work/language.o" | head -1 | cut -d: -f1) + 90)) \
  "$work/language.o" >"$work/cut.o"
exits 65 "half a table" "$work/code_text" "$work/cut.o"

# Random functions: what their code computes is what they compute.  Of floats
# some of it is not known (NaNs, what is below the normal numbers), and is not
# compared.
for seed in ${FT_SEED:-1 2 3}; do
  for floats in "" floats; do
    name="functions${floats:+ of floats} of FT_SEED=$seed"
    # shellcheck disable=SC2086
    /usr/bin/python3 "$here/random_functions.py" "$seed" 40 $floats \
      >"$work/random.c"
    # shellcheck disable=SC2086
    "$cc" -w -g -fno-math-errno -c "$work/random.c" -o "$work/random.o" &&
      "${CC:-cc}" $sanitizers "$work/code_run.o" "$work/random.o" $libraries \
        -o "$work/random"
    report $? "random $name build"
    run "$work/random" "$work/random.o" "$seed" 200
    [ "$status" -eq 0 ] && if [ "$floats" ]; then
      awk '$2 == "calls," && $1 == 8000 && $3 < 7500 { some = 1 }
           END { exit !some }' "$work/out"
    else
      grep -q '^8000 calls, 0 not followed' "$work/out"
    fi
    report $? "random $name: code and functions agree"
  done
done
