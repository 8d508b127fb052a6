#include "report/harm.h"

#include <stdlib.h>

#include "base/hash.h"

enum { BYTES = 8 }; // of a variable

#define NEAR                                                                   \
  0x100000 // bytes from the next variable within which a number is
           // taken for an address

const char *ft_harm_name (enum ft_harm harm) {
  static const char *const names[] = {
#define H(NAME, text) text,
      FT_HARMS (H)
#undef H
  };
  return names[harm];
}

// ---- values ----------------------------------------------------------------

bool ft_harm_new_value (const ft_trace *t, const ft_event *e, uint64_t *value) {
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  bool update = e->kind == FT_ATOMIC_RMW;
  if (update && !(d && d->written_known))
    return false;
  *value = update ? d->written : e->value;
  return e->flags & FT_HAS_VALUE;
}

// Whether an event accesses some of the bytes that another one does.
static bool touches (const ft_event *before, const ft_event *e) {
  return ft_kind_accesses (before->kind) && before->target == e->target &&
         before->mask & e->mask && !ft_event_is_void (before);
}

// The value before a write, from the last event before that touches its bytes.
static bool old_value (const ft_trace *t, ft_id event, ft_id before,
                       uint64_t *old) {
  const ft_event *e = t->events + event;
  if (e->kind == FT_ATOMIC_RMW) {
    *old = e->value;
    return e->flags & FT_HAS_VALUE;
  }
  return before != FT_NO_ID && t->events[before].mask == e->mask &&
         ft_harm_new_value (t, t->events + before, old);
}

bool ft_harm_old_value (const ft_trace *t, ft_id event, uint64_t *old) {
  ft_id before = FT_NO_ID;
  for (ft_id i = event; i-- > 0 && before == FT_NO_ID;)
    if (touches (t->events + i, t->events + event))
      before = i;
  return old_value (t, event, before, old);
}

bool ft_harm_is_same (const ft_trace *t, ft_id event) {
  const ft_event *e = t->events + event;
  uint64_t old, value;
  return event < t->size && ft_kind_writes (e->kind) && e->kind != FT_FREE &&
         ft_harm_new_value (t, e, &value) &&
         ft_harm_old_value (t, event, &old) && old == value;
}

// ---- all races -------------------------------------------------------------

typedef struct pass {
  const ft_trace *trace;
  ft_map wanted; // writes of races: the last event before that touches the same
                 // bytes, or the event itself: none
  FT_STACK (uint64_t) addresses; // of variables, ascending
} pass;

static bool is_write (const ft_trace *t, ft_id event) {
  return event < t->size && ft_kind_writes (t->events[event].kind) &&
         t->events[event].kind != FT_FREE;
}

// Marks the writes of the races that are listed; returns the end of the last.
static ft_id mark_wanted (pass *p, const ft_results *x) {
  ft_id end = 0;
  for (size_t i = 0; i < x->size; i++)
    for (int k = 0; k < 2; k++) {
      ft_id event = x->races[i].pair[k];
      if (x->races[i].verdict == FT_REFUTED || !is_write (p->trace, event))
        continue;
      *ft_map_at (&p->wanted, event) = event;
      if (event >= end)
        end = event + 1;
    }
  return end;
}

static void find_before (pass *p, ft_id end) {
  const ft_trace *t = p->trace;
  uint32_t count = ft_tables_count (&t->tables, FT_CLASS_VARIABLE);
  ft_id *last = FT_ARRAY (ft_id, end ? (size_t)count * BYTES : 0);
  for (size_t i = 0; end && i < (size_t)count * BYTES; i++)
    last[i] = FT_NO_ID;
  for (ft_id i = 0; i < end; i++) {
    const ft_event *e = t->events + i;
    if (!ft_kind_accesses (e->kind) || ft_event_is_void (e) ||
        e->target >= count)
      continue;
    ft_id before = FT_NO_ID, *bytes = last + (size_t)e->target * BYTES;
    for (int b = 0; b < BYTES; b++)
      if (e->mask >> b & 1) {
        if (bytes[b] != FT_NO_ID && (before == FT_NO_ID || bytes[b] > before))
          before = bytes[b];
        bytes[b] = i;
      }
    if (before != FT_NO_ID && ft_map_get (&p->wanted, i) != FT_NO_ID)
      *ft_map_at (&p->wanted, i) = before;
  }
  free (last);
}

static int compare_addresses (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void list_addresses (pass *p) {
  const ft_tables *tables = &p->trace->tables;
  for (size_t i = 0; i < tables->variables.size; i++)
    if (tables->variables.begin[i].addressed)
      FT_PUSH (p->addresses, tables->variables.begin[i].address);
  if (p->addresses.size)
    qsort (p->addresses.begin, p->addresses.size, sizeof (uint64_t),
           compare_addresses);
}

// Whether a number is close to a variable.
static bool is_address (const pass *p, uint64_t value) {
  size_t low = 0, high = p->addresses.size;
  if (value < NEAR)
    return false;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (p->addresses.begin[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return (low < p->addresses.size && p->addresses.begin[low] - value < NEAR) ||
         (low && value - p->addresses.begin[low - 1] < NEAR);
}

static enum ft_harm harm_of_write (const pass *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  ft_id before = ft_map_get (&p->wanted, event);
  uint64_t old, value;
  bool new_known = ft_harm_new_value (p->trace, e, &value);
  bool old_known =
      old_value (p->trace, event, before == event ? FT_NO_ID : before, &old);
  bool changes = !new_known || !old_known || old != value;
  if (!changes)
    return FT_HARM_SAME;
  if (e->mask == 0xff && ((new_known && is_address (p, value)) ||
                          (old_known && is_address (p, old))))
    return FT_HARM_POINTER;
  bool step = new_known && old_known && (value - old == 1 || old - value == 1);
  return step ? FT_HARM_COUNTER : FT_HARM_VALUE;
}

bool ft_harm_writes_equal (const ft_trace *t, const ft_race *race) {
  const ft_event *a = t->events + race->pair[0], *b = t->events + race->pair[1];
  uint64_t first, second;
  return is_write (t, race->pair[0]) && is_write (t, race->pair[1]) &&
         a->mask == b->mask && !ft_kind_reads (a->kind) &&
         !ft_kind_reads (b->kind) && ft_harm_new_value (t, a, &first) &&
         ft_harm_new_value (t, b, &second) && first == second;
}

static enum ft_harm harm_of (const pass *p, const ft_race *race) {
  enum ft_harm harm = FT_HARM_SAME;
  bool writes = false;
  if (ft_harm_writes_equal (p->trace, race))
    return FT_HARM_SAME;
  for (int k = 0; k < 2; k++) {
    ft_id event = race->pair[k];
    if (event < p->trace->size &&
        ft_event_shown_kind (p->trace->events + event) == FT_FREE)
      return FT_HARM_FREE;
    if (!is_write (p->trace, event))
      continue;
    enum ft_harm one = harm_of_write (p, event);
    writes = true;
    harm = one < harm ? one : harm;
  }
  return writes ? harm : FT_HARM_VALUE;
}

void ft_harms_find (const ft_trace *t, const ft_results *x, uint8_t *harms) {
  pass p = {.trace = t};
  find_before (&p, mark_wanted (&p, x));
  list_addresses (&p);
  for (size_t i = 0; i < x->size; i++)
    harms[i] = (uint8_t)(x->races[i].verdict == FT_REFUTED
                             ? FT_HARM_VALUE
                             : harm_of (&p, x->races + i));
  ft_map_release (&p.wanted);
  FT_RELEASE (p.addresses);
}
