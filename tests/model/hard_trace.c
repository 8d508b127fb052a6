// Random traces that are hard to decide.  See 'random_trace.h'.

#include "tests/model/random_trace.h"

#include "tests/model/rng.h"

static void emit (ft_trace *trace, ft_tid t, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = target;
  ft_model_push (trace, e);
}

// The idiom that orders two sections and nothing else: what follows it comes
// after what precedes the one before.
static void emit_sync (ft_trace *trace, ft_tid t, ft_id lock, ft_id variable) {
  emit (trace, t, FT_ACQUIRE, lock);
  emit (trace, t, FT_READ, variable);
  emit (trace, t, FT_WRITE, variable);
  emit (trace, t, FT_RELEASE, lock);
}

// ---- adversarial mix

typedef struct ft_hard_run {
  const ft_random_options *options;
  ft_rng rng;
  ft_trace *trace;
  ft_tid *owner;    // of each lock, or FT_NO_ID
  ft_id *stack;     // 'depth' locks per thread, ascending
  unsigned *depths; // per thread
} ft_hard_run;

static ft_id *top (ft_hard_run *run, ft_tid t) {
  return run->stack + t * run->options->depth + run->depths[t];
}

static void close_innermost (ft_hard_run *run, ft_tid t) {
  run->depths[t]--;
  ft_id lock = *top (run, t);
  run->owner[lock] = FT_NO_ID;
  emit (run->trace, t, FT_RELEASE, lock);
}

// Returns the thread to run next: the one in the way, if there is one.
static ft_tid open_section (ft_hard_run *run, ft_tid t) {
  ft_id lock = ft_rng_below (&run->rng, run->options->locks);
  if (run->depths[t] && lock <= top (run, t)[-1])
    return t;
  if (run->owner[lock] != FT_NO_ID)
    return run->owner[lock];
  run->owner[lock] = t;
  *top (run, t) = lock;
  run->depths[t]++;
  emit (run->trace, t, FT_ACQUIRE, lock);
  return t;
}

// Half of the variables are private to a lock of their own, for the idiom.
static void access_something (ft_hard_run *run, ft_tid t) {
  const ft_random_options *o = run->options;
  ft_id variable = ft_rng_below (&run->rng, o->variables);
  if (variable % 2)
    emit_sync (run->trace, t, o->locks + variable / 2, variable);
  else
    emit (run->trace, t,
          ft_rng_percent (&run->rng, o->read) ? FT_READ : FT_WRITE, variable);
}

static void run_hard (ft_hard_run *run) {
  const ft_random_options *o = run->options;
  ft_tid t = 0;
  while (run->trace->size < o->events) {
    if (ft_rng_percent (&run->rng, 20))
      t = ft_rng_below (&run->rng, o->threads);
    if (run->depths[t] && ft_rng_percent (&run->rng, o->release))
      close_innermost (run, t);
    else if (run->depths[t] < o->depth &&
             ft_rng_percent (&run->rng, o->acquire))
      t = open_section (run, t);
    else
      access_something (run, t);
  }
}

ft_trace *ft_hard_trace (uint64_t seed, const ft_random_options *o) {
  ft_hard_run run = {.options = o, .rng = ft_rng_init (seed)};
  run.trace = ft_trace_new ("hard", "random");
  run.owner = FT_ARRAY (ft_tid, o->locks + 1);
  run.stack = FT_ARRAY (ft_id, o->threads * o->depth + 1);
  run.depths = FT_ARRAY (unsigned, o->threads);
  for (ft_id l = 0; l < o->locks; l++)
    run.owner[l] = FT_NO_ID;
  run_hard (&run);
  if (!o->open_sections)
    for (ft_tid t = 0; t < o->threads; t++)
      while (run.depths[t])
        close_innermost (&run, t);
  free (run.owner);
  free (run.stack);
  free (run.depths);
  return run.trace;
}

// ---- the family of Figure 9

typedef struct ft_figure9_run {
  ft_rng rng;
  ft_trace *trace;
  ft_id locks;  // the long sections' locks are 0 .. locks - 1
  ft_tid *open; // thread with a section open on each lock, or FT_NO_ID
  ft_id names;  // next free sync object (lock and variable)
  FT_STACK (struct arrow {
    ft_id name;
    ft_tid from;
  })
  arrows; // begun, not ended
} ft_figure9_run;

// Variable 0 is the racing one; sync object k has lock and variable k.
static void sync_on (ft_figure9_run *run, ft_tid t, ft_id name) {
  emit_sync (run->trace, t, name, name);
}

static void begin_arrow (ft_figure9_run *run, ft_tid t) {
  struct arrow arrow = {run->names++, t};
  sync_on (run, t, arrow.name);
  FT_PUSH (run->arrows, arrow);
}

// Ends a random arrow that another thread began; false if there is none.
static bool end_arrow (ft_figure9_run *run, ft_tid t) {
  if (FT_EMPTY (run->arrows))
    return false;
  size_t i = ft_rng_below (&run->rng, (uint32_t)run->arrows.size);
  struct arrow arrow = run->arrows.begin[i];
  if (arrow.from == t)
    return false;
  run->arrows.begin[i] = FT_POP (run->arrows);
  sync_on (run, t, arrow.name);
  return true;
}

static void step_figure9 (ft_figure9_run *run, ft_id lock, ft_tid *next,
                          ft_tid last) {
  ft_tid t = run->open[lock];
  if (t == FT_NO_ID) {
    if (*next > last)
      return;
    run->open[lock] = (*next)++;
    emit (run->trace, run->open[lock], FT_ACQUIRE, lock);
    begin_arrow (run, run->open[lock]);
  } else if (ft_rng_percent (&run->rng, 20)) {
    emit (run->trace, t, FT_RELEASE, lock);
    run->open[lock] = FT_NO_ID;
  } else if (ft_rng_percent (&run->rng, 40) || !end_arrow (run, t))
    begin_arrow (run, t);
}

static bool sections_remain (const ft_figure9_run *run, ft_tid next,
                             ft_tid last) {
  for (ft_id lock = 0; lock < run->locks; lock++)
    if (run->open[lock] != FT_NO_ID)
      return true;
  return next <= last;
}

// Thread 0 writes x in a section on a further lock, after every section; two
// more threads pass that lock and read x.  As in the figure, an arrow from a
// section leads into the pass, so that the pass cannot simply come first.
static void close_figure9 (ft_figure9_run *run, ft_tid sections, ft_id outer,
                           ft_id x, ft_id joins) {
  for (ft_tid t = 1; t <= sections; t++) {
    sync_on (run, t, joins + t);
    sync_on (run, 0, joins + t);
  }
  emit (run->trace, 0, FT_WRITE, x);
  emit (run->trace, 0, FT_RELEASE, outer);
  ft_tid pass = sections + 1;
  emit (run->trace, pass, FT_ACQUIRE, outer);
  ft_id handover = run->names++;
  sync_on (run, pass, handover);
  for (unsigned i = ft_rng_below (&run->rng, 3); i; i--)
    end_arrow (run, pass);
  emit (run->trace, pass, FT_RELEASE, outer);
  sync_on (run, pass + 1, handover);
  emit (run->trace, pass + 1, FT_READ, x);
}

ft_trace *ft_figure9_trace (uint64_t seed, unsigned sections, unsigned locks) {
  ft_figure9_run run = {.rng = ft_rng_init (seed), .locks = locks};
  run.trace = ft_trace_new ("figure9", "random");
  run.open = FT_ARRAY (ft_tid, locks);
  for (ft_id lock = 0; lock < locks; lock++)
    run.open[lock] = FT_NO_ID;
  ft_id outer = locks, x = locks, joins = locks;
  run.names = joins + sections + 1;
  ft_tid next = 1;
  emit (run.trace, 0, FT_ACQUIRE, outer);
  begin_arrow (&run, 0);
  while (sections_remain (&run, next, sections))
    step_figure9 (&run, ft_rng_below (&run.rng, locks), &next, sections);
  close_figure9 (&run, sections, outer, x, joins);
  free (run.open);
  FT_RELEASE (run.arrows);
  return run.trace;
}

void ft_figure9_pair (const ft_trace *trace, ft_id pair[2]) {
  pair[1] = trace->size - 1;
  pair[0] = pair[1] - 1;
  while (trace->events[pair[0]].target != trace->events[pair[1]].target ||
         !ft_kind_accesses (trace->events[pair[0]].kind))
    pair[0]--;
}
