#include "trace/trace.h"

#include <assert.h>
#include <string.h>

#include "trace/altpath_rules.h"

ft_trace *ft_trace_new (const char *path, const char *format) {
  ft_trace *t = FT_NEW (ft_trace);
  t->path = ft_strdup (path);
  t->format = format;
  return t;
}

// The capacity is the least power of two that is at least the size, so that it
// need not be stored.
void ft_trace_push (ft_trace *t, ft_event e) {
  assert (t->size < FT_NO_ID - 1 && !t->altpath_events);
  if (!(t->size & (t->size - 1)))
    t->events = ft_realloc (t->events, t->size ? 2 * (size_t)t->size : 1,
                            sizeof *t->events);
  t->events[t->size++] = e;
}

// Branches that a repair dropped, or that are behind the last event that was
// read, have no alternative paths.
static void forget_lost (const ft_trace *t, ft_altpaths *a) {
  for (size_t i = 0; i < a->branches.size; i++) {
    ft_pos at = a->branches.begin[i].position;
    if (at >= t->size || t->events[at].flags & FT_DROPPED)
      a->branches.begin[i].first = FT_NO_ID;
  }
}

// Readers see to it for events of the trace, whose allocations come before
// them.
static bool allocations_exist (const ft_trace *t, ft_error *error) {
  const ft_altpaths *a = &t->tables.altpaths;
  for (size_t i = 0; i < a->events.size; i++) {
    const ft_event *e = a->events.begin + i;
    ft_pos alloc = ft_kind_accesses (e->kind)
                       ? t->tables.variables.begin[e->target].alloc
                       : FT_NO_POS;
    if (alloc != FT_NO_POS && alloc >= t->size) {
      ft_error_set (error, FT_EXIT_BAD_INPUT,
                    "%.400s: an alternative accesses '%.60s', which no event "
                    "allocates",
                    t->path, ft_trace_target_name (t, e));
      return false;
    }
  }
  return true;
}

bool ft_trace_keep_altpaths (ft_trace *t, bool lenient, ft_error *error) {
  ft_altpaths *a = &t->tables.altpaths;
  if (FT_EMPTY (a->branches))
    return true;
  if (a->events.size > FT_NO_ID - 1 - t->size) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: more than %u events with those of alternative paths",
                  t->path, FT_NO_ID - 1);
    return false;
  }
  if (!ft_altpaths_check (t, lenient, error))
    return false;
  forget_lost (t, a);
  free (ft_altpaths_renumber (a));
  if (!allocations_exist (t, error))
    return false;
  t->altpath_events = (ft_id)a->events.size;
  t->events = ft_realloc (t->events, (size_t)t->size + t->altpath_events,
                          sizeof *t->events);
  if (t->altpath_events) // a path may have no events
    memcpy (t->events + t->size, a->events.begin,
            t->altpath_events * sizeof *t->events);
  return true;
}

void ft_trace_free (ft_trace *t) {
  if (!t)
    return;
  if (t->again)
    t->again->free (t->again);
  free (t->ticks);
  free (t->path);
  free (t->events);
  ft_tables_release (&t->tables);
  ft_notes_release (&t->notes);
  free (t);
}

// ---- queries ---------------------------------------------------------------

const char *ft_trace_name (const ft_trace *t, enum ft_class class, ft_id id) {
  return ft_tables_name (&t->tables, class, id);
}

const char *ft_trace_target_name (const ft_trace *t, const ft_event *e) {
  return ft_trace_name (t, ft_kind_class (e->kind), e->target);
}

static bool frees (const ft_trace *t, const ft_event *e, ft_id variable) {
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  if (d)
    for (uint32_t i = 0; i < d->freed_count; i++)
      if (t->tables.freed.begin[d->freed + i] == variable)
        return true;
  return false;
}

static bool free_conflicts (const ft_trace *t, const ft_event *f,
                            const ft_event *access) {
  return f->kind == FT_FREE && ft_kind_accesses (access->kind) &&
         f->thread != access->thread && !ft_event_is_void (f) &&
         !ft_event_is_void (access) && frees (t, f, access->target);
}

bool ft_trace_conflict (const ft_trace *t, ft_id a, ft_id b, ft_id *variable) {
  const ft_event *e = t->events + a, *f = t->events + b;
  ft_id found = FT_NO_ID;
  if (ft_event_conflicts (e, f) || free_conflicts (t, f, e))
    found = e->target;
  else if (free_conflicts (t, e, f))
    found = f->target;
  if (variable)
    *variable = found;
  return found != FT_NO_ID;
}

// ---- digest ----------------------------------------------------------------

static uint64_t mix (uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

// A name enters the digest by its hash, which is computed once for each name.
typedef struct digest {
  const ft_trace *trace;
  uint64_t *names[FT_CLASS_NONE]; // owned, by id
} digest;

static uint64_t hash_name (const char *s) {
  uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
  for (; *s; s++)
    hash = (hash ^ (unsigned char)*s) * 0x100000001b3ull;
  return hash;
}

static void hash_names (digest *d, enum ft_class class) {
  const ft_intern *names = d->trace->tables.names + class;
  uint32_t n = ft_intern_size (names);
  d->names[class] = FT_ARRAY (uint64_t, n);
  for (ft_id id = 0; id < n; id++)
    d->names[class][id] = hash_name (ft_intern_name (names, id));
}

static uint64_t mix_name (uint64_t hash, const digest *d, enum ft_class class,
                          ft_id id) {
  if (class == FT_CLASS_NONE || id == FT_NO_ID)
    return mix (hash, 0);
  return mix (hash, d->names[class][id] | 1);
}

// Variables in memory are identified by address and allocation, whatever their
// name.
static uint64_t mix_target (uint64_t hash, const digest *d, const ft_event *e) {
  enum ft_class class = ft_kind_class (e->kind);
  if (class == FT_CLASS_VARIABLE && e->target != FT_NO_ID) {
    const ft_variable *v = d->trace->tables.variables.begin + e->target;
    if (v->addressed)
      return mix (mix (hash, v->address), v->alloc);
  }
  return mix_name (hash, d, class, e->target);
}

static uint64_t mix_operands (uint64_t hash, const digest *d, bool known,
                              uint32_t begin, uint32_t count) {
  hash = mix (hash, known ? count + 1 : 0);
  for (uint32_t i = 0; i < count; i++) {
    const ft_operand *o = d->trace->tables.operands.begin + begin + i;
    hash = mix_name (hash, d, FT_CLASS_LOCAL, o->local);
    hash = mix (hash, o->local == FT_NO_ID ? o->constant : 0);
  }
  return hash;
}

static uint64_t mix_detail (uint64_t hash, const digest *d,
                            const ft_detail *e) {
  hash = mix_name (hash, d, FT_CLASS_LOCAL, e->result);
  hash = mix (hash, e->op);
  hash =
      mix_operands (hash, d, e->operands_known, e->operands, e->operand_count);
  hash =
      mix_operands (hash, d, e->pointers_known, e->pointers, e->pointer_count);
  hash = mix (hash, e->written_known);
  hash = mix (hash, e->written_known ? e->written : 0);
  if (e->initial_known)
    hash = mix (hash, e->initial + 1);
  hash = mix (hash, e->address);
  return mix (hash, e->bytes);
}

static bool is_empty (const ft_detail *d) {
  return d->result == FT_NO_ID && !d->op && !d->operands_known &&
         !d->pointers_known && !d->written_known && !d->initial_known &&
         !d->bytes;
}

// Names enter the digest, never ids, since formats may number differently.  An
// event without effect enters only by its position.
static uint64_t mix_event (uint64_t hash, const digest *d, const ft_event *e) {
  if (e->flags & FT_DROPPED)
    return mix (hash, 1);
  hash = mix (hash, 2 + e->kind);
  hash = mix_name (hash, d, FT_CLASS_THREAD, e->thread);
  hash = mix_target (hash, d, e);
  hash = mix_name (hash, d, FT_CLASS_LOCATION, e->location);
  hash = mix_name (hash, d, FT_CLASS_OBJECT, e->condition);
  hash =
      mix (hash, (uint64_t)e->mask << 16 | (uint64_t)e->order << 8 |
                     (e->flags & (FT_HAS_VALUE | FT_UNSIGNALLED | FT_TRIED)));
  hash = mix (hash, e->flags & FT_HAS_VALUE ? e->value : 0);
  const ft_detail *detail = ft_tables_detail (&d->trace->tables, e);
  return detail && !is_empty (detail) ? mix_detail (hash, d, detail) : hash;
}

static uint64_t mix_list (uint64_t, const digest *, uint32_t first);

static uint64_t mix_altpath (uint64_t hash, const digest *d,
                             const ft_altpath *x) {
  const ft_altpaths *a = &d->trace->tables.altpaths;
  hash = mix (mix (hash, x->outcome), x->replaces);
  hash = mix (hash, x->count);
  for (uint32_t i = x->first; i < x->first + x->count; i++)
    hash = mix_list (mix_event (hash, d, a->events.begin + i), d,
                     a->of_event.begin[i]);
  return hash;
}

// The digest does not change for a branch without alternative paths.
static uint64_t mix_list (uint64_t hash, const digest *d, uint32_t first) {
  const ft_altpaths *a = &d->trace->tables.altpaths;
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next)
    hash = mix_altpath (hash, d, a->list.begin + i);
  return hash;
}

static uint64_t mix_all_altpaths (uint64_t hash, const digest *d) {
  const ft_altpaths *a = &d->trace->tables.altpaths;
  for (size_t i = 0; i < a->branches.size; i++) {
    ft_pos at = a->branches.begin[i].position;
    if (a->branches.begin[i].first != FT_NO_ID && at < d->trace->size &&
        !(d->trace->events[at].flags & FT_DROPPED))
      hash = mix_list (mix (hash, at), d, a->branches.begin[i].first);
  }
  return hash;
}

uint64_t ft_trace_digest (const ft_trace *t) {
  digest d = {.trace = t};
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    hash_names (&d, (enum ft_class) class);
  uint64_t hash = mix (0, t->size);
  for (ft_id i = 0; i < t->size; i++)
    hash = mix_event (hash, &d, t->events + i);
  hash = mix_all_altpaths (hash, &d);
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    free (d.names[class]);
  return hash;
}
