#include "certify/syncp.h"

#include <string.h>

#include "certify/ideal.h"

// The search for partners of one kind of later access in one lane.
struct search {
  ft_id *cut;    // owned; the ideal of the last pair that was looked at
  ft_id next;    // place in the lane; those before are no partners
  bool included; // 'cut' reaches the access at 'next'
};

struct ft_syncp {
  const ft_facts *facts;
  ft_ideals *ideals;
  ft_access_lists *touches; // per variable: what accesses or frees it
  bool pairs;
  ft_id **base; // per thread: owned; the ideal of its last access, or NULL
  ft_map classes, by_class; // see 'search_for'
  FT_STACK (struct search) searches;
  ft_id *scratch, *made; // cuts
  FT_STACK (ft_pos) partners;
  ft_id position; // of the next event
};

static bool any (const ft_event *e) {
  (void)e;
  return true;
}

ft_syncp *ft_syncp_new (const ft_facts *facts, bool pairs) {
  ft_syncp *s = FT_NEW (ft_syncp);
  const ft_index *x = facts->index;
  s->facts = facts;
  s->pairs = pairs;
  s->ideals = ft_ideals_recorded (facts);
  s->touches = ft_access_lists_new (
      x, &x->accesses,
      ft_tables_count (&facts->trace->tables, FT_CLASS_VARIABLE), any);
  s->base = FT_ARRAY (ft_id *, x->threads);
  s->scratch = FT_ARRAY (ft_id, x->threads);
  s->made = FT_ARRAY (ft_id, x->threads);
  return s;
}

void ft_syncp_free (ft_syncp *s) {
  if (!s)
    return;
  for (ft_tid t = 0; t < s->facts->index->threads; t++)
    free (s->base[t]);
  for (size_t i = 0; i < s->searches.size; i++)
    free (s->searches.begin[i].cut);
  free (s->base);
  free (s->scratch);
  free (s->made);
  FT_RELEASE (s->searches);
  FT_RELEASE (s->partners);
  ft_map_release (&s->classes);
  ft_map_release (&s->by_class);
  ft_access_lists_free (s->touches);
  ft_ideals_free (s->ideals);
  free (s);
}

// ---- cuts ----------------------------------------------------------------

// Whether 'cut' changed.
static bool join (const ft_syncp *s, ft_id *cut, const ft_id *other) {
  bool changed = false;
  for (ft_tid t = 0; t < s->facts->index->threads; t++)
    if (cut[t] < other[t]) {
      cut[t] = other[t];
      changed = true;
    }
  return changed;
}

static bool includes (const ft_syncp *s, const ft_id *cut, ft_id e) {
  return cut[s->facts->trace->events[e].thread] > s->facts->index->local[e];
}

// A section that cannot be closed leaves no race: everything is included.
static void close_sections (const ft_syncp *s, ft_id *cut) {
  const ft_index *x = s->facts->index;
  if (!ft_ideals_close (s->ideals, cut))
    for (ft_tid t = 0; t < x->threads; t++)
      cut[t] = ft_index_length (x, t);
}

static void extend (const ft_syncp *s, ft_id *cut, ft_id e) {
  ft_ideals_reach (s->ideals, e, false, cut);
  close_sections (s, cut);
}

static const ft_id *base_of (ft_syncp *s, ft_id e) {
  ft_id **base = s->base + s->facts->trace->events[e].thread;
  if (!*base)
    *base = FT_ARRAY (ft_id, s->facts->index->threads);
  extend (s, *base, e);
  return *base;
}

static bool must_write (const ft_syncp *s, ft_id e, ft_id other) {
  const ft_event *events = s->facts->trace->events;
  return ft_event_must_write (events + e, events + other);
}

// Whether a write that is included comes after the access in the trace.
static bool is_overwritten (const ft_syncp *s, ft_id access, const ft_id *cut) {
  const ft_event *events = s->facts->trace->events;
  const ft_access_lists *writes = s->facts->writes;
  ft_id variable = events[access].target;
  for (ft_id i = writes->lane_begin[variable];
       i < writes->lane_begin[variable + 1]; i++) {
    const ft_access_list *lane = writes->lanes.begin + i;
    for (ft_id j = ft_access_list_from (writes, lane, cut[lane->thread]);
         j-- > lane->begin && writes->events[j] > access;)
      if (events[writes->events[j]].mask & events[access].mask)
        return true;
  }
  return false;
}

static bool finds_the_same (const ft_syncp *s, ft_id made, const ft_id *cut) {
  return s->facts->trace->events[made].flags & FT_HAS_VALUE &&
         !is_overwritten (s, made, cut);
}

bool ft_syncp_races (const ft_syncp *s, const ft_id pair[2], ft_id *cut) {
  bool made[2], races;
  memset (cut, 0, s->facts->index->threads * sizeof *cut);
  for (int i = 0; i < 2; i++) {
    made[i] = must_write (s, pair[i], pair[1 - i]);
    ft_ideals_reach (s->ideals, pair[i], made[i], cut);
  }
  close_sections (s, cut);
  races = ft_trace_conflict (s->facts->trace, pair[0], pair[1], NULL) &&
          !includes (s, cut, pair[0]) && !includes (s, cut, pair[1]);
  for (int i = 0; i < 2; i++)
    races = races && (!made[i] || finds_the_same (s, pair[i], cut));
  return races;
}

// The same for a pair whose ideal does not hold it when a compare-and-swap may
// do anything; if that has to be made, what holds the pair, or overwrites what
// was found there, does so for all later accesses of either thread.
static bool may_race (ft_syncp *s, ft_id first, ft_id e) {
  ft_id pair[2] = {first, e};
  return (!must_write (s, first, e) && !must_write (s, e, first)) ||
         ft_syncp_races (s, pair, s->made);
}

// ---- searches ------------------------------------------------------------

static ft_id intern (ft_map *map, uint64_t key, size_t next) {
  uint32_t *value = ft_map_at (map, key);
  if (*value == FT_NO_ID)
    *value = (uint32_t)next;
  return *value;
}

// Later accesses of one thread with the same kind and bytes conflict with the
// same accesses of a lane.
static struct search *search_for (ft_syncp *s, ft_id e, ft_id lane) {
  const ft_event *event = s->facts->trace->events + e;
  uint64_t like =
      (uint64_t)event->thread << 16 | (unsigned)event->kind << 8 | event->mask;
  uint64_t class = intern (&s->classes, like, s->classes.size);
  ft_id i = intern (&s->by_class, class << 32 | lane, s->searches.size);
  if (i == s->searches.size) {
    struct search f = {FT_ARRAY (ft_id, s->facts->index->threads),
                       s->touches->lanes.begin[lane].begin, false};
    FT_PUSH (s->searches, f);
  }
  return s->searches.begin + i;
}

static void go_to (struct search *f, ft_id next) {
  f->next = next;
  f->included = false;
}

// Goes on to the first access of the lane that races with 'e', if any does.
static bool go_on (ft_syncp *s, struct search *f, const ft_access_list *lane,
                   ft_id e) {
  for (;;) {
    ft_id from = ft_access_list_from (s->touches, lane, f->cut[lane->thread]);
    if (f->next < from)
      go_to (f, from);
    if (f->next == lane->end || s->touches->events[f->next] > e)
      return false;
    ft_id first = s->touches->events[f->next];
    if (!ft_trace_conflict (s->facts->trace, first, e, NULL))
      go_to (f, f->next + 1);
    else if (f->included) {
      if (may_race (s, first, e))
        return true;
      go_to (f, f->next + 1);
    } else {
      extend (s, f->cut, first);
      f->included = true;
    }
  }
}

// All partners in the lane, from the first one on.
static void go_through (ft_syncp *s, const struct search *found,
                        const ft_access_list *lane, ft_id e) {
  struct search f = *found;
  f.cut = s->scratch;
  memcpy (f.cut, found->cut, s->facts->index->threads * sizeof *f.cut);
  for (; go_on (s, &f, lane, e); go_to (&f, f.next + 1))
    FT_PUSH (s->partners, s->touches->events[f.next]);
}

// Whether the lane has an access before 'e' that is not in the ideal of 'e'.
static bool has_free (const ft_syncp *s, const ft_access_list *lane, ft_id e,
                      const ft_id *base) {
  ft_id i = ft_access_list_from (s->touches, lane, base[lane->thread]);
  return i < lane->end && s->touches->events[i] < e;
}

static bool search_lane (ft_syncp *s, ft_id e, ft_id i, const ft_id *base) {
  const ft_access_list *lane = s->touches->lanes.begin + i;
  if (lane->thread == s->facts->trace->events[e].thread ||
      !has_free (s, lane, e, base))
    return false;
  struct search *f = search_for (s, e, i);
  if (join (s, f->cut, base))
    close_sections (s, f->cut);
  if (!go_on (s, f, lane, e))
    return false;
  if (s->pairs)
    go_through (s, f, lane, e);
  return true;
}

static bool search_variable (ft_syncp *s, ft_id e, ft_id variable,
                             const ft_id *base) {
  bool racy = false;
  for (ft_id i = s->touches->lane_begin[variable];
       i < s->touches->lane_begin[variable + 1] && (s->pairs || !racy); i++)
    racy |= search_lane (s, e, i, base);
  return racy;
}

static bool search_freed (ft_syncp *s, ft_id e, const ft_id *base) {
  const ft_tables *tables = &s->facts->trace->tables;
  const ft_detail *detail =
      ft_tables_detail (tables, s->facts->trace->events + e);
  bool racy = false;
  for (uint32_t i = 0; detail && i < detail->freed_count; i++)
    racy |=
        search_variable (s, e, tables->freed.begin[detail->freed + i], base);
  return racy;
}

// ---- steps ---------------------------------------------------------------

bool ft_syncp_step (ft_syncp *s) {
  ft_id e = s->position++;
  const ft_event *event = s->facts->trace->events + e;
  bool racy = false;
  FT_CLEAR (s->partners);
  if (ft_event_is_void (event))
    return false;
  if (ft_kind_accesses (event->kind))
    racy = search_variable (s, e, event->target, base_of (s, e));
  else if (event->kind == FT_FREE)
    racy = search_freed (s, e, base_of (s, e));
  if (s->partners.size > 1)
    qsort (s->partners.begin, s->partners.size, sizeof (ft_pos),
           ft_compare_positions);
  return racy;
}

const ft_pos *ft_syncp_partners (const ft_syncp *s, size_t *count) {
  *count = s->partners.size;
  return s->partners.begin;
}
