// Calls that are not over: which records are inside, and the moments that these
// make.

#include "run/unrecorded_calls_inside.h"

#include <string.h>

static void add_moment (ft_unrecorded_calls *c, ft_map *map, ft_open_call *call,
                        uint64_t tick) {
  call->turn = c->turn;
  ft_moments_add (c, map, call->effect, tick);
}

static void add_behind (ft_unrecorded_calls *c, ft_open_call *call,
                        uint64_t tick) {
  add_moment (c, &c->moments->behind, call, tick);
}

static void add_before (ft_unrecorded_calls *c, ft_open_call *call,
                        uint64_t tick) {
  if (call->turn != c->turn || call->records)
    add_moment (c, &c->moments->before, call, tick);
  call->records = false;
}

// A thread that goes on with another stack has left the calls that switch.
static bool is_of_caller (const ft_run_record *r) {
  return r->at || r->code == FT_WIRE_FIBRE || r->code == FT_WIRE_EXIT || r->code == FT_WIRE_UNWIND ||
         r->code == FT_WIRE_THREAD_END;
}

// Whether the function that enters is the callee, of which the site has the name
// that the linker knows: those of Rust's allocator have names in the source that
// modules qualify.  Rust reserves the prefix.
static bool is_of_allocator (const char *entered, const ft_callee_name *n) {
  size_t size = strlen (entered), part = strlen (n->linkage);
  return !strncmp (n->linkage, "__rdl_", 6) && size > part + 2 &&
         !memcmp (entered + size - part - 2, "::", 2) &&
         !strcmp (entered + size - part, n->linkage);
}

// Whether the function that enters is another one than the site names: the
// callee, which has no records, has called it back.  Where the site has only a
// mangled name, they cannot be compared; but functions that the tables know are
// of the library.
static bool calls_back (const ft_unrecorded_calls *c, const ft_open_call *call,
                        const ft_run_record *r) {
  const ft_run_frame *f = &FT_TOP (r->thread->frames);
  if (call->starts) // a frame may have a variable's address, which is odd
    return call->frame == FT_WIRE_FIRST_UNRECORDED ||
           (call->frame && f->address % 16 == 0 && f->address != call->frame);
  if (call->site >= c->names.size)
    return false;
  const ft_callee_name *n = c->names.begin + call->site;
  const char *entered =
      ft_sites_text (f->function->table, f->function->function->name);
  if (!*n->source || !strcmp (n->source, entered) ||
      !strcmp (n->linkage, entered) || is_of_allocator (entered, n))
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
static bool is_wrapped (const ft_unrecorded_calls *c,
                        const ft_open_call *call) {
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, call->effect);
  return e.wrapped && !e.calls && !e.opens && !call->starts &&
         !ft_call_effect_looks_at_everything (e);
}

static void begin_wrapper (ft_unrecorded_calls *c, ft_open_call *call,
                           const ft_run_record *r) {
  *ft_map_at (&c->moments->inside, ft_tick_number (c->thread, call->tick)) =
      ft_moments_with_kept (c, call->effect);
  call->read = r->tick;
  call->turn = c->turn;
  ft_moments_read_now (c);
}

// Whether the wrapper's records are not over.
static bool continue_wrapper (ft_unrecorded_calls *c, ft_open_call *call,
                              const ft_run_record *r) {
  uint64_t turn = call->turn; // others may have run behind the record
  if (call->read == FT_NO_TICK)
    return false;
  call->records = true;
  if (turn == c->turn && reads_range (r)) {
    call->read = r->tick;
    return true;
  }
  add_behind (c, call, call->read);
  call->turn = turn;
  call->read = FT_NO_TICK;
  return false;
}

// The record behind the CALL.
static void begin_call (ft_unrecorded_calls *c, ft_open_calls *open,
                        const ft_run_record *r) {
  ft_open_call *call = &FT_TOP (*open);
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

// A function that is passed to the call and called back has records, or may do
// what any unknown call does.
static void note_unseen_callback (ft_unrecorded_calls *c, ft_open_call *call) {
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
static void continue_call (ft_unrecorded_calls *c, ft_open_calls *open,
                           const ft_run_record *r) {
  ft_open_call *call = &FT_TOP (*open);
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
    if (call->turn != c->turn && !ft_record_is_in_wait (r))
      add_behind (c, call, r->tick);
  }
}

// The frames of functions that libraries have called back end.
void ft_open_calls_end_callbacks (ft_unrecorded_calls *c, ft_open_calls *open,
                                  const ft_run_record *r) {
  while (!FT_EMPTY (*open) &&
         FT_TOP (*open).callback > r->thread->frames.size) {
    if (r->code == FT_WIRE_EXIT) {
      FT_TOP (*open).callback = 0;
      add_behind (c, &FT_TOP (*open), r->tick);
      return;
    }
    open->size--;
  }
}

void ft_open_calls_push (ft_unrecorded_calls *c, ft_open_calls *open,
                         const ft_run_record *r, uint32_t effect) {
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, effect);
  if (e.reads || e.writes || e.calls ||
      (e.looks | e.changes) & c->moments->kept)
    ft_moments_read_now (c);
  ft_moments_done_now (c, e);
  if (ft_call_effect_is_any (e))
    FT_PUSH (*open, ((ft_open_call){.tick = r->tick,
                                    .effect = effect,
                                    .turn = c->turn,
                                    .begins = true,
                                    .read = FT_NO_TICK,
                                    .starts = !r->at,
                                    .frame = r->at ? 0 : r->payload,
                                    .site = r->site}));
}

void ft_open_calls_record (ft_unrecorded_calls *c, ft_open_calls *open,
                           const ft_run_record *r) {
  if (!FT_EMPTY (*open) && FT_TOP (*open).begins)
    begin_call (c, open, r);
  if (!FT_EMPTY (*open) && !FT_TOP (*open).callback)
    continue_call (c, open, r);
}

bool ft_open_calls_make_stream (const ft_unrecorded_calls *c,
                                const ft_open_calls *open) {
  return !FT_EMPTY (*open) && !FT_TOP (*open).callback &&
         ft_call_effects_at (&c->moments->effects, FT_TOP (*open).effect).makes;
}
