"""Functions that foretrace-cc does not compile: what a library keeps of its own,
what it reads of the program's memory, what it frees."""
from cases import case

# A function of a library, as far as the recorder is concerned.
LIB = "__attribute__ ((disable_sanitizer_instrumentation, noinline)) static "
# Variables that only uninstrumented code defines.
OWN = "__asm__ (\".data\\n.balign 8\\n.globl own, own2\\n\"\n" + \
    "         \"own: .long 3\\nown2: .long 0\\n.text\");\n" + \
    "extern int own, own2;\n"
STATE = LIB + "void set (int v) { __atomic_store_n (&kept, v, 5); }\n" + \
    LIB + "int get (void) { return __atomic_load_n (&kept, 5); }"


def library(name, change, look, functions, **more):
    return case(name, change, look, globals=functions, headers=("stdio",), **more)


def hidden(name, parameter, pointer, before, types=""):
    """A library that learns an address, not by a pointer, and writes there what
    was there earlier."""
    return library("hidden_" + name, "set (1);", "G == 1",
                   "#include <stdint.h>\n" + types + "static int G, *kept;\n" + LIB +
                   "void keep (" + parameter + ") { kept = " + pointer + "; }\n" + LIB +
                   "void set (int v) { *kept = v; }",
                   before=before + " G = 1; set (0);")


CASES = [
    library("flag", "set (1);", "get ()", "static int kept;\n" + STATE),
    library("flag_by_address", "(*s) (1);", "(*g) ()", "static int kept;\n" + STATE +
            "\nstatic void (*volatile s) (int) = set; static int (*volatile g) (void) "
            "= get;"),
    library("argument", "G = 1;", "look (&G)",
            "static int G;\n" + LIB + "int look (int *p) { return *p; }"),
    library("argument_member", "G.i = 1;", "look (&G)",
            "static struct { int h, i; } G;\n" + LIB +
            "int look (void *p) { return ((int *)p)[1]; }"),
    library("argument_heap", "*h = 1;", "look (h)", "static int *h;\n" + LIB +
            "int look (int *p) { return *p; }", before="h = calloc (1, 4);"),
    library("argument_pointer", "h->p[0] = 1;", "look (h)",
            "static struct s { int *p; } *h;\n" + LIB +
            "int look (struct s *s) { return *s->p; }",
            before="h = malloc (sizeof *h); h->p = calloc (1, 4);"),
    library("argument_list", "l->n->n->v = 1;", "look (l)",
            "static struct s { struct s *n; int v; } *l;\n" + LIB +
            "int look (struct s *s) { while (s->n) s = s->n; return s->v; }",
            before="l = calloc (1, sizeof *l); l->n = calloc (1, sizeof *l); "
            "l->n->n = calloc (1, sizeof *l);"),
    library("stack_of_main", "*h = 1;", "look (h)", "static int *h;\n" + LIB +
            "int look (int *p) { return *p; }", before="volatile int v = 0; h = (int *)&v;"),
    library("kept_pointer", "G = 1;", "look ()", "static int G, *kept;\n" + LIB +
            "void keep (int *p) { kept = p; }\n" + LIB +
            "int look (void) { return *kept; }", before="keep (&G);"),
    library("kept_heap", "*h = 1;", "look ()", "static int *h, *kept;\n" + LIB +
            "void keep (int *p) { kept = p; }\n" + LIB +
            "int look (void) { return *kept; }",
            before="h = calloc (1, 4); keep (h);"),
    library("by_name", "G = 1;", "look ()", "static int G;\n" + LIB +
            "int look (void) { return G; }"),
    hidden("integer", "uintptr_t p", "(int *)p", "keep ((uintptr_t)&G);"),
    hidden("computed", "uintptr_t p", "(int *)(p ^ 0x5555555555555555)",
           "keep ((uintptr_t)&G ^ 0x5555555555555555);"),
    hidden("halves", "unsigned h, unsigned l", "(int *)((uintptr_t)h << 32 | l)",
           "keep ((uintptr_t)&G >> 32, (unsigned)(uintptr_t)&G);"),
    hidden("packed", "struct s *s", "s->p", "struct s s = {1, &G}; keep (&s);",
           "struct __attribute__ ((packed)) s { char t; int *p; };\n"),
    hidden("text", "void", "(int *)strtoul (getenv (\"P\"), 0, 16)",
           "char b[40]; sprintf (b, \"%lx\", (long)&G); setenv (\"P\", b, 1); "
           "keep ();"),
    library("argument_integer", "G = 1;", "look ((uintptr_t)&G)", "#include <stdint.h>\nstatic int G;\n" +
            LIB + "int look (uintptr_t p) { return *(int *)p; }"),
    library("returned_pointer", "*own () = 1;", "get ()", "static int kept;\n" + STATE +
            "\n" + LIB + "int *own (void) { return &kept; }"),
    library("written_argument", "put (&G);", "G", "static int G = 7;\n" + LIB +
            "void put (int *p) { *p = 8; }")._replace(look="G == 8"),
    library("written_then_looked", "put (&G);", "look (&G)", "static int G;\n" + LIB +
            "void put (int *p) { *p = 8; }\n" + LIB + "int look (int *p) { return *p; }"),
    library("written_back", "add (&G, -1);", "G == 5", "static int G = 5;\n" + LIB +
            "void add (int *p, int d) { *p += d; }", before="add (&G, 1);"),
    library("written_back_kept", "add (-1);", "*h == 0", "static int *h, *kept;\n" + LIB +
            "void keep (int *p) { kept = p; }\n" + LIB +
            "void add (int d) { *kept += d; }",
            before="h = calloc (1, 4); keep (h); add (1);"),
    library("variable", "set (7);", "own == 7", OWN + LIB +
            "void set (int v) { own = v; }"),
    library("variable_to_zero", "set (0);", "own == 0", OWN + LIB +
            "void set (int v) { own = v; }"),
    library("variable_back", "add (-1);", "own == 3", OWN + LIB +
            "void add (int d) { own += d; }", before="add (1);"),
    library("variable_copied", "set (7);", "({ int k; memcpy (&k, &own, 4); k == 7; })",
            OWN + LIB + "void set (int v) { own = v; }"),
    library("variable_by_address", "set (7);", "*p == 7", OWN + "static int *p;\n" + LIB +
            "void set (int v) { own = v; }\n" + LIB +
            "int *address (void) { return &own; }", before="p = address ();"),
    library("variable_asks", "own2 = 1;", "get ()", OWN + LIB +
            "int get (void) { return __atomic_load_n (&own2, 5); }"),
    library("block", "set (7);", "*p == 7", "static int *p, *kept;\n" + LIB +
            "void set (int v) { *kept = v; }\n" + LIB +
            "int *make (void) { return kept = calloc (1, 4); }", before="p = make ();"),
    library("block_back", "add (-1);", "*p == 0", "static int *p, *kept;\n" + LIB +
            "void add (int d) { *kept += d; }\n" + LIB +
            "int *make (void) { return kept = calloc (1, 4); }",
            before="p = make (); add (1);"),
    library("thread_local_of_main", "add (p, -1);", "*p == 0",
            "static __thread int local; static int *p;\n" + LIB +
            "void add (int *p, int d) { *p += d; }", before="p = &local; add (p, 1);"),
    library("after_callback_variable", "each (see);", "own == 9", OWN +
            "static volatile int seen;\n"
            "__attribute__ ((noinline)) static void see (void) { seen = 1; }\n" + LIB +
            "void each (void (*f) (void)) { f (); own = 9; }"),
    library("variadic", "G = 1;", "look (1, &G)", "#include <stdarg.h>\nstatic int G;\n"
            + LIB + "int look (int n, ...) { va_list a; va_start (a, n); "
            "int *p = va_arg (a, int *); va_end (a); return *p; }"),
    library("by_value", "h.p[0] = 1;", "look (h)",
            "struct s { int *p; long a, b, c; }; static struct s h;\n" + LIB +
            "int look (struct s s) { return *s.p; }", before="h.p = calloc (1, 4);"),
    library("callback", "G = 1;", "each (see)", "static int G;\n"
            "__attribute__ ((noinline)) static int see (int v) { return v; }\n" + LIB +
            "int each (int (*f) (int)) { return f (G); }"),
    library("after_callback", "set (1);", "each (see)", "static int kept;\n" + STATE +
            "\nstatic volatile int seen;\n"
            "__attribute__ ((noinline)) static int see (int v) { seen = v; return 0; }\n" +
            LIB + "int each (int (*f) (int)) { f (2); return get (); }"),
    library("spinlock_of_its_own", "set (get () + 1);", "get ()",
            "static int kept, held;\n"
            "#define LOCK while (__atomic_exchange_n (&held, 1, 5)) sched_yield ()\n" +
            LIB + "void set (int v) { LOCK; kept = v; __atomic_store_n (&held, 0, 5); }\n" +
            LIB + "int get (void) { LOCK; int v = kept; "
            "__atomic_store_n (&held, 0, 5); return v; }"),
    library("mutex_of_its_own", "set (1);", "get ()", "static int kept;\n"
            "static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;\n" + LIB +
            "void set (int v) { pthread_mutex_lock (&held); kept = v; "
            "pthread_mutex_unlock (&held); }\n" + LIB +
            "int get (void) { pthread_mutex_lock (&held); int v = kept; "
            "pthread_mutex_unlock (&held); return v; }"),
    library("allocates", "set (malloc (9) != 0);", "get ()",
            "static int kept;\n" + STATE),
    library("freed_argument", "h->v = 1;", "look (h)",
            "static struct s { int v; } *h;\n" + LIB +
            "int look (struct s *s) { int v = s->v; free (s); return v; }",
            before="h = calloc (1, sizeof *h);", apart=False),
    library("tail_call", "tail ();", "get ()", "static int kept;\n" + STATE +
            "\n__attribute__ ((noinline)) static void tail (void) { set (1); }"),
    library("thread_of_its_own", "set (1);", "get ()", "static int kept;\n" + STATE +
            "\n" + LIB + "void *worker (void *a) { set (2); return a; }",
            before="pthread_t w; pthread_create (&w, 0, worker, 0); "
            "pthread_join (w, 0); set (0);"),
    library("qsort_compares", "G = 1;", "({ int k[2] = {1, 2}; qsort (k, 2, 4, by); "
            "k[0] == 2; })", "static int G;\n" + LIB +
            "int by (const void *a, const void *b) "
            "{ return (G ? -1 : 1) * memcmp (a, b, 1); }"),
    library("count", "unref (h);", "unref (h)",
            "static struct s { int count, v; } *h;\n" + LIB +
            "int unref (struct s *s) { return !__atomic_sub_fetch (&s->count, 1, 5); }",
            before="h = calloc (1, sizeof *h); h->count = 2;"),
    case("last_owner_frees", globals="static struct s { int count, v; } *h;\n" + LIB +
         "void unref (struct s *s) { if (!__atomic_sub_fetch (&s->count, 1, 5)) "
         "free (s); }",
         before="h = calloc (1, sizeof *h); h->count = 2;", apart=False,
         ordered_text="""\
static void *first (void *a) {
  volatile int v = h->v;
  unref (h);
  return a;
}
static void *second (void *a) {
  volatile int v = h->v;
  unref (h);
  x = 2;
  return a;
}
"""),
]
