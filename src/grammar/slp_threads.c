// Each rule of threads says that no event of a kind (events of a thread, its
// forks, its joins) comes before one of another kind.  It is broken if the
// first event of the one kind comes before the last of the other.  Both
// positions are known of each terminal from the first and last uses of the
// rules.
//
// Cost: linear in the grammar. Slow twin: the validator on the expanded trace,
// in 'tests/unit/test_slp_threads.c'.

#include "grammar/slp_threads.h"

#include <inttypes.h>

// First and last position of one kind of events of a thread.
typedef struct span {
  uint64_t first, last; // UINT64_MAX and 0: there is none
} span;

static const span NEVER = {UINT64_MAX, 0};

struct thread {
  span runs, forked, joined;
};

typedef struct threads {
  const ft_slp *slp;
  const ft_tables *tables;
  const char *path;
  ft_error *error;
  span *uses; // by rule: positions of its first and last use
  FT_STACK (struct thread) list;
} threads;

static void add (span *to, uint64_t first, uint64_t last) {
  to->first = first < to->first ? first : to->first;
  to->last = last > to->last ? last : to->last;
}

static bool happens (const span *s) {
  return s->first != UINT64_MAX;
}

static struct thread *thread_of (threads *t, ft_tid tid) {
  FT_GROW (t->list, (size_t)tid + 1, ((struct thread){NEVER, NEVER, NEVER}));
  return t->list.begin + tid;
}

static void add_terminal (threads *t, const ft_event *e, uint64_t first,
                          uint64_t last) {
  if (e->flags & FT_DROPPED)
    return;
  add (&thread_of (t, e->thread)->runs, first, last);
  if (e->kind == FT_FORK)
    add (&thread_of (t, e->target)->forked, first, last);
  if (e->kind == FT_JOIN)
    add (&thread_of (t, e->target)->joined, first, last);
}

// From the root down: all uses of a rule are in later rules.
static void add_items (threads *t) {
  const ft_slp *slp = t->slp;
  for (size_t r = slp->rules.size; r--;) {
    const ft_production *rule = slp->rules.begin + r;
    for (size_t i = rule->first; i < rule->first + rule->count; i++) {
      ft_production_item item = slp->items.begin[i];
      uint32_t n = ft_slp_number (item.symbol);
      uint64_t length = ft_slp_span (slp, item.symbol);
      uint64_t end = slp->ends.begin[i];
      uint64_t first = t->uses[r].first + end - length * item.times;
      uint64_t last = t->uses[r].last + end - length;
      if (ft_slp_is_rule (item.symbol))
        add (t->uses + n, first, last);
      else
        add_terminal (t, slp->terminals.begin + n, first, last);
    }
  }
}

// ---- what is broken --------------------------------------------------------

static bool report_broken (const threads *t, uint64_t position, ft_tid tid,
                           const char *what) {
  ft_error_set (t->error, FT_EXIT_BAD_INPUT,
                "%.400s: event %" PRIu64 ": thread '%.100s' %s", t->path,
                position, ft_tables_name (t->tables, FT_CLASS_THREAD, tid),
                what);
  return false;
}

static bool check_thread (const threads *t, ft_tid tid) {
  const struct thread *x = t->list.begin + tid;
  uint64_t begins =
      x->runs.first < x->forked.first ? x->runs.first : x->forked.first;
  if (happens (&x->forked) && x->forked.last > x->runs.first)
    return report_broken (t, x->forked.last, tid, "is forked after it ran");
  if (happens (&x->forked) && x->forked.last > x->joined.first)
    return report_broken (t, x->forked.last, tid,
                          "is forked after it was joined");
  if (happens (&x->joined) && x->joined.first < begins)
    return report_broken (t, x->joined.first, tid,
                          "is joined but never started");
  if (happens (&x->runs) && x->runs.last > x->joined.first)
    return report_broken (t, x->runs.last, tid, "acts after it was joined");
  return true;
}

// Checks a terminal that the trace has; rules may have left other terminals
// behind.
static bool check_terminal (const threads *t, uint32_t terminal) {
  const ft_event *e = t->slp->terminals.begin + terminal;
  bool self = e->target == e->thread && !(e->flags & FT_DROPPED);
  uint64_t at = t->list.begin[e->thread].runs.first;
  if (self && e->kind == FT_FORK)
    return report_broken (t, at, e->thread, "forks itself");
  if (self && e->kind == FT_JOIN)
    return report_broken (t, at, e->thread, "joins itself");
  return true;
}

static bool check (threads *t) {
  for (size_t i = 0; i < t->slp->items.size; i++) {
    uint32_t symbol = t->slp->items.begin[i].symbol;
    if (!ft_slp_is_rule (symbol) && !check_terminal (t, ft_slp_number (symbol)))
      return false;
  }
  for (ft_tid tid = 0; tid < t->list.size; tid++)
    if (!check_thread (t, tid))
      return false;
  return true;
}

bool ft_slp_check_threads (const ft_slp *slp, const ft_tables *tables,
                           const char *path, ft_error *error) {
  size_t n = slp->rules.size;
  if (!n)
    return true;
  threads t = {.slp = slp, .tables = tables, .path = path, .error = error};
  t.uses = FT_ARRAY (span, n);
  for (size_t r = 0; r < n; r++)
    t.uses[r] = NEVER;
  t.uses[n - 1] = (span){0, 0};
  add_items (&t);
  bool fine = check (&t);
  free (t.uses);
  FT_RELEASE (t.list);
  return fine;
}
