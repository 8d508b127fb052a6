#!/bin/bash
# Code without records in a program: what it may have changed no side of a
# branch reads, so that no race is certified that cannot happen; and sides that
# have nothing to do with it are followed as ever.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# unit NAME FLAGS...: an object without records, from standard input.
unit() {
  cc -O1 -g -c -fPIC "${@:2}" -x "${language:-c}" - -o "$work/$1.o"
}

# program NAME TEST SET <DECLARATIONS: a program whose thread writes 'data' on
# the side that was not taken unless TEST holds there, which SET makes true.
program() {
  {
    echo '#include <pthread.h>'
    cat
    cat <<EOC
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}
static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    if ($2)
      return a;
    data = 2;
  }
  return a;
}
int main (void) {
  pthread_t t, u;
  $3;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
EOC
  } >"$work/$1.c"
}

# certified NAME WORDS...: the models of the races that are certified in the
# program NAME.c, linked with the words.
certified() {
  "${cc:-$build/bin/foretrace-cc}" -g -O1 -pthread "$work/$1.c" "${@:2}" \
    -o "$work/$1.bin" >"$work/out" 2>"$work/err" &&
    recorded "$1"
}

# recorded NAME: the same of a program that is built.
recorded() {
  run "$foretrace" record -o "$work/$1" -- "$work/$1.bin" &&
    run "$foretrace" check --model path --format json "$work/$1" &&
    jq -r '[.races[] | select (.verdict == "certified") | .model] | @csv' \
      "$work/out" >"$work/certified"
}

# silent TEXT, found TEXT: whether a race under path was certified.
silent() {
  [ -e "$work/certified" ] && ! grep -q path "$work/certified"
  report $? "$1"
  rm -f "$work/certified"
}
found() {
  grep -qs '"path"' "$work/certified"
  report $? "$1"
  rm -f "$work/certified"
}

# ---- what it names ----------------------------------------------------------

program control 'q' '' <<<'int q;'
certified control
found "a program that is recorded whole"

echo 'int other; void unrelated (void) { other++; }' | unit harmless
program harmless 'q' 'unrelated ()' <<<'int q; void unrelated (void);'
certified harmless "$work/harmless.o"
found "a unit that names nothing of the others"

echo 'extern int q; __attribute__ ((constructor)) static void f (void) { q = 1; }' |
  unit constructor
program named 'q' '' <<<'int q;'
certified named "$work/constructor.o"
silent "a constructor that writes a variable by its name"

ar rc "$work/libnamed.a" "$work/constructor.o"
certified named -Wl,--whole-archive "-L$work" -lnamed -Wl,--no-whole-archive
silent "the same in an archive"

echo 'extern int q; void set (void) { q = 1; }' | unit set
cc -shared "$work/set.o" -o "$work/libset.so"
program called 'q' 'set ()' <<<'int q; void set (void);'
certified called "$work/set.o"
silent "a function that writes a variable by its name"
certified called "-L$work" -lset "-Wl,-rpath,$work"
silent "the same in a shared library"

program defined 'q' 'set ()' <<<'extern int q; void set (void);'
echo 'int q; void set (void) { q = 1; }' | unit defines
certified defined "$work/defines.o"
silent "a variable that it defines"

program tentative 'q' 'set ()' \
  <<<'__attribute__ ((weak)) int q; void set (void);'
certified tentative "$work/defines.o"
silent "a variable that both define"

language=assembler unit assembly <<'EOF'
  .text
  .globl set
set:
  movl $1, q(%rip)
  ret
  .section .note.GNU-stack,"",@progbits
EOF
certified called "$work/assembly.o"
silent "assembly that writes a variable by its name"

echo 'extern int p; void set (void) { p = 1; }' | unit alias
program alias 'q' 'set ()' <<'EOF'
int q;
extern int p __attribute__ ((alias ("q")));
void set (void);
EOF
certified alias "$work/alias.o"
silent "a variable that it knows by another name"

program inline 'q' 'asm volatile ("movl $1, q(%%rip)" ::: "memory")' \
  <<<'__attribute__ ((used)) static int q;'
certified inline
silent "inline assembly that writes a variable by its name"

program module 'q' 'set ()' <<'EOF'
int q;
void set (void);
asm (".globl set\nset: movl $1, q(%rip)\n ret");
EOF
certified module
silent "assembly of a unit that writes a variable by its name"

# ---- functions ----------------------------------------------------------------

echo 'extern int q; void set (void) { q = 1; }
int usleep (unsigned n) { q = 1; return n; }' | unit sleeps
program sleeps '(usleep (1), q)' 'set ()' \
  <<<'int q; int usleep (unsigned); void set (void);'
certified sleeps "$work/sleeps.o"
silent "a function of its own that has the name of a library's"
echo '#include <stdlib.h>
int usleep (unsigned n) { exit (0); return n; }' | unit exits
program exits 'usleep (1) && 0' '' <<<'int usleep (unsigned);'
certified exits "$work/exits.o"
silent "one that does not return"

echo '#include <pthread.h>
void cancel (pthread_t t) { pthread_cancel (t); }' | unit cancel
program sleeps '(usleep (1), q)' '' <<<'int q; int usleep (unsigned);'
certified sleeps
found "a side that sleeps"
certified sleeps "$work/cancel.o"
silent "a unit that cancels threads"

cat >"$work/wanted.h" <<'EOF'
__attribute__ ((noinline)) inline int is_wanted (int n) { return n < LIMIT; }
EOF
{
  echo '#define LIMIT 9'
  cat "$work/wanted.h"
  echo 'int other (int n) { return is_wanted (n); }'
} >"$work/other.c"
language=c++ unit wanted <"$work/other.c"
{
  echo '#define LIMIT 1'
  cat "$work/wanted.h"
} | program wanted 'is_wanted (5)' ''
"$build/bin/foretrace-c++" -g -O1 -c -x c++ "$work/wanted.c" \
  -o "$work/recorded.o"
"$build/bin/foretrace-c++" -pthread "$work/wanted.o" "$work/recorded.o" \
  -o "$work/wanted.bin"
recorded wanted
silent "an inline function of which the linker has its copy"

# ---- addresses ------------------------------------------------------------------

echo 'int *get (void); void set (void) { *get () = 1; }' | unit got
program got 'q' 'set ()' <<'EOF'
static int q;
void set (void);
int *get (void);
int *get (void) { return &q; }
EOF
certified got "$work/got.o"
silent "an address that a recorded function returns to it"

echo 'void give (int **); void set (void) { int *p; give (&p); *p = 1; }' |
  unit given
program given 'q' 'set ()' <<'EOF'
static int q;
void set (void);
void give (int **);
void give (int **p) { *p = &q; }
EOF
certified given "$work/given.o"
silent "an address that a recorded function writes for it"

echo 'struct t { int pad[20]; int **p; };
void set (const struct t *t) { **t->p = 1; }' | unit table
program table 'q' 'set (&table)' <<'EOF'
static int q;
static int *way = &q;
static struct t { int pad[20]; int **p; } table = {{1}, &way};
void set (const struct t *);
EOF
certified table "$work/table.o"
silent "a table that leads to the variable in two steps"

program constant 'q' 'set (&table)' <<'EOF'
static int q;
static int *const way = &q;
static const struct t { int pad[20]; int *const *p; } table = {{1}, &way};
void set (const struct t *);
EOF
certified constant "$work/table.o"
silent "a constant table"

echo 'struct t { int pad[20]; int **p; }; extern const struct t table;
void set (void) { **table.p = 1; }' | unit names
program names 'q' 'set ()' <<'EOF'
static int q;
static int *const way = &q;
extern const struct t { int pad[20]; int *const *p; } table;
const struct t table = {{1}, &way};
void set (void);
EOF
certified names "$work/names.o"
silent "a constant table that it names"

echo 'int *hook; void set (void) { *hook = 1; }' | unit hook
program hook 'q' 'hook = &q; set ()' <<'EOF'
static int q;
extern int *hook;
void set (void);
EOF
certified hook "$work/hook.o"
silent "an address that is stored into its variable"

echo '#include <stdlib.h>
struct c { int *p; };
static struct c *kept;
struct c *new (void) { return calloc (1, 100); }
void keep (struct c *c) { kept = c; }
void set (void) { *kept->p = 1; }' | unit block
program block 'q' 'struct c *c = new (); keep (c); c->p = &q; set ()' <<'EOF'
static int q;
struct c { int *p; } *new (void);
void keep (struct c *), set (void);
EOF
certified block "$work/block.o"
silent "an address that is stored where it has allocated"

echo 'void set (char *p) { *p = 1; }' | unit writes
program found 'q' 'char *p = strchr (text, 7); set (p - 1)' <<'EOF'
#include <string.h>
static char text[] = {1, 2, 0, 7};
#define q text[2]
void set (char *);
EOF
sed -i 's/{1, 2, 0, 7}/{1, 2, 0, 7}/; s/strchr (text, 7)/memchr (text, 7, 4)/' "$work/found.c"
certified found "$work/writes.o"
silent "an address that a library has found for it"

echo '#include <unistd.h>
void stay (int *p) { *p = 1; for (;;) pause (); }' | unit stays
program stays 'q' 'pthread_t s; pthread_create (&s, 0, go, 0); usleep (9999)' <<'EOF'
#include <unistd.h>
static int q;
void stay (int *);
static void *go (void *a) { stay (&q); return a; }
EOF
certified stays "$work/stays.o"
silent "a call that never returns"

echo 'void *start (void *p) { *(int *)p = 1; return p; }' | unit starts
program starts 'q' 'pthread_t s; pthread_create (&s, 0, start, &q); pthread_join (s, 0)' <<'EOF'
static int q;
void *start (void *);
EOF
certified starts "$work/starts.o"
silent "a thread that begins with its function"

echo 'struct t { long pad[4]; int *p; long more[9]; };
void set (struct t *t) { *t->p = 1; }' | unit copied
program copied 'q' 'struct t *c = malloc (sizeof *c); *c = table; set (c)' <<'EOF'
#include <stdlib.h>
static int q;
static struct t { long pad[4]; int *p; long more[9]; } table = {{1}, &q, {2}};
void set (struct t *);
EOF
certified copied "$work/copied.o"
silent "an address that was copied with others"

echo 'void set (int **t) { **t = 1; }' | unit first
program moved 'q' 'int **p = malloc (16); *p = &q;
  p = realloc (p, 100000); set (p)' <<'EOF'
#include <stdlib.h>
static int q;
void set (int **);
EOF
certified moved "$work/first.o"
silent "an address in a block that was moved"

echo '#include <stdarg.h>
void vset (va_list l) { *va_arg (l, int *) = 1; }' | unit list
program list 'q' 'set (1, &q)' <<'EOF'
#include <stdarg.h>
static int q;
void vset (va_list);
__attribute__ ((noinline)) static void set (int n, ...) {
  va_list l;
  va_start (l, n);
  vset (l);
  va_end (l);
}
EOF
certified list "$work/list.o"
silent "an address in a list of arguments"

echo '#include <sys/mman.h>
void *map (void) {
  return mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
void set (int **p) { **p = 1; }' | unit map
program map 'q' 'int **p = map (); *p = &q; set (p)' <<'EOF'
static int q;
void *map (void);
void set (int **);
EOF
certified map "$work/map.o"
silent "an address in memory that it has mapped"

echo 'static int *kept; void keep (int *p) { kept = p; }
void set (void) { *kept = 1; }' | unit keep
program kept 'q' 'pthread_key_t k; pthread_key_create (&k, 0);
  pthread_setspecific (k, &q); keep (pthread_getspecific (k)); set ()' <<'EOF'
static int q;
void keep (int *), set (void);
EOF
certified kept "$work/keep.o"
silent "an address that the C library has kept"

echo 'int compare (const void *a, const void *b) { **(int **)a = 1; return 0; }' |
  unit compares
program sorted 'q' 'all[11] = &q; qsort (all, 12, sizeof *all, compare)' <<'EOF'
#include <stdlib.h>
static int q, r;
static int *all[12] = {&r, &r, &r, &r, &r, &r, &r, &r, &r, &r, &r, &r};
int compare (const void *, const void *);
EOF
certified sorted "$work/compares.o"
silent "a function of its own that a library calls"

# ---- sides that have nothing to do with it ---------------------------------------

program other 'q' 'keep (&other)' <<'EOF'
static int q, other;
void keep (int *);
EOF
certified other "$work/keep.o"
found "a unit that is given the address of something else"

program heap '*q' 'q = malloc (4); *q = 0; keep (malloc (9))' <<'EOF'
#include <stdlib.h>
static int *q;
void keep (void *);
EOF
certified heap "$work/keep.o"
found "a unit that is given another block"

program numbers 'q' 'keep (n * 3, 0.5 * n)' <<'EOF'
static int q;
static volatile int n = 7;
void keep (int, double);
EOF
certified numbers "$work/keep.o"
found "a unit that is given numbers"

# ---- other ways to link ------------------------------------------------------------

"$build/bin/foretrace-cc" -g -O1 -c "$work/called.c" -o "$work/called.o"
ld -r "$work/called.o" "$work/set.o" -o "$work/both.o"
"$build/bin/foretrace-cc" -pthread "$work/both.o" -o "$work/called.bin"
recorded called
silent "one object of units with and without records"

ar rcT "$work/libthin.a" "$work/set.o" 2>/dev/null
certified called -Wl,--whole-archive "$work/libthin.a" -Wl,--no-whole-archive
silent "a thin archive"

"$build/bin/foretrace-cc" -g -O1 -c "$work/control.c" -o "$work/control.o"
${FORETRACE_CC:-clang-19} "$work/control.o" -o "$work/control.bin" -pthread \
  -Wl,--whole-archive "$build/lib/libforetrace-rt.a" -Wl,--no-whole-archive \
  "-Wl,--dynamic-list=$build/lib/libforetrace-rt.list" -ldl -lrt -lm
recorded control
grep -q "'.*control.bin' was not linked by foretrace-cc" "$work/err"
report $? "a program that foretrace-cc has not linked: that is said"
silent "and sides touch no variable that the linker knows"

echo 'extern int q; __attribute__ ((constructor)) static void f (void) { q = 1; }' |
  unit plugin
cc -shared "$work/plugin.o" -o "$work/plugin.so"
program opens 'q' "dlopen (\"$work/plugin.so\", RTLD_NOW)" <<<'#include <dlfcn.h>
int q;'
certified opens -rdynamic
silent "a module that the program opens"

# ---- functions of the C library that write without a record -------------------

# result NAME FILL READ <DECLARATIONS: a thread writes 'data' and calls FILL,
# which changes what READ looks at; another thread writes 'data' if it finds that.
# The verdicts of the certified races go to $work/result.
result() {
  {
    cat
    cat <<EOC
#include <pthread.h>
#include <unistd.h>
static int data;
static void *fill (void *a) {
  if ($3)
    return a;
  data = 1;
  $2;
  return a;
}
static void *use (void *a) {
  usleep (100000);
  if ($3)
    data = 2;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, fill, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
EOC
  } >"$work/$1.c"
  echo none >"$work/result"
  run "$build/bin/foretrace-cc" -g -O1 -pthread "$work/$1.c" -o "$work/$1.bin" &&
    run "$foretrace" record -o "$work/$1" -- "$work/$1.bin" &&
    run "$foretrace" check --format json "$work/$1" &&
    jq -r '.races[] | .verdict' "$work/out" >"$work/result"
}

result kernel 'syscall (SYS_clock_gettime, CLOCK_REALTIME, &now)' 'now.tv_sec' <<'EOF'
#include <sys/syscall.h>
#include <time.h>
static struct timespec now;
EOF
grep -qx undecided "$work/result" && ! grep -q certified "$work/result"
report $? "a write of the kernel holds its place"

result counter 'sem_getvalue (&sem, &value)' 'value' <<'EOF'
#include <semaphore.h>
static sem_t sem;
static int value;
__attribute__ ((constructor)) static void begin (void) { sem_init (&sem, 0, 1); }
EOF
grep -qx undecided "$work/result" && ! grep -q certified "$work/result"
report $? "so does one of a function whose row does not say that it records"

# What a call reads of another thread's memory comes before the first write of that
# thread, also if it is created behind the call: x is 0 as long as T1 writes y.
cat >"$work/gets.c" <<'EOF'
int get (int *p) { return *p; }
EOF
gcc -c -O1 "$work/gets.c" -o "$work/gets.o"
for delay in 0 100000; do
  cat >"$work/first.c" <<EOF
#include <pthread.h>
#include <unistd.h>
int get (int *p);
static int x, y;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void *one (void *a) {
  pthread_mutex_lock (&l);
  if (!get (&x))
    y = 1;
  pthread_mutex_unlock (&l);
  return a;
}
static void *two (void *a) {
  usleep (100000);
  pthread_mutex_lock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  y = 2;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  usleep ($delay);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
EOF
  echo none >"$work/result"
  run "$build/bin/foretrace-cc" -g -pthread "$work/first.c" "$work/gets.o" -o "$work/first.bin" &&
    run "$foretrace" record -o "$work/first" -- "$work/first.bin" &&
    run "$foretrace" check --format json "$work/first" &&
    jq -r '.races[] | .verdict' "$work/out" >"$work/result"
  grep -qx undecided "$work/result" && ! grep -q certified "$work/result"
  report $? "a first write stays behind a call that may read it"
  rm -rf "$work/first"
done
