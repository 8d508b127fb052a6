"""Memory that depends on what others do to a file, to the heap of the process, to
mappings or to a stream."""
from cases import case

HEADERS = ("unistd", "fcntl", "stdio", "stdint", "sys/mman")
FILE_OF = "static FILE *f;"
MAPPED = "static volatile char *h; static int d;"


def stream(name, change, look, text="abc"):
    return case(name, change, look,
                "f = tmpfile (); fputs (\"%s\", f); rewind (f);" % text, FILE_OF,
                HEADERS, flags="-O2")


def mapping(name, change, look, size=0, kind="MAP_SHARED", bytes=4096, more="",
            globals=MAPPED):
    return case(name, change, look,
                "d = memfd_create (\"f\", 0); if (ftruncate (d, %d)) return 4; "
                "h = mmap (0, %d, PROT_READ | PROT_WRITE, %s, d, 0); %s" %
                (size, bytes, kind, more), globals, HEADERS)


MAP = "mmap (0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)"


def place(name, look, change="p = %s;" % MAP):
    return case("place_" + name, change, "({ char *q = %s; %s; })" % (MAP, look),
                "w = %s; munmap (w, 4096);" % MAP, "static char *w; static void *p;",
                HEADERS)


# The address is compared by a thread that has not made the mapping.
ELSEWHERE = """\
static void *first (void *a) {
  %(before)s
  pthread_mutex_lock (&m);
  p = %(map)s;
  pthread_mutex_unlock (&m);
  %(behind)s
  return a;
}
static void *third (void *a) {
  pthread_mutex_lock (&m);
  char *v = q;
  pthread_mutex_unlock (&m);
  %(compare)s
  return a;
}
static void *second (void *a) {
  %(start)s
  pthread_mutex_lock (&m);
  q = %(map)s;
  pthread_mutex_unlock (&m);
  %(work)s
  return a;
}
"""


APART = ("", "x = 1; // WRITES", "y = LOOK;", "x = 2; // WRITES")
# The same mappings, and a thread that only asks whether there is one.
NOT_COMPARED = ("x = 1; // WRITES", "", "y = v != 0;\n  x = 2; // WRITES", "")


def elsewhere(name, look, work="pthread_t v; pthread_create (&v, 0, third, 0); "
              "pthread_join (v, 0);", apart=APART):
    def text(*parts):
        keys = "before behind compare start".split()
        return (ELSEWHERE % dict(zip(keys, parts), map=MAP, work=work)).replace(
            "LOOK", look)
    return case("place_" + name, before="w = %s; munmap (w, 4096);" % MAP,
                globals="static char *w, *q; static void *p;", headers=HEADERS,
                ordered_text=text("x = 1;", "", "if (LOOK) x = 2;", ""),
                apart_text=text(*apart))


WRITE = "if (pwrite (d, \"a\", 1, %d) != 1) abort ();"
LONGER = "if (ftruncate (d, %d)) abort ();"
CASES = [
    stream("getc_unlocked", "fgetc (f);", "getc_unlocked (f) == 'b'"),
    stream("feof_unlocked", "fgetc (f);", "feof_unlocked (f)", ""),
    case("stdin_unlocked", "fgetc (stdin);", "getc_unlocked (stdin) == 'b'",
         "stdin = tmpfile (); fputs (\"abc\", stdin); rewind (stdin);", "", HEADERS,
         flags="-O2"),
    case("putc_unlocked", "fputc ('a', f);",
         "({ putc_unlocked ('b', f); fflush (f); ftell (f) == 2; })",
         "f = tmpfile ();", FILE_OF, HEADERS, flags="-O2"),
    mapping("longer", LONGER % 4096, "*h == 0"),
    mapping("longer_written", LONGER % 4096, "({ *h = 7; 1; })"),
    mapping("longer_pwrite", WRITE % 4095, "*h == 0"),
    mapping("longer_fallocate", "if (posix_fallocate (d, 0, 8192)) abort ();",
            "h[5000] == 0", 10, bytes=16384),
    mapping("longer_in_steps", (LONGER + " " + LONGER) % (5000, 12000),
            "({ h[11999] = 1; munmap ((void *)h, 16384); 1; })", 10, bytes=16384),
    mapping("private", WRITE % 0, "*h == 'a'", 4096, "MAP_PRIVATE"),
    mapping("private_beside", WRITE % 0, "({ h[1] = 1; *h == 'a'; })", 4096,
            "MAP_PRIVATE"),
    mapping("private_copy", "h[1] = 1;", "({ %s *h != 'a'; })" % (WRITE % 0), 4096,
            "MAP_PRIVATE"),
    case("sbrk", "sbrk (4096);", "({ *w = 1; 1; })",
         "free (malloc (100)); w = sbrk (0);", "static volatile char *w;", HEADERS),
    case("brk", "if (brk (w + 4096)) abort ();", "({ *w = 1; 1; })",
         "free (malloc (100)); w = sbrk (0);", "static char *w;", HEADERS),
    place("other", "q != w"),
    place("two", "q != w", "p = %s; p = %s;" % (MAP, MAP)),
    place("below", "(uintptr_t)q < (uintptr_t)w"),
    elsewhere("elsewhere", "v != w"),
    elsewhere("elsewhere_below", "(uintptr_t)v < (uintptr_t)w"),
    elsewhere("elsewhere_hashed", "(unsigned)((uintptr_t)v * 9) != "
              "(unsigned)((uintptr_t)w * 9)"),
    elsewhere("elsewhere_not_compared", "v != w", apart=NOT_COMPARED),
    elsewhere("kept", "v != w", "third (0);"),
    place("low_bits", "((uintptr_t)q & 0xffff) != ((uintptr_t)w & 0xffff)"),
    case("protected", "if (mprotect (h, 4096, PROT_READ | PROT_WRITE)) abort ();",
         "({ *(volatile char *)h = 1; 1; })",
         "h = mmap (0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
         "static char *h;", HEADERS),
    case("protected_read", "if (mprotect (h, 4096, PROT_READ)) abort ();",
         "*(volatile char *)h == 0",
         "h = mmap (0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
         "static char *h;", HEADERS),
]
