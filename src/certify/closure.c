#include "certify/closure.h"
#include "base/debug_log.h"
#include "certify/enabling.h"
#include "certify/happens.h"
#include "certify/ideal.h"
#include "certify/only_writer.h"

#include <string.h>

void ft_closure_init (ft_closure *c, ft_cone *cone) {
  *c = (ft_closure){.cone = cone,
                    .cannot_close = FT_NO_ID,
                    .closed_for = FT_NO_ID,
                    .early_write = FT_NO_ID,
                    .initial_read = FT_NO_ID,
                    .starved = FT_NO_ID,
                    .enabler = FT_NO_ID,
                    .enabled = FT_NO_ID};
}

void ft_closure_release (ft_closure *c) {
  ft_graph_free (c->graph);
  FT_RELEASE (c->forced);
  *c = (ft_closure){0};
}

// One pass over the graph.
struct pass {
  ft_closure *closure;
  ft_graph *graph;
  const ft_facts *facts;
  const ft_cone *cone;
  bool grew;          // an order was added
  bool contradiction; // one that no further order can resolve
  ft_id open;         // acquire of a section that must be closed, or FT_NO_ID
  bool base;          // 'top' is 'base'
};

static bool ordered (const struct pass *p, ft_id x, ft_id y) {
  return ft_graph_ordered (p->graph, ft_graph_node (p->graph, x),
                           ft_graph_node (p->graph, y));
}

static void force (struct pass *p, ft_id from, ft_id to, enum ft_forcing rule,
                   ft_id read) {
  if (ordered (p, from, to))
    return;
  ft_forced forced = {from, to, rule, read};
  FT_PUSH (p->closure->forced, forced);
  FT_DEBUG (CERTIFY, 3, "event %u comes before %u: %s at event %u", from, to,
            rule == FT_FORCED_SECTION         ? "the section"
            : rule == FT_FORCED_UNORDERED     ? "it must not happen after"
            : rule == FT_FORCED_ENABLER       ? "what allows it"
            : rule == FT_FORCED_EARLIER_WRITE ? "earlier than the writer read"
                                              : "later than the read",
            read);
  ft_id a = ft_graph_node (p->graph, from), b = ft_graph_node (p->graph, to);
  ft_graph_add (p->graph, a, b);
  ft_graph_join (p->graph, a, b);
  p->grew = true;
}

// The number of events of thread 't' that come before or at 'event'; 0 for
// threads that take no part.
static ft_id known_events (const struct pass *p, ft_id event, ft_tid t) {
  ft_id thread = p->graph->thread_index[t];
  return thread == FT_NO_ID
             ? 0
             : ft_graph_clock (p->graph, ft_graph_node (p->graph, event),
                               thread);
}

// ---- reads ---------------------------------------------------------------

static bool may_differ (const struct pass *p, ft_id other, ft_id read,
                        ft_id writer, uint8_t mask) {
  return other != writer && other != read &&
         (p->facts->trace->events[other].mask & mask);
}

// Records the contradiction that a read returns the initial value, after a
// write.
static void contradict (struct pass *p, ft_id write, ft_id read) {
  p->contradiction = true;
  p->closure->early_write = write;
  p->closure->initial_read = read;
  FT_DEBUG (CERTIFY, 1, "event %u reads the initial value, after the write %u",
            read, write);
}

// The last write of the list that comes before the read comes before the writer
// too.
static void order_earlier (struct pass *p, const ft_access_list *list,
                           ft_id read, ft_id writer, uint8_t mask) {
  const ft_access_lists *writes = p->facts->writes;
  ft_id begin =
      ft_access_list_from (writes, list, p->cone->start[list->thread]);
  ft_id i =
      ft_access_list_from (writes, list, known_events (p, read, list->thread));
  while (i > begin) {
    ft_id other = writes->events[--i];
    if (other == writer)
      return; // earlier events of its thread come before anyway
    if (!may_differ (p, other, read, writer, mask))
      continue;
    if (writer == FT_NO_ID)
      contradict (p, other, read);
    else
      force (p, other, writer, FT_FORCED_EARLIER_WRITE, read);
    return;
  }
}

// The first write of the list that comes after the writer comes after the read
// too.
static void order_later (struct pass *p, const ft_access_list *list, ft_id read,
                         ft_id writer, uint8_t mask) {
  const ft_access_lists *writes = p->facts->writes;
  ft_id low = ft_access_list_from (writes, list, p->cone->start[list->thread]);
  ft_id high = ft_access_list_from (writes, list, p->cone->top[list->thread]);
  ft_id end = high;
  while (writer != FT_NO_ID && low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ordered (p, writer, writes->events[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  for (; low < end; low++)
    if (may_differ (p, writes->events[low], read, writer, mask)) {
      if (writes->events[low] != read)
        force (p, read, writes->events[low], FT_FORCED_LATER_WRITE, read);
      return;
    }
}

// Adds the orders that follow from it that the bytes of the mask are the writer's.
static void read_from (struct pass *p, ft_id read, ft_id writer, uint8_t mask) {
  const ft_access_lists *writes = p->facts->writes;
  ft_id variable = p->facts->trace->events[read].target;
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++) {
    const ft_access_list *list = writes->lists.begin + i;
    order_earlier (p, list, read, writer, mask);
    order_later (p, list, read, writer, mask);
  }
}

// A read that may have other writers than the recorded one: what is left of them.
static void saturate_choice (struct pass *p, ft_id read) {
  ft_closure *c = p->closure;
  ft_writers_left left = ft_only_writer_find (p->graph, read);
  if (!left.count) {
    p->contradiction = true;
    FT_DEBUG (CERTIFY, 1, "nothing is left that event %u could read", read);
  }
  if (left.count != 1)
    return;
  if (left.writer != FT_NO_ID && !ft_cone_may_include (c->cone, left.writer)) {
    c->enabler = left.writer;
    c->enabled = read;
    return;
  }
  if (left.writer != FT_NO_ID)
    force (p, left.writer, read, FT_FORCED_EARLIER_WRITE, read);
  read_from (p, read, left.writer, p->facts->trace->events[read].mask);
}

static void saturate_read (struct pass *p, ft_id read) {
  const ft_reads *reads = p->facts->reads;
  ft_id at;
  if (ft_cone_binding (p->cone, read, &at) != FT_BOUND)
    return;
  if (!ft_cone_is_forced (p->cone, read)) {
    if (p->closure->again && !ft_cone_is_mixed (p->cone, read))
      saturate_choice (p, read);
    return;
  }
  for (ft_id s = reads->source_begin[read]; s < reads->source_begin[read + 1];
       s++) {
    ft_read_source source = reads->sources.begin[s];
    ft_id writer = source.writer;
    if (writer != FT_NO_ID && !ft_cone_may_include (p->cone, writer))
      writer = FT_NO_ID; // before the window
    read_from (p, read, writer, source.mask);
  }
}

// ---- sections ------------------------------------------------------------

static bool is_shared (const struct pass *p, ft_id acquire) {
  return p->facts->trace->events[acquire].kind == FT_ACQUIRE_SHARED;
}

// The release of a section if it is included, or FT_NO_ID.
static ft_id included_release (const struct pass *p, ft_id acquire) {
  ft_id release = p->facts->index->match[acquire];
  return release != FT_NO_ID && ft_cone_may_include (p->cone, release)
             ? release
             : FT_NO_ID;
}

// Whether the section can never be closed in this question.
static bool stays_open (const struct pass *p, ft_id acquire) {
  ft_id release = p->facts->index->match[acquire];
  ft_tid t = p->facts->trace->events[acquire].thread;
  return release == FT_NO_ID ||
         p->facts->index->local[release] >= p->cone->limit[t];
}

// Orders the end of the section at 'a' before 'b', which opens another section.
static void close_before (struct pass *p, ft_id a, ft_id b) {
  ft_id release = included_release (p, a);
  if (release == FT_NO_ID) {
    p->open = a;
    p->closure->closed_for = b;
  } else
    force (p, release, b, FT_FORCED_SECTION, b);
}

// Orders the sections of a list that open before section 'b' opens or closes.
static void saturate_list (struct pass *p, const ft_access_list *list,
                           ft_id b) {
  const ft_access_lists *acquires = p->facts->acquires;
  ft_id begin =
      ft_access_list_from (acquires, list, p->cone->start[list->thread]);
  ft_id release = included_release (p, b);
  ft_id bound =
      known_events (p, release == FT_NO_ID ? b : release, list->thread);
  if (release == FT_NO_ID && stays_open (p, b))
    bound = p->cone->top[list->thread]; // all others come before
  // A section that is open at the beginning of the window comes before all in
  // the window.
  if (begin > list->begin) {
    ft_id a = acquires->events[begin - 1];
    ft_id end = p->facts->index->match[a];
    if ((end == FT_NO_ID || end >= p->cone->question.begin) &&
        !(is_shared (p, a) && is_shared (p, b)))
      close_before (p, a, b);
  }
  ft_id i = ft_access_list_from (acquires, list, bound);
  while (i > begin && p->open == FT_NO_ID) {
    ft_id a = acquires->events[--i];
    if (is_shared (p, a) && is_shared (p, b))
      continue;
    close_before (p, a, b);
    return;
  }
}

static void saturate_section (struct pass *p, ft_id acquire) {
  const ft_access_lists *acquires = p->facts->acquires;
  const ft_event *event = p->facts->trace->events + acquire;
  for (ft_id i = acquires->list_begin[event->target];
       i < acquires->list_begin[event->target + 1] && p->open == FT_NO_ID; i++)
    if (acquires->lists.begin[i].thread != event->thread)
      saturate_list (p, acquires->lists.begin + i, acquire);
}

// ---- wakes and failed tries ------------------------------------------------

static void saturate_enablers (struct pass *p, ft_id event) {
  const ft_enablers *x = p->facts->enablers;
  ft_id since = x->since[event];
  if (p->cone->question.begin)
    return; // the candidate may come before the window
  ft_enabling found = ft_enabling_find (p->graph, event, p->base);
  if (!found.threads) {
    p->contradiction = true;
    p->closure->starved = event;
    FT_DEBUG (CERTIFY, 1, "nothing is left that could allow event %u", event);
  }
  if (found.threads != 1)
    return;
  if (!ft_cone_may_include (p->cone, found.first)) {
    p->closure->enabler = found.first;
    p->closure->enabled = event;
    return;
  }
  force (p, found.first, event, FT_FORCED_ENABLER, event);
  ft_id end = ft_enablers_end (x, found.last);
  if (end != FT_NO_ID && ft_cone_may_include (p->cone, end))
    force (p, since, end, FT_FORCED_ENABLER, event);
}

// ---- happens-before ----------------------------------------------------------

// The first section of the list that ends at 'k' or later, is included as a whole
// and, with 'exclusive', is no shared one.  FT_NO_ID: none.
static ft_id first_ending (const struct pass *p, const ft_access_list *list,
                           ft_id k, bool exclusive) {
  const ft_access_lists *l = p->facts->acquires;
  for (ft_id i = list->begin; i < list->end; i++) {
    ft_id release = included_release (p, l->events[i]);
    if (release != FT_NO_ID && p->facts->index->local[release] >= k &&
        !(exclusive && is_shared (p, l->events[i])))
      return l->events[i];
  }
  return FT_NO_ID;
}

static ft_id last_before (const struct pass *p, const ft_access_list *list,
                          ft_id k, bool exclusive) {
  const ft_access_lists *l = p->facts->acquires;
  for (ft_id i = ft_access_list_from (l, list, k); i-- > list->begin;)
    if (!(exclusive && is_shared (p, l->events[i])))
      return l->events[i];
  return FT_NO_ID;
}

// A section that the first access happens before comes behind each one that
// happens before the last access.
static void keep_apart (struct pass *p, const ft_happens *h,
                        const ft_access_list *one, const ft_access_list *two) {
  ft_id from = h->after[one->thread], to = h->before[two->thread];
  for (int n = 0; n < 2 && from != FT_NO_ID && to && p->open == FT_NO_ID; n++) {
    ft_id a = first_ending (p, one, from, n), b = last_before (p, two, to, !n);
    if (a != FT_NO_ID && b != FT_NO_ID) {
      ft_id release = included_release (p, b);
      if (release == FT_NO_ID) {
        p->open = b;
        p->closure->closed_for = a;
      } else
        force (p, release, a, FT_FORCED_UNORDERED, a);
    }
  }
}

static void saturate_happens (struct pass *p) {
  const ft_access_lists *l = p->facts->acquires;
  uint32_t locks = ft_tables_count (&p->facts->trace->tables, FT_CLASS_LOCK);
  ft_happens h;
  ft_happens_init (&h, p->graph);
  p->contradiction = h.both;
  for (ft_id lock = 0; lock < locks && !h.both; lock++)
    for (ft_id i = l->list_begin[lock]; i < l->list_begin[lock + 1]; i++)
      for (ft_id k = l->list_begin[lock]; k < l->list_begin[lock + 1]; k++)
        if (i != k && p->open == FT_NO_ID)
          keep_apart (p, &h, l->lists.begin + i, l->lists.begin + k);
  ft_happens_release (&h);
}

// ---- fixpoint ------------------------------------------------------------

static void run_pass (struct pass *p) {
  if (p->cone->question.c11)
    saturate_happens (p);
  if (p->open != FT_NO_ID || p->contradiction)
    return;
  for (ft_id i = 0; i < p->graph->size; i++) {
    ft_id e = p->graph->events[i];
    const ft_event *event = p->facts->trace->events + e;
    if (ft_event_is_void (event))
      continue;
    if (ft_kind_reads (event->kind))
      saturate_read (p, e);
    else if (ft_kind_acquires (event->kind))
      saturate_section (p, e);
    else if (ft_enablers_has (p->facts->enablers, e))
      saturate_enablers (p, e);
    if (p->open != FT_NO_ID || p->contradiction ||
        p->closure->enabler != FT_NO_ID)
      return;
  }
}

// Adds that each event comes behind what it needs.
static void add_needs (ft_closure *c) {
  const ft_index *x = c->cone->facts->index;
  ft_graph *g = c->graph;
  ft_id *before = FT_ARRAY (ft_id, x->threads);
  for (ft_id i = 0; i < g->size; i++) {
    ft_id e = g->events[i];
    if (!x->local[e])
      memset (before, 0, x->threads * sizeof *before);
    for (ft_tid t = 0; t < x->threads; t++) {
      ft_id n = ft_ideals_before (c->cone->needed, e, t);
      if (n > before[t])
        ft_graph_add (g, ft_graph_node (g, ft_index_event (x, t, n - 1)), i);
      before[t] = n;
    }
  }
  free (before);
}

// Builds the graph of 'top' with the orders forced so far.
static bool build (ft_closure *c, uint64_t memory) {
  ft_graph_free (c->graph);
  c->graph = ft_graph_new (c->cone, memory);
  if (!c->graph)
    return false;
  if (c->again)
    add_needs (c);
  for (size_t i = 0; i < c->forced.size; i++)
    ft_graph_add (c->graph, ft_graph_node (c->graph, c->forced.begin[i].from),
                  ft_graph_node (c->graph, c->forced.begin[i].to));
  return true;
}

// Runs passes until nothing changes, there is a contradiction, or a section has
// to be closed, whose acquire is then '*open'.
static enum ft_closure_result saturate (ft_closure *c, uint64_t memory,
                                        bool base, ft_id *open) {
  *open = FT_NO_ID;
  c->enabler = FT_NO_ID;
  if (!build (c, memory))
    return FT_CLOSURE_TOO_LARGE;
  for (;;) {
    if (!ft_graph_order (c->graph)) {
      FT_DEBUG (CERTIFY, 1, "the orders of %u events have a cycle, %zu of them "
                            "forced",
                c->graph->size, c->forced.size);
      return FT_CLOSURE_CONTRADICTION;
    }
    struct pass p = {c,     c->graph, c->cone->facts, c->cone,
                     false, false,    FT_NO_ID,       base};
    run_pass (&p);
    *open = p.open;
    if (p.contradiction)
      return FT_CLOSURE_CONTRADICTION;
    if (p.open != FT_NO_ID || c->enabler != FT_NO_ID || !p.grew)
      return FT_CLOSURE_SATURATED;
  }
}

static void take_base (ft_cone *cone) {
  memcpy (cone->top, cone->base,
          cone->facts->index->threads * sizeof *cone->top);
}

// Orders that are forced among the events that the targets need hold in every
// answer, however many more events it includes.
static void keep_forced (ft_closure *c) {
  for (size_t i = 0; i < c->forced.size; i++)
    FT_PUSH (c->cone->forced,
             ((ft_precedence){c->forced.begin[i].from, c->forced.begin[i].to}));
}

// Includes the candidate that alone can come first, or the only writer; false if it
// cannot be.
static bool require_enabler (ft_closure *c) {
  const ft_index *x = c->cone->facts->index;
  if (ft_cone_require (c->cone, x->trace->events[c->enabler].thread,
                       x->local[c->enabler] + 1, c->enabled))
    return true;
  FT_DEBUG (CERTIFY, 1, "event %u cannot run, which event %u needs", c->enabler,
            c->enabled);
  return false;
}

// Includes what the first 'n' events of thread 't' need; false if it cannot be.
static bool include_needs_of (ft_closure *c, ft_tid t, ft_id n, bool *grew) {
  const ft_index *x = c->cone->facts->index;
  ft_id e = n ? ft_index_event (x, t, n - 1) : FT_NO_ID;
  for (ft_tid u = 0; u < x->threads && n; u++) {
    ft_id k = ft_ideals_before (c->cone->needed, e, u);
    if (u == t || k <= c->cone->base[u])
      continue;
    *grew = true;
    if (!ft_cone_require (c->cone, u, k, e))
      return false;
  }
  return true;
}

static bool include_needs (ft_closure *c) {
  for (bool grew = true; grew;) {
    grew = false;
    for (ft_tid t = 0; t < c->cone->facts->index->threads; t++)
      if (!include_needs_of (c, t, c->cone->base[t], &grew))
        return false;
  }
  return true;
}

static enum ft_closure_result saturate_base (ft_closure *c, uint64_t memory) {
  const ft_index *x = c->cone->facts->index;
  for (;;) {
    ft_id open;
    if (c->again && !include_needs (c))
      return FT_CLOSURE_CONTRADICTION;
    take_base (c->cone);
    enum ft_closure_result result = saturate (c, memory, true, &open);
    if (result == FT_CLOSURE_SATURATED && c->enabler != FT_NO_ID) {
      if (require_enabler (c))
        continue;
      return FT_CLOSURE_CONTRADICTION;
    }
    if (result == FT_CLOSURE_SATURATED && open == FT_NO_ID) {
      keep_forced (c);
      FT_DEBUG (CERTIFY, 1, "orders forced among %u events: %zu",
                c->graph->size, c->forced.size);
    }
    if (result != FT_CLOSURE_SATURATED || open == FT_NO_ID)
      return result;
    ft_id release = x->match[open];
    if (release == FT_NO_ID ||
        !ft_cone_require (c->cone, x->trace->events[open].thread,
                          x->local[release] + 1, c->closed_for)) {
      c->cannot_close = open;
      FT_DEBUG (CERTIFY, 1, "the section at event %u cannot end before %u "
                            "begins another",
                open, c->closed_for);
      return FT_CLOSURE_CONTRADICTION;
    }
  }
}

// Whether what events need, by clocks, is known and holds in every answer.  Clocks are
// about reads that return what they returned, which the first access of a question
// under c11 need not, and about memory that nothing uses after its end.
static bool has_needs (const ft_cone *c) {
  const ft_question *q = &c->question;
  return c->needed && q->relaxed && !q->keeps_assumed && !q->begin && !q->c11 &&
         !q->after_free && q->model == FT_MODEL_MCM;
}

enum ft_closure_result ft_closure_saturate_base (ft_closure *c,
                                                 uint64_t memory) {
  enum ft_closure_result result = saturate_base (c, memory);
  if (result != FT_CLOSURE_SATURATED || !has_needs (c->cone))
    return result;
  c->again = true;
  FT_CLEAR (c->cone->forced); // they come again
  return saturate_base (c, memory);
}

enum ft_closure_result ft_closure_saturate_top (ft_closure *c,
                                                uint64_t memory) {
  const ft_index *x = c->cone->facts->index;
  for (;;) {
    ft_id open;
    enum ft_closure_result result = saturate (c, memory, false, &open);
    if (result != FT_CLOSURE_SATURATED || open == FT_NO_ID)
      return result;
    ft_id release = x->match[open];
    if (release == FT_NO_ID ||
        !ft_cone_try (c->cone, x->trace->events[open].thread,
                      x->local[release] + 1))
      return FT_CLOSURE_CONTRADICTION;
  }
}
