// What each record of a run is to calls without records.

#include "run/unrecorded_calls_inside.h"

#include <string.h>

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
  c->closing =
      ft_call_effects_number (&moments->effects, FT_CALL_EFFECT_CLOSES);
  for (size_t t = 0; t < code->tables.size; t++) {
    const ft_sites *s = code->tables.begin[t];
    for (size_t i = 0; i < s->defined.size; i++)
      *ft_map_at (&c->defined, s->defined.begin[i]) = 1;
    c->reads_variables |= ft_library_variable_is_named (s);
  }
  return c;
}

void ft_unrecorded_calls_free (ft_unrecorded_calls *c) {
  if (!c)
    return;
  ft_moments_add_last_look (c);
  for (size_t i = 0; i < c->open.size; i++)
    FT_RELEASE (c->open.begin[i]);
  FT_RELEASE (c->open);
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
  FT_GROW (c->names, (size_t)r->site + 1, ((ft_callee_name){"", "", false}));
  uint32_t *known = c->effects.begin + r->site;
  if (!*known) {
    const char *name = ft_call_site_callee (r);
    bool own =
        ft_map_get (&c->defined, ft_guid (name, strlen (name))) != FT_NO_ID;
    c->names.begin[r->site] = (ft_callee_name){
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

// ---- records ---------------------------------------------------------------

// No event comes between a wait and its wake, and none behind the end.
static void note_done (ft_unrecorded_calls *c, const ft_run_record *r) {
  FT_GROW (c->done, (size_t)r->thread->number + 1, FT_NO_TICK);
  if (!ft_record_is_in_wait (r) && r->code != FT_WIRE_THREAD_END)
    c->done.begin[r->thread->number] = r->tick;
}

void ft_unrecorded_calls_reveal (ft_unrecorded_calls *c) {
  for (uint32_t i = 0; i < c->done.size; i++) {
    if (i == c->thread || c->done.begin[i] == FT_NO_TICK)
      continue;
    *ft_map_at (&c->moments->last, ft_tick_number (i, c->done.begin[i])) =
        FT_LAST_ANY;
    c->done.begin[i] = FT_NO_TICK;
  }
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

static bool is_call (const ft_run_record *r) {
  return r->at && r->at->kind == FT_SITE_CALL &&
         !ft_run_thread_switches (r->thread);
}

void ft_unrecorded_calls_record (ft_unrecorded_calls *c,
                                 const ft_run_record *r) {
  uint32_t number = r->thread->number;
  if (c->thread != number) {
    FT_PUSH (c->left, ft_tick_number (c->thread, c->tick));
    ft_moments_add_last_look (c);
    c->thread = number;
    c->turn++;
  }
  c->concurrent |= r->code == FT_WIRE_FORK || number;
  c->tick = r->tick;
  note_done (c, r);
  FT_GROW (c->open, (size_t)(r->thread->fibre > r->left ? r->thread->fibre : r->left) + 1,
           ((ft_open_calls){0}));
  ft_open_calls *open = c->open.begin + r->left;
  ft_open_calls_record (c, open, r);
  ft_stream_memory_record (&c->streams, r, ft_open_calls_make_stream (c, open));
  if (r->at && c->streams.blocks.size)
    ft_library_stream_access (c, r);
  if (r->code == FT_WIRE_EXIT || r->code == FT_WIRE_UNWIND)
    ft_open_calls_end_callbacks (c, open, r);
  else if (r->code == FT_WIRE_FIBRE)
    ft_open_calls_end_callbacks (c, c->open.begin + r->thread->fibre, r);
  else if (is_call (r))
    ft_open_calls_push (c, open, r, effect_at (c, r));
  else if (r->at && c->reads_variables)
    ft_library_variable_access (c, r);
  else if (c->heap && changes_heap (r))
    ft_moments_add (c, &c->moments->behind, c->heap, r->tick);
  else if (r->code == FT_WIRE_DESCRIPTOR_CLOSE && !r->at)
    ft_moments_add (c, &c->moments->behind, c->closing, r->tick);
  else if (r->code == FT_WIRE_THREAD_START && !r->at && number &&
           r->payload != FT_WIRE_FIRST_NOTIFIED)
    ft_open_calls_push (
        c, open, r,
        ft_call_effects_number (&c->moments->effects, FT_CALL_EFFECT_UNKNOWN));
}
