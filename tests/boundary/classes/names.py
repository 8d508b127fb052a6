"""Addresses as values: memory that one thread gives back and another one gets,
compared, hashed, stored, passed on.  Blocks are mappings of their own, so that the
second thread gets the address for sure."""
from cases import case

FIRST = """\
static void *first (void *a) {
  char *p = %(get)s;
  p[100] = 1;
  pthread_mutex_lock (&m);
  saved = p;
  pthread_mutex_unlock (&m);
  x = 1;
  %(give)s;
  return a;
}
"""
SECOND = """\
static void *second (void *a) {
  char *p = %(get)s;
  p[100] = 2;
  pthread_mutex_lock (&m);
  char *s = saved;
  pthread_mutex_unlock (&m);
  %(work)s
  if (%(same)s)
    x = 2;
  return a;
}
"""
APART = """\
static void *first (void *a) {
  char *p = %(get)s;
  p[100] = 1;
  %(give)s;
  x = 1; // WRITES
  return a;
}
static void *second (void *a) {
  x = 2; // WRITES
  char *p = %(get)s;
  char *s = saved;
  %(work)s
  y = %(same)s;
  return a;
}
"""


def name(name, same="s == p", work="", get="malloc (1 << 20)", give="free (p)",
         headers=("malloc",), before="mallopt (M_MMAP_THRESHOLD, 65536);", **more):
    parts = {"same": same, "work": work, "get": get, "give": give}
    return case(name, globals="static char *volatile saved, *volatile own;",
                before=before, headers=headers,
                ordered_text=(FIRST + SECOND) % parts, apart_text=APART % parts, **more)


MAP = "mmap (0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)"

CASES = [
    name("compared"),
    name("compared_other_way", "!(p != s)"),
    name("compared_inside", "s + 7 == p + 7"),
    name("compared_in_order", "s <= p && s >= p"),
    name("hashed", "(unsigned) (unsigned long) s == (unsigned) (unsigned long) p"),
    name("bucket", "((unsigned long) s >> 4) % 64 == ((unsigned long) p >> 4) % 64"),
    name("difference", "s - p == 0"),
    name("exclusive_or", "!((unsigned long) s ^ (unsigned long) p)"),
    name("stored", "s == own", "own = p;"),
    name("after_print", "s == p", "puts (\"second\");", headers=("malloc", "stdio")),
    name("after_check", "s == p", "if (!p) abort ();"),
    name("calloc", get="calloc (1 << 10, 1 << 10)"),
    name("aligned", get="aligned_alloc (64, 1 << 20)"),
    name("resized", get="realloc (malloc (300), 1 << 20)"),
    name("mmap", get=MAP, give="munmap (p, 1 << 20)", before="", headers=("sys/mman",)),
    name("mmap_hashed", "(unsigned) (unsigned long) s == (unsigned) (unsigned long) p",
         get=MAP, give="munmap (p, 1 << 20)", before="", headers=("sys/mman",)),
]
