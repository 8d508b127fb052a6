#include "certify/facts.h"
#include "certify/happens.h"
#include "certify/unmodelled.h"
#include "certify/unvalued.h"
#include "trace/assumed.h"

#include <assert.h>
#include <string.h>

static ft_id *new_none (size_t n) {
  ft_id *a = FT_ARRAY (ft_id, n);
  memset (a, 0xff, n * sizeof *a);
  return a;
}

static bool writes (const ft_event *e) {
  return ft_kind_writes (e->kind);
}

static bool accesses (const ft_event *e) {
  return ft_kind_accesses (e->kind);
}

static bool any (const ft_event *e) {
  (void)e;
  return true;
}

// ---- objects whose recorded order is kept --------------------------------

static void find_orders (ft_facts *f) {
  if (f->of_unfolding)
    return;
  f->orders = ft_object_orders_new (f->index);
  f->enablers = ft_enablers_new (f->index, f->acquires);
  f->words = ft_word_locks_new (f->reads);
}

// The object of an event that is kept in recorded order, or FT_NO_ID.  Events of
// alternative paths have no recorded order.
static ft_id kept_object (const ft_facts *f, const ft_event *e) {
  if (e->flags & FT_ALTPATH)
    return FT_NO_ID;
  if (ft_kind_releases (e->kind))
    return e->condition;
  return ft_kind_class (e->kind) == FT_CLASS_OBJECT &&
                 !ft_object_orders_suffice (f->orders, e->target)
             ? e->target
             : FT_NO_ID;
}

// The last acquire before 'done' that happened in the run, or FT_NO_ID.
static ft_id last_acquire (const ft_facts *f, const ft_access_list *list,
                           ft_id done) {
  const ft_access_lists *l = f->acquires;
  for (ft_id i = ft_access_list_from (l, list, done); i-- > list->begin;)
    if (!(f->trace->events[l->events[i]].flags & FT_ALTPATH))
      return l->events[i];
  return FT_NO_ID;
}

// The number of events of a thread before event 'e'.
static ft_id count_before (const ft_index *x, ft_tid t, ft_id e) {
  ft_id low = 0, high = ft_index_length (x, t);
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ft_index_event (x, t, middle) < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The acquire of a section of another thread on the lock that is open at event
// 'e'.
static ft_id find_holder (const ft_facts *f, ft_id e) {
  const ft_event *event = f->trace->events + e;
  const ft_access_list *list =
      f->acquires->lists.begin + f->acquires->list_begin[event->target];
  const ft_access_list *end =
      f->acquires->lists.begin + f->acquires->list_begin[event->target + 1];
  for (; list < end; list++) {
    if (list->thread == event->thread)
      continue;
    ft_id done = count_before (f->index, list->thread, e);
    ft_id acquire = last_acquire (f, list, done);
    if (acquire == FT_NO_ID)
      continue;
    ft_id release = ft_facts_last_release (f, acquire);
    if (release == FT_NO_ID || release > e)
      return acquire;
  }
  return FT_NO_ID;
}

static void find_recorded_before (ft_facts *f) {
  ft_id *last = new_none (ft_tables_count (&f->trace->tables, FT_CLASS_OBJECT));
  for (size_t i = 0; i < f->index->sync.size; i++) {
    ft_id e = f->index->sync.begin[i], before = FT_NO_ID;
    const ft_event *event = f->trace->events + e;
    if (ft_event_is_void (event))
      continue;
    ft_id object = kept_object (f, event);
    if (object != FT_NO_ID) {
      before = last[object];
      last[object] = e;
    } else if (event->kind == FT_TRY_FAILED)
      before = find_holder (f, e);
    if (before != FT_NO_ID && !f->recorded_before)
      f->recorded_before = new_none (f->trace->size);
    if (before != FT_NO_ID)
      f->recorded_before[e] = before;
  }
  free (last);
}

// ---- frees ---------------------------------------------------------------

static void find_frees (ft_facts *f) {
  f->free_allocs = ft_free_allocs_new (f->index);
  const ft_tables *tables = &f->trace->tables;
  uint32_t variables = ft_tables_count (tables, FT_CLASS_VARIABLE);
  for (size_t k = 0; k < f->index->sync.size; k++) {
    ft_id e = f->index->sync.begin[k];
    const ft_detail *d = ft_tables_detail (tables, f->trace->events + e);
    if (f->trace->events[e].kind != FT_FREE || !d ||
        ft_event_is_void (f->trace->events + e))
      continue;
    if (!f->freed_by)
      f->freed_by = new_none (variables);
    for (uint32_t i = 0; i < d->freed_count; i++)
      f->freed_by[tables->freed.begin[d->freed + i]] = e;
  }
  if (f->freed_by)
    f->accesses = ft_access_lists_new (f->index, &f->index->accesses, variables,
                                       accesses);
}

// ---- releases that acquires waited for -----------------------------------

static void link_releases (ft_facts *f) {
  uint32_t locks = ft_tables_count (&f->trace->tables, FT_CLASS_LOCK);
  ft_id *exclusive = new_none (locks), *shared = new_none (locks);
  f->last_release = new_none (f->trace->size);
  f->next_release = new_none (f->trace->size);
  for (size_t i = 0; i < f->index->sync.size; i++) {
    ft_id e = f->index->sync.begin[i];
    const ft_event *event = f->trace->events + e;
    if (ft_event_is_void (event) ||
        ft_kind_class (event->kind) != FT_CLASS_LOCK)
      continue;
    ft_id lock = event->target;
    if (event->kind == FT_RELEASE) {
      exclusive[lock] = e;
      shared[lock] = FT_NO_ID;
    } else if (event->kind == FT_RELEASE_SHARED) {
      f->next_release[e] =
          shared[lock] == FT_NO_ID ? exclusive[lock] : shared[lock];
      shared[lock] = e;
    } else if (event->kind == FT_ACQUIRE_SHARED || shared[lock] == FT_NO_ID)
      f->last_release[e] = exclusive[lock];
    else if (event->kind == FT_ACQUIRE)
      f->last_release[e] = shared[lock];
  }
  free (exclusive);
  free (shared);
}

// Whether a question that is asked again has a choice in place of the recorded
// order of the event.
static bool is_choice (const ft_facts *f, const ft_event *e) {
  return e->kind == FT_TRY_FAILED
             ? f->enablers != NULL
             : ft_object_orders_choose (f->orders, kept_object (f, e));
}

static void find_choices (ft_facts *f) {
  f->unnecessary_relaxed = f->recorded_before;
  f->choices = f->enablers;
  for (ft_id e = 0; f->recorded_before && e < f->trace->size; e++) {
    if (f->recorded_before[e] == FT_NO_ID)
      continue;
    const ft_event *event = f->trace->events + e;
    bool choice = is_choice (f, event);
    f->choices |= choice;
    f->recorded |= !choice;
    f->kept |= ft_kept_bit (event->kind);
    f->kept_for_good |= choice ? 0 : ft_kept_bit (event->kind);
  }
}

// Finds which kinds of events every answer keeps as recorded: those without a
// choice, and updates and unmodelled reads whose value is read.
static void find_kept (ft_facts *f) {
  unsigned open = f->recorded ? f->kept_for_good : 0;
  bool updates = false, mixed = false;
  for (ft_id e = 0; e < f->trace->size; e++) {
    mixed |= f->reads->mixed[e];
    updates |= f->reads->kept[e] && !f->reads->assumed[e];
  }
  open |= updates ? FT_KEPT_BIT (UPDATES) : 0;
  open |= f->opaque ? FT_KEPT_BIT (OPAQUE) : 0;
  open |= f->frozen || f->unknown_uses ? FT_KEPT_BIT (FROZEN) : 0;
  open |= f->unmodelled || f->limited ? FT_KEPT_BIT (UNMODELLED) : 0;
  open |= f->system ? FT_KEPT_BIT (SYSTEM) : 0;
  open |= f->assumed ? FT_KEPT_BIT (ASSUMED) : 0;
  f->kept_for_good = open;
  f->kept |= open | (mixed ? FT_KEPT_BIT (MIXED) : 0);
}

// Whether the branch says what is followed, and not what the program looked at: it has
// an operator, and stands for an unknown use ('ft_emit_limit' of 'symex/exec').
static bool is_limit (const ft_tables *tables, const ft_event *event) {
  const ft_detail *d = ft_tables_detail (tables, event);
  return ft_event_is_unknown_use (event) && d && d->op != FT_OP_NONE;
}

static void find_unnecessary (ft_facts *f) {
  const ft_tables *tables = &f->trace->tables;
  const ft_reads *r = f->reads;
  find_choices (f);
  f->unmodelled = ft_unmodelled_any (f->index);
  for (ft_id e = 0; e < f->trace->size; e++) {
    const ft_event *event = f->trace->events + e;
    bool unclear = ft_reads_unclear (r, e);
    f->frozen |= r->frozen[e];
    f->opaque |= event->kind == FT_ATOMIC_RMW &&
                 ft_exchange_is_opaque (tables, event);
    f->unknown_uses |= ft_event_is_unknown_use (event);
    f->limited |= is_limit (tables, event);
    f->unvalued |= r->matters[e] != FT_NO_ID && ft_unvalued_read (tables, event);
    f->unnecessary_relaxed |= unclear || r->frozen[e] ||
                              ft_event_is_unknown_use (event) ||
                              (r->kept[e] && !ft_reads_relaxable (r, e));
    if (unclear || r->kept[e]) {
      bool assumed = ft_variable_is_assumed (tables, event->target);
      bool system = ft_variable_is_system (tables, event->target);
      f->assumed |= assumed;
      f->system |= system;
      f->recorded |= r->kept[e] && !assumed && !system;
      f->choices |= r->mixed[e];
    }
  }
  f->unnecessary_relaxed |= f->opaque || f->limited || f->unmodelled;
  f->unnecessary = f->recorded_before || f->choices || f->recorded ||
                   f->assumed || f->system || f->frozen;
  find_kept (f);
}

// ---- release sequences ----------------------------------------------------

static bool goes_on_relaxed (const ft_facts *f, const ft_access_list *of_thread) {
  bool released = false;
  for (ft_id i = of_thread->begin; i < of_thread->end; i++) {
    const ft_event *e = f->trace->events + f->writes->events[i];
    bool releases = ft_kind_is_atomic (e->kind) && ft_event_releases (e);
    if (released && e->kind == FT_ATOMIC_WRITE && !releases)
      return true;
    released |= releases;
  }
  return false;
}

static void find_own_stores (ft_facts *f) {
  uint32_t variables = ft_tables_count (&f->trace->tables, FT_CLASS_VARIABLE);
  for (ft_id i = 0; i < f->writes->list_begin[variables]; i++)
    f->own_stores |= goes_on_relaxed (f, f->writes->lists.begin + i);
}

// ---- all of them ---------------------------------------------------------

static void find_awaiting (ft_facts *f) {
  f->awaiting = ft_awaiting_new (f);
}

static void build_lists (ft_facts *f) {
  const ft_tables *tables = &f->trace->tables;
  f->writes =
      ft_access_lists_new (f->index, &f->index->accesses,
                           ft_tables_count (tables, FT_CLASS_VARIABLE), writes);
  f->acquires =
      ft_access_lists_new (f->index, &f->index->acquires,
                           ft_tables_count (tables, FT_CLASS_LOCK), any);
}

static bool run_passes (ft_facts *f, const bool *free,
                        const ft_deadline *deadline) {
  static void (*const passes[]) (ft_facts *) = {
      build_lists, find_orders, find_recorded_before, find_frees, link_releases,
      find_unnecessary, find_awaiting, find_own_stores};
  if (!f->borrows)
    f->index = ft_index_bounded (f->trace, deadline);
  f->reads = f->index ? ft_reads_freeing (f->index, free, deadline) : NULL;
  for (size_t i = 0; f->reads && i < sizeof passes / sizeof *passes; i++) {
    if (ft_deadline_over (deadline))
      return false;
    passes[i](f);
  }
  return f->reads;
}

static ft_facts *new_facts (const ft_trace *, const ft_unfolding *of_unfolding,
                            const ft_deadline *);

// The farthest that a path goes on behind the event at local position 'k', at least the
// next one.
static ft_id farthest (const ft_unfolding *u, ft_id event, ft_id k) {
  ft_id to = u->next[event] == FT_NO_ID ? k + 1 : u->next[event];
  for (ft_id i = u->first_successor[event]; i != FT_NO_ID;
       i = u->successors.begin[i].next) {
    ft_id next = u->successors.begin[i].to;
    if (next != FT_NO_ID && next > to)
      to = next;
  }
  return to;
}

// What a thread leaves out lies between an event and the one that it goes on at.
static void find_left_out (ft_facts *f) {
  f->left_out = FT_ARRAY (bool, f->trace->size);
  for (ft_tid t = 0; t < f->index->threads; t++) {
    ft_id until = 0;
    for (ft_id k = 0; k < ft_index_length (f->index, t); k++) {
      ft_id event = ft_index_event (f->index, t, k);
      ft_id to = farthest (f->of_unfolding, event, k);
      f->left_out[event] = k < until;
      until = to > until ? to : until;
    }
  }
}

// What values allow on alternative paths spares questions about failures and about races
// on such paths; no question needs it.  So it must not take the time of the first
// questions about pairs.
static bool find_paths (ft_facts *f, const ft_deadline *deadline) {
  enum { PART = 4 };
  f->unfolding = ft_unfolding_new (f->trace);
  if (!f->unfolding)
    return true;
  f->paths = new_facts (f->unfolding->trace, f->unfolding, deadline);
  if (f->paths) {
    ft_deadline part = ft_deadline_part (deadline, 1.0 / PART);
    f->possible = ft_possible_paths_new (f->unfolding, f->paths->writes, &part);
  }
  return f->paths;
}

ft_id ft_facts_anchor (const ft_facts *f, ft_id event) {
  if (event < f->trace->size)
    return event;
  assert (f->unfolding);
  ft_id at = f->unfolding->unfolded[event];
  while (f->unfolding->trace->events[at].flags & FT_ALTPATH)
    at--;
  return f->unfolding->folded[at];
}

ft_id ft_facts_last_release (const ft_facts *f, ft_id acquire) {
  ft_id last = ft_facts_release (f, acquire);
  for (ft_id next = last; next != FT_NO_ID;
       next = ft_facts_next_release (f, last))
    last = next;
  return last;
}

static ft_facts *new_facts (const ft_trace *trace,
                            const ft_unfolding *of_unfolding,
                            const ft_deadline *deadline) {
  ft_facts *f = FT_NEW (ft_facts);
  f->trace = trace;
  f->of_unfolding = of_unfolding;
  if (run_passes (f, NULL, deadline) && find_paths (f, deadline)) {
    if (of_unfolding)
      find_left_out (f);
    return f;
  }
  ft_facts_free (f);
  return NULL;
}

ft_facts *ft_facts_bounded (const ft_trace *trace,
                            const ft_deadline *deadline) {
  return new_facts (trace, NULL, deadline);
}

ft_facts *ft_facts_freeing (const ft_facts *of, const bool *free,
                            const ft_deadline *deadline) {
  ft_facts *f = FT_NEW (ft_facts);
  f->trace = of->trace;
  f->index = of->index;
  f->borrows = true;
  if (run_passes (f, free, deadline))
    return f;
  ft_facts_free (f);
  return NULL;
}

ft_facts *ft_facts_new (const ft_trace *trace) {
  return ft_facts_bounded (trace, NULL);
}

void ft_facts_free (ft_facts *f) {
  if (!f)
    return;
  if (!f->borrows)
    ft_index_free (f->index);
  ft_reads_free (f->reads);
  ft_access_lists_free (f->writes);
  ft_access_lists_free (f->accesses);
  ft_access_lists_free (f->acquires);
  ft_object_orders_free (f->orders);
  ft_enablers_free (f->enablers);
  ft_word_locks_free (f->words);
  ft_awaiting_free (f->awaiting);
  free (f->recorded_before);
  free (f->left_out);
  ft_free_allocs_release (f->free_allocs);
  free (f->freed_by);
  free (f->last_release);
  free (f->next_release);
  ft_possible_paths_free (f->possible);
  ft_facts_free (f->paths);
  ft_unfolding_free (f->unfolding);
  free (f);
}
