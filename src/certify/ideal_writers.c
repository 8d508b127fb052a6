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
// A replaceable read needs what all of the writers need that are left, whichever
// supplies its value: a pointer in a list is written where its block is inserted,
// and wherever its neighbours are removed, and these need the insertion.  Of the
// writers of one thread the first one needs least.  This is less round by round
// until it follows from the clocks themselves.
//
// Of a read of mixed sizes each source is looked at by itself: it is
// not replaceable if one of its bytes has no other writer.
//
// The remaining assumptions are sound: of the events of a reordering that lack
// an event of their clock, take the first.  Events before it lack nothing, so
// its read, or byte, has no writer but its own, or one of those that are left,
// which lacks nothing that they have in common; and it lacks nothing either.
//
// Cost: a round is a pass over the trace and, per read of another thread's
// write, the square of the lists of writes. Slow twin: enumeration, in
// tests/unit/test_infeasible.c.

#include "certify/ideal_rows.h"

// Limit on the writes of a list that are looked at for a read.
enum { WRITERS = 64 };

// A read that returns the write of another thread in some bytes, with the
// writes of its variable.
struct reading {
  const ft_ideals *ideals;
  ft_id read, source;
  uint8_t mask; // of the bytes that are looked at
  int byte;     // the only one of them; -1: they are all of the read
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

// Whether the write writes all these bytes.
static bool covers (const struct reading *r, ft_id write) {
  const ft_event *events = r->ideals->facts->trace->events;
  return !ft_event_is_void (events + write) &&
         (events[write].mask & r->mask) == r->mask;
}

// The last write of a list to all these bytes that comes before the read, or
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

// Whether the writer (FT_NO_ID: the initial value) has the value of the bytes.
static bool admits (const struct reading *r, ft_id writer) {
  const ft_reads *reads = r->ideals->facts->reads;
  if (r->byte < 0)
    return ft_reads_admits (reads, r->read, writer);
  return (writer == FT_NO_ID || covers (r, writer)) &&
         ft_reads_admits_byte (reads, r->read, writer, r->byte);
}

// Whether a write of the list might give the read its value instead.
static bool may_supply (const struct reading *r, const ft_access_list *list) {
  const ft_access_lists *l = writes_of (r);
  ft_id i = ft_access_list_from (l, list, count_hidden (r, list->thread));
  ft_id end = ft_access_list_from (l, list, first_after (r, list->thread));
  if (i < end && end - i > WRITERS)
    return true;
  for (; i < end; i++)
    if (l->events[i] != r->source && admits (r, l->events[i]))
      return true;
  return false;
}

static bool is_initial_hidden (const struct reading *r) {
  for (const ft_access_list *list = r->begin; list < r->end; list++)
    if (last_before (r, list) != FT_NO_ID)
      return true;
  return false;
}

static bool may_replace (const struct reading *r) {
  if (admits (r, FT_NO_ID) && !is_initial_hidden (r))
    return true;
  for (const ft_access_list *list = r->begin; list < r->end; list++)
    if (may_supply (r, list))
      return true;
  return false;
}

// Whether clocks may use the assumption that sources of the read have no other
// writer.
static bool may_be_assumed (const ft_ideals *x, ft_id read) {
  const ft_reads *reads = x->facts->reads;
  return reads->matters[read] != FT_NO_ID &&
         (reads->mixed[read] || !reads->alone[read]) &&
         !reads->assumed[read] && !ft_reads_uncertain (reads, read);
}

static bool is_of_other (const ft_ideals *x, ft_id read, ft_id source) {
  return source != FT_NO_ID &&
         ft_ideals_thread (x, source) != ft_ideals_thread (x, read);
}

static void list_tested (ft_ideals *x) {
  const ft_reads *reads = x->facts->reads;
  for (ft_id e = 0; e < x->facts->trace->size; e++) {
    bool of_other = false;
    for (ft_id i = reads->source_begin[e]; i < reads->source_begin[e + 1]; i++)
      of_other |= is_of_other (x, e, reads->sources.begin[i].writer);
    if (of_other && may_be_assumed (x, e))
      FT_PUSH (x->tested, e);
  }
}

// Whether the clocks of this round use it that the i-th source is not
// replaceable.
static bool is_assumed (const ft_ideals *x, ft_id read, ft_id i) {
  ft_id source = x->facts->reads->sources.begin[i].writer;
  return !x->replaceable[i] && is_of_other (x, read, source) &&
         ft_ideals_size_in (x, read, ft_ideals_thread (x, source)) <=
             ft_ideals_local (x, source);
}

// Marks the i-th source.  If it is the only one of the read, marks also those of
// later reads that return the same, as in a loop that waits: they would be the
// next to be found.
static void mark (ft_ideals *x, ft_id read, ft_id i) {
  const ft_reads *reads = x->facts->reads;
  ft_id source;
  bool alike = ft_reads_single (reads, read, &source);
  x->replaceable[i] = true;
  for (read = reads->next_alike[read]; alike && read != FT_NO_ID;
       read = reads->next_alike[read])
    x->replaceable[reads->source_begin[read]] = true;
}

static struct reading reading_of (const ft_ideals *x, ft_id read, ft_id i) {
  const ft_event *event = x->facts->trace->events + read;
  const ft_access_lists *writes = x->facts->writes;
  ft_id variable = event->target;
  return (struct reading){
      .ideals = x,
      .read = read,
      .source = x->facts->reads->sources.begin[i].writer,
      .mask = event->mask,
      .byte = -1,
      .begin = writes->lists.begin + writes->list_begin[variable],
      .end = writes->lists.begin + writes->list_begin[variable + 1]};
}

// Whether other writers may take the place of the i-th source, in each of its
// bytes.
bool ft_ideals_is_replaceable (const ft_ideals *x, ft_id read, ft_id i) {
  struct reading r = reading_of (x, read, i);
  uint8_t mask = x->facts->reads->sources.begin[i].mask;
  if (!x->facts->reads->mixed[read])
    return may_replace (&r);
  for (r.byte = 0; r.byte < 8; r.byte++) {
    r.mask = (uint8_t)(1 << r.byte);
    if (mask & r.mask && !may_replace (&r))
      return false;
  }
  return true;
}

// ---- what all writers have in common -----------------------------------------

// The first write of the list that might give the read its value, or an earlier
// one if many do not; FT_NO_ID: none.  Those behind it need more.
static ft_id first_supplier (const struct reading *r,
                             const ft_access_list *list) {
  const ft_access_lists *l = writes_of (r);
  ft_id i = ft_access_list_from (l, list, count_hidden (r, list->thread));
  ft_id end = ft_access_list_from (l, list, first_after (r, list->thread));
  for (ft_id tried = 0; i < end; i++, tried++)
    if (tried == WRITERS || admits (r, l->events[i]))
      return l->events[i];
  return FT_NO_ID;
}

// Leaves of 'common' what the writer needs, and itself.  Whether that is less.
static bool meet (const struct reading *r, ft_id writer, ft_id *common) {
  const ft_ideals *x = r->ideals;
  const ft_id *row = ft_ideals_row (x, writer);
  bool fell = false;
  for (ft_tid t = 0; t < x->threads; t++) {
    bool own = t == ft_ideals_thread (x, writer);
    ft_id n = own ? ft_ideals_local (x, writer) + 1 : row[t];
    fell |= n < common[t];
    common[t] = n < common[t] ? n : common[t];
  }
  return fell;
}

static bool meet_all (const struct reading *r, ft_id *common) {
  bool fell = meet (r, r->source, common);
  for (const ft_access_list *list = r->begin; list < r->end; list++) {
    ft_id writer = first_supplier (r, list);
    if (writer != FT_NO_ID)
      fell |= meet (r, writer, common);
  }
  return fell;
}

static bool is_empty (const ft_ideals *x, const ft_id *common) {
  for (ft_tid t = 0; t < x->threads; t++)
    if (common[t])
      return false;
  return true;
}

// Makes a row for the i-th source, which has all but the read's own thread.
static void begin_common (ft_ideals *x, ft_id read, ft_id i) {
  bool full = x->commons.size > ft_ideals_most_rows (x->facts);
  x->common[i] = full ? FT_COMMON_NOTHING
                      : (ft_id)(x->commons.size / x->threads);
  for (ft_tid t = 0; t < x->threads && !full; t++)
    FT_PUSH (x->commons, t == ft_ideals_thread (x, read) ? 0 : FT_NO_ID);
}

// Looks at what the writers of the i-th source, which is replaceable, have in
// common.  Whether it is less than in the round before.
static bool lower_common (ft_ideals *x, ft_id read, ft_id i) {
  struct reading r = reading_of (x, read, i);
  if (!x->common || x->facts->reads->mixed[read] ||
      !is_of_other (x, read, r.source))
    return false;
  if (x->common[i] == FT_COMMON_UNKNOWN)
    begin_common (x, read, i);
  if (x->common[i] == FT_COMMON_NOTHING)
    return false;
  ft_id *common = x->commons.begin + (size_t)x->common[i] * x->threads;
  bool initial = admits (&r, FT_NO_ID) && !is_initial_hidden (&r);
  bool fell = initial || meet_all (&r, common);
  if (initial || is_empty (x, common))
    x->common[i] = FT_COMMON_NOTHING;
  return fell;
}

// Whether the clocks of the next round have less, by the i-th source of the read.
static bool look_at_source (ft_ideals *x, ft_id read, ft_id i) {
  bool found = is_assumed (x, read, i) && ft_ideals_is_replaceable (x, read, i);
  if (found)
    mark (x, read, i);
  return (x->replaceable[i] && lower_common (x, read, i)) || found;
}

bool ft_ideals_mark_replaceable (ft_ideals *x) {
  const ft_reads *reads = x->facts->reads;
  bool found = false;
  if (FT_EMPTY (x->tested))
    list_tested (x);
  for (size_t k = 0; k < x->tested.size; k++) {
    ft_id e = x->tested.begin[k];
    for (ft_id i = reads->source_begin[e]; i < reads->source_begin[e + 1]; i++)
      found |= look_at_source (x, e, i);
  }
  return found;
}
