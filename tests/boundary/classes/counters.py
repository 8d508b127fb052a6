"""Atomic read-modify-writes that decide nothing: counters, tickets, loops around a
compare-and-swap, locks of one's own.  Two threads that count beside their writes
race; where what the update returns decides, they do not."""
from cases import case

COUNTER = "#include <stdatomic.h>\nstatic atomic_int n; static int f;\n"

ORDERED = """\
static void *first (void *a) {
  x = 1;
  %(update)s
  return a;
}
static void *second (void *a) {
  if (%(decided)s)
    x = 2;
  return a;
}
"""
APART = """\
static void *first (void *a) {
  %(update)s
  x = 1; // WRITES
  return a;
}
static void *second (void *a) {
  x = 2; // WRITES
  %(update)s
  return a;
}
"""


def counter(name, update, decided, more="", **fields):
    parts = {"update": update, "decided": decided}
    return case(name, globals=COUNTER + more, headers=("sched", "stdio"),
                ordered_text=ORDERED % parts, apart_text=APART % parts, **fields)


# A loop that counts in a float.
LOOP = ("{ %(type)s v, w; __atomic_load (&g, &v, 5); do w = v + 1; while "
        "(!__atomic_compare_exchange (&g, &v, &w, %(weak)s, 5, 5)); }")
LOADED = "({ %(type)s v; __atomic_load (&g, &v, 5); v == 1; })"


def loop(type, weak):
    parts = {"type": type, "weak": weak}
    return counter("loop_of_" + type, LOOP % parts, LOADED % parts,
                   "static %s g;" % type)


def of_type(name, type, **fields):
    return counter("type_" + name, "__atomic_fetch_add (&g, 1, 5);",
                   "__atomic_fetch_add (&g, 1, 5) == 1", "static %s g;" % type, **fields)


CASES = [
    counter("add", "atomic_fetch_add (&n, 1);", "atomic_fetch_add (&n, 1) == 1"),
    counter("add_release", "atomic_fetch_add_explicit (&n, 1, memory_order_release);",
            "atomic_fetch_add (&n, 1) == 1"),
    counter("last_one", "if (atomic_fetch_sub (&n, 1) == 1) f = 1;",
            "atomic_fetch_sub (&n, 1) == 9", before="n = 10;"),
    counter("or", "atomic_fetch_or (&n, 4);", "atomic_fetch_or (&n, 2) == 4"),
    counter("exclusive_or", "atomic_fetch_xor (&n, 4);", "atomic_fetch_xor (&n, 2) == 4"),
    counter("and", "atomic_fetch_and (&n, 4);", "atomic_fetch_and (&n, 12) == 4",
            before="n = 31;"),
    counter("nand", "__atomic_fetch_nand (&g, 4, 5);",
            "__atomic_fetch_nand (&g, 2, 5) == ~4", "static int g = -1;"),
    counter("minimum", "__atomic_fetch_min (&g, 4, 5);",
            "__atomic_fetch_min (&g, 2, 5) == 4", "static int g = 10;"),
    counter("exchange", "atomic_exchange (&n, 4);", "atomic_exchange (&n, 2) == 4"),
    counter("maximum_by_loop", "{ int v = atomic_load (&n); while (v < 5 && "
            "!atomic_compare_exchange_weak (&n, &v, 5)) ; }", "atomic_load (&n) == 5"),
    loop("float", 0),
    loop("double", 1),
    of_type("byte", "char"),
    of_type("short", "short"),
    of_type("long", "long"),
    of_type("int128", "__int128", flags="-mcx16"),
    counter("sync", "__sync_fetch_and_add (&g, 1);", "__sync_fetch_and_add (&g, 1) == 1",
            "static int g;"),
    counter("kept_by_thread", "{ static __thread int own; own += atomic_fetch_add (&n, 1); }",
            "atomic_load (&n) == 1"),
    counter("printed", "printf (\"%d\\n\", atomic_fetch_add (&n, 1));",
            "atomic_fetch_add (&n, 1) == 1"),
    counter("several", "for (int i = 0; i < 3; i++) atomic_fetch_add (&n, 1);",
            "atomic_load (&n) == 3"),
    counter("spinlock", "{ while (atomic_exchange (&n, 1)) sched_yield (); f++; "
            "atomic_store (&n, 0); }", "({ while (atomic_exchange (&n, 1)) sched_yield (); "
            "int r = f == 1; atomic_store (&n, 0); r; })"),
    counter("ticket_lock", "{ int t = atomic_fetch_add (&n, 1); while (atomic_load (&s) != t) "
            "sched_yield (); f++; atomic_fetch_add (&s, 1); }",
            "({ int t = atomic_fetch_add (&n, 1); while (atomic_load (&s) != t) "
            "sched_yield (); int r = f == 1; atomic_fetch_add (&s, 1); r; })",
            "static atomic_int s;"),
    counter("pushes", "{ node *q = malloc (sizeof *q); q->n = __atomic_load_n (&top, 5); "
            "while (!__atomic_compare_exchange_n (&top, &q->n, q, 1, 5, 5)) ; }",
            "__atomic_load_n (&top, 5) != 0",
            "typedef struct node { struct node *n; } node; static node *top;"),
    counter("assembly", "{ int v = 1; asm volatile (\"lock; xaddl %0, %1\" : \"+r\" (v), "
            "\"+m\" (g)); }", "({ int v = 1; asm volatile (\"lock; xaddl %0, %1\" : \"+r\" (v), "
            "\"+m\" (g)); v == 1; })", "static int g;"),
]
