"""What a case of tests/boundary is, and the two programs that it makes."""
import collections

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
# ordered_text, apart_text
#           whole functions 'first' and 'second' in place of those below
Case = collections.namedtuple(
    "Case", "name change look before globals headers flags suffix open apart "
    "ordered_text apart_text")


def case(name, change="", look="", before="", globals="", headers=(), flags="",
         suffix=".c", open=None, apart=True, ordered_text=None,
         apart_text=None):
    return Case(name, change, look, before, globals, headers, flags, suffix,
                open, apart, ordered_text, apart_text)


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


def programs(c):
    """(suffix of the name, text) of each program."""
    # The change must have been seen, or the program shows nothing: exit 3.
    ordered = text_of(c, c.ordered_text, ORDERED, "x == 2 ? 0 : 3", "x")
    yield "", with_verdict(c, ordered)
    if c.apart:
        yield "-apart", with_verdict(
            c, text_of(c, c.apart_text, APART, "0", "x, y"))
