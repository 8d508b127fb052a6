// Reads that return their recorded value in every reordering, although others
// wrote the same value: flags that are set and reset time and again, for
// example.
//
// At first all reads are assumed to be of this kind.  With the clocks that
// follow, each writer of the same value is excluded: either it needs the read,
// or it comes before another write that the read needs.  Reads for which this
// fails are replaceable, and the clocks are made again without them, until no
// more are.
//
// The remaining assumptions are sound: of the events of a reordering that lack
// an event of their clock, take the first.  Events before it lack nothing, so
// its read has no writer but its own, and it lacks nothing either.
//
// Cost: a round is a pass over the trace and, per read of another thread's
// write, the square of the lists of writes. Slow twin: enumeration, in
// tests/unit/test_infeasible.c.

#include "certify/ideal_rows.h"

// Limit on the writes of a list that are looked at for a read.
enum { WRITERS = 64 };

// A read that returns the write of another thread, with the writes of its
// variable.
struct reading {
  const ft_ideals *ideals;
  ft_id read, source;
  const ft_access_list *begin, *end; // of its variable
};

static const ft_access_lists *writes_of (const struct reading *r) {
  return r->ideals->facts->writes;
}

// The number of events of 't' that have run when the read does.
static ft_id count_before (const struct reading *r, ft_tid t) {
  return t == ft_ideals_thread (r->ideals, r->read)
             ? ft_ideals_local (r->ideals, r->read)
             : ft_ideals_size_in (r->ideals, r->read, t);
}

// Whether the write writes all bytes of the read.
static bool covers (const struct reading *r, ft_id write) {
  const ft_event *events = r->ideals->facts->trace->events;
  uint8_t mask = events[r->read].mask;
  return !ft_event_is_void (events + write) &&
         (events[write].mask & mask) == mask;
}

// The last write of a list to all bytes of the read that comes before it, or
// FT_NO_ID; a write that many writes to other bytes follow is not found.
static ft_id last_before (const struct reading *r, const ft_access_list *list) {
  const ft_access_lists *writes = writes_of (r);
  ft_id i = ft_access_list_from (writes, list, count_before (r, list->thread));
  for (ft_id tried = 0; i > list->begin && tried < WRITERS; tried++)
    if (covers (r, writes->events[--i]))
      return writes->events[i];
  return FT_NO_ID;
}

// The number of events of 't' that come before a write which hides theirs from
// the read.
static ft_id count_hidden (const struct reading *r, ft_tid t) {
  ft_id most = 0;
  for (const ft_access_list *list = r->begin; list < r->end; list++) {
    ft_id hider = last_before (r, list);
    if (hider == FT_NO_ID)
      continue;
    ft_id n = list->thread == t ? ft_ideals_local (r->ideals, hider)
                                : ft_ideals_row (r->ideals, hider)[t];
    most = n > most ? n : most;
  }
  return most;
}

// The first position of 't' that comes after the read.
static ft_id first_after (const struct reading *r, ft_tid t) {
  const ft_index *x = r->ideals->facts->index;
  ft_tid own = ft_ideals_thread (r->ideals, r->read);
  ft_id k = ft_ideals_local (r->ideals, r->read);
  ft_id low = 0, high = ft_index_length (x, t);
  if (t == own)
    return k;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ft_ideals_row (r->ideals, ft_index_event (x, t, middle))[own] > k)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// Whether a write of the list might give the read its value instead.
static bool may_supply (const struct reading *r, const ft_access_list *list) {
  const ft_access_lists *l = writes_of (r);
  ft_id i = ft_access_list_from (l, list, count_hidden (r, list->thread));
  ft_id end = ft_access_list_from (l, list, first_after (r, list->thread));
  if (i < end && end - i > WRITERS)
    return true;
  for (; i < end; i++)
    if (l->events[i] != r->source &&
        ft_reads_admits (r->ideals->facts->reads, r->read, l->events[i]))
      return true;
  return false;
}

static bool is_initial_hidden (const struct reading *r) {
  for (const ft_access_list *list = r->begin; list < r->end; list++)
    if (last_before (r, list) != FT_NO_ID)
      return true;
  return false;
}

static bool is_replaceable (const struct reading *r) {
  if (ft_reads_admits (r->ideals->facts->reads, r->read, FT_NO_ID) &&
      !is_initial_hidden (r))
    return true;
  for (const ft_access_list *list = r->begin; list < r->end; list++)
    if (may_supply (r, list))
      return true;
  return false;
}

// Whether clocks may use the assumption that the read has no other writer.
static bool may_be_assumed (const ft_ideals *x, ft_id read) {
  const ft_reads *reads = x->facts->reads;
  return reads->matters[read] != FT_NO_ID &&
         reads->source_begin[read] != reads->source_begin[read + 1] &&
         !reads->alone[read] && !ft_reads_unclear (reads, read) &&
         !reads->frozen[read];
}

static void list_tested (ft_ideals *x) {
  const ft_reads *reads = x->facts->reads;
  for (ft_id e = 0; e < x->facts->trace->size; e++) {
    ft_id source = FT_NO_ID;
    bool own = may_be_assumed (x, e) && ft_reads_single (reads, e, &source) &&
               (source == FT_NO_ID ||
                ft_ideals_thread (x, source) == ft_ideals_thread (x, e));
    if (may_be_assumed (x, e) && !own)
      FT_PUSH (x->tested, e);
  }
}

// Whether the clocks of this round use it.
static bool is_assumed (const ft_ideals *x, ft_id read, ft_id *source) {
  const ft_reads *reads = x->facts->reads;
  if (x->replaceable[read])
    return false;
  if (!ft_reads_single (reads, read, source))
    return true; // of known value, hence unclear; for safety
  return ft_ideals_size_in (x, read, ft_ideals_thread (x, *source)) <=
         ft_ideals_local (x, *source);
}

// Marks the read, and later reads that return the same, as in a loop that
// waits: they would be the next to be found.
static void mark_alike (ft_ideals *x, ft_id read) {
  for (; read != FT_NO_ID && !x->replaceable[read];
       read = x->facts->reads->next_alike[read])
    x->replaceable[read] = true;
}

bool ft_ideals_mark_replaceable (ft_ideals *x) {
  const ft_access_lists *writes = x->facts->writes;
  bool found = false;
  if (FT_EMPTY (x->tested))
    list_tested (x);
  for (size_t i = 0; i < x->tested.size; i++) {
    ft_id e = x->tested.begin[i], source = FT_NO_ID;
    if (!is_assumed (x, e, &source))
      continue;
    ft_id variable = x->facts->trace->events[e].target;
    struct reading r = {x, e, source,
                        writes->lists.begin + writes->list_begin[variable],
                        writes->lists.begin + writes->list_begin[variable + 1]};
    if (source == FT_NO_ID || is_replaceable (&r)) {
      found = true;
      mark_alike (x, e);
    }
  }
  return found;
}
