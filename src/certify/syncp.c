#include "certify/syncp.h"

#include <string.h>

#include "certify/ideal.h"

// The search for partners of one kind of later access in one list.
struct search {
  ft_id *cut;    // owned; the ideal of the last pair that was looked at
  ft_id next;    // place in the list; accesses before are no partners
  bool included; // 'cut' reaches the access at 'next'
};

struct ft_syncp {
  const ft_facts *facts;
  ft_ideals *ideals;
  ft_access_lists *accesses; // per variable: its accesses and FREEs
  bool pairs;
  ft_id **base; // per thread: owned; the ideal of its last access, or NULL
  ft_map classes, by_class; // see search_for
  FT_STACK (struct search) searches;
  ft_id *scratch, *pair_cut; // cuts
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
  s->accesses = ft_access_lists_new (
      x, &x->accesses,
      ft_tables_count (&facts->trace->tables, FT_CLASS_VARIABLE), any);
  s->base = FT_ARRAY (ft_id *, x->threads);
  s->scratch = FT_ARRAY (ft_id, x->threads);
  s->pair_cut = FT_ARRAY (ft_id, x->threads);
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
  free (s->pair_cut);
  FT_RELEASE (s->searches);
  FT_RELEASE (s->partners);
  ft_map_release (&s->classes);
  ft_map_release (&s->by_class);
  ft_access_lists_free (s->accesses);
  ft_ideals_free (s->ideals);
  free (s);
}

// ---- cuts ----------------------------------------------------------------

// Joins 'other' to 'cut'.  Returns whether 'cut' changed.
static bool join_cuts (const ft_syncp *s, ft_id *cut, const ft_id *other) {
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

// Closes sections.  A section that cannot be closed leaves no race: then
// everything is included.
static void close_sections (const ft_syncp *s, ft_id *cut) {
  const ft_index *x = s->facts->index;
  if (!ft_ideals_close (s->ideals, cut))
    for (ft_tid t = 0; t < x->threads; t++)
      cut[t] = ft_index_length (x, t);
}

static void extend_cut (const ft_syncp *s, ft_id *cut, ft_id e) {
  ft_ideals_reach (s->ideals, e, false, cut);
  close_sections (s, cut);
}

static const ft_id *base_of (ft_syncp *s, ft_id e) {
  ft_id **base = s->base + s->facts->trace->events[e].thread;
  if (!*base)
    *base = FT_ARRAY (ft_id, s->facts->index->threads);
  extend_cut (s, *base, e);
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
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++) {
    const ft_access_list *list = writes->lists.begin + i;
    for (ft_id j = ft_access_list_from (writes, list, cut[list->thread]);
         j-- > list->begin && writes->events[j] > access;)
      if (events[writes->events[j]].mask & events[access].mask)
        return true;
  }
  return false;
}

static bool finds_same_value (const ft_syncp *s, ft_id must_succeed,
                              const ft_id *cut) {
  return s->facts->trace->events[must_succeed].flags & FT_HAS_VALUE &&
         !is_overwritten (s, must_succeed, cut);
}

bool ft_syncp_races (const ft_syncp *s, const ft_id pair[2], ft_id *cut) {
  bool must_succeed[2], races;
  memset (cut, 0, s->facts->index->threads * sizeof *cut);
  for (int i = 0; i < 2; i++) {
    must_succeed[i] = must_write (s, pair[i], pair[1 - i]);
    ft_ideals_reach (s->ideals, pair[i], must_succeed[i], cut);
  }
  close_sections (s, cut);
  races = ft_trace_conflict (s->facts->trace, pair[0], pair[1], NULL) &&
          !includes (s, cut, pair[0]) && !includes (s, cut, pair[1]);
  for (int i = 0; i < 2; i++)
    races = races && (!must_succeed[i] || finds_same_value (s, pair[i], cut));
  return races;
}

// The same for a pair that its ideal does not contain when a compare-and-swap
// may fail.  If it must succeed, an event that contains the pair, or overwrites
// the value found there, does so for all later accesses of either thread.
static bool may_race (ft_syncp *s, ft_id first, ft_id e) {
  ft_id pair[2] = {first, e};
  return (!must_write (s, first, e) && !must_write (s, e, first)) ||
         ft_syncp_races (s, pair, s->pair_cut);
}

// ---- searches ------------------------------------------------------------

static ft_id intern (ft_map *map, uint64_t key, size_t next) {
  uint32_t *value = ft_map_at (map, key);
  if (*value == FT_NO_ID)
    *value = (uint32_t)next;
  return *value;
}

// The search for an access.  Later accesses of one thread with the same kind
// and bytes conflict with the same accesses of a list.
static struct search *search_for (ft_syncp *s, ft_id e, ft_id list) {
  const ft_event *event = s->facts->trace->events + e;
  uint64_t like =
      (uint64_t)event->thread << 16 | (unsigned)event->kind << 8 | event->mask;
  uint64_t class = intern (&s->classes, like, s->classes.size);
  ft_id i = intern (&s->by_class, class << 32 | list, s->searches.size);
  if (i == s->searches.size) {
    struct search f = {FT_ARRAY (ft_id, s->facts->index->threads),
                       s->accesses->lists.begin[list].begin, false};
    FT_PUSH (s->searches, f);
  }
  return s->searches.begin + i;
}

static void move_to (struct search *f, ft_id next) {
  f->next = next;
  f->included = false;
}

// Moves on to the first access of the list that races with 'e', if any does.
static bool find_next (ft_syncp *s, struct search *f,
                       const ft_access_list *list, ft_id e) {
  for (;;) {
    ft_id from = ft_access_list_from (s->accesses, list, f->cut[list->thread]);
    if (f->next < from)
      move_to (f, from);
    if (f->next == list->end || s->accesses->events[f->next] > e)
      return false;
    ft_id first = s->accesses->events[f->next];
    if (!ft_trace_conflict (s->facts->trace, first, e, NULL))
      move_to (f, f->next + 1);
    else if (f->included) {
      if (may_race (s, first, e))
        return true;
      move_to (f, f->next + 1);
    } else {
      extend_cut (s, f->cut, first);
      f->included = true;
    }
  }
}

// Lists all partners in the list, from the first one on.
static void list_partners (ft_syncp *s, const struct search *found,
                           const ft_access_list *list, ft_id e) {
  struct search f = *found;
  f.cut = s->scratch;
  memcpy (f.cut, found->cut, s->facts->index->threads * sizeof *f.cut);
  for (; find_next (s, &f, list, e); move_to (&f, f.next + 1))
    FT_PUSH (s->partners, s->accesses->events[f.next]);
}

// Whether the list has an access before 'e' that is not in the ideal of 'e'.
static bool has_outside (const ft_syncp *s, const ft_access_list *list, ft_id e,
                         const ft_id *base) {
  ft_id i = ft_access_list_from (s->accesses, list, base[list->thread]);
  return i < list->end && s->accesses->events[i] < e;
}

static bool search_list (ft_syncp *s, ft_id e, ft_id i, const ft_id *base) {
  const ft_access_list *list = s->accesses->lists.begin + i;
  if (list->thread == s->facts->trace->events[e].thread ||
      !has_outside (s, list, e, base))
    return false;
  struct search *f = search_for (s, e, i);
  if (join_cuts (s, f->cut, base))
    close_sections (s, f->cut);
  if (!find_next (s, f, list, e))
    return false;
  if (s->pairs)
    list_partners (s, f, list, e);
  return true;
}

static bool search_variable (ft_syncp *s, ft_id e, ft_id variable,
                             const ft_id *base) {
  bool racy = false;
  for (ft_id i = s->accesses->list_begin[variable];
       i < s->accesses->list_begin[variable + 1] && (s->pairs || !racy); i++)
    racy |= search_list (s, e, i, base);
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
