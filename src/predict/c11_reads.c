// Reads that may return a value that was written without happening before them,
// the first ones of each thread ('predict/c11_refute.c').
//
// Which writes such a read may return: of an atomic read that does not acquire
// the atomic ones, of others those that do not release; of one that may race, all.
// If no other write leaves its value it is the recorded one alone: the read keeps
// its value in every reordering.  This is not so where the variable has updates
// that may read another value than recorded, and then leave another one.

#include "predict/c11_refute_inside.h"
#include "trace/assumed.h"

// Reads with one writer, and questions about them and all pairs, beyond which they are
// taken together by threads.
enum { MOST_READS = 1 << 14, MOST_QUESTIONS = 1 << 22 };

static bool order_releases (const ft_event *e) {
  return e->order == FT_ORDER_RELEASE || e->order == FT_ORDER_ACQ_REL ||
         e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN;
}

bool ft_c11_acquires (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_RELEASE;
}

// Whether the next event of the thread, or the one before, is such a fence.
static bool is_fenced (ft_c11_refuter *r, ft_id e, bool behind) {
  const ft_index *x = r->facts->index;
  ft_tid t = r->trace->events[e].thread;
  if (ft_c11_is_in_pair (r, e))
    return false;
  ft_id k = x->local[e];
  while (behind ? ++k < ft_index_length (x, t) : k-- > 0) {
    const ft_event *event = r->trace->events + ft_index_event (x, t, k);
    if (event->kind == FT_FENCE && !ft_event_is_void (event))
      return behind ? ft_c11_acquires (event) : order_releases (event);
    if (!ft_kind_computes (event->kind))
      return false;
  }
  return false;
}

bool ft_c11_releases (ft_c11_refuter *r, ft_id write) {
  return order_releases (r->trace->events + write) ||
         is_fenced (r, write, false);
}

// ---- which reads matter ----------------------------------------------------

// Whether no write of another thread gives the read its value.
static bool reads_own_value (const ft_c11_refuter *r, ft_id e) {
  const ft_reads *reads = r->facts->reads;
  const ft_event *events = r->trace->events;
  ft_id writer;
  return reads->alone[e] && !reads->mixed[e] &&
         ft_reads_single (reads, e, &writer) &&
         (writer == FT_NO_ID || events[writer].thread == events[e].thread);
}

static uint64_t local_of (const ft_event *e, ft_id local) {
  return (uint64_t)e->thread << 32 | local;
}

// The results of updates, which are few, none of them used so far.
static bool find_results (ft_c11_refuter *r) {
  bool any = false;
  for (ft_id e = 0; r->relaxed && e < r->trace->size; e++) {
    const ft_event *event = r->trace->events + e;
    const ft_detail *d = event->kind == FT_ATOMIC_RMW
                             ? ft_tables_detail (&r->trace->tables, event)
                             : NULL;
    if (d && d->result != FT_NO_ID)
      *ft_map_at (&r->used, local_of (event, d->result)) = false, any = true;
  }
  return any;
}

static void note_locals (ft_c11_refuter *r, const ft_event *e, const ft_operand *all,
                         uint32_t count, ft_id own) {
  for (uint32_t i = 0; i < count; i++) {
    uint64_t local = local_of (e, all[i].local);
    if (all[i].local != FT_NO_ID && all[i].local != own &&
        ft_map_get (&r->used, local) == false)
      *ft_map_at (&r->used, local) = true;
  }
}

void ft_c11_find_used (ft_c11_refuter *r) {
  const ft_tables *tables = &r->trace->tables;
  ft_id all = r->trace->size + r->trace->altpath_events;
  for (ft_id e = find_results (r) ? 0 : all; e < all; e++) {
    const ft_event *event = r->trace->events + e;
    const ft_detail *d = ft_tables_detail (tables, event);
    if (!d)
      continue;
    note_locals (r, event, tables->operands.begin + d->operands, d->operand_count,
                 d->result);
    note_locals (r, event, tables->operands.begin + d->pointers, d->pointer_count,
                 FT_NO_ID);
  }
}

// Whether the value that a read returns goes somewhere else than into what an update
// leaves.
static bool is_used (const ft_c11_refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  const ft_detail *d = ft_tables_detail (&r->trace->tables, event);
  if (!ft_kind_reads (event->kind) || ft_event_is_void (event))
    return false;
  return event->kind != FT_ATOMIC_RMW || !d || !d->operands_known ||
         (d->result != FT_NO_ID &&
          ft_map_get (&r->used, local_of (event, d->result)) == true);
}

// An update of unknown use is kept at most: no refutation rests on its use.
static bool matters_itself (const ft_c11_refuter *r, ft_id e) {
  const ft_reads *reads = r->facts->reads;
  if (r->relaxed && is_used (r, e))
    return true;
  bool update = r->trace->events[e].kind == FT_ATOMIC_RMW && !reads->kept[e];
  return reads->matters[e] != FT_NO_ID &&
         (update || !ft_reads_uncertain (reads, e));
}

// ---- counts ----------------------------------------------------------------

// A count is a variable of which all updates release, all other writes come before
// all updates, and all reads that matter acquire.  An update of unknown use that has
// lost its writer, an update behind the first access, is in no pair's way then: the
// release sequence of that writer goes on to whatever reads the count later, so that
// no such read is left, and those that are left have what they had.

static bool is_plain_update (ft_c11_refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  return event->kind == FT_ATOMIC_RMW && !ft_event_is_conditional (event);
}

// Whether the write comes before the update by program order, fork and join.
static bool is_before (ft_c11_refuter *r, ft_id write, ft_id update) {
  const ft_index *x = r->facts->index;
  const ft_event *events = r->trace->events;
  ft_id *known = ft_c11_known_before (r, events[update].thread, x->local[update]);
  bool before = known[events[write].thread] > x->local[write];
  free (known);
  return before;
}

static bool are_before (ft_c11_refuter *r, const ft_id *accesses, ft_id count,
                        ft_id write) {
  for (ft_id i = 0; i < count; i++)
    if (is_plain_update (r, accesses[i]) && !is_before (r, write, accesses[i]))
      return false;
  return true;
}

static bool fits_count (ft_c11_refuter *r, const ft_id *accesses, ft_id count,
                        ft_id e) {
  const ft_event *event = r->trace->events + e, *first = r->trace->events + *accesses;
  if (ft_event_is_void (event))
    return true;
  bool acquires = ft_kind_is_atomic (event->kind) && ft_c11_acquires (event);
  if (event->mask != first->mask || (matters_itself (r, e) && !acquires))
    return false;
  return is_plain_update (r, e)            ? order_releases (event)
         : ft_kind_writes (event->kind) ? are_before (r, accesses, count, e)
                                           : true;
}

static bool is_count (ft_c11_refuter *r, ft_id variable) {
  enum { MOST = 256 };
  const struct ft_index_list *list = &r->facts->index->accesses;
  const ft_id *accesses = list->events + list->begin[variable];
  ft_id count = list->begin[variable + 1] - list->begin[variable];
  uint32_t *known = ft_map_at (&r->counts, variable);
  if (*known != FT_NO_ID)
    return *known;
  bool fits = count <= MOST;
  for (ft_id i = 0; i < count && fits; i++)
    fits = fits_count (r, accesses, count, accesses[i]);
  *known = fits;
  return fits;
}

static bool is_kept (const ft_c11_refuter *r, ft_id e) {
  return r->facts->reads->kept[e] ||
         (r->relaxed && r->trace->events[e].kind == FT_ATOMIC_RMW);
}

static bool matters (ft_c11_refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  return !ft_event_is_void (event) && ft_kind_reads (event->kind) &&
         (matters_itself (r, e) || (is_kept (r, e) && !is_count (r, event->target))) &&
         !ft_variable_is_outside (&r->trace->tables, event->target) &&
         (r->relaxed || !reads_own_value (r, e));
}

// The only write that leaves the value of the read, or FT_NO_ID.
static ft_id only_writer (const ft_c11_refuter *r, ft_id e) {
  const ft_reads *reads = r->facts->reads;
  ft_id writer;
  return !r->relaxed && reads->alone[e] && !reads->unvalued[e] &&
                 !ft_reads_unclear (reads, e) &&
                 ft_map_get (&r->kept, r->trace->events[e].target) == FT_NO_ID &&
                 r->reads.size < MOST_READS &&
                 r->reads.size < MOST_QUESTIONS / (r->results->size + 1) &&
                 ft_reads_single (reads, e, &writer)
             ? writer
             : FT_NO_ID;
}

// The events that come before event 'e', and the event itself, per thread.
static ft_id *known_with (ft_c11_refuter *r, ft_id e) {
  return ft_c11_known_before (r, r->trace->events[e].thread,
                              r->facts->index->local[e] + 1);
}

// ---- the reads -------------------------------------------------------------

// Whether the read may return some atomic write without synchronising.
static bool is_weak (ft_c11_refuter *r, ft_id e) {
  return !ft_c11_acquires (r->trace->events + e) && !is_fenced (r, e, true);
}

// Whether the read may return its only writer without that happening before it.
static bool may_lose (ft_c11_refuter *r, ft_id e, ft_id writer) {
  const ft_event *events = r->trace->events;
  if (ft_kind_is_atomic (events[e].kind) &&
      ft_kind_is_atomic (events[writer].kind))
    return is_weak (r, e) || !ft_c11_releases (r, writer);
  return ft_c11_is_open_with (r, e, writer);
}

// False if all that it may return happens before it.
static bool find_writers (ft_c11_refuter *r, ft_c11_read *read) {
  const ft_event *event = r->trace->events + read->event;
  read->writer = read->kept ? FT_NO_ID : only_writer (r, read->event);
  if (read->writer != FT_NO_ID) {
    read->writers = FT_C11_WRITERS_ONE;
    return may_lose (r, read->event, read->writer);
  }
  bool atomic = ft_kind_is_atomic (event->kind);
  read->writers = r->open[read->event]                 ? FT_C11_WRITERS_ALL
                  : atomic && is_weak (r, read->event) ? FT_C11_WRITERS_ATOMIC
                                                       : FT_C11_WRITERS_WEAK;
  return (atomic || r->open[read->event]) &&
         ft_map_get (&r->writers[read->writers].head, event->target) != FT_NO_ID;
}

// Reads that were seen: by variable and thread with a set of writers, and by only
// writer and thread.  Threads are few ('c11_refute.c').
typedef struct seen_reads {
  ft_map sets, writers;
} seen_reads;

static bool is_first (seen_reads *s, const ft_event *event, const ft_c11_read *read) {
  uint64_t set = (uint64_t)read->writers << 1 | read->kept;
  uint32_t *at =
      read->writer != FT_NO_ID
          ? ft_map_at (&s->writers, (uint64_t)read->writer << 32 | event->thread)
          : ft_map_at (&s->sets, (uint64_t)event->target << 32 | set << 28 |
                                     event->thread);
  bool first = *at == FT_NO_ID;
  *at = 1;
  return first;
}

static void add_read (ft_c11_refuter *r, seen_reads *s, ft_id e) {
  if (!matters (r, e))
    return;
  ft_c11_read new = {.event = e, .kept = !matters_itself (r, e)};
  if (!find_writers (r, &new) || !is_first (s, r->trace->events + e, &new))
    return;
  new.known = known_with (r, e);
  FT_PUSH (r->reads, new);
}

static void clear_reads (ft_c11_refuter *r) {
  for (size_t i = 0; i < r->reads.size; i++)
    free (r->reads.begin[i].known);
  FT_CLEAR (r->reads);
}

void ft_c11_find_reads (ft_c11_refuter *r) {
  seen_reads s = {0};
  clear_reads (r);
  for (ft_id e = 0; e < r->trace->size && r->steps < FT_C11_MOST_STEPS; e++)
    add_read (r, &s, e);
  ft_map_release (&s.sets);
  ft_map_release (&s.writers);
}

// An update that returns something else may leave something else: all reads of its
// variable may then.
void ft_c11_mark_losing (ft_c11_refuter *r, bool *losing) {
  const ft_event *events = r->trace->events;
  ft_map updated = {0};
  for (ft_id e = 0; e < r->trace->size; e++) {
    ft_c11_read read = {.event = e};
    if (!matters (r, e))
      continue;
    read.kept = !matters_itself (r, e);
    losing[e] = find_writers (r, &read);
    if (losing[e] && ft_kind_writes (events[e].kind))
      *ft_map_at (&updated, events[e].target) = 1;
  }
  for (ft_id e = 0; e < r->trace->size; e++)
    losing[e] |= ft_kind_reads (events[e].kind) &&
                 ft_map_get (&updated, events[e].target) != FT_NO_ID;
  ft_map_release (&updated);
}

// ---- what the reads may return ---------------------------------------------

static bool comes_first (const ft_id *const before[2], ft_tid thread,
                         ft_id local) {
  return before[0][thread] > local || before[1][thread] > local;
}

bool ft_c11_writers_precede (ft_c11_refuter *r, enum ft_c11_writers which,
                             ft_id variable, ft_tid thread,
                             const ft_id *const before[2]) {
  const ft_c11_spans *w = r->writers + which;
  for (uint32_t i = ft_map_get (&w->head, variable); i != FT_NO_ID;
       i = w->list.begin[i].next) {
    const ft_c11_span *p = w->list.begin + i;
    r->steps++;
    if (p->thread != thread && !comes_first (before, p->thread, p->last))
      return false;
  }
  return true;
}

bool ft_c11_sources_precede (ft_c11_refuter *r, const ft_c11_read *read,
                             const ft_id *const before[2]) {
  const ft_event *events = r->trace->events, *event = events + read->event;
  return read->writers == FT_C11_WRITERS_ONE
             ? comes_first (before, events[read->writer].thread,
                            r->facts->index->local[read->writer])
             : ft_c11_writers_precede (r, (enum ft_c11_writers)read->writers,
                                       event->target, event->thread, before);
}

// ---- uses ------------------------------------------------------------------

// The first read of each thread that matters, of variables with reads that do
// not.
void ft_c11_find_uses (ft_c11_refuter *r) {
  ft_map seen = {0};
  for (ft_id e = 0; e < r->trace->size; e++)
    if (is_kept (r, e) && !matters_itself (r, e))
      *ft_map_at (&r->kept, r->trace->events[e].target) = 1;
  for (ft_id e = 0; e < r->trace->size && r->steps < FT_C11_MOST_STEPS; e++) {
    const ft_event *event = r->trace->events + e;
    if (!matters_itself (r, e) ||
        ft_map_get (&r->kept, event->target) == FT_NO_ID)
      continue;
    uint32_t *at =
        ft_map_at (&seen, (uint64_t)event->target << 32 | event->thread);
    if (*at != FT_NO_ID)
      continue;
    *at = e;
    uint32_t *last = ft_map_at (&r->uses_of, event->target);
    ft_c11_use new = {known_with (r, e), *last};
    *last = (uint32_t)r->uses.size;
    FT_PUSH (r->uses, new);
  }
  ft_map_release (&seen);
}

void ft_c11_reads_release (ft_c11_refuter *r) {
  clear_reads (r);
  FT_RELEASE (r->reads);
  for (size_t i = 0; i < r->uses.size; i++)
    free (r->uses.begin[i].known);
  FT_RELEASE (r->uses);
  ft_map_release (&r->uses_of);
  ft_map_release (&r->kept);
  ft_map_release (&r->counts);
  ft_map_release (&r->used);
}
