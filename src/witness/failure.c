// Whether a schedule ends right before a failure (rule 6): the failing event is
// the next one of its thread.  A failure mark fails whatever the others do.  An
// access to a block fails if the schedule has given the block back, unless what it
// uses may be a new block there; the address must be the recorded one.  Compared
// with exhaustive enumeration, and with a quadratic statement of what may be a new
// block, in tests/unit/test_use_after_free.c.

#include "witness/checker_state.h"

#include <inttypes.h>

static bool is_freed_by (ft_checker *c, const ft_witness *w) {
  const ft_event *freeing = c->trace->events + w->freed;
  bool frees = freeing->kind == FT_FREE && !ft_event_is_void (freeing);
  return (frees && ft_trace_conflict (c->trace, w->fails, w->freed, NULL)) ||
         ft_refuse (c, "%s does not give back what %s uses",
                    ft_describe (c->trace, w->freed).text,
                    ft_describe (c->trace, w->fails).text);
}

bool ft_failure_fits (ft_checker *c, const ft_witness *w) {
  ft_id size = c->trace->size;
  if (w->fails >= size || (w->freed != FT_NO_ID && w->freed >= size))
    return ft_refuse (c, "there is no event %" PRIu32 " in the trace",
                      w->fails >= size ? w->fails : w->freed);
  const ft_event *e = c->trace->events + w->fails;
  if (ft_failure_of_event (e, w->freed) != w->failure)
    return ft_refuse (c, "%s is no %s", ft_describe (c->trace, w->fails).text,
                      ft_failure_words (w->failure));
  return w->freed == FT_NO_ID || is_freed_by (c, w);
}

// Whether the write leaves a value that may be a pointer into the block, or right behind
// its end: plain, with tags above its 48 bits or in the low ones, or shifted up to make
// room for tags.  A pointer that is written in parts is looked for in its lowest part,
// which ends an 8-byte granule if the pointer crosses granules.  Other forms of pointers
// (smaller parts, distances, xor) are found where an address is computed from them
// ('follows_from_new').
static bool may_point (ft_checker *c, ft_id write, const ft_detail *block) {
  const ft_event *e = c->trace->events + write;
  int size = __builtin_popcount (e->mask);
  uint64_t value, from = block->address - 16, mask = UINT64_MAX >> 16,
           most = 16 + (block->bytes > 15 ? block->bytes : 15);
  if (size < 4 && e->mask < 0x80)
    return false;
  if (!block->bytes || !(c->model == FT_MODEL_MCM
                             ? ft_memory_left (c, write, &value)
                             : ft_checker_values_left (c, write, &value)))
    return true;
  if (size < 6)
    mask >>= 48 - 8 * size;
  bool may = false;
  for (int tag = 0; tag <= 16; tag++)
    may |= (((value >> tag) - from) & mask) <= most;
  return may;
}

// Whether a thread reads, behind the free, what may be a pointer into the block and
// was written by another one behind it: it may be one to a new block, which lies where
// the old one did.  The trace need not have the allocation.
static bool may_reveal_new (ft_checker *c, const ft_witness *w) {
  const ft_detail *block =
      ft_tables_detail (&c->trace->tables, c->trace->events + w->freed);
  ft_map writers = {0}; // by variable: the last write of such a value
  bool freed = false;
  for (size_t i = 0; i < w->schedule.size && c->renewed.read == FT_NO_ID; i++) {
    ft_id event = w->schedule.begin[i];
    const ft_event *e = c->trace->events + event;
    bool points = freed && ft_kind_writes (e->kind) && may_point (c, event, block);
    if (points || (freed && ft_kind_reads (e->kind))) {
      ft_id *writer = ft_map_at (&writers, e->target);
      if (*writer != FT_NO_ID && c->trace->events[*writer].thread != e->thread)
        c->renewed = (ft_wrong_read){event, *writer, FT_NO_ID};
      if (points)
        *writer = event;
    }
    freed |= event == w->freed;
  }
  ft_map_release (&writers);
  return c->renewed.read != FT_NO_ID;
}

// The read, if it returns what was written behind the free, by another write than in
// the run, or one that such a read has determined: memory has only such writes.
static ft_wrong_read new_source (ft_checker *c, ft_id read) {
  for (int b = 0; b < 8; b++) {
    ft_id w = ft_checker_writer (c, read, b);
    bool reads = c->trace->events[read].mask >> b & 1 && w != FT_NO_ID;
    if (reads && (w != ft_recorded_writer (&c->facts, read, b) ||
                  c->spoiled[w] == c->run))
      return (ft_wrong_read){read, w, FT_NO_ID};
  }
  return FT_NO_WRONG_READ;
}

// Whether the address of the use follows from a read that returns something new: from a
// distance to a new block, or from parts of its address, or from both mixed (xor).
static bool follows_from_new (ft_checker *c, const ft_witness *w) {
  bool freed = false;
  c->run++; // of the schedule that was accepted up to here
  for (size_t i = 0; i < w->schedule.size; i++) {
    ft_id event = w->schedule.begin[i];
    const ft_event *e = c->trace->events + event;
    if (!ft_event_is_void (e))
      ft_needs_flow (c, event, ft_kind_reads (e->kind) ? new_source (c, event)
                                                       : FT_NO_WRONG_READ);
    if (freed && ft_kind_writes (e->kind) && !ft_event_is_void (e))
      ft_memory_do (c, event);
    freed |= event == w->freed;
  }
  c->renewed = ft_needs_wrong (c, c->trace->events + w->fails, true);
  return c->renewed.read != FT_NO_ID;
}

bool ft_failure_is_freed (ft_checker *c, const ft_witness *w) {
  return w->freed == FT_NO_ID ||
         (ft_checker_did (c, w->freed) && !may_reveal_new (c, w) &&
          !follows_from_new (c, w)) ||
         ft_refuse (c, "%s is not in the schedule, or a thread reads behind "
                       "it what may be a new pointer of another one",
                    ft_describe (c->trace, w->freed).text);
}
