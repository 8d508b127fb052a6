# The instrumenter by itself: what it makes of C and C++, run under a runtime
# that compares the log with memory (tests/instrument/strict_runtime.c).
. "$(dirname "$0")/lib.sh"
objects=$build/obj/src/instrument
[ -e "$objects/instrument.o" ] || { skip "no LLVM 19, no instrumenter"; exit 0; }
here=$PWD/tests/instrument
flags="-std=gnu11 -g -O1 -Isrc -Iinclude -D_GNU_SOURCE"
sanitizers=${SAN:+-fsanitize=$SAN}

# The instrumenter without the compiler driver around it, and the runtime.
parts=$(basename -s .c -a src/instrument/*.c)
# shellcheck disable=SC2046,SC2086
run cc $flags $sanitizers -I"$(llvm-config-19 --includedir)" "$here/instrument_file.c" \
  $(for part in $parts; do echo "$objects/$part.o"; done) \
  "$build/lib/libforetrace.a" $(llvm-config-19 --ldflags --libs) -lm -lxxhash -lzstd -lz \
  -o "$work/instrument"
report "$status" "the instrumenter builds"
# shellcheck disable=SC2086
run clang-19 $flags -c "$here/strict_runtime.c" -o "$work/strict.o"
report "$status" "the strict runtime builds"

# Wrappers that only call what they wrap.
{
  echo .text
  printf '#define FT_LIBC(name, wrapped, ...) @wrapped name\n#include "symex/libc/libc.def"\n' |
    clang-19 -E -P -Isrc -x c - | sed -n 's/^ *@ *C\(XX\)\{0,1\} //p' |
    while read -r name; do
    printf '.weak %s\n.globl __foretrace_%s\n' "$name" "$name"
    printf '.type __foretrace_%s,@function\n' "$name"
    printf '__foretrace_%s: jmp %s@PLT\n' "$name" "$name"
  done
  echo '.section .note.GNU-stack,"",@progbits'
} >"$work/wrappers.s"
run clang-19 -c "$work/wrappers.s" -o "$work/wrappers.o"
report "$status" "stand-ins of the wrappers build"

# build COMPILER SOURCE PROGRAM FLAGS...
cat >"$work/build" <<END
set -eu
cc=\$1 source=\$2 program=\$3
shift 3
"\$cc" -w -g "\$@" -O1 -Xclang -disable-llvm-passes -emit-llvm -c "\$source" \\
  -o "$work/a.bc"
"$work/instrument" "$work/a.bc" "$work/b.bc"
opt-19 -passes=verify -disable-output "$work/b.bc"
"\$cc" -w "\$@" -c "$work/b.bc" -o "$work/b.o"
"\$cc" "$work/b.o" "$work/strict.o" "$work/wrappers.o" \\
  "$build/lib/libforetrace.a" -lzstd -lz -lm -latomic -pthread -o "\$program"
END

for case in clang-19:language.c clang++-19:library.cpp; do
  cc=${case%%:*} name=${case#*:}
  "$cc" -w -O1 "$here/$name" -o "$work/native" -lm -latomic -pthread
  "$work/native" >"$work/expected"
  for level in "-O0" "-O2 -fPIC" "-O3"; do
    # shellcheck disable=SC2086
    run bash "$work/build" "$cc" "$here/$name" "$work/program" $level
    report "$status" "$name $level: instrumented, verified, linked"
    for seed in 1 2 3; do
      run env STRICT_SEED=$seed STRICT_COUNTS=1 "$work/program"
      [ "$status" -eq 0 ] && cmp -s "$work/out" "$work/expected" &&
        grep -q 'records, [1-9].*checks, [1-9][0-9]* compared' "$work/err"
      report $? "$name $level: same output, log and memory agree (seed $seed)"
    done
  done
done

# What the log says of single lines.
sed -n 's|^.*//> *||; t print; b; :print =; p' "$here/log.c" |
  sed 'N; s/\n/ /' | while read -r line rest; do
  echo "$rest" | tr ';' '\n' | sed "s/^ */$line /; s/ *$//"
done | grep ' .' | sort >"$work/wanted"
grep -n '//>' "$here/log.c" | cut -d: -f1 >"$work/lines"
for level in -O0 -O2; do
  run bash "$work/build" clang-19 "$here/log.c" "$work/program" $level
  report "$status" "log.c $level: built"
  run env STRICT_LOG="$work/log" "$work/program"
  [ "$status" -eq 0 ]
  report $? "log.c $level: runs"
  # Addresses differ from run to run.
  sed -E 's/ [0-9]{12,16}$/ \&/; s/ *$//' "$work/log" |
    awk 'NR == FNR { ask[$1]; next } $1 in ask' "$work/lines" - |
    sort >"$work/found"
  diff "$work/wanted" "$work/found" >"$work/out"
  report $? "log.c $level: records of each line"
done

# Lanes of vectors.
cat >"$work/lanes.c" <<END
#include <immintrin.h>
__m512 some (const float *p, __mmask16 m) { return _mm512_maskz_loadu_ps (m, p); }
void put (float *p, __mmask16 m, __m512 v) { _mm512_mask_storeu_ps (p, m, v); }
END
if [ "$(uname -m)" = x86_64 ]; then
  run clang-19 -g -O1 -mavx512f -Xclang -disable-llvm-passes -emit-llvm -c \
    "$work/lanes.c" -o "$work/lanes.bc"
  exits 0 "masked vectors" "$work/instrument" "$work/lanes.bc" "$work/lanes.i.bc"
  opt-19 -passes=verify -S "$work/lanes.i.bc" -o "$work/lanes.ll" &&
    ! grep -q 'call.*@llvm.masked' "$work/lanes.ll" &&
    [ "$(grep -c 'call.*@ft_slow' "$work/lanes.ll")" -ge 32 ]
  report $? "are one access for each lane"
fi

# The code for re-execution: what each kind of instruction becomes.
# shellcheck disable=SC2086
run cc $flags $sanitizers "$here/code_text.c" "$build/lib/libforetrace.a" \
  -lm -o "$work/code_text"
report "$status" "code_text builds"
clang-19 -w -Xclang -disable-llvm-passes -emit-llvm -c "$here/kinds.ll" \
  -o "$work/kinds.bc"
run "$work/instrument" "$work/kinds.bc" "$work/kinds.i.bc"
[ "$status" -eq 0 ] && clang-19 -w -c "$work/kinds.i.bc" -o "$work/kinds.o"
report $? "kinds.ll: instrumented"
run /usr/bin/python3 "$here/check_code.py" "$here/kinds.ll" "$work/code_text" \
  "$work/kinds.o"
report "$status" "kinds.ll: each function has the code that it says"
bash "$work/build" clang-19 "$here/language.c" "$work/language"
run "$work/code_text" --count "$work/kinds.o" "$work/b.o"
[ "$status" -eq 0 ] && grep -q '^UNREACHABLE ' "$work/out" &&
  ! grep -E '^[A-Z_]+ 0$' "$work/out" >"$work/err"
report $? "there is each kind of instruction"

# Errors.
echo "no bitcode" >"$work/text"
exits 65 "a text as bitcode" "$work/instrument" "$work/text" "$work/x.bc"
says 'text: expected bitcode of LLVM 19' "and it says so"
exits 69 "no such file" "$work/instrument" "$work/nothing" "$work/x.bc"
says 'nothing' "and it says which"
[ ! -e "$work/x.bc" ]
report $? "nothing is written then"

# What cannot be recorded is built all the same.
cat >"$work/long.c" <<END
int x;
#define A *(volatile int *)&x = 1;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
void long_one (void) { D D D D D D D D D D D D D D D D D D D D D D D D D D D D
  D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D }
int main (void) { x = 2; return x; }
END
run clang-19 -g -O1 -Xclang -disable-llvm-passes -emit-llvm -c "$work/long.c" \
  -o "$work/long.bc"
exits 0 "a function of 64000 accesses" "$work/instrument" "$work/long.bc" \
  "$work/long.i.bc"
says "long.c: 'long_one' is not recorded: it is too long" "and it says so"
