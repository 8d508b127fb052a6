// What orders threads beside mutexes: exchanges, fences, locks of readers and
// writers, spin locks, tries, signals, blocks that whoever comes first
// allocates, locks that go with their blocks.
#include "tests/model/c_lines.h"

const char ft_c_sync_top[] =
    "\n"
    "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static pthread_spinlock_t spin;\n"
    "static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;\n"
    "static int *made, ready;\n"
    "\n"
    "__attribute__ ((noinline)) static int claim (int old, int n) {\n"
    "  return atomic_compare_exchange_strong (&flag, &old, n);\n"
    "}\n"
    "\n"
    "static int become (int old, int n) {\n"
    "  return atomic_compare_exchange_strong ((_Atomic int *)&x0, &old, n);\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int fill (int n) {\n"
    "  if (pthread_rwlock_trywrlock (&rw))\n"
    "    return 0;\n"
    "  int old = cells[0];\n"
    "  cells[0] = n;\n"
    "  pthread_rwlock_unlock (&rw);\n"
    "  return old != n;\n"
    "}\n"
    "\n"
    "static int peek (int n) {\n"
    "  pthread_rwlock_rdlock (&rw);\n"
    "  int old = cells[0];\n"
    "  pthread_rwlock_unlock (&rw);\n"
    "  return old < n;\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int make (int n) {\n"
    "  int is = made != 0;\n"
    "  if (!made)\n"
    "    made = calloc (2, sizeof *made);\n"
    "  if (n & 1)\n"
    "    made[1] = n;\n"
    "  return is;\n"
    "}\n"
    "\n"
    "static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static struct held {\n"
    "  pthread_mutex_t lock;\n"
    "  int n;\n"
    "} *held;\n"
    "\n"
    "static void hold (int n) {\n"
    "  held = malloc (sizeof *held);\n"
    "  pthread_mutex_init (&held->lock, 0);\n"
    "  held->n = n;\n"
    "}\n"
    "\n"
    "static void drop (void) {\n"
    "  pthread_mutex_destroy (&held->lock);\n"
    "  free (held);\n"
    "}\n"
    "\n"
    "static int visit (int n) {\n"
    "  pthread_mutex_lock (&m2);\n"
    "  struct held *h = held;\n"
    "  int was = h->n;\n"
    "  if (n & 1) {\n"
    "    pthread_mutex_lock (&h->lock);\n"
    "    h->n = n;\n"
    "    pthread_mutex_unlock (&h->lock);\n"
    "  } else if (was == n) {\n"
    "    drop ();\n"
    "    hold (n + 1);\n"
    "  }\n"
    "  pthread_mutex_unlock (&m2);\n"
    "  return was;\n"
    "}\n"
    "\n"
    "static void publish (void) {\n"
    "  pthread_mutex_lock (&m0);\n"
    "  ready = 1;\n"
    "  if (x1 & 1)\n"
    "    pthread_cond_broadcast (&turn);\n"
    "  else\n"
    "    pthread_cond_signal (&turn);\n"
    "  pthread_mutex_unlock (&m0);\n"
    "}\n"
    "\n"
    "static int await (void) {\n"
    "  pthread_mutex_lock (&m0);\n"
    "  while (!ready)\n"
    "    pthread_cond_wait (&turn, &m0);\n"
    "  int now = x0;\n"
    "  pthread_mutex_unlock (&m0);\n"
    "  return now;\n"
    "}\n";

void ft_c_add_exchange (ft_c_maker *m) {
  static const char *const forms[] = {
      "%1$s = atomic_exchange_explicit (&flag, %2$s, memory_order_relaxed);",
      "%1$s = atomic_fetch_sub (&flag, (int)%2$s);",
      "%1$s = atomic_fetch_or ((_Atomic int *)&x0, %3$u);",
      "%1$s = atomic_fetch_add ((_Atomic int *)&x0, (int)%2$s);",
      "%1$s = atomic_exchange ((_Atomic int *)&d0, %3$u);",
      "%1$s = claim (%3$u, (int)%2$s);",
      "%1$s = claim ((int)%2$s, %3$u);",
      "%1$s = become (%3$u, (int)%2$s);",
      "%1$s = become ((int)%2$s, %3$u);",
      "%1$s = (atomic_thread_fence (memory_order_acquire), x0);",
      "pthread_cond_signal (&turn);",
      "pthread_cond_broadcast (&turn);",
      "%1$s = make (%3$u);",
      "%1$s = make ((int)%2$s);",
      "%1$s = visit (%3$u);",
      "%1$s = visit ((int)%2$s & 3);",
      "printf (\"%%d of %3$u\\n\", (int)%2$s);",
      "puts (\"there\");",
      "putchar ('0' + ((int)%2$s & 7));",
  };
  ft_c_add_form (m, forms, sizeof forms / sizeof *forms);
}

void ft_c_add_exchanged (ft_c_maker *m) {
  static const char *const finds[] = {"fill (",
                                      "peek (",
                                      "make (",
                                      "visit (",
                                      "claim (0, 1) == (",
                                      "become (1, 2) == (",
                                      "atomic_exchange (&flag, 2) == (",
                                      "atomic_fetch_add (&flag, 1) == ("};
  bool inverted = ft_c_below (m, 2);
  const char *find = finds[ft_c_below (m, sizeof finds / sizeof *finds)];
  ft_c_add (m, 1, "if (%s(%s%u))) {", inverted ? "!" : "", find,
            ft_c_below (m, 4));
}

static const struct {
  const char *call, *lock, *end;
} locks[] = {{"pthread_rwlock_rdlock", "rw", "pthread_rwlock_unlock"},
             {"pthread_rwlock_wrlock", "rw", "pthread_rwlock_unlock"},
             {"pthread_spin_lock", "spin", "pthread_spin_unlock"},
             {"pthread_rwlock_tryrdlock", "rw", "pthread_rwlock_unlock"},
             {"pthread_rwlock_trywrlock", "rw", "pthread_rwlock_unlock"},
             {"pthread_spin_trylock", "spin", "pthread_spin_unlock"},
             {"pthread_mutex_trylock", "m0", "pthread_mutex_unlock"},
             {"pthread_mutex_trylock", "m1", "pthread_mutex_unlock"}};

enum { THAT_WAIT = 3, ALL = sizeof locks / sizeof *locks };

unsigned ft_c_begin_other (ft_c_maker *m, bool tries) {
  unsigned which = tries ? THAT_WAIT + ft_c_below (m, ALL - THAT_WAIT)
                         : ft_c_below (m, THAT_WAIT);
  ft_c_add (m, 1, tries ? "if (!%s (&%s)) {" : "{ %s (&%s);", locks[which].call,
            locks[which].lock);
  return which;
}

void ft_c_end_other (ft_c_maker *m, unsigned which) {
  ft_c_add (m, -1, "%s (&%s); }", locks[which].end, locks[which].lock);
}
