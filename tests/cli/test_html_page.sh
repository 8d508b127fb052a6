# The report as a page in a headless browser.  tests/html/setup installs what
# this needs; without it the tests are skipped.
. "$(dirname "$0")/lib.sh"

if ! { command -v chromium || command -v google-chrome; } >/dev/null; then
  skip "no Chromium here: tests/html/setup installs it"
  exit 0
fi
if [ ! -d tests/html/node_modules/playwright-core ]; then
  skip "no playwright-core here: tests/html/setup installs it"
  exit 0
fi

page() { # NAME TRACE...
  local name=$1
  shift
  "$foretrace" check -q "$@" -f html -o "$work/$name.html"
}

cat >"$work/deadlock.std" <<'STD'
main|fork(T1)|1
main|fork(T2)|2
T1|acq(a)|d.c:1
T1|acq(b)|d.c:2
T1|rel(b)|d.c:3
T1|rel(a)|d.c:4
T2|acq(b)|d.c:11
T2|acq(a)|d.c:12
T2|rel(a)|d.c:13
T2|rel(b)|d.c:14
STD

cat >"$work/refuted.std" <<'STD'
main|fork(T1)|m.c:1
main|fork(T2)|m.c:2
T1|w(x)|a.c:1
T1|acq(l)|a.c:2
T1|w(flag)|a.c:3
T1|rel(l)|a.c:4
T2|acq(l)|b.c:2
T2|r(flag)|b.c:3
T2|rel(l)|b.c:4
T2|w(x)|b.c:5
STD

/usr/bin/python3 - "$work" <<'PY'
import sys
work = sys.argv[1]

def save(name, lines):
    with open(f"{work}/{name}.std", "wb") as f:
        f.write(b"\n".join(l if isinstance(l, bytes) else l.encode() for l in lines) + b"\n")

forks = ["main|fork(T1)|main.c:1", "main|fork(T2)|main.c:2"]
many = list(forks)
for i in range(1000):
    many += [f"T1|r(p{k})|a.c:{k}" for k in range(5)]
    many += [f"T1|acq(l{i % 7})|a.c:{10 + i}", f"T1|w(x{i})|a.c:{2000 + i}", f"T1|rel(l{i % 7})|a.c:{20 + i}"]
for i in range(1000):
    many += [f"T2|acq(l{i % 7})|b.c:{10 + i}", f"T2|rel(l{i % 7})|b.c:{20 + i}", f"T2|w(x{i})|dir{i % 9}/b.c:{3000 + i}"]
save("many", many)

long = list(forks)
long += [f"T1|r(p{i % 9})|a.c:{i % 40 + 100}" for i in range(50000)]
long += ["T1|acq(l)|a.c:1", "T1|w(x)|a.c:2", "T1|rel(l)|a.c:3"]
long += [f"T2|r(q{i % 9})|b.c:{i % 40 + 100}" for i in range(50000)]
long += ["T2|acq(l)|b.c:1", "T2|rel(l)|b.c:2", "T2|w(x)|b.c:3"]
save("long", long)

names = [n.encode() for n in ["</script><script>alert(1)</script>", "<img/src=x onerror=alert(1)>",
         "\x1b[31mred\x1b[0m", "a\"b'c&amp;<!--<script>", "\u202egnitirw\u202c", "\u2028\u2029", "x" * 300]]
names.append(b"\xc3\x28\xff")
threads = [b"</script><b>T", b"\x1b[1mU", b"bad\xff\xfebytes"]
save("hostile", [b"main|fork(" + t + b")|<m>.c:1" for t in threads] +
     [t + b"|w(" + n + b")|<svg onload=alert(1)>/" + n[:40] + b".c:7" for n in names for t in threads])
PY

page hidden examples/hidden.std
page values tests/traces/recipe/figure-1.jsonl
for name in deadlock refuted many long hostile; do
  page "$name" "$work/$name.std"
done
cat >"$work/stuck.c" <<'C'
#include <pthread.h>

int main (void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&m);
  return pthread_mutex_lock (&m);
}
C
"$build/bin/foretrace-cc" -g -pthread -o "$work/stuck" "$work/stuck.c" &&
  "$foretrace" run -q -f html -o "$work/stuck.html" -d "$work/stuck.run" -- \
    "$work/stuck" 2>/dev/null
[ $? -eq 71 ]
report $? "a program that waits for its own lock ends with 71"
cat >"$work/both.c" <<'C'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits, value, *pointer = &value;
static void hit (void) {
  pthread_mutex_lock (&m);
  hits++;
  pthread_mutex_unlock (&m);
}
static void *one (void *a) {
  hit ();
  hits++;
  *pointer = 3;
  return a;
}
static void *two (void *a) {
  hit ();
  hit ();
  pointer = NULL;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  printf ("%d\n", hits);
}
C
"$build/bin/foretrace-cc" -g -pthread -o "$work/both" "$work/both.c" &&
  "$foretrace" run -q -n 1 --consequences -f html -o "$work/both.html" -d "$work/both.run" -- \
    "$work/both" >/dev/null 2>&1
[ $? -eq 66 ]
report $? "a page with consequences"
FT_PAGES=$work node --test --test-reporter=tap tests/html/page.test.mjs
