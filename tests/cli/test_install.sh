# 'make install', and a program against what it installed.
. "$(dirname "$0")/lib.sh"

# The build under test, whatever flags made it.
relative=${build#"$PWD"/}
run make -s B="$relative" SAN="${FT_SAN:-}" install DESTDIR="$work/root" PREFIX=/opt/ft
report "$status" "make install"
root=$work/root/opt/ft
for file in bin/foretrace bin/foretrace-verify lib/libforetrace.a \
  lib/pkgconfig/foretrace.pc include/foretrace/foretrace.h \
  share/foretrace/foretrace-results-1.json; do
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
! nm -u "$build/bin/foretrace-verify" | grep -q ' Z3_'
report $? "foretrace-verify does not link Z3"
[ "$test_number" -gt 0 ]
