# 'make install', and a program against what it installed.
. "$(dirname "$0")/lib.sh"

# The build under test, whatever flags made it.
relative=${build#"$PWD"/}
# Nothing is built, or written there: other tests use it.
touch "$work/begin"
run make -s -o all B="$relative" SAN="${FT_SAN:-}" install DESTDIR="$work/root" PREFIX=/opt/ft
report "$status" "make install"
[ -z "$(find "$build/bin" "$build/lib" -newer "$work/begin" 2>&1)" ]
report $? "leaves the build directory alone"
root=$work/root/opt/ft
for file in bin/foretrace bin/foretrace-verify lib/libforetrace.a \
  lib/pkgconfig/foretrace.pc include/foretrace/foretrace.h \
  lib/cmake/foretrace/foretraceConfig.cmake lib/cmake/foretrace/foretraceConfigVersion.cmake \
  share/foretrace/foretrace-results-1.json share/foretrace/instead; do
  [ -s "$root/$file" ]
  report $? "installs $file"
done
export PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=
flags=$(pkg-config --define-variable=prefix="$root" --static --cflags --libs foretrace)
sanitizer=
nm "$root/lib/libforetrace.a" 2>/dev/null | grep -q __asan_ &&
  sanitizer=-fsanitize=address,undefined
# shellcheck disable=SC2086
run cc -std=c11 -Wall -Wextra -Werror $sanitizer tests/cli/install_use.c -o "$work/use" $flags
report "$status" "a C program builds with pkg-config"
run "$work/use" examples/hidden.std
[ "$status" -eq 0 ] && grep -qE '^1 x T1 write hidden.c:23 3 7 [0-9]+$' "$work/out"
report $? "the library finds the race"
version=$("$foretrace" --version | cut -d' ' -f2)
shows "^$version 11$" "the library has the program's version"
printf '%s\n' 'main|fork(T1)|1' 'main|fork(T2)|2' 'T1|acq(a)|3' 'T1|acq(b)|4' \
  'T1|rel(b)|5' 'T1|rel(a)|6' 'T2|acq(b)|7' 'T2|acq(a)|8' 'T2|rel(a)|9' \
  'T2|rel(b)|10' >"$work/cycle.std"
run "$work/use" "$work/cycle.std"
grep -qx 'deadlock 1 2 T1 b a' "$work/out" && ! grep -q 'not complete' "$work/out"
report $? "and deadlocks"
run "$work/use" /nonexistent.std
[ "$status" -eq 1 ] && grep -q '^refused: .*nonexistent' "$work/out"
report $? "the library says why it cannot open a trace"
echo '#include <foretrace/foretrace.h>
int main () { return !foretrace_version (); }' >"$work/use.cc"
if command -v c++ >/dev/null; then
  # shellcheck disable=SC2086
  run c++ -Wall -Wextra -Werror $sanitizer "$work/use.cc" -o "$work/use++" $flags
  report "$status" "a C++ program builds with pkg-config"
else
  skip "no C++ compiler"
fi

# The example, by its own Makefile, with pkg-config as it stands.
cp -r examples/library "$work/example"
cp examples/hidden.std "$work/example"
run env -u LDFLAGS MAKEFLAGS= PKG_CONFIG_SYSROOT_DIR="$work/root" \
  make -C "$work/example" CC="cc $sanitizer"
[ "$status" -eq 0 ] && [ -x "$work/example/races" ]
report $? "docs/reference/library.md: make"
for command in './races hidden.std' 'foretrace verify hidden.std race-1.json'; do
  awk -v command="\$ $command" '$0 == command { on = 1; next }
    /^(```|\$ )/ { on = 0 } on && $0 != "..."' docs/reference/library.md >"$work/wanted"
  (cd "$work/example" && PATH="$root/bin:$PATH" timeout "$patience" $command) \
    >"$work/out" 2>&1 </dev/null
  [ -s "$work/wanted" ] && ! grep -vxFf "$work/out" "$work/wanted" >"$work/err"
  report $? "docs/reference/library.md: $command"
done
printf '{"thread":"T1","op":"write","variable":"x"}\n' >"$work/example/broken.jsonl"
echo oops >>"$work/example/broken.jsonl"
run "$work/example/races" "$work/example/broken.jsonl"
[ "$status" -eq 65 ] && grep -q 'broken.jsonl:2' "$work/err"
report $? "the example says where a trace is broken"
cp tests/traces/recipe/figure-1.jsonl "$work/example"
run env -C "$work/example" ./races figure-1.jsonl
[ "$status" -eq 66 ] && grep -qx '  event 6 reads 3 instead' "$work/out"
report $? "and what is read instead"

# The recorder, from where it is installed, moved, and from a link to it.
if [ -x "$build/bin/foretrace-cc" ]; then
  for file in bin/foretrace-cc bin/foretrace-c++ lib/foretrace/libforetrace-rt.a \
    lib/foretrace/libforetrace-rt.list lib/foretrace/libforetrace-inert.a \
    share/foretrace/toolchain.cmake; do
    [ -s "$root/$file" ]
    report $? "installs $file"
  done
  printf '#include <stdio.h>\nint main (void) { return puts ("built") < 0; }\n' >"$work/p.c"
  printf '#include <iostream>\nint main () { std::cout << "built++\\n"; }\n' >"$work/p.cc"
  mv "$root" "$work/moved"
  root=$work/moved
  ln -s "$root/bin/foretrace-cc" "$work/link-cc"
  for cc in "$root/bin/foretrace-cc" "$work/link-cc"; do
    rm -f "$work/p"
    run "$cc" -O2 "$work/p.c" -o "$work/p"
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ] && [ "$("$work/p")" = built ]
    report $? "${cc##*/} as installed builds a program that runs"
    readelf -W --dyn-syms "$work/p" | awk '$8 == "ft_register" && $7 != "UND" { y = 1 }
      END { exit !y }'
    report $? "${cc##*/}: the program can be recorded"
  done
  run env PATH="$root/bin:$PATH" foretrace-c++ "$work/p.cc" -o "$work/p"
  [ "$status" -eq 0 ] && [ "$("$work/p")" = built++ ]
  report $? "foretrace-c++ as installed, found in PATH"
  run "$root/bin/foretrace-cc" -static "$work/p.c" -o "$work/p"
  [ "$status" -eq 0 ] && [ "$("$work/p")" = built ]
  report $? "foretrace-cc -static as installed"
  if command -v cmake >/dev/null; then
    mkdir "$work/cm"
    printf 'cmake_minimum_required (VERSION 3.16)\nproject (p C)\nadd_executable (p ../p.c)\n' \
      >"$work/cm/CMakeLists.txt"
    run cmake -S "$work/cm" -B "$work/cm/b" \
      -DCMAKE_TOOLCHAIN_FILE="$root/share/foretrace/toolchain.cmake"
    run cmake --build "$work/cm/b"
    [ "$status" -eq 0 ] && [ "$("$work/cm/b/p")" = built ]
    report $? "the toolchain file as installed"
  else
    skip "no CMake"
  fi
  rm "$root/lib/foretrace/libforetrace-rt.a"
  run "$root/bin/foretrace-cc" "$work/p.c" -o "$work/p"
  [ "$status" -eq 69 ] && grep -q 'libforetrace-rt.a is not beside this program' "$work/err"
  report $? "an installation without the runtime: exit 69 and why"
else
  skip "no LLVM 19, no foretrace-cc"
fi
! nm -u "$build/bin/foretrace-verify" | grep -q ' Z3_'
report $? "foretrace-verify does not link Z3"
[ "$test_number" -gt 0 ]
