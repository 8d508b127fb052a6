#include "candidate/reads.h"

#include "candidate/flow.h"

#include <string.h>

// ---- values --------------------------------------------------------------

// The 64-bit mask of the bytes in a byte mask.
static uint64_t bits_of (uint8_t mask) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++)
    if (mask >> i & 1)
      bits |= 0xffull << 8 * i;
  return bits;
}

// A value moved to the place of its bytes in the granule.
static uint64_t in_place (uint64_t value, uint8_t mask) {
  return mask ? value << 8 * __builtin_ctz (mask) & bits_of (mask) : 0;
}

// What a write leaves in the granule; false if that was not recorded.
static bool written_value (const ft_trace *trace, ft_id writer,
                           uint64_t *value) {
  const ft_event *event = trace->events + writer;
  *value = event->value;
  if (event->kind == FT_ATOMIC_RMW) {
    const ft_detail *detail = ft_tables_detail (&trace->tables, event);
    if (!detail || !detail->written_known)
      return false;
    *value = detail->written;
  } else if (!(event->flags & FT_HAS_VALUE))
    return false;
  *value = in_place (*value, event->mask);
  return true;
}

static bool is_source (const ft_reads *r, ft_id read, ft_id writer) {
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1]; i++)
    if (r->sources.begin[i].writer == writer &&
        r->sources.begin[i].mask == r->index->trace->events[read].mask)
      return true;
  return false;
}

bool ft_reads_admits (const ft_reads *r, ft_id read, ft_id writer) {
  if (is_source (r, read, writer))
    return true;
  const ft_trace *trace = r->index->trace;
  const ft_event *event = trace->events + read;
  if (!(event->flags & FT_HAS_VALUE))
    return false;
  uint8_t known;
  uint64_t value;
  if (writer == FT_NO_ID) {
    known = r->initial_mask[event->target];
    value = r->initial_value[event->target];
  } else {
    if (writer == read || !written_value (trace, writer, &value))
      return false;
    known = trace->events[writer].mask;
  }
  return !(event->mask & ~known) &&
         !((value ^ in_place (event->value, event->mask)) &
           bits_of (event->mask));
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
    ft_source source = {last[i], 0};
    for (int j = i; j < 8; j++)
      if ((mask >> j & 1) && last[j] == last[i])
        source.mask |= (uint8_t)(1 << j);
    FT_PUSH (r->sources, source);
    mask &= (uint8_t)~source.mask;
  }
}

static void learn_initial (ft_reads *r, const ft_event *event,
                           const ft_id last[8]) {
  if (!(event->flags & FT_HAS_VALUE))
    return;
  uint8_t mask = 0;
  for (int i = 0; i < 8; i++)
    if ((event->mask >> i & 1) && last[i] == FT_NO_ID)
      mask |= (uint8_t)(1 << i);
  r->initial_mask[event->target] |= mask;
  r->initial_value[event->target] |=
      in_place (event->value, event->mask) & bits_of (mask);
}

static void find_sources (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  r->initial_mask = FT_ARRAY (uint8_t, variables);
  r->initial_value = FT_ARRAY (uint64_t, variables);
  r->source_begin = FT_ARRAY (ft_id, (size_t)trace->size + 1);
  ft_id (*last)[8] = ft_realloc (NULL, variables, sizeof *last);
  memset (last, 0xff, variables * sizeof *last);
  for (ft_id e = 0; e < trace->size; e++) {
    const ft_event *event = trace->events + e;
    r->source_begin[e] = (ft_id)r->sources.size;
    if (ft_event_is_void (event))
      continue;
    if (ft_kind_reads (event->kind)) {
      add_sources (r, last[event->target], event->mask);
      learn_initial (r, event, last[event->target]);
    }
    if (ft_kind_writes (event->kind))
      for (int i = 0; i < 8; i++)
        if (event->mask >> i & 1)
          last[event->target][i] = e;
  }
  r->source_begin[trace->size] = (ft_id)r->sources.size;
  free (last);
}

// Marks reads of known value that some write overlaps without covering, or
// that several writers supplied.
static void find_unclear (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  r->unclear = FT_ARRAY (bool, trace->size);
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  for (ft_id v = 0; v < variables; v++) {
    const ft_id *events = r->index->accesses.events;
    ft_id begin = r->index->accesses.begin[v];
    ft_id end = r->index->accesses.begin[v + 1];
    bool seen[256] = {false};
    for (ft_id i = begin; i < end; i++)
      if (ft_kind_writes (trace->events[events[i]].kind))
        seen[trace->events[events[i]].mask] = true;
    for (ft_id i = begin; i < end; i++) {
      const ft_event *event = trace->events + events[i];
      if (!ft_kind_reads (event->kind) || !(event->flags & FT_HAS_VALUE))
        continue;
      for (int mask = 0; mask < 256 && !r->unclear[events[i]]; mask++)
        r->unclear[events[i]] =
            seen[mask] && (mask & event->mask) && (event->mask & ~mask);
    }
  }
}

static bool is_alone (const ft_reads *r, ft_id e, const ft_map *counts,
                      const bool masks[256]) {
  const ft_event *event = r->index->trace->events + e;
  ft_id source;
  if (!ft_kind_reads (event->kind) || !(event->flags & FT_HAS_VALUE) ||
      !ft_reads_single (r, e, &source))
    return true;
  for (int mask = 0; mask < 256; mask++)
    if (masks[mask] && mask != event->mask && (mask & event->mask))
      return false;
  uint32_t count = ft_map_get (counts, in_place (event->value, event->mask));
  uint64_t value;
  uint32_t own = source != FT_NO_ID &&
                 written_value (r->index->trace, source, &value) &&
                 value == in_place (event->value, event->mask);
  return (count == FT_NO_ID ? 0 : count) == own &&
         (source == FT_NO_ID || !ft_reads_admits (r, e, FT_NO_ID));
}

// Counts the writes of each value, and finds the reads that only their own
// source can serve; writes of other masks make it unknown, hence not alone.
static void find_alone (ft_reads *r) {
  const ft_trace *trace = r->index->trace;
  const struct ft_index_list *list = &r->index->accesses;
  uint32_t variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  r->alone = FT_ARRAY (bool, trace->size);
  for (ft_id v = 0; v < variables; v++) {
    ft_map counts = {0};
    bool masks[256] = {false};
    for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++) {
      ft_id e = list->events[i];
      uint64_t value;
      if (!ft_kind_writes (trace->events[e].kind) ||
          !written_value (trace, e, &value))
        continue;
      masks[trace->events[e].mask] = true;
      uint32_t *count = ft_map_at (&counts, value);
      *count = *count == FT_NO_ID ? 1 : *count + 1;
    }
    for (ft_id i = list->begin[v]; i < list->begin[v + 1]; i++)
      r->alone[list->events[i]] = is_alone (r, list->events[i], &counts, masks);
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

static bool is_last_of_thread (const ft_index *x, ft_id e) {
  ft_tid t = x->trace->events[e].thread;
  for (ft_id k = x->local[e] + 1; k < ft_index_length (x, t); k++)
    if (!(x->trace->events[ft_index_event (x, t, k)].flags & FT_DROPPED))
      return false;
  return true;
}

// No branches were recorded: assume one before every event.
static void assume_branches (ft_reads *r) {
  const ft_index *x = r->index;
  for (ft_id e = 0; e < x->trace->size; e++)
    if (r->source_begin[e] != r->source_begin[e + 1] &&
        !is_last_of_thread (x, e))
      r->matters[e] = x->local[e];
}

// Lists the reads by the event that makes them matter.
static void list_late (ft_reads *r) {
  const ft_index *x = r->index;
  ft_id n = x->trace->size;
  r->late_begin = FT_ARRAY (ft_id, (size_t)n + 2);
  for (int placing = 0; placing < 2; placing++) {
    for (ft_id e = 0; e < n; e++) {
      if (r->matters[e] == FT_NO_ID || r->matters[e] == x->local[e])
        continue;
      ft_id at = ft_index_event (x, x->trace->events[e].thread, r->matters[e]);
      if (placing)
        r->late[r->late_begin[at + 1]++] = e;
      else
        r->late_begin[at + 2]++;
    }
    if (placing)
      break;
    for (ft_id e = 0; e < n; e++)
      r->late_begin[e + 2] += r->late_begin[e + 1];
    r->late = FT_ARRAY (ft_id, r->late_begin[n + 1]);
  }
}

ft_reads *ft_reads_new (const ft_index *index) {
  ft_reads *r = FT_NEW (ft_reads);
  r->index = index;
  find_sources (r);
  find_unclear (r);
  find_alone (r);
  link_alike (r);
  r->matters = FT_ARRAY (ft_id, index->trace->size);
  memset (r->matters, 0xff, index->trace->size * sizeof *r->matters);
  if (index->has_branches)
    ft_flow_follow (index, r->matters);
  else
    assume_branches (r);
  list_late (r);
  return r;
}

void ft_reads_free (ft_reads *r) {
  if (!r)
    return;
  free (r->source_begin);
  FT_RELEASE (r->sources);
  free (r->matters);
  free (r->late_begin);
  free (r->late);
  free (r->unclear);
  free (r->alone);
  free (r->next_alike);
  free (r->initial_mask);
  free (r->initial_value);
  free (r);
}
