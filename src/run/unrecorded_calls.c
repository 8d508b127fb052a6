#include "run/unrecorded_calls.h"

#include <string.h>

#include "run/stream_memory.h"
#include "run/uninstrumented.h"

// A call that is not over.
typedef struct open_call {
  uint64_t tick; // of the CALL
  uint32_t effect; // its number
  uint64_t turn;   // of its last moment
  size_t callback; // frames of the function that it has called back, or 0
  bool begins;     // the next record decides where it goes
  bool starts;     // it is the thread's start function
  uint32_t site;   // of the CALL
  uint64_t frame;  // of the start function, if it is recorded; or 0
  uint64_t read;   // the wrapper's last record, behind which the first moment
                   // will be, or NO_TICK
  bool records;    // there were records inside
  bool entered;    // a recorded function was called back
} open_call;

typedef FT_STACK (open_call) open_calls;

// What a CALL site says of its callee; borrowed.
typedef struct call_name {
  const char *source, *linkage;
  bool own; // uninstrumented code of the program defines it
} call_name;

// The last of several moments in a row with the same effect.
typedef struct look {
  ft_map *map; // NULL: it is in the map already
  uint64_t tick, turn;
  uint32_t effect;
} look;

struct ft_unrecorded_calls {
  ft_call_moments *moments;
  const ft_run_code *code;
  bool concurrent;      // a thread was created
  bool reads_variables; // of the C library, somewhere
  uint64_t states;      // that calls of the program may share
  uint32_t heap;        // effect of an allocation, or 0
  look look;
  ft_map defined; // functions that uninstrumented code of the program defines
  FT_STACK (uint32_t) effects; // by site: numbers, 0: not asked
  FT_STACK (call_name) names;  // by site
  FT_STACK (uint64_t) looks;   // by site: the states that its variable is a
                               // part of; NOT_ASKED, NAMES_STREAM
  ft_stream_memory streams;
  FT_STACK (open_calls) threads;
  uint32_t thread; // of the last record
  uint64_t tick;   // of the last record
  uint64_t turn;   // incremented at each switch
  FT_STACK (uint64_t) left; // last ticks of threads that ran since calls read
  FT_STACK (uint64_t) done; // by thread: its last tick since a read revealed a
                            // write, or NO_TICK
};

#define NO_TICK UINT64_MAX
#define NOT_ASKED UINT64_MAX
#define NAMES_STREAM (UINT64_MAX - 1)

void ft_call_moments_release (ft_call_moments *m) {
  ft_map_release (&m->behind);
  ft_map_release (&m->before);
  ft_map_release (&m->inside);
  ft_map_release (&m->last);
  ft_map_release (&m->reveals);
  FT_RELEASE (m->effects.list);
  FT_RELEASE (m->fillers);
  *m = (ft_call_moments){0};
}

static bool names_variable (const ft_sites *table) {
  for (size_t i = 0; i < table->strings.size; i++)
    if (ft_call_effect_of_variable (ft_sites_text (table, (uint32_t)i)) ||
        ft_stream_memory_is_variable (ft_sites_text (table, (uint32_t)i)))
      return true;
  return false;
}

ft_unrecorded_calls *ft_unrecorded_calls_new (const ft_run_code *code,
                                              ft_call_moments *moments) {
  ft_unrecorded_calls *c = FT_NEW (ft_unrecorded_calls);
  c->moments = moments;
  c->code = code;
  c->states = ft_call_states_of_code (code);
  if (c->states & FT_CALL_STATE_BIT (HEAP))
    c->heap = ft_call_effects_number (
        &moments->effects,
        (ft_call_effect){.changes = FT_CALL_STATE_BIT (HEAP)});
  for (size_t t = 0; t < code->tables.size; t++) {
    const ft_sites *s = code->tables.begin[t];
    for (size_t i = 0; i < s->defined.size; i++)
      *ft_map_at (&c->defined, s->defined.begin[i]) = 1;
    c->reads_variables |= names_variable (s);
  }
  return c;
}

static void add_last_look (ft_unrecorded_calls *);

void ft_unrecorded_calls_free (ft_unrecorded_calls *c) {
  if (!c)
    return;
  add_last_look (c);
  for (size_t i = 0; i < c->threads.size; i++)
    FT_RELEASE (c->threads.begin[i]);
  FT_RELEASE (c->threads);
  FT_RELEASE (c->left);
  FT_RELEASE (c->done);
  FT_RELEASE (c->effects);
  FT_RELEASE (c->names);
  FT_RELEASE (c->looks);
  ft_map_release (&c->defined);
  ft_stream_memory_release (&c->streams);
  free (c);
}

// ---- callees ---------------------------------------------------------------

// 'type' of a CALL site has the linker's name where the source has another one.
const char *ft_call_site_callee (const ft_run_record *r) {
  const ft_sites *table = r->at->function->table;
  const char *linkage = ft_sites_text (table, r->at->site->type);
  return *linkage ? linkage : ft_sites_text (table, r->at->site->variable);
}

static uint32_t effect_at (ft_unrecorded_calls *c, const ft_run_record *r) {
  FT_GROW (c->effects, (size_t)r->site + 1, 0);
  FT_GROW (c->names, (size_t)r->site + 1, ((call_name){"", "", false}));
  uint32_t *known = c->effects.begin + r->site;
  if (!*known) {
    const char *name = ft_call_site_callee (r);
    bool own =
        ft_map_get (&c->defined, ft_guid (name, strlen (name))) != FT_NO_ID;
    c->names.begin[r->site] = (call_name){
        ft_sites_text (r->at->function->table, r->at->site->variable), name,
        own};
    ft_call_effect e = ft_call_effect_of (name, own);
    e.looks &= c->states;
    e.changes &= c->states;
    e.by_address = !*name;
    *known = ft_call_effects_number (&c->moments->effects, e);
  }
  return *known;
}

// ---- moments ---------------------------------------------------------------

// The call may read what other threads have written so far.
static void reads_now (ft_unrecorded_calls *c) {
  for (size_t i = 0; i < c->left.size; i++) {
    uint32_t *last = ft_map_at (&c->moments->last, c->left.begin[i]);
    if (*last == FT_NO_ID)
      *last = FT_LAST_REACHED;
  }
  FT_CLEAR (c->left);
}

// A call that looks at all that other threads have done so far.
static void done_now (ft_unrecorded_calls *c, ft_call_effect e) {
  if (!ft_call_effect_looks_at_everything (e))
    return;
  ft_unrecorded_calls_reveal (c);
  c->moments->forked = true;
}

// A record may have moments of several calls, and of a variable.
static void put (ft_unrecorded_calls *c, ft_map *map, uint64_t tick,
                 uint32_t effect) {
  ft_call_effects *effects = &c->moments->effects;
  uint32_t *at = ft_map_at (map, tick);
  ft_call_effect e = ft_call_effects_at (effects, effect);
  if (*at != FT_NO_ID) {
    ft_call_effect other = ft_call_effects_at (effects, *at);
    e.looks |= other.looks;
    e.changes |= other.changes;
    e.reads |= other.reads;
    e.writes |= other.writes;
    e.calls &= other.calls;
    e.by_address |= other.by_address;
    e.role = e.role ? e.role : other.role;
    effect = ft_call_effects_number (effects, e);
  }
  *at = effect;
  c->moments->count++;
}

static void add_last_look (ft_unrecorded_calls *c) {
  if (c->look.map)
    put (c, c->look.map, c->look.tick, c->look.effect);
  c->look.map = NULL;
}

// Only other threads change the state between two looks of a turn, or a moment
// of another effect, which has its own place.
static void add_look (ft_unrecorded_calls *c, ft_map *map, uint64_t tick,
                      uint32_t effect) {
  bool again = c->look.effect == effect && c->look.turn == c->turn;
  if (!again) {
    add_last_look (c);
    put (c, map, tick, effect);
  }
  c->look = (look){again ? map : NULL, tick, c->turn, effect};
}

// Calls on a state to which arguments are kept read and write them.
static uint32_t with_kept (ft_unrecorded_calls *c, uint32_t effect) {
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, effect);
  c->moments->kept |= e.keeps ? e.looks | e.changes : 0;
  if (!((e.looks | e.changes) & c->moments->kept))
    return effect;
  e.reads = e.writes = true;
  return ft_call_effects_number (&c->moments->effects, e);
}

static void add_effect (ft_unrecorded_calls *c, ft_map *map, uint32_t effect,
                        uint64_t tick) {
  effect = with_kept (c, effect);
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, effect);
  uint64_t number = ft_tick_number (c->thread, tick);
  if (!ft_call_effect_is_any (e))
    return;
  if (e.changes || e.reads || e.writes || e.role)
    put (c, map, number, effect);
  else
    add_look (c, map, number, effect);
  c->moments->reading += e.reads;
  c->moments->writers |=
      ft_call_effect_is_unknown (e) &&
      !(e.by_address && c->code->uninstrumented == FT_UNINSTRUMENTED_NONE);
  if (ft_call_effect_fills (e)) {
    FT_GROW (c->moments->fillers, (size_t)c->thread + 1, false);
    c->moments->fillers.begin[c->thread] = true;
  }
  if (e.reads || e.writes)
    reads_now (c);
  done_now (c, e);
  if (!c->concurrent)
    return;
  if (e.calls && ft_call_effect_is_unknown (e)) {
    c->moments->callbacks = true;
    return;
  }
  c->moments->changed |= e.changes;
  c->moments->looked |= e.looks;
}

static void add_moment (ft_unrecorded_calls *c, ft_map *map, open_call *call,
                        uint64_t tick) {
  call->turn = c->turn;
  add_effect (c, map, call->effect, tick);
}

static void add_behind (ft_unrecorded_calls *c, open_call *call,
                        uint64_t tick) {
  add_moment (c, &c->moments->behind, call, tick);
}

static void add_before (ft_unrecorded_calls *c, open_call *call,
                        uint64_t tick) {
  if (call->turn != c->turn || call->records)
    add_moment (c, &c->moments->before, call, tick);
  call->records = false;
}

// ---- records ---------------------------------------------------------------

static bool is_of_caller (const ft_run_record *r) {
  return r->at || r->code == FT_WIRE_EXIT || r->code == FT_WIRE_UNWIND ||
         r->code == FT_WIRE_THREAD_END;
}

// Whether the function that enters is another one than the site names: the
// callee, which has no records, has called it back.  Where the site has only a
// mangled name, they cannot be compared; but functions that the tables know are
// of the library.
static bool calls_back (const ft_unrecorded_calls *c, const open_call *call,
                        const ft_run_record *r) {
  const ft_run_frame *f = &FT_TOP (r->thread->frames);
  if (call->starts) // a frame may have a variable's address, which is odd
    return call->frame == FT_WIRE_FIRST_UNRECORDED ||
           (call->frame && f->address % 16 == 0 && f->address != call->frame);
  if (call->site >= c->names.size)
    return false;
  const call_name *n = c->names.begin + call->site;
  const char *entered =
      ft_sites_text (f->function->table, f->function->function->name);
  if (!*n->source || !strcmp (n->source, entered) ||
      !strcmp (n->linkage, entered))
    return false;
  return strncmp (n->source, "_Z", 2) || n->own ||
         !ft_call_effect_is_unknown (
             ft_call_effects_at (&c->moments->effects, call->effect));
}

static bool reads_range (const ft_run_record *r) {
  return !r->at && r->code == FT_WIRE_READ_RANGE;
}

// Whether the first moment is behind the records of the call's wrapper.  What
// the code says more of a call is looked up at the CALL.
static bool is_wrapped (const ft_unrecorded_calls *c, const open_call *call) {
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, call->effect);
  return e.wrapped && !e.calls && !e.opens && !call->starts &&
         !ft_call_effect_looks_at_everything (e);
}

static void begin_wrapper (ft_unrecorded_calls *c, open_call *call,
                           const ft_run_record *r) {
  *ft_map_at (&c->moments->inside, ft_tick_number (c->thread, call->tick)) =
      with_kept (c, call->effect);
  call->read = r->tick;
  call->turn = c->turn;
  reads_now (c);
}

// Whether the wrapper's records are not over.
static bool continue_wrapper (ft_unrecorded_calls *c, open_call *call,
                              const ft_run_record *r) {
  uint64_t turn = call->turn; // others may have run behind the record
  if (call->read == NO_TICK)
    return false;
  call->records = true;
  if (turn == c->turn && reads_range (r)) {
    call->read = r->tick;
    return true;
  }
  add_behind (c, call, call->read);
  call->turn = turn;
  call->read = NO_TICK;
  return false;
}

// The record behind the CALL.
static void begin_call (ft_unrecorded_calls *c, open_calls *open,
                        const ft_run_record *r) {
  open_call *call = &FT_TOP (*open);
  bool enters = r->code == FT_WIRE_ENTER && !calls_back (c, call, r);
  if (enters || (call->starts && r->at)) {
    open->size--;
    return;
  }
  uint64_t turn = call->turn; // others may have run behind the CALL
  call->begins = false;
  if (reads_range (r) && is_wrapped (c, call)) {
    begin_wrapper (c, call, r);
    return;
  }
  add_behind (c, call, call->tick);
  call->turn = turn;
}

// No event comes between a wait, its wake and the acquire behind it, nor between
// the arrival at a barrier and the leave.
static bool is_in_wait (const ft_run_record *r) {
  return r->code == FT_WIRE_WAIT || r->code == FT_WIRE_WAKE ||
         r->code == FT_WIRE_BARRIER_ARRIVE;
}

// A function that is passed to the call and called back has records, or may do
// what any unknown call does.
static void note_unseen_callback (ft_unrecorded_calls *c, open_call *call) {
  ft_call_effects *effects = &c->moments->effects;
  ft_call_effect e = FT_CALL_EFFECT_UNKNOWN;
  if (call->entered || !ft_call_effects_at (effects, call->effect).calls)
    return;
  uint64_t turn = call->turn;
  e.calls = true;
  call->effect = ft_call_effects_number (effects, e);
  add_behind (c, call, call->tick);
  call->turn = turn;
}

// A record behind the first one.
static void continue_call (ft_unrecorded_calls *c, open_calls *open,
                           const ft_run_record *r) {
  open_call *call = &FT_TOP (*open);
  if (continue_wrapper (c, call, r))
    return;
  if (r->code == FT_WIRE_ENTER) {
    add_before (c, call, r->tick);
    call->callback = r->thread->frames.size;
    call->entered = true;
  } else if (is_of_caller (r)) {
    note_unseen_callback (c, call);
    add_before (c, call, r->tick);
    open->size--;
  } else {
    call->records = true;
    if (call->turn != c->turn && !is_in_wait (r))
      add_behind (c, call, r->tick);
  }
}

// The frames of functions that libraries have called back end.
static void end_callbacks (ft_unrecorded_calls *c, open_calls *open,
                           const ft_run_record *r) {
  while (!FT_EMPTY (*open) && FT_TOP (*open).callback > r->thread->frames.size) {
    if (r->code == FT_WIRE_EXIT) {
      FT_TOP (*open).callback = 0;
      add_behind (c, &FT_TOP (*open), r->tick);
      return;
    }
    open->size--;
  }
}

static void add_call (ft_unrecorded_calls *c, open_calls *open,
                      const ft_run_record *r, uint32_t effect) {
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, effect);
  if (e.reads || e.writes || e.calls || (e.looks | e.changes) & c->moments->kept)
    reads_now (c);
  done_now (c, e);
  if (ft_call_effect_is_any (e))
    FT_PUSH (*open, ((open_call){.tick = r->tick,
                                 .effect = effect,
                                 .turn = c->turn,
                                 .begins = true,
                                 .read = NO_TICK,
                                 .starts = !r->at,
                                 .frame = r->at ? 0 : r->payload,
                                 .site = r->site}));
}

// No event comes between a wait and its wake, and none behind the end.
static void note_done (ft_unrecorded_calls *c, const ft_run_record *r) {
  FT_GROW (c->done, (size_t)r->thread->number + 1, NO_TICK);
  if (!is_in_wait (r) && r->code != FT_WIRE_THREAD_END)
    c->done.begin[r->thread->number] = r->tick;
}

void ft_unrecorded_calls_reveal (ft_unrecorded_calls *c) {
  for (uint32_t i = 0; i < c->done.size; i++) {
    if (i == c->thread || c->done.begin[i] == NO_TICK)
      continue;
    *ft_map_at (&c->moments->last, ft_tick_number (i, c->done.begin[i])) =
        FT_LAST_ANY;
    c->done.begin[i] = NO_TICK;
  }
}

static uint64_t looks_at (ft_unrecorded_calls *c, const ft_run_record *r) {
  FT_GROW (c->looks, (size_t)r->site + 1, NOT_ASKED);
  uint64_t *known = c->looks.begin + r->site;
  if (*known == NOT_ASKED) {
    const char *name =
        ft_sites_text (r->at->function->table, r->at->site->variable);
    *known = ft_stream_memory_is_variable (name)
                 ? NAMES_STREAM
                 : ft_call_effect_of_variable (name);
  }
  return *known;
}

// The C library changes its own variables without a record.
static void add_variable (ft_unrecorded_calls *c, const ft_run_record *r) {
  uint64_t looks = looks_at (c, r);
  if (!looks || ft_run_code_global_at (c->code, r->payload))
    return;
  if (looks == NAMES_STREAM) {
    if (r->at->kind == FT_SITE_LOAD)
      ft_stream_memory_variable (&c->streams, r);
    return;
  }
  add_effect (c, &c->moments->before,
              ft_call_effects_number (&c->moments->effects,
                                      (ft_call_effect){.looks = looks}),
              r->tick);
}

// A macro of <stdio.h>, which the library's functions do not see.
static void add_stream (ft_unrecorded_calls *c, const ft_run_record *r) {
  bool writes = r->at->kind == FT_SITE_STORE;
  if ((!writes && r->at->kind != FT_SITE_LOAD) ||
      !ft_stream_memory_has (&c->streams, r->payload))
    return;
  ft_call_effect e = {.looks = FT_CALL_STATE_BIT (STREAMS),
                      .changes = writes ? FT_CALL_STATE_BIT (STREAMS) : 0};
  add_effect (c, &c->moments->before,
              ft_call_effects_number (&c->moments->effects, e), r->tick);
}

static bool makes_stream (const ft_unrecorded_calls *c,
                          const open_calls *open) {
  return !FT_EMPTY (*open) && !FT_TOP (*open).callback &&
         ft_call_effects_at (&c->moments->effects, FT_TOP (*open).effect).makes;
}

// Whether the record is of memory of the heap, of which any may be the last.
static bool changes_heap (const ft_run_record *r) {
  return !r->at && (r->code == FT_WIRE_ALLOC || r->code == FT_WIRE_FREE);
}

// All that other threads have done so far, and do later, may matter to what the
// record stands for.
void ft_unrecorded_calls_look (ft_unrecorded_calls *c, const ft_run_record *r) {
  uint64_t tick = ft_tick_number (c->thread, r->tick);
  ft_unrecorded_calls_reveal (c);
  *ft_map_at (&c->moments->reveals, tick) = FT_REVEALS_EVERYTHING;
  c->moments->count++;
}

void ft_unrecorded_calls_record (ft_unrecorded_calls *c,
                                 const ft_run_record *r) {
  uint32_t number = r->thread->number;
  if (c->thread != number) {
    FT_PUSH (c->left, ft_tick_number (c->thread, c->tick));
    add_last_look (c);
    c->thread = number;
    c->turn++;
  }
  c->concurrent |= r->code == FT_WIRE_FORK || number;
  c->tick = r->tick;
  note_done (c, r);
  FT_GROW (c->threads, (size_t)number + 1, ((open_calls){0}));
  open_calls *open = c->threads.begin + number;
  if (!FT_EMPTY (*open) && FT_TOP (*open).begins)
    begin_call (c, open, r);
  if (!FT_EMPTY (*open) && !FT_TOP (*open).callback)
    continue_call (c, open, r);
  ft_stream_memory_record (&c->streams, r, makes_stream (c, open));
  if (r->at && c->streams.blocks.size)
    add_stream (c, r);
  if (r->code == FT_WIRE_EXIT || r->code == FT_WIRE_UNWIND)
    end_callbacks (c, open, r);
  else if (r->at && r->at->kind == FT_SITE_CALL)
    add_call (c, open, r, effect_at (c, r));
  else if (r->at && c->reads_variables)
    add_variable (c, r);
  else if (c->heap && changes_heap (r))
    add_effect (c, &c->moments->behind, c->heap, r->tick);
  else if (r->code == FT_WIRE_THREAD_START && !r->at && number &&
           r->payload != FT_WIRE_FIRST_NOTIFIED)
    add_call (c, open, r,
              ft_call_effects_number (&c->moments->effects,
                                      FT_CALL_EFFECT_UNKNOWN));
}
