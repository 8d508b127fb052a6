// Moments of calls without records: when a call may have done what no record
// shows, and the sums over all moments.

#include "run/unrecorded_calls_inside.h"

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

// The call may read what other threads have written so far.
void ft_moments_read_now (ft_unrecorded_calls *c) {
  for (size_t i = 0; i < c->left.size; i++) {
    uint32_t *last = ft_map_at (&c->moments->last, c->left.begin[i]);
    if (*last == FT_NO_ID)
      *last = FT_LAST_REACHED;
  }
  FT_CLEAR (c->left);
}

// A call that looks at all that other threads have done so far.
void ft_moments_done_now (ft_unrecorded_calls *c, ft_call_effect e) {
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

void ft_moments_add_last_look (ft_unrecorded_calls *c) {
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
    ft_moments_add_last_look (c);
    put (c, map, tick, effect);
  }
  c->look = (ft_last_look){again ? map : NULL, tick, c->turn, effect};
}

// Calls on a state to which arguments are kept read and write them.
uint32_t ft_moments_with_kept (ft_unrecorded_calls *c, uint32_t effect) {
  ft_call_effect e = ft_call_effects_at (&c->moments->effects, effect);
  c->moments->kept |= e.keeps ? e.looks | e.changes : 0;
  if (!((e.looks | e.changes) & c->moments->kept))
    return effect;
  e.reads = e.writes = true;
  return ft_call_effects_number (&c->moments->effects, e);
}

void ft_moments_add (ft_unrecorded_calls *c, ft_map *map, uint32_t effect,
                     uint64_t tick) {
  effect = ft_moments_with_kept (c, effect);
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
    ft_moments_read_now (c);
  ft_moments_done_now (c, e);
  if (!c->concurrent)
    return;
  if (e.calls && ft_call_effect_is_unknown (e)) {
    c->moments->callbacks = true;
    return;
  }
  c->moments->changed |= e.changes;
  c->moments->looked |= e.looks;
}
