#include "explore/steer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "base/utf8.h"
#include "explore/concolic.h"

// Longer ways are known by their beginnings.
enum { MOST_BRANCHES = 2000 };

#define SOLVER_SECONDS 1.0
#define SOLVER_MEMORY ((uint64_t)1 << 30)

// ---- ways ------------------------------------------------------------------

// The last write to each variable.
typedef struct written {
  ft_id event;    // FT_NO_ID: none yet
  uint32_t count; // of the writes so far
} written;

typedef struct walk {
  const ft_trace *trace;
  ft_concolic *concolic;
  uint64_t before; // what came before the branch
  ft_id next;      // event, behind those that were looked at
  FT_STACK (written) last; // by variable
  FT_STACK (uint64_t) seen; // by thread: what it read of others
} walk;

static uint64_t mix (uint64_t before, uint64_t label, uint64_t side) {
  uint64_t words[] = {before, label, side};
  return ft_checksum (words, sizeof words);
}

// Threads and locations by their names, which are those of other runs, too.
static uint64_t label_of (const ft_trace *trace, const ft_event *e) {
  const char *thread = ft_trace_name (trace, FT_CLASS_THREAD, e->thread);
  const char *place = ft_trace_name (trace, FT_CLASS_LOCATION, e->location);
  return mix (ft_checksum (thread, strlen (thread)),
              ft_checksum (place, strlen (place)), 0);
}

static void look_at (walk *w, ft_id event) {
  const ft_event *e = w->trace->events + event;
  if (!ft_kind_accesses (e->kind))
    return;
  FT_GROW (w->last, (size_t)e->target + 1, ((written){FT_NO_ID, 0}));
  FT_GROW (w->seen, (size_t)e->thread + 1, 0);
  written *last = w->last.begin + e->target;
  uint64_t *seen = w->seen.begin + e->thread;
  const ft_event *by =
      last->event == FT_NO_ID ? NULL : w->trace->events + last->event;
  if (ft_kind_reads (e->kind) && by && by->thread != e->thread)
    *seen = mix (*seen, label_of (w->trace, e),
                 label_of (w->trace, by) + last->count);
  if (ft_kind_writes (e->kind))
    *last = (written){event, last->count + 1};
}

// Goes on to branch i.
static void reach (walk *w, size_t i) {
  ft_id branch = ft_concolic_branch (w->concolic, i).event;
  while (w->next < branch)
    look_at (w, w->next++);
  ft_tid t = w->trace->events[branch].thread;
  FT_GROW (w->seen, (size_t)t + 1, 0);
}

// The key of a side of branch i, which the walk has reached.
static uint64_t key (const walk *w, size_t i, bool taken) {
  ft_input_branch b = ft_concolic_branch (w->concolic, i);
  const ft_event *e = w->trace->events + b.event;
  uint64_t way = mix (w->before, label_of (w->trace, e),
                      w->seen.begin[e->thread]);
  return mix (way, (b.outcome != 0) == taken, 0);
}

static void pass (walk *w, size_t i) {
  ft_input_branch b = ft_concolic_branch (w->concolic, i);
  w->before = mix (w->before, label_of (w->trace, w->trace->events + b.event),
                   b.outcome + 2);
}

static size_t length (const walk *w) {
  size_t n = ft_concolic_size (w->concolic);
  return n < MOST_BRANCHES ? n : MOST_BRANCHES;
}

static walk begin (const ft_trace *trace) {
  ft_concolic_limits limits = {SOLVER_SECONDS, SOLVER_MEMORY};
  return (walk){.trace = trace,
                .concolic = ft_concolic_new (trace, limits),
                .before = 1};
}

static void end (walk *w) {
  ft_concolic_free (w->concolic);
  FT_RELEASE (w->last);
  FT_RELEASE (w->seen);
}

void ft_steer_ways (const ft_knowledge *k, const ft_trace *trace,
                    ft_keys *keys) {
  if (!trace->tables.origins.writes.size)
    return;
  walk w = begin (trace);
  for (size_t i = 0; i < length (&w); i++) {
    reach (&w, i);
    uint64_t way = key (&w, i, true);
    if (ft_map_get (&k->ways, way) == FT_NO_ID)
      FT_PUSH (*keys, way);
    pass (&w, i);
  }
  end (&w);
}

// ---- inputs ----------------------------------------------------------------

// What the run itself had where the set says nothing.
static void gather (const ft_trace *trace, const char *source,
                    ft_input_set *inputs) {
  const ft_origins *all = &trace->tables.origins;
  FT_STACK (unsigned char) bytes = {0};
  for (size_t i = 0; i < all->writes.size; i++) {
    const ft_origin *o = all->writes.begin + i;
    const ft_event *e = trace->events + o->position;
    uint64_t at = o->at;
    if (strcmp (ft_intern_name (&all->sources, o->source), source))
      continue;
    int size = __builtin_popcount (e->mask);
    if (at + 8 > FT_INPUT_BYTES)
      continue;
    FT_GROW (bytes, at + (uint64_t)size, 0);
    for (int b = 0; b < size; b++)
      bytes.begin[at + (uint64_t)b] = (unsigned char)(e->value >> 8 * b);
  }
  ft_input_set_put (inputs, source, bytes.begin, bytes.size);
  FT_RELEASE (bytes);
}

static void change (const ft_trace *trace, const ft_input_change *c,
                    ft_input_set *inputs) {
  const ft_input_source *s = ft_input_set_find (inputs, c->source);
  if (!s || !s->bytes)
    gather (trace, c->source, inputs);
  s = ft_input_set_find (inputs, c->source);
  if (c->at >= FT_INPUT_MOST)
    return;
  size_t size = s->size > c->at ? s->size : (size_t)c->at + 1;
  unsigned char *bytes = ft_calloc (size, 1);
  if (s->size)
    memcpy (bytes, s->bytes, s->size);
  bytes[c->at] = c->byte;
  ft_input_set_put (inputs, c->source, bytes, size);
  free (bytes);
}

// ---- turns -----------------------------------------------------------------

static bool is_covered (const ft_knowledge *k, const walk *w, size_t i) {
  ft_input_branch b = ft_concolic_branch (w->concolic, i);
  const ft_event *e = w->trace->events + b.event;
  char *place =
      ft_utf8_clean (ft_trace_name (w->trace, FT_CLASS_LOCATION, e->location));
  char *side;
  int n = asprintf (&side, "%s %d", place, b.outcome == 0);
  bool covered =
      n > 0 && ft_intern_find (&k->covered, side, (size_t)n) != FT_NO_ID;
  free (place);
  free (side);
  return covered;
}

static bool turn (const walk *w, size_t i, ft_input_set *inputs) {
  ft_turned turned = {0};
  ft_concolic_turn (w->concolic, i, &turned);
  bool fine = turned.answer == FT_SAT && turned.changes.size;
  for (size_t c = 0; fine && c < turned.changes.size; c++)
    change (w->trace, turned.changes.begin + c, inputs);
  ft_turned_release (&turned);
  return fine;
}

bool ft_steer (const ft_knowledge *k, const ft_trace *trace,
               enum ft_steer_level level, ft_input_set *inputs,
               ft_keys *asked) {
  bool found = false;
  walk w = begin (trace);
  for (size_t i = 0; !found && i < length (&w); i++) {
    reach (&w, i);
    uint64_t way = key (&w, i, false);
    bool known = ft_map_get (&k->ways, way) != FT_NO_ID;
    if (!known && (level == FT_STEER_ANY || !is_covered (k, &w, i))) {
      FT_PUSH (*asked, way);
      found = turn (&w, i, inputs);
    }
    pass (&w, i);
  }
  end (&w);
  return found;
}
