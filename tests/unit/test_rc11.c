// Execution graphs: the checker against RC11 as relations
// (tests/model/rc11_graph.h), for random graphs of random programs, and
// for all graphs of litmus tests, whose verdicts are those of herd.
//
// GRAPHS=n in the environment runs n random graphs.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/model/rc11_graph.h"
#include "tests/model/random_trace.h"
#include "predict/stale_reads.h"
#include "tests/model/rng.h"
#include "witness/checker.h"

// ---- a graph as a witness ------------------------------------------------------

// Which write a read would return by the order alone.
static int last_write (const ft_rc11_graph *g, const int *order, int read) {
  int last = -1;
  for (int k = 0; order[k] != read; k++)
    if (ft_rc11_graph_writes (g, order[k]) &&
        g->events[order[k]].variable == g->events[read].variable)
      last = order[k];
  return last;
}

static bool is_before (const int *order, int i, int j) {
  int k = 0;
  while (order[k] != i && order[k] != j)
    k++;
  return order[k] == i;
}

// Whether modification order is that of the schedule, for one variable.
static bool is_in_order (const ft_rc11_graph *g, const int *order, int variable) {
  for (int i = 0; i < g->size; i++)
    for (int j = 0; j < g->size; j++)
      if (ft_rc11_graph_writes (g, i) && ft_rc11_graph_writes (g, j) && i != j &&
          g->events[i].variable == variable &&
          g->events[j].variable == variable && g->rank[i] < g->rank[j] &&
          !is_before (order, i, j))
        return false;
  return true;
}

static void add_orders (const ft_rc11_graph *g, const int *order, bool halves,
                        ft_id first, ft_witness *w) {
  int together = halves ? 2 : 1;
  for (int v = 0; v < FT_RC11_GRAPH_VARIABLES; v += together) {
    bool fine = true;
    size_t before = w->orders.size;
    for (int u = v; u < v + together; u++)
      fine &= is_in_order (g, order, u);
    for (int u = v; u < v + together && !fine; u++)
      for (int rank = 0; rank < g->size; rank++)
        for (int i = 0; i < g->size; i++)
          if (ft_rc11_graph_writes (g, i) && g->events[i].variable == u &&
              g->rank[i] == rank)
            FT_PUSH (w->orders, first + (ft_id)i);
    if (w->orders.size > before)
      FT_PUSH (w->orders, FT_NO_ID);
  }
}

// The last event of the graph is an access of the pair, and last in the order.
static ft_witness witness_of (const ft_rc11_graph *g, const int *order, bool halves,
                              int other, ft_id first) {
  ft_witness w = {.memory = FT_MEMORY_RC11};
  w.pair[0] = first + (ft_id)other, w.pair[1] = first + (ft_id)g->size - 1;
  for (int k = 0; k < g->size; k++) {
    int i = order[k];
    FT_PUSH (w.schedule, first + (ft_id)i);
    if (!ft_rc11_graph_reads (g, i) || last_write (g, order, i) == g->source[i])
      continue;
    ft_read_from r = {first + (ft_id)i, FT_NO_ID};
    if (g->source[i] >= 0)
      r.write = first + (ft_id)g->source[i];
    FT_PUSH (w.reads, r);
  }
  add_orders (g, order, halves, first, &w);
  return w;
}

static bool accepts (const ft_rc11_graph *g, const int *order, bool halves,
                     int other) {
  ft_id first;
  ft_trace *t = ft_rc11_graph_trace (g, halves, &first);
  ft_witness w = witness_of (g, order, halves, other, first);
  ft_checker *c = ft_checker_new (t);
  bool accepted = ft_checker_accepts (c, &w, NULL);
  ft_checker_free (c);
  ft_witness_release (&w);
  ft_trace_free (t);
  return accepted;
}

static void print_graph (const ft_rc11_graph *g, const int *order, int other) {
  for (int i = 0; i < g->size; i++) {
    const ft_rc11_graph_event *e = g->events + i;
    fprintf (stderr, "%2d%s: T%u %s x%d %s from %d rank %d\n", i,
             i == other ? "*" : "", e->thread, ft_kind_name (e->kind),
             e->variable, ft_memory_order_name (e->order), g->source[i],
             g->rank[i]);
  }
  for (int k = 0; k < g->size; k++)
    fprintf (stderr, "%d ", order[k]);
  fprintf (stderr, "\n");
}

// ---- random graphs -------------------------------------------------------------

static enum ft_memory_order random_order (ft_rng *rng) {
  static const enum ft_memory_order orders[] = {
      FT_ORDER_RELAXED, FT_ORDER_RELAXED, FT_ORDER_ACQUIRE, FT_ORDER_RELEASE,
      FT_ORDER_ACQ_REL, FT_ORDER_SEQ_CST, FT_ORDER_SEQ_CST, FT_ORDER_CONSUME};
  return orders[ft_rng_below (rng, 8)];
}

static ft_rc11_graph_event random_event (ft_rng *rng, ft_tid thread, bool sc) {
  static const enum ft_kind kinds[] = {FT_ATOMIC_READ,  FT_ATOMIC_READ,
                                       FT_ATOMIC_READ,  FT_ATOMIC_WRITE,
                                       FT_ATOMIC_WRITE, FT_ATOMIC_RMW,
                                       FT_FENCE,        FT_WRITE};
  ft_rc11_graph_event e = {.thread = thread, .order = FT_ORDER_PLAIN};
  e.kind = kinds[ft_rng_below (rng, 8)];
  e.variable = (int)ft_rng_below (rng, 2);
  if (e.kind == FT_WRITE && ft_rng_percent (rng, 75))
    e.variable = 3;
  if (e.kind != FT_WRITE)
    e.order = sc && ft_rng_percent (rng, 60) ? FT_ORDER_SEQ_CST
                                             : random_order (rng);
  return e;
}

static void shuffle_ranks (ft_rc11_graph *g, ft_rng *rng, const int *order,
                           unsigned percent) {
  for (int k = 0; k < g->size; k++)
    g->rank[order[k]] = k;
  for (int n = 0; n < g->size && ft_rng_percent (rng, percent); n++) {
    int i = (int)ft_rng_below (rng, (uint32_t)g->size),
        j = (int)ft_rng_below (rng, (uint32_t)g->size), rank = g->rank[i];
    g->rank[i] = g->rank[j], g->rank[j] = rank;
  }
}

// An interleaving, reads that return the last write or another earlier one, and
// modification orders that are mostly that of the interleaving.
static void random_graph (ft_rc11_graph *g, ft_rng *rng, int order[]) {
  ft_tid threads = 2 + ft_rng_below (rng, 2);
  int begin[4], next[4];
  bool sc = ft_rng_percent (rng, 40);
  *g = (ft_rc11_graph){0};
  for (ft_tid t = 0; t < threads; t++) {
    begin[t] = next[t] = g->size;
    for (int n = 2 + (int)ft_rng_below (rng, 4); n; n--)
      g->events[g->size++] = random_event (rng, t, sc);
  }
  begin[threads] = g->size;
  g->events[g->size] = (ft_rc11_graph_event){
      threads - 1, FT_WRITE, FT_ORDER_PLAIN, 3, 0, 0};
  for (int k = 0; k < g->size;) {
    ft_tid t = ft_rng_below (rng, threads);
    if (next[t] < begin[t + 1])
      order[k++] = next[t]++;
  }
  order[g->size] = g->size;
  g->size++;
  shuffle_ranks (g, rng, order, 60);
  for (int i = 0; i < g->size; i++) {
    if (!ft_rc11_graph_reads (g, i))
      continue;
    g->source[i] = last_write (g, order, i);
    for (int j = 0; j < g->size; j++)
      if (j != i && ft_rc11_graph_writes (g, j) && is_before (order, j, i) &&
          g->events[j].variable == g->events[i].variable &&
          ft_rng_percent (rng, 25))
        g->source[i] = j;
    if (ft_rng_percent (rng, 15))
      g->source[i] = -1;
  }
}

static uint64_t number_of_graphs (uint64_t usual) {
  const char *given = getenv ("GRAPHS");
  return given ? strtoull (given, NULL, 10) : usual;
}

static void random_graphs_are_judged_as_defined (void **state) {
  (void)state;
  uint64_t n = number_of_graphs (30000), counts[2] = {0};
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_rc11_graph g;
    int order[FT_RC11_GRAPH_EVENTS];
    bool hb[FT_RC11_GRAPH_EVENTS][FT_RC11_GRAPH_EVENTS];
    random_graph (&g, &rng, order);
    bool consistent = ft_rc11_graph_is_consistent (&g, hb);
    for (int i = 0; i < g.size - 1; i++) {
      if (g.events[i].variable != 3 || g.events[i].thread ==
                                           g.events[g.size - 1].thread)
        continue;
      bool expected = consistent && !hb[i][g.size - 1];
      counts[expected]++;
      if (accepts (&g, order, seed % 3 == 0, i) == expected)
        continue;
      print_graph (&g, order, i);
      fail_msg ("seed %llu: the definition %s the pair",
                (unsigned long long)seed, expected ? "accepts" : "refuses");
    }
  }
  assert_true (counts[0] > n / 20 && counts[1] > n / 20);
}

// ---- one word ------------------------------------------------------------------

// All atomic accesses at variable 0, all others at variable 3, of which some read.
// With 'updates' some are updates of variable 1 that acquire and release.
static void use_one_word (ft_rc11_graph *g, ft_rng *rng, bool updates) {
  for (int i = 0; i < g->size; i++) {
    ft_rc11_graph_event *e = g->events + i;
    e->variable = e->kind == FT_WRITE ? 3 : 0;
    if (updates && ft_kind_is_atomic (e->kind) && ft_rng_percent (rng, 40)) {
      e->kind = FT_ATOMIC_RMW, e->variable = 1;
      e->order = ft_rng_percent (rng, 80) ? FT_ORDER_ACQ_REL : FT_ORDER_SEQ_CST;
    }
    if (e->kind == FT_WRITE && i < g->size - 1 && ft_rng_percent (rng, 50))
      e->kind = FT_READ;
  }
}

// Reads return the last write of the order or, now and then, another one.
static void choose_sources (ft_rc11_graph *g, ft_rng *rng, const int *order) {
  for (int i = 0; i < g->size; i++) {
    if (!ft_rc11_graph_reads (g, i))
      continue;
    g->source[i] = last_write (g, order, i);
    for (int j = -1; j < g->size && ft_rng_percent (rng, 40); j++)
      if (j < 0 || (j != i && ft_rc11_graph_writes (g, j) &&
                    g->events[j].variable == g->events[i].variable &&
                    is_before (order, j, i)))
        g->source[i] = j;
  }
}

static bool has_race (const ft_rc11_graph *g,
                      bool hb[FT_RC11_GRAPH_EVENTS][FT_RC11_GRAPH_EVENTS]) {
  for (int i = 0; i < g->size; i++)
    for (int j = i + 1; j < g->size; j++)
      if (g->events[i].order == FT_ORDER_PLAIN &&
          g->events[j].order == FT_ORDER_PLAIN &&
          (ft_rc11_graph_writes (g, i) || ft_rc11_graph_writes (g, j)) &&
          g->events[i].thread != g->events[j].thread && !hb[i][j] && !hb[j][i])
        return true;
  return false;
}

// Whether 'i' comes before 'j' in each interleaving with these reads and ranks.
static bool comes_first (const ft_rc11_graph *g, int i, int j) {
  const ft_rc11_graph_event *a = g->events + i, *b = g->events + j;
  bool reads = ft_rc11_graph_reads (g, i);
  if (a->thread == b->thread)
    return i < j;
  if (a->kind == FT_FENCE || b->kind == FT_FENCE || a->variable != b->variable)
    return false;
  if (ft_rc11_graph_writes (g, i) && ft_rc11_graph_writes (g, j))
    return g->rank[i] < g->rank[j];
  if (ft_rc11_graph_writes (g, i))
    return g->source[j] == i ||
           (g->source[j] >= 0 && g->rank[i] < g->rank[g->source[j]]);
  return reads && ft_rc11_graph_writes (g, j) && g->source[i] != j &&
         (g->source[i] < 0 || g->rank[g->source[i]] < g->rank[j]);
}

static bool is_interleaving (const ft_rc11_graph *g) {
  bool after[FT_RC11_GRAPH_EVENTS][FT_RC11_GRAPH_EVENTS];
  for (int i = 0; i < g->size; i++)
    for (int j = 0; j < g->size; j++)
      after[i][j] = comes_first (g, i, j);
  for (int k = 0; k < g->size; k++)
    for (int i = 0; i < g->size; i++)
      for (int j = 0; j < g->size; j++)
        after[i][j] |= after[i][k] && after[k][j];
  for (int i = 0; i < g->size; i++)
    if (after[i][i])
      return false;
  return true;
}

// What refutations under rc11 rest on ('ft_has_weak_executions'): without a race
// and with all atomic accesses at one location, but for updates that acquire and
// release, every execution is an interleaving; with two locations some are not.
static void one_word_has_no_weak_executions (void **state) {
  (void)state;
  uint64_t n = number_of_graphs (30000), found = 0, stale = 0, others = 0;
  for (uint64_t seed = 0; seed < 2 * n; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_rc11_graph g;
    int order[FT_RC11_GRAPH_EVENTS];
    bool hb[FT_RC11_GRAPH_EVENTS][FT_RC11_GRAPH_EVENTS], one = seed % 2;
    random_graph (&g, &rng, order);
    if (one) {
      use_one_word (&g, &rng, seed % 4 == 3);
      choose_sources (&g, &rng, order);
    }
    if (!ft_rc11_graph_is_consistent (&g, hb) || has_race (&g, hb))
      continue;
    bool fine = is_interleaving (&g);
    found += one;
    others += !one && !fine;
    for (int i = 0; one && i < g.size; i++)
      stale += ft_rc11_graph_reads (&g, i) &&
               g.source[i] != last_write (&g, order, i);
    if (one && !fine) {
      print_graph (&g, order, -1);
      fail_msg ("seed %llu: no interleaving", (unsigned long long)seed);
    }
  }
  print_message ("# %llu graphs of one word without a race, %llu reads of older "
                 "stores; %llu graphs of two words that are no interleavings\n",
                 (unsigned long long)found, (unsigned long long)stale,
                 (unsigned long long)others);
  assert_true (found > n / 100 && stale > n / 1000 && others);
}

// ---- litmus tests ----------------------------------------------------------------

// Threads are separated by '|'.  "Wx1.rel" writes 1, "Rx0.acq" reads 0, "Ux0>1.sc"
// does both, "F.sc" is a fence; after '!' final values.
typedef struct litmus {
  const char *name, *text;
  bool allowed;
} litmus;

static const litmus tests[] = {
#include "tests/unit/litmus_rc11.h"
};

static enum ft_memory_order order_of (const char *text) {
  static const char *const names[] = {"rlx", "con", "acq", "rel", "ar", "sc"};
  for (int i = 0; i < 6; i++)
    if (!strncmp (text, names[i], strlen (names[i])))
      return (enum ft_memory_order)(FT_ORDER_RELAXED + i);
  fail_msg ("no memory order: %s", text);
  return FT_ORDER_PLAIN;
}

static ft_rc11_graph_event read_event (const char *word, ft_tid thread) {
  ft_rc11_graph_event e = {.thread = thread, .kind = FT_FENCE};
  if (*word != 'F')
    e.variable = word[1] - 'x', e.reads = e.writes = word[2] - '0';
  if (*word == 'W')
    e.kind = FT_ATOMIC_WRITE;
  else if (*word == 'R')
    e.kind = FT_ATOMIC_READ;
  else if (*word == 'U')
    e.kind = FT_ATOMIC_RMW, e.writes = word[4] - '0';
  e.order = order_of (strchr (word, '.') + 1);
  return e;
}

// Two threads more race at the end, whatever the others do.  Returns the final
// values, -1 where none is asked for.
static void read_litmus (const char *text, ft_rc11_graph *g, int final[3]) {
  char *copy = strdup (text), *rest = copy, *word;
  ft_tid thread = 0;
  bool ends = false;
  *g = (ft_rc11_graph){0};
  for (int v = 0; v < 3; v++)
    final[v] = -1;
  while ((word = strsep (&rest, " "))) {
    if (*word == '|')
      thread++;
    else if (*word == '!')
      ends = true;
    else if (ends)
      final[word[0] - 'x'] = word[2] - '0';
    else if (*word)
      g->events[g->size++] = read_event (word, thread);
  }
  for (ft_tid t = 1; t < 3; t++)
    g->events[g->size++] =
        (ft_rc11_graph_event){thread + t, FT_WRITE, FT_ORDER_PLAIN, 3, 0, 0};
  free (copy);
}

static bool ends_with (const ft_rc11_graph *g, const int final[3]) {
  for (int v = 0; v < 3; v++)
    for (int i = 0, last = -1; final[v] >= 0 && i <= g->size; i++) {
      if (i == g->size && (last < 0 ? 0 : g->events[last].writes) != final[v])
        return false;
      if (i < g->size && ft_rc11_graph_writes (g, i) && g->events[i].variable == v &&
          (last < 0 || g->rank[i] > g->rank[last]))
        last = i;
    }
  return true;
}

// Whether a graph is consistent, by both.
static bool is_allowed (const litmus *l, const ft_rc11_graph *g) {
  int order[FT_RC11_GRAPH_EVENTS];
  bool expected = ft_rc11_graph_is_consistent (g, NULL);
  bool ordered = ft_rc11_graph_order (g, order);
  bool found = ordered && accepts (g, order, false, g->size - 2);
  if (found != expected) {
    print_graph (g, order, g->size - 2);
    fail_msg ("%s: the checker %s", l->name, found ? "accepts" : "refuses");
  }
  return found;
}

// All modification orders: the events from 'i' on get all free ranks.
static bool any_order (const litmus *l, ft_rc11_graph *g, const int final[3], int i) {
  bool found = false, taken[FT_RC11_GRAPH_EVENTS] = {0};
  int writes = 0;
  while (i < g->size && !ft_rc11_graph_writes (g, i))
    i++;
  if (i == g->size)
    return ends_with (g, final) && is_allowed (l, g);
  for (int j = 0; j < g->size; j++)
    if (ft_rc11_graph_writes (g, j) && g->events[j].variable == g->events[i].variable) {
      writes++;
      if (j < i)
        taken[g->rank[j]] = true;
    }
  for (int rank = 0; rank < writes; rank++)
    if (!taken[rank]) {
      g->rank[i] = rank;
      found |= any_order (l, g, final, i + 1);
    }
  return found;
}

// All writes that leave what is read.
static bool any_source (const litmus *l, ft_rc11_graph *g, const int final[3],
                        int i) {
  bool found = false;
  while (i < g->size && !ft_rc11_graph_reads (g, i))
    i++;
  if (i == g->size)
    return any_order (l, g, final, 0);
  for (int j = -1; j < g->size; j++)
    if (j < 0 ? !g->events[i].reads
              : j != i && ft_rc11_graph_writes (g, j) &&
                    g->events[j].variable == g->events[i].variable &&
                    g->events[j].writes == g->events[i].reads) {
      g->source[i] = j;
      found |= any_source (l, g, final, i + 1);
    }
  return found;
}

static void litmus_tests_have_the_verdicts_of_herd (void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    ft_rc11_graph g;
    int final[3];
    read_litmus (tests[i].text, &g, final);
    if (any_source (tests + i, &g, final, 0) != tests[i].allowed)
      fail_msg ("%s: %s", tests[i].name,
                tests[i].allowed ? "forbidden" : "allowed");
  }
}

// ---- what is no graph --------------------------------------------------------------

// Two threads, of which the second one may read the first one's store.
static ft_rc11_graph message (void) {
  ft_rc11_graph g;
  int final[3];
  read_litmus ("Wx0.rlx Wx0.rlx | Rx0.rlx Wy0.rlx", &g, final);
  return g;
}

static bool takes (ft_read_from r, const ft_id *orders, size_t n,
                   enum ft_memory_model memory) {
  ft_rc11_graph g = message ();
  ft_id first;
  ft_trace *t = ft_rc11_graph_trace (&g, false, &first);
  ft_witness w = {.memory = memory, .pair = {first + 4, first + 5}};
  for (ft_id i = 0; i < 6; i++)
    FT_PUSH (w.schedule, first + i);
  r.read += first, r.write += r.write == FT_NO_ID ? 0 : first;
  FT_PUSH (w.reads, r);
  for (size_t i = 0; i < n; i++)
    FT_PUSH (w.orders, orders[i] == FT_NO_ID ? FT_NO_ID : first + orders[i]);
  ft_checker *c = ft_checker_new (t);
  bool accepted = ft_checker_accepts (c, &w, NULL);
  ft_checker_free (c);
  ft_witness_release (&w);
  ft_trace_free (t);
  return accepted;
}

static void malformed_graphs_are_refused (void **state) {
  (void)state;
  static const ft_id whole[] = {0, 1, FT_NO_ID}, part[] = {1, FT_NO_ID},
                     twice[] = {0, 0, FT_NO_ID}, mixed[] = {0, 3, FT_NO_ID},
                     reading[] = {0, 2, FT_NO_ID}, far[] = {99, FT_NO_ID};
  const enum ft_memory_model rc11 = FT_MEMORY_RC11;
  assert_true (takes ((ft_read_from){2, 0}, NULL, 0, rc11));
  assert_true (takes ((ft_read_from){2, FT_NO_ID}, NULL, 0, rc11));
  assert_true (takes ((ft_read_from){2, 0}, whole, 3, rc11));
  assert_false (takes ((ft_read_from){2, 0}, part, 2, rc11));
  assert_false (takes ((ft_read_from){2, 0}, twice, 3, rc11));
  assert_false (takes ((ft_read_from){2, 0}, mixed, 3, rc11));
  assert_false (takes ((ft_read_from){2, 0}, reading, 3, rc11));
  assert_false (takes ((ft_read_from){2, 0}, far, 2, rc11));
  assert_false (takes ((ft_read_from){2, 3}, NULL, 0, rc11)); // another variable
  assert_false (takes ((ft_read_from){2, 2}, NULL, 0, rc11)); // no write
  assert_false (takes ((ft_read_from){2, 99}, NULL, 0, rc11));
  assert_false (takes ((ft_read_from){0, FT_NO_ID}, NULL, 0, rc11)); // no read
  assert_false (takes ((ft_read_from){99, 0}, NULL, 0, rc11));
}

// ---- the search ------------------------------------------------------------------

// Whether the recorded order with these reads is a consistent graph: what the
// checker refuses is only that one access happens before the other.
static bool is_consistent (ft_checker *c, const ft_stale_reads *reads,
                           ft_id first, ft_id last, bool *races) {
  ft_witness w = {.memory = FT_MEMORY_RC11, .pair = {first, last}};
  ft_strbuf why = {0};
  for (ft_id e = 0; e <= last; e++)
    FT_PUSH (w.schedule, e);
  for (size_t i = 0; i < reads->size && reads->begin[i].read <= last; i++)
    FT_PUSH (w.reads, reads->begin[i]);
  bool accepted = ft_checker_accepts (c, &w, &why);
  *races |= accepted && !FT_EMPTY (w.reads);
  bool fine = accepted || (strstr (ft_strbuf_text (&why), " happens before ") &&
                           !strstr (ft_strbuf_text (&why), "coherence")) ||
              strstr (ft_strbuf_text (&why), "races with a read only if");
  if (!fine)
    fprintf (stderr, "%s\n", ft_strbuf_text (&why));
  ft_strbuf_release (&why);
  ft_witness_release (&w);
  return fine;
}

// Loads return the oldest stores that no axiom forbids.
static void reads_that_are_found_are_consistent (void **state) {
  (void)state;
  uint64_t n = number_of_graphs (30000) / 10, racing = 0, found = 0;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 4 * 10, o.threads = 2 + seed % 3;
    o.variables = 2 + seed / 3 % 2, o.locks = seed / 6 % 2;
    o.atomics = o.orders = true, o.values = 2, o.sizes = seed % 8 == 7;
    ft_trace *t = ft_random_trace (seed, &o);
    ft_checker *c = ft_checker_new (t);
    ft_stale_reads reads = {0};
    bool races = false;
    ft_stale_reads_find (t, &reads);
    for (ft_id j = 0; j < t->size; j++)
      for (ft_id i = 0; i < j; i++)
        if (ft_trace_conflict (t, i, j, NULL) &&
            !is_consistent (c, &reads, i, j, &races)) {
          ft_print_trace (stderr, t);
          fail_msg ("seed %llu: events %u and %u", (unsigned long long)seed, i,
                    j);
        }
    racing += races, found += !FT_EMPTY (reads);
    FT_RELEASE (reads);
    ft_checker_free (c);
    ft_trace_free (t);
  }
  assert_true (found > n / 20 && racing > n / 50);
}

int main (void) {
  const struct CMUnitTest all[] = {
      cmocka_unit_test (random_graphs_are_judged_as_defined),
      cmocka_unit_test (one_word_has_no_weak_executions),
      cmocka_unit_test (litmus_tests_have_the_verdicts_of_herd),
      cmocka_unit_test (malformed_graphs_are_refused),
      cmocka_unit_test (reads_that_are_found_are_consistent),
  };
  return cmocka_run_group_tests (all, NULL, NULL);
}
