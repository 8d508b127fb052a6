"""What a case of tests/boundary is, and the two programs that it makes."""
import collections
import re

# name      part of the file's name
# change    statements of the first thread that change what is looked at; they
#           are executed first
# look      an expression of the second thread; true because of the change
# before    statements of main before the threads
# globals   declarations at file scope
# headers   names without <> and .h ("string", "sys/stat"); those of C++ end in
#           a space
# flags     of the compiler
# suffix    ".c", ".cc"
# open      why the ordered program may be certified for now; else None
# apart     whether there is a program whose writes race
# bare      whether there is one where the change and the look race
# needs     what the machine must have (a function of machine.py), or None
# ordered_text, apart_text
#           whole functions 'first' and 'second' in place of those below
Case = collections.namedtuple(
    "Case", "name change look before globals headers flags suffix open apart "
    "ordered_text apart_text bare needs")


def case(name, change="", look="", before="", globals="", headers=(), flags="",
         suffix=".c", open=None, apart=True, ordered_text=None,
         apart_text=None, bare=False, needs=None):
    return Case(name, change, look, before, globals, headers, flags, suffix,
                open, apart, ordered_text, apart_text, bare, needs)


COMMON = ("pthread", "stdlib", "string")

ORDERED = """\
static void *first (void *a) {
  x = 1;
  pthread_mutex_lock (&m);
  %(change)s
  pthread_mutex_unlock (&m);
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&m);
  int r = (%(look)s) != 0;
  pthread_mutex_unlock (&m);
  if (r)
    x = 2;
  return a;
}
"""

APART = """\
static void *first (void *a) {
  pthread_mutex_lock (&m);
  %(change)s
  pthread_mutex_unlock (&m);
  x = 1; // WRITES
  return a;
}
static void *second (void *a) {
  x = 2; // WRITES
  pthread_mutex_lock (&m);
  y = (%(look)s) != 0;
  pthread_mutex_unlock (&m);
  return a;
}
"""

BARE = """\
static void *first (void *a) {
  %(change)s // WRITES
  return a;
}
static void *second (void *a) {
  y = (%(look)s) != 0; // WRITES
  return a;
}
"""

MAIN = """\
int main (void) {
  %(before)s
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return %(end)s;
}
"""


def header(name):
    whole = name.endswith(" ") or "." in name
    return "#include <%s>\n" % (name.strip() if whole else name + ".h")


def text_of(c, own, body, end, variables):
    threads = own if own else body % c._asdict()
    lines = ["#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n"]
    lines += [header(h) for h in dict.fromkeys(COMMON + tuple(c.headers))]
    lines += ["static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n",
              "static int %s;\n" % variables]
    lines += [c.globals + "\n"] if c.globals else []
    lines += [threads, MAIN % {"before": c.before, "end": end}]
    return "".join(lines)


def with_verdict(c, text):
    """Puts the tags in front; the lines that race are marked in the text."""
    why = "// WHY: %s" % c.name
    tags = [why] + (["// OPEN: " + c.open] if c.open and not "// WRITES" in text
                    else []) + (["// FLAGS: " + c.flags] if c.flags else [])
    head = len(tags) + 1
    marked = [head + 1 + n for n, line in enumerate(text.split("\n"))
              if "// WRITES" in line]
    verdict = ("// RACE: %d %d" % tuple(marked) if marked else "// RACE-FREE")
    return "\n".join([verdict] + tags + [text])


# How the same case may be written otherwise: what the lock is, where 'x' lies,
# whether the calls are in functions of their own, the level of optimisation.
Variant = collections.namedtuple("Variant", "lock data calls level")
PLAIN = Variant("mutex", "global", "inline", "")

# declaration, lock, unlock
LOCKS = {
    "mutex": ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
              "pthread_mutex_lock (&m);", "pthread_mutex_unlock (&m);"),
    "recursive": ("pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
                  "pthread_mutex_lock (&m); pthread_mutex_lock (&m);",
                  "pthread_mutex_unlock (&m); pthread_mutex_unlock (&m);"),
    "spin": ("pthread_spinlock_t m;", "pthread_spin_lock (&m);",
             "pthread_spin_unlock (&m);"),
    "rwlock": ("pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;",
               "pthread_rwlock_wrlock (&m);", "pthread_rwlock_unlock (&m);"),
    "trylock": ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
                "while (pthread_mutex_trylock (&m)) sched_yield ();",
                "pthread_mutex_unlock (&m);"),
    "flag": ("int m;", "while (__atomic_exchange_n (&m, 1, __ATOMIC_ACQUIRE)) "
             "sched_yield ();", "__atomic_store_n (&m, 0, __ATOMIC_RELEASE);"),
}
DATA = {
    "global": "",
    "member": "static struct { long before; int x; } whole;\n#define x whole.x\n",
    "element": "static int xs[3];\n#define x xs[1]\n",
    "pointer": "static int ox, *px = &ox;\n#define x (*px)\n",
}
CALLS = ("inline", "apart")
LEVELS = ("-O0", "", "-O2")


def with_lock(text, lock):
    if "pthread_cond_wait" in text:  # takes a mutex
        return text
    declaration, take, give = LOCKS[lock]
    for old, new in zip(LOCKS["mutex"], (declaration, take, give)):
        text = text.replace(old, new)
    if lock == "spin":
        text = text.replace("int main (void) {\n",
                            "int main (void) {\n  pthread_spin_init (&m, 0);\n")
    return text


def with_data(text, data):
    if data == "global":
        return text
    text = re.sub(r"^static int x(, y)?;\n",
                  lambda m: "static int y;\n" if m.group(1) else "", text,
                  flags=re.M)
    return re.sub(r"^static void \*(first|one) ", lambda m: DATA[data] + m.group(0),
                  text, count=1, flags=re.M)


OWN = "__attribute__ ((noinline)) static "


def with_calls(c):
    """The case with its change and its look in functions."""
    own = (OWN + "void alter (void) { %s }\n" % c.change +
           OWN + "int observe (void) { return (%s) != 0; }\n" % c.look)
    if c.ordered_text or not c.change:
        return c
    return c._replace(change="alter ();", look="observe ()",
                      globals=c.globals + "\n" + own)


def programs(c, variant=PLAIN):
    """(suffix of the name, text) of each program."""
    if variant.calls == "apart":
        c = with_calls(c)
    if variant.level:
        c = c._replace(flags=(c.flags + " " + variant.level).strip())

    def varied(text):
        return with_verdict(c, with_data(with_lock(text, variant.lock),
                                         variant.data))

    # The change must have been seen, or the program shows nothing: exit 3, through the
    # library, since a status that another order gives would be a failure.
    yield "", varied(text_of(c, c.ordered_text, ORDERED,
                             'atoi (x == 2 ? "0" : "3")', "x"))
    if c.apart:
        yield "-apart", varied(text_of(c, c.apart_text, APART, "0", "x, y"))
    if c.bare and variant.calls == "inline":
        yield "-bare", varied(text_of(c, None, BARE, "0", "y"))
