# foretrace-cc and foretrace-c++ in the place of a compiler: what they are
# asked, what they write, what they say.
. "$(dirname "$0")/lib.sh"
cc=$build/bin/foretrace-cc
cxx=$build/bin/foretrace-c++
[ -x "$cc" ] || { skip "no LLVM 19, no foretrace-cc"; exit 0; }
clang=clang-19
mkdir "$work/tmp" "$work/src"
export TMPDIR=$work/tmp
cd "$work/src" || exit 1

cat >add.h <<'C'
int add (int, int);
C
cat >add.c <<'C'
#include "add.h"
int add (int a, int b) { return a + b; }
C
cat >main.c <<'C'
#include <stdio.h>
#include "add.h"
#ifndef WORD
#define WORD "sum"
#endif
int main (void) { printf ("%s %d\n", WORD, add (2, 3)); return 7; }
C
cat >warned.c <<'C'
int f (void) { int unused; return 1; }
C
cat >bad.c <<'C'
int f (void) { return nothing; }
C
cat >plain.s <<'C'
.globl asm_word
.text
asm_word: ret
.section .note.GNU-stack,"",@progbits
C
cat >pre.S <<'C'
#define NAME asm_word
.globl NAME
.text
NAME: ret
.section .note.GNU-stack,"",@progbits
C
cat >class.cc <<'C'
#include <iostream>
#include <stdexcept>
int main () {
  try { throw std::runtime_error ("caught"); }
  catch (const std::exception &e) { std::cout << e.what () << "\n"; }
}
C

# no_rest TEXT: nothing stays behind in $TMPDIR.
no_rest() {
  [ -z "$(ls -A "$TMPDIR")" ]
  report $? "$1: no temporary files stay"
}
silent() {
  [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
  report $? "$1: no error, no warning"
}
# prints WORDS TEXT COMMAND...
prints() {
  local words=$1 text=$2
  shift 2
  run "$@"
  [ "$(cat "$work/out")" = "$words" ]
  report $? "$text"
}
recordable() {
  readelf -W --dyn-syms "$1" | awk '$8 == "ft_register" && $7 != "UND" { y = 1 }
    END { exit !y }'
  report $? "$2 can be recorded"
}
instrumented() { nm "$1" 2>/dev/null | grep -q ' U ft_register'; }
is_instrumented() {
  instrumented "$1"
  report $? "$2 is instrumented"
}
is_plain() {
  ! instrumented "$1"
  report $? "$2 is plain"
}

# --- questions go to clang
for question in --version -v -dumpversion -dumpmachine -print-search-dirs \
  -print-prog-name=ld -print-file-name=libc.so -print-multi-os-directory --help; do
  "$clang" "$question" >"$work/want" 2>&1
  "$cc" "$question" >"$work/got" 2>&1
  cmp -s "$work/want" "$work/got"
  report $? "$question answers as clang"
done
exits 0 "help" "$cc" --foretrace-help
shows 'usage: foretrace-cc' "--foretrace-help says how"
exits 1 "no input" "$cc"
says 'no input files' "no input is clang's error"
exits 1 "an option of another compiler" "$cc" /W4 -c main.c -o main.o
says "no such file or directory: '/W4'" "a word that is no file is clang's error"
run "$cc" '-###' -c main.c
grep -q '"-cc1"' "$work/err"
report $? "-### shows clang's commands"
exits 1 "no such file" "$cc" -c nowhere.c
grep -q "no such file or directory: 'nowhere.c'" "$work/err"
report $? "a source that is missing is clang's error"
run "$cc" -c -o
grep -q "argument to '-o' is missing" "$work/err"
report $? "an option without its value is clang's error"

# --- one step at a time
run "$cc" -c main.c
silent "-c"
[ -s main.o ]
report $? "-c names the object after the source"
is_instrumented main.o "an object"
run "$cc" -Wall -O2 -c add.c -o sub.o
silent "-c -o"
run "$cc" main.o sub.o -o prog
silent "link"
prints "sum 5" "the program runs" ./prog
[ "$status" -eq 7 ]
report $? "the program's status"
recordable prog "a program"
no_rest "compile and link"
for level in -O0 -O1 -O2 -O3 -Os -Oz -Ofast -Og -O; do
  run "$cc" $level main.c add.c -o level && ./level >"$work/got"
  [ "$status" -eq 0 ] && [ "$(cat "$work/got")" = "sum 5" ]
  report $? "$level"
done
echo 'int opt =
#ifdef __OPTIMIZE__
1
#else
0
#endif
; int main (void) { return opt; }' >level.c
run "$cc" level.c -o level
exits 0 "without -O there is no __OPTIMIZE__" ./level
run "$cc" -O2 level.c -o level
exits 1 "with -O2 there is __OPTIMIZE__" ./level

# --- several at once, in the user's order
run "$cc" main.c add.c
silent "two sources, no -o"
prints "sum 5" "a.out runs" ./a.out
rm -f main.o add.o
run "$cc" -c main.c add.c
silent "-c of two sources"
[ -s main.o ] && [ -s add.o ]
report $? "-c of two sources writes both objects"
exits 1 "-c -o of two sources" "$cc" -c main.c add.c -o both.o
says 'cannot specify -o when generating multiple output files' "as clang says"
rm -f add.o
run "$cc" -c bad.c add.c
[ "$status" -eq 1 ] && [ -s add.o ] && [ ! -e bad.o ]
report $? "a source with errors does not keep the others back"
exits 1 "an error" "$cc" -c bad.c -o bad.o
[ "$(grep -c "undeclared identifier 'nothing'" "$work/err")" -eq 1 ]
report $? "an error is told once"
no_rest "an error"
run "$cc" -Wall -c warned.c
[ "$(grep -c 'Wunused-variable' "$work/err")" -eq 1 ]
report $? "a warning is told once"
exits 1 "-Werror" "$cc" -Wall -Werror -c warned.c

# --- input from everywhere
run sh -c "\"$cc\" -x c -c - -o stdin.o <add.c"
silent "standard input"
is_instrumented stdin.o "standard input"
cp add.c add.weird
run "$cc" -x c add.weird -x none main.o -o prog
silent "-x c, -x none"
prints "sum 5" "-x: the program runs" ./prog
run "$cc" -xc++ -c add.c -o add++.o
nm add++.o | grep -q ' T _Z3addii'
report $? "-xc++ joined"
run "$cc" -E main.c
[ "$status" -eq 0 ] && grep -q '# 1 "main.c"' "$work/out"
report $? "-E preprocesses"
run "$cc" -E -P -DWORD=1 main.c -o main.i
grep -q 'printf' main.i
report $? "-E -o"
run "$cc" -c main.i -o main-i.o
is_instrumented main-i.o "a preprocessed source"
run "$cc" -S add.c
silent "-S"
grep -q 'call.*ft_register\|ft_register@' add.s
report $? "-S shows instrumented code"
run "$cc" -S -O2 add.c -o -
grep -q 'add:' "$work/out"
report $? "-S -o - writes to standard output"
run "$cc" -c -emit-llvm add.c
silent "-emit-llvm"
[ "$(head -c 2 add.bc)" = BC ]
report $? "-emit-llvm writes bitcode"
run "$cc" -c add.bc -o again.o
silent "bitcode that is instrumented"
is_instrumented again.o "and stays so"
"$cc" -c add.c -o once.o
[ "$(nm again.o | grep -c ft_register)" = "$(nm once.o | grep -c ft_register)" ] &&
  [ "$(size -A again.o | awk '$1 == ".text" { print $2 }')" = \
    "$(size -A once.o | awk '$1 == ".text" { print $2 }')" ]
report $? "once"
for kind in "ll -S" "bc -c"; do
  read -r suffix flag <<<"$kind"
  clang-19 -g -O1 -emit-llvm "$flag" add.c -o "clang.$suffix"
  run "$cc" -c "clang.$suffix" -o clang.o
  silent "LLVM IR of clang, $suffix"
  is_instrumented clang.o "which gets instrumented"
done
echo 'define nothing' >bad.ll
exits 1 "no LLVM IR" "$cc" -c bad.ll
run "$cc" -fsyntax-only warned.c
silent "-fsyntax-only"

# --- response files
printf '%s\n' "-DWORD=\"a\\ 'b\\\"\"" '  -c' @inner >outer
printf "'%s' -o \"%s\"" main.c "rsp name.o" >inner
printf -- '-DWORD="\\"two words\\"" -c @inner' >outer
run "$cc" @outer
silent "nested response files"
run "$cc" 'rsp name.o' add.o -o prog
prints "two words 5" "quotes in a response file" ./prog
exits 1 "a response file that is missing" "$cc" -c @nowhere
echo '@loop' >loop
exits 1 "a response file of itself" "$cc" -c @loop
{ for i in $(seq 4000); do echo "-DMACRO_WITH_A_LONG_NAME_$i=$i"; done; } >many
run "$cc" @many -c add.c
silent "more options than a command line should hold"
no_rest "response files"

# --- dependency files, to the letter
same_depends() {
  rm -rf d1 d2
  mkdir d1 d2
  for side in "d1 $clang" "d2 $cc"; do
    set -- "$1" "${@:2}"
    # shellcheck disable=SC2086
    set -- $side "$@"
    (cd "$1" && cp ../*.c ../*.h . && shift && "$@") >/dev/null 2>&1
    shift 2
  done
  rm -f d[12]/*.o d[12]/*.c d[12]/*.s d[12]/prog d[12]/prog.x
  diff -r d1 d2 >"$work/out" && [ -n "$(ls d1/*.d d1/.*.d d1/x/* 2>/dev/null)" ]
  report $? "dependencies: $*"
}
same_depends -MD -c main.c
same_depends -MMD -c main.c -o out.o
same_depends -MMD -c main.c -o 'out x$#.o'
same_depends -MMD -MP -MF dep.d -c main.c -o out.o
same_depends -MD -MF dep.d -MT target -MT other -c main.c -o out.o
same_depends -MD -MQ 'a$b' -c main.c
same_depends -MD main.c add.c -o prog.x
same_depends -MMD -c main.c add.c
same_depends -Wp,-MD,wp.d -c main.c -o out.o
same_depends -Wp,-MMD,wp.d -c main.c -o out.o
same_depends -MD -S main.c
same_depends -MD -S main.c -o out.s
same_depends -M -MF only.d main.c
same_depends -MM -MG -MF only.d -DX main.c
same_depends -E -MD -MF e.d -MT x main.c -o e.i

# --- flags of other tools
for flag in -fno-tree-vectorize -fno-ipa-cp -fgcse-after-reload -Wno-maybe-uninitialized \
  -Wlogical-op -fno-var-tracking-assignments -fconserve-stack -mno-accumulate-outgoing-args \
  -fno-toplevel-reorder -finline-limit=100 '--param max-inline-insns-single=4' \
  -fno-fat-lto-objects -pipe -ffunction-sections; do
  # shellcheck disable=SC2086
  run "$cc" -Wall -Werror $flag -c add.c
  silent "$flag"
done
cat >old.c <<'C'
int f (void) { return undeclared (1) + (int)(long)"x"; }
old () { char *p = 3; return !p; }
C
run "$cc" -std=gnu89 -c old.c -w
silent "what the system's gcc only warns of"
run "$cc" -Werror=implicit-function-declaration -std=gnu99 -c old.c
[ "$status" -eq 1 ]
report $? "unless the user minds"
run "$cc" -freg-struct-retur -c add.c
[ "$status" -eq 1 ] && grep -q 'unknown argument' "$work/err"
report $? "an unknown option is an error"
run "$cc" -flto -c add.c
[ "$status" -eq 0 ]
says 'warning: -flto is left out' "-flto: one warning"
is_instrumented add.o "-flto"
run "$cc" -fprofile-arcs -c add.c
says 'warning: -fprofile-arcs is left out' "-fprofile-arcs: one warning"
cat >fortify.c <<'C'
#include <string.h>
char to[8];
void f (const char *from) { strcpy (to, from); }
C
for how in -D_FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=2 '-Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3'; do
  run "$cc" -O2 $how -c fortify.c
  [ "$status" -eq 0 ] && ! nm fortify.o | grep -q _chk
  report $? "$how: no fortified calls"
done
run "$cc" -save-temps -c add.c
[ ! -e add.ii ] && [ ! -e add.i ] || rm -f add.i
says 'save-temps is left out' "-save-temps: one warning"

# --- what is not instrumented
run "$cc" -c plain.s
[ "$status" -eq 0 ]
says 'plain.s: not instrumented: not C, C\+\+ or LLVM IR' "assembler: one warning"
run "$cc" -c pre.S -o pre.o
says 'pre.S: not instrumented' "assembler to be preprocessed: one warning"
nm pre.o | grep -q ' T asm_word'
report $? "assembler is assembled"
run "$cc" main.c plain.s add.c -o prog
says 'plain.s: not instrumented' "assembler among sources: one warning"
prints "sum 5" "assembler among sources: the program runs" ./prog
run "$cc" -fsanitize=thread -c add.c
[ "$status" -eq 0 ]
says 'add.c: not instrumented: -fsanitize=thread' "another tool's code: one warning"
is_plain add.o "-fsanitize=thread"
run "$cc" -fsanitize=thread -fno-sanitize=all -c add.c
silent "-fno-sanitize=all"
is_instrumented add.o "-fno-sanitize=all"
run "$cc" -ffreestanding -c add.c
says 'not instrumented: -ffreestanding' "freestanding: one warning"

# --- libraries
run "$cc" -fPIC -c add.c -o add.pic.o
run "$cc" -shared -fPIC -Wl,-z,defs -Wl,--no-undefined add.pic.o -o libadd.so
silent "-shared with -z defs"
! readelf -W --dyn-syms libadd.so | awk '$8 == "ft_register" && $7 != "UND"' | grep -q .
report $? "a shared library has no runtime of its own"
run "$cc" main.c -L. -ladd -Wl,-rpath,"$PWD" -o prog
silent "link with a shared library"
prints "sum 5" "a shared library: the program runs" ./prog
run "$cc" -shared -Xlinker -z -Xlinker defs -fPIC add.c -o libadd2.so
silent "-shared from a source, -Xlinker -z -Xlinker defs"
run "$cc" -fPIC -shared add.c -z defs -o libadd3.so
silent "-shared with -z defs as a word"
cat >open.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main (void) {
  void *l = dlopen ("./libadd.so", RTLD_NOW);
  int (*add) (int, int) = l ? (int (*) (int, int))dlsym (l, "add") : 0;
  printf ("%d\n", add ? add (1, 1) : -1);
}
C
run "$cc" open.c -o open -ldl
prints 2 "a shared library that is opened later finds the runtime" ./open
echo 'int count (int *p) { return ++*p; }' >count.c
run "$cc" -O2 -fPIC -shared count.c -o libcount.so
readelf -rW libcount.so | grep -q 'GLOB_DAT.* ft_slow' &&
  ! readelf -rW libcount.so | grep -q 'JUMP_SLO.* ft_slow'
report $? "a shared library calls the runtime past the dynamic linker, which changes registers"
ar rcs libsum.a add.pic.o
run "$cc" main.c libsum.a -o prog
silent "a static library"
prints "sum 5" "a static library: the program runs" ./prog
run "$cc" main.c -L. -l:libsum.a -o prog
prints "sum 5" "-l:FILE: the program runs" ./prog
run "$cc" -c main.c
run "$cc" -r main.o add.pic.o -o both.o
silent "-r"
is_instrumented both.o "-r"
run "$cc" both.o -o prog
prints "sum 5" "-r: the program runs" ./prog
for flag in -pie -no-pie -rdynamic -Wl,--as-needed -Wl,--gc-sections -s -pthread \
  -Wl,-z,now -Wl,-O1 -static-libgcc; do
  run "$cc" $flag main.c add.c -o prog
  [ "$status" -eq 0 ] && [ "$(./prog)" = "sum 5" ]
  report $? "link with $flag"
  recordable prog "$flag: it"
done
run "$cc" -static main.c add.c -o static
[ "$status" -eq 0 ]
says 'static: this program cannot be recorded: it is linked statically' "-static: one warning"
prints "sum 5" "-static: the program runs" ./static
exits 1 "-l of nothing" "$cc" main.o -lnothing_of_this_name -o prog
no_rest "links"

# --- programs that have what the runtime interposes
cat >own.c <<'C'
#include <stddef.h>
#include <stdio.h>
static char heap[1 << 20];
static size_t used;
void *malloc (size_t n) { void *p = heap + used; used += (n + 15) / 16 * 16; return p; }
void free (void *p) { (void)p; }
void *calloc (size_t n, size_t m) { return malloc (n * m); }
void *realloc (void *p, size_t n) { (void)p; return malloc (n); }
int sched_yield (void) { return 7; }
int main (void) {
  char *p = malloc (4);
  printf ("%d %d\n", p >= heap && p < heap + sizeof heap, sched_yield ());
}
C
run "$cc" -O2 own.c -o own
silent "functions of the program's own"
prints "1 7" "the program's own functions are called" ./own
cat >line1.c <<'C'
int printf (const char *, ...), getline (char *, int);
int main (void) {
  char line[8];
  return !printf ("%d", getline (line, 5)) + !printf (" %s\n", line);
}
C
echo 'int getline (char *s, int n) { s[0] = 107; s[1] = 0; return n; }' >line2.c
run "$cc" line1.c line2.c -o line
silent "a getline of the program's own"
prints "5 k" "a getline of the program's own is called" ./line
run "$cc" -c line1.c line2.c
run "$cc" line1.o line2.o -static -o line
prints "5 k" "also from objects, also in a static program" ./line
for size in 1 63 64 300 1000; do
  head -c $size line2.o >torn.o
  run "$cc" line1.o torn.o -o line
  [ "$status" -eq 1 ]
  report $? "an object of $size bytes is the linker's error"
done
run "$cc" -O2 own.c -c -o own1.o && run "$cc" -O2 own.c -c -o own2.o
cmp -s own1.o own2.o
report $? "the same source gives the same object"

# --- C++
run "$cxx" -std=c++17 class.cc -o class
silent "C++"
prints caught "C++: the program runs" ./class
recordable class "a C++ program"
run "$cxx" -c add.c -o add++.o
nm add++.o | grep -q ' T _Z3addii'
report $? "foretrace-c++ takes .c for C++"
cat >pre.h <<'C'
#pragma once
#include <vector>
#define TWELVE 12
C
echo 'int main () { std::vector<int> v (TWELVE); return (int)v.size (); }' >usepch.cc
run "$cxx" -x c++-header pre.h -o pre.h.pch
silent "a precompiled header"
run "$cxx" -include-pch pre.h.pch usepch.cc -o usepch
silent "a program with a precompiled header"
exits 12 "a precompiled header: the program runs" ./usepch
run env FORETRACE_CC=/nonexistent/clang "$cc" -c add.c
[ "$status" -eq 69 ] && grep -q "cannot run '/nonexistent/clang'.*FORETRACE_CC" "$work/err"
report $? "a clang that is missing: exit 69 and what to do"
run env FORETRACE_CC_VERBOSE=1 "$cc" -c add.c
grep -q '^foretrace-cc: clang-19 .*-emit-llvm' "$work/err"
report $? "FORETRACE_CC_VERBOSE shows the steps"
run env TMPDIR=/nonexistent "$cc" -c add.c
[ "$status" -eq 69 ] && grep -q 'set TMPDIR' "$work/err"
report $? "no temporary directory: exit 69 and what to do"

# --- builds
cat >Makefile <<'M'
objects = $(foreach n,1 2 3 4 5 6 7 8,many$(n).o)
all: many
many: $(objects) many.o
	$(CC) $^ -o $@
%.o: %.c
	$(CC) $(CFLAGS) -MMD -c $< -o $@
-include $(wildcard *.d)
M
echo 'int main (void) { return 0' >many.c
for n in 1 2 3 4 5 6 7 8; do
  echo "int f$n (int x) { return x + $n; }" >many$n.c
  echo "+ f$n (0)" >>many.c
done
echo '; }' >>many.c
sed -i '1i int f1 (int), f2 (int), f3 (int), f4 (int), f5 (int), f6 (int), f7 (int), f8 (int);' many.c
run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -j8 CC="$cc" CFLAGS="-O2 -g"
[ "$status" -eq 0 ] && [ ! -s "$work/err" ]
report $? "make -j8"
exits 36 "make -j8: the program runs" ./many
no_rest "make -j8"

# A compiler that is stopped leaves nothing behind, and make hears of it.
mkfifo wait.c
"$cc" -c wait.c -o wait.o 2>/dev/null &
pid=$!
begun() { [ -n "$(ls -A "$TMPDIR")" ]; }
await begun
kill -TERM "$pid"
wait "$pid"
[ $? -eq 143 ]
report $? "SIGTERM ends it by SIGTERM"
no_rest "SIGTERM"

# Probes as autoconf makes them.
echo 'char pthread_create (); int main (void) { return pthread_create (); }' >conftest.c
run "$cc" -o conftest conftest.c -lpthread
[ "$status" -eq 0 ] && [ -x conftest ]
report $? "a probe for a function in a library"
echo 'char no_such_function_here (); int main (void) { return no_such_function_here (); }' >conftest.c
run "$cc" -o conftest conftest.c
[ "$status" -ne 0 ]
report $? "a probe for a function that is missing"
echo '#include <no/such/header.h>' >conftest.c
run "$cc" -E conftest.c
[ "$status" -ne 0 ]
report $? "a probe for a header that is missing"
echo 'int main (void) { return 0; }' >conftest.c
run "$cc" -Werror -Wno-such-warning-at-all -c conftest.c
[ "$status" -eq 0 ]
report $? "a warning of gcc's is no error"
cat >register.cc <<'C'
int without_value (int n) {
  if (n > 1)
    return n;
}
int main () {
  register int n = 1;
  without_value (n);
  return 0;
}
C
run "$cxx" -std=c++17 -O2 register.cc -o register && run ./register
report "$status" "nor are 'register' and a function that ends without its value"

if command -v cmake >/dev/null; then
  mkdir cm
  cat >cm/CMakeLists.txt <<'M'
cmake_minimum_required (VERSION 3.16)
project (probe C CXX)
find_package (Threads REQUIRED)
add_library (add SHARED ../add.c)
add_library (more STATIC ../many1.c)
add_executable (prog ../main.c)
target_link_libraries (prog add more Threads::Threads)
add_executable (class ../class.cc)
target_precompile_headers (class PRIVATE <vector> <string>)
M
  run cmake -S cm -B cm/build -DFORETRACE_BIN="$build/bin" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$OLDPWD/scripts/toolchain.cmake"
  [ "$status" -eq 0 ] && grep -q 'compiler identification is Clang 19' "$work/out"
  report $? "CMake takes it for Clang 19"
  run cmake --build cm/build -j2
  report "$status" "CMake builds"
  prints "sum 5" "CMake: the program runs" cm/build/prog
  prints caught "CMake: the C++ program runs" cm/build/class
  recordable cm/build/prog "CMake: it"
  no_rest "CMake"
else
  skip "no CMake"
fi
[ "$test_number" -gt 0 ]
