#include "certify/reads.h"

#include "certify/dependence.h"
#include "certify/unvalued.h"
#include "trace/assumed.h"

#include <string.h>

// ---- values --------------------------------------------------------------

// The value that a write leaves; false if it was not recorded.
static bool written_value (const ft_trace *trace, ft_id writer,
                           uint64_t *value) {
  const ft_event *event = trace->events + writer;
  const ft_detail *detail = ft_tables_detail (&trace->tables, event);
  bool rmw = event->kind == FT_ATOMIC_RMW;
  *value = rmw && detail ? detail->written : event->value;
  return rmw ? detail && detail->written_known : event->flags & FT_HAS_VALUE;
}

static uint64_t bytes_key (const ft_event *event) {
  return (uint64_t)event->target << 8 | event->mask;
}

// The value of the bytes of an access before any write, if a read revealed it.
static bool initial_value (const ft_reads *r, const ft_event *event,
                           uint64_t *value) {
  ft_id first = ft_map_get (&r->first_reads, bytes_key (event));
  if (first == FT_NO_ID)
    return false;
  const ft_event *known = r->index->trace->events + first;
  const ft_detail *d = ft_tables_detail (&r->index->trace->tables, known);
  *value = d && d->initial_known ? d->initial : known->value;
  return true;
}

static bool is_source (const ft_reads *r, ft_id read, ft_id writer) {
  ft_id source;
  return ft_reads_single (r, read, &source) && source == writer;
}

bool ft_reads_admits (const ft_reads *r, ft_id read, ft_id writer) {
  const ft_trace *trace = r->index->trace;
  const ft_event *event = trace->events + read;
  uint64_t value;
  if (is_source (r, read, writer))
    return true;
  if (!(event->flags & FT_HAS_VALUE) || writer == read)
    return false;
  bool known = writer == FT_NO_ID
                   ? initial_value (r, event, &value)
                   : written_value (trace, writer, &value) &&
                         trace->events[writer].mask == event->mask;
  return known && value == event->value;
}

bool ft_reads_has_byte (const ft_reads *r, ft_id read, ft_id writer, int byte) {
  bool has = false;
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1] && !has;
       i++)
    has = r->sources.begin[i].mask >> byte & 1 &&
          r->sources.begin[i].writer == writer;
  return has;
}

bool ft_reads_admits_byte (const ft_reads *r, ft_id read, ft_id writer,
                           int byte) {
  const ft_trace *trace = r->index->trace;
  const ft_event *event = trace->events + read;
  const ft_event *from = writer == FT_NO_ID ? event : trace->events + writer;
  uint64_t value;
  if (ft_reads_has_byte (r, read, writer, byte))
    return true;
  if (!(event->flags & FT_HAS_VALUE) || writer == read)
    return false;
  bool known = writer == FT_NO_ID ? initial_value (r, event, &value)
                                  : written_value (trace, writer, &value);
  return known && ft_event_byte (from, value, byte) ==
                      ft_event_byte (event, event->value, byte);
}

bool ft_reads_relaxable (const ft_reads *r, ft_id read) {
  const ft_trace *trace = r->index->trace;
  const ft_event *event = trace->events + read;
  ft_id writer;
  return (event->kind == FT_READ || event->kind == FT_ATOMIC_READ ||
          (event->kind == FT_ATOMIC_RMW &&
           ft_exchange_of (&trace->tables, event) != FT_EXCHANGE_NONE)) &&
         event->flags & FT_HAS_VALUE && !ft_event_is_void (event) &&
         !r->assumed[read] &&
         (r->mixed[read] || ft_reads_single (r, read, &writer));
}

bool ft_reads_written (const ft_reads *r, ft_id write) {
  uint64_t value;
  return written_value (r->index->trace, write, &value);
}

bool ft_reads_initial (const ft_reads *r, ft_id access, uint64_t *value) {
  return initial_value (r, r->index->trace->events + access, value);
}

bool ft_reads_known (const ft_reads *r, ft_id read, ft_id writer) {
  const ft_trace *trace = r->index->trace;
  uint64_t value;
  if (is_source (r, read, writer))
    return true;
  if (writer == FT_NO_ID)
    return ft_reads_initial (r, read, &value);
  return written_value (trace, writer, &value) &&
         trace->events[writer].mask == trace->events[read].mask;
}

bool ft_reads_known_byte (const ft_reads *r, ft_id read, ft_id writer,
                          int byte) {
  uint64_t value;
  return ft_reads_has_byte (r, read, writer, byte) ||
         (writer == FT_NO_ID ? ft_reads_initial (r, read, &value)
                             : ft_reads_written (r, writer));
}

bool ft_reads_single (const ft_reads *r, ft_id read, ft_id *writer) {
  if (r->source_begin[read + 1] - r->source_begin[read] != 1)
    return false;
  *writer = r->sources.begin[r->source_begin[read]].writer;
  return true;
}

// ---- sources -------------------------------------------------------------

// Groups the last writers of the bytes of a read by writer.
static void add_sources (ft_reads *r, const ft_id last[8], uint8_t mask) {
  for (int i = 0; i < 8; i++) {
    if (!(mask >> i & 1))
      continue;
    ft_read_source source = {last[i], 0};
    for (int j = i; j < 8; j++)
      if ((mask >> j & 1) && last[j] == last[i])
        source.mask |= (uint8_t)(1 << j);
    FT_PUSH (r->sources, source);
    mask &= (uint8_t)~source.mask;
  }
}

static void learn_initial (ft_reads *r, ft_id access, const ft_id last[8]) {
  const ft_trace *trace = r->index->trace;
  const ft_event *event = trace->events + access;
  const ft_detail *d = ft_tables_detail (&trace->tables, event);
  bool recorded = d && d->initial_known;
  bool reads = ft_kind_reads (event->kind) && event->flags & FT_HAS_VALUE &&
               !(event->flags & FT_ALTPATH);
  if (!recorded && !reads)
    return;
  for (int i = 0; i < 8 && !recorded; i++)
    if ((event->mask >> i & 1) && last[i] != FT_NO_ID)
      return;
  ft_id *slot = ft_map_at (&r->first_reads, bytes_key (event));
  if (*slot == FT_NO_ID)
    *slot = access;
}

static void find_sources (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  r->source_begin = FT_ARRAY (ft_id, (size_t)trace->size + 1);
  ft_id (*last)[8] = ft_realloc (NULL, variables, sizeof *last);
  memset (last, 0xff, variables * sizeof *last);
  for (ft_id e = 0; e < trace->size; e++) {
    const ft_event *event = trace->events + e;
    r->source_begin[e] = (ft_id)r->sources.size;
    bool ran = !(event->flags & FT_ALTPATH);
    if (ft_event_is_void (event))
      continue;
    if (ran && ft_kind_reads (event->kind))
      add_sources (r, last[event->target], event->mask);
    if (ft_kind_accesses (event->kind))
      learn_initial (r, e, last[event->target]);
    if (ran && ft_kind_writes (event->kind))
      for (int i = 0; i < 8; i++)
        if (event->mask >> i & 1)
          last[event->target][i] = e;
  }
  r->source_begin[trace->size] = (ft_id)r->sources.size;
  free (last);
}

// The different sets of bytes that the writes of a variable write.
typedef struct masks {
  bool seen[256];
  uint8_t list[256];
  unsigned count;
} masks;

static void add_mask (masks *m, uint8_t mask) {
  if (m->seen[mask])
    return;
  m->seen[mask] = true;
  m->list[m->count++] = mask;
}

static bool overlaps_other (const masks *m, uint8_t mask) {
  for (unsigned i = 0; i < m->count; i++)
    if ((m->list[i] & mask) && m->list[i] != mask)
      return true;
  return false;
}

// Marks reads that a write of other bytes overlaps, if their value is known or they
// are on an alternative path, and those of assumed variables and of variables of
// the system.
static void find_unclear (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  const struct ft_index_list *list = &r->index->accesses;
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  r->mixed = FT_ARRAY (bool, trace->size);
  r->assumed = FT_ARRAY (bool, trace->size);
  for (ft_id v = 0; v < variables; v++) {
    masks m = {.count = 0};
    bool assumed = ft_variable_is_assumed (&trace->tables, v) ||
                   ft_variable_is_system (&trace->tables, v);
    for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++) {
      const ft_event *event = trace->events + list->events[i];
      if (ft_kind_writes (event->kind))
        add_mask (&m, event->mask);
    }
    for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++) {
      const ft_event *event = trace->events + list->events[i];
      if (ft_kind_reads (event->kind) &&
          event->flags & (FT_HAS_VALUE | FT_ALTPATH))
        r->mixed[list->events[i]] = overlaps_other (&m, event->mask);
      r->assumed[list->events[i]] = assumed && ft_kind_reads (event->kind);
    }
  }
}

// Whether no write but the read's source leaves its value, by count, and the
// initial value is another one or its source.
static bool is_alone (const ft_reads *r, ft_id e, const ft_map *counts) {
  const ft_trace *trace = r->index->trace;
  const ft_event *event = trace->events + e;
  ft_id source;
  uint64_t value;
  if (!ft_kind_reads (event->kind) || !(event->flags & FT_HAS_VALUE))
    return true;
  if (!ft_reads_single (r, e, &source))
    source = FT_NO_ID;
  uint32_t count = ft_map_get (counts, event->value);
  uint32_t own = source != FT_NO_ID && written_value (trace, source, &value) &&
                 value == event->value;
  return (count == FT_NO_ID ? 0 : count) == own &&
         (is_source (r, e, FT_NO_ID) || !initial_value (r, event, &value) ||
          value != event->value);
}

// Counts the writes of each value, whatever their bytes.
static void find_alone (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  const struct ft_index_list *list = &r->index->accesses;
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  r->alone = FT_ARRAY (bool, trace->size);
  for (ft_id v = 0; v < variables; v++) {
    ft_map counts = {0};
    for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++) {
      ft_id e = list->events[i];
      uint64_t value;
      if (!ft_kind_writes (trace->events[e].kind) ||
          !written_value (trace, e, &value))
        continue;
      uint32_t *count = ft_map_at (&counts, value);
      *count = *count == FT_NO_ID ? 1 : *count + 1;
    }
    for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++)
      r->alone[list->events[i]] = is_alone (r, list->events[i], &counts);
    ft_map_release (&counts);
  }
}

// Goes back through the trace with the latest read seen of each thread and
// variable.
static void link_alike (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  ft_map latest = {0};
  r->next_alike = FT_ARRAY (ft_id, trace->size);
  for (ft_id e = trace->size; e--;) {
    const ft_event *event = trace->events + e;
    ft_id source, other;
    r->next_alike[e] = FT_NO_ID;
    if (!ft_kind_reads (event->kind) || !ft_reads_single (r, e, &source))
      continue;
    ft_id *slot =
        ft_map_at (&latest, (uint64_t)event->thread << 32 | event->target);
    if (*slot != FT_NO_ID && ft_reads_single (r, *slot, &other) &&
        source == other && trace->events[*slot].mask == event->mask)
      r->next_alike[e] = *slot;
    *slot = e;
  }
  ft_map_release (&latest);
}

// ---- when a read matters -------------------------------------------------

// Without recorded branches: assumes one before every event, and before the end
// of a thread that a join waits for.
static void assume_branches (ft_reads *r) {
  for (ft_id e = 0; e < r->index->trace->size; e++)
    if (r->source_begin[e] != r->source_begin[e + 1])
      r->matters[e] = r->index->local[e];
}

// Lists the read under the event of its thread at 'k', or counts it there.
static void list_at (ft_reads *r, ft_id read, ft_id k) {
  const ft_index *x = r->index;
  if (k == FT_NO_ID || k == x->local[read])
    return;
  ft_id at = ft_index_event (x, x->trace->events[read].thread, k);
  if (r->late)
    r->late[r->late_begin[at + 1]++] = read;
  else
    r->late_begin[at + 2]++;
}

// Lists the reads by the event that makes them matter.
static void list_late (ft_reads *r) {
  ft_id n = r->index->trace->size;
  r->late_begin = FT_ARRAY (ft_id, (size_t)n + 2);
  for (int placing = 0; placing < 2; placing++) {
    for (ft_id e = 0; e < n; e++) {
      list_at (r, e, r->matters[e]);
      if (r->frozen[e])
        list_at (r, e, r->certain[e]);
    }
    if (placing)
      break;
    for (ft_id e = 0; e < n; e++)
      r->late_begin[e + 2] += r->late_begin[e + 1];
    r->late = FT_ARRAY (ft_id, r->late_begin[n + 1]);
  }
}

static bool is_exchange (const ft_trace *trace, ft_id e) {
  const ft_event *event = trace->events + e;
  return !ft_event_is_void (event) &&
         ft_event_is_exchange (&trace->tables, event);
}

// Marks exchanges that compute with what they read, on variables of which some
// read matters.
static void find_kept (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  const struct ft_index_list *list = &r->index->accesses;
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  for (ft_id v = 0; v < variables; v++) {
    bool matters = false;
    for (ft_id i = list->begin[v]; i < list->begin[v + 1] && !matters; i++)
      matters = r->matters[list->events[i]] != FT_NO_ID;
    for (ft_id i = list->begin[v]; i < list->begin[v + 1] && matters; i++) {
      ft_id e = list->events[i];
      r->kept[e] = is_exchange (trace, e) &&
                   ft_exchange_depends (&trace->tables, trace->events + e);
    }
  }
}

static ft_id *no_positions (const ft_reads *r) {
  ft_id size = r->index->trace->size;
  ft_id *positions = FT_ARRAY (ft_id, size);
  memset (positions, 0xff, size * sizeof *positions);
  return positions;
}

static void find_certain (ft_reads *r) {
  const ft_index *x = r->index;
  bool any = false;
  for (ft_id e = 0; e < x->trace->size && !any; e++)
    any = r->frozen[e];
  if (!any)
    return;
  r->certain = no_positions (r);
  r->certain_by_value = FT_ARRAY (bool, x->trace->size);
  ft_dependence_find_certain (x, r->certain, r->certain_by_value);
}

static void freeze (ft_reads *r, ft_id e) {
  if (!r->certain) {
    r->certain = no_positions (r);
    r->certain_by_value = FT_ARRAY (bool, r->index->trace->size);
  }
  r->frozen[e] = true;
  r->certain[e] = FT_NO_ID;
}

static void freeze_others (ft_reads *r) {
  ft_id size = r->index->trace->size;
  r->unvalued = FT_ARRAY (uint8_t, size);
  ft_unvalued_find (r, r->unvalued);
  for (ft_id e = 0; e < size; e++) {
    bool free = r->free && r->free[e];
    bool freezes = (r->unvalued[e] || free) && r->matters[e] != FT_NO_ID;
    if (r->unvalued[e] && !free && !r->frozen[e])
      r->unvalued[e] = FT_UNVALUED_ALONE;
    if (freezes)
      freeze (r, e);
  }
}

static void find_matters (ft_reads *r) {
  const ft_index *x = r->index;
  r->matters = no_positions (r);
  r->by_value = FT_ARRAY (bool, x->trace->size);
  r->kept = FT_ARRAY (bool, x->trace->size);
  r->frozen = FT_ARRAY (bool, x->trace->size);
  if (x->has_branches) {
    ft_dependence_find (x, r->matters, r->by_value, r->frozen);
    find_certain (r);
    find_kept (r);
  } else
    assume_branches (r);
  freeze_others (r);
}

ft_reads *ft_reads_freeing (const ft_index *index, const bool *free,
                            const ft_deadline *deadline) {
  static void (*const passes[]) (ft_reads *) = {find_sources, find_unclear,
                                                find_alone,   link_alike,
                                                find_matters, list_late};
  ft_reads *r = FT_NEW (ft_reads);
  r->index = index;
  r->free = free;
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
    if (ft_deadline_over (deadline)) {
      ft_reads_free (r);
      return NULL;
    }
    passes[i](r);
  }
  return r;
}

ft_reads *ft_reads_bounded (const ft_index *index,
                            const ft_deadline *deadline) {
  return ft_reads_freeing (index, NULL, deadline);
}

ft_reads *ft_reads_new (const ft_index *index) {
  return ft_reads_bounded (index, NULL);
}

void ft_reads_free (ft_reads *r) {
  if (!r)
    return;
  free (r->source_begin);
  FT_RELEASE (r->sources);
  free (r->matters);
  free (r->late_begin);
  free (r->late);
  free (r->mixed);
  free (r->assumed);
  free (r->alone);
  free (r->next_alike);
  free (r->by_value);
  free (r->kept);
  free (r->frozen);
  free (r->unvalued);
  free (r->certain);
  free (r->certain_by_value);
  ft_map_release (&r->first_reads);
  free (r);
}
