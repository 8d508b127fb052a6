// The clock operations of a terminal may depend on which threads wait, which is
// the state of 'pending_state.h'.  Then the grammar is rewritten. Slow twin:
// the filter on the expanded trace, in 'tests/unit/test_slp_races.c'.

#include "grammar/slp_clock_ops.h"

#include "grammar/slp_rewrite.h"
#include "grammar/slp_uses.h"
#include "grammar/pending_state.h"

typedef struct state_rewrite {
  ft_slp_clock_ops *to;
  const ft_slp *slp;
  ft_pending_states states;
  FT_STACK (bool) concerned; // by rule: whether the state matters to it
} state_rewrite;

void ft_slp_clock_ops_release (ft_slp_clock_ops *f) {
  ft_slp_release (&f->own);
  ft_sync_objects_release (&f->sync);
  FT_RELEASE (f->ops);
  FT_RELEASE (f->terminals);
}

static void begin_terminal (ft_slp_clock_ops *to, const ft_event *e) {
  ft_id thread =
      ft_sync_objects_id (&to->sync, FT_SYNC_OBJECT_THREAD, e->thread, 0);
  FT_PUSH (to->terminals, ((struct ft_terminal_ops){to->ops.size, thread}));
}

static void end_terminals (ft_slp_clock_ops *to) {
  FT_PUSH (to->terminals, ((struct ft_terminal_ops){to->ops.size, FT_NO_ID}));
}

// ---- states ----------------------------------------------------------------

static bool is_concerned (const state_rewrite *w, uint32_t symbol) {
  uint32_t n = ft_slp_number (symbol);
  return ft_slp_is_rule (symbol) ? w->concerned.begin[n]
                                 : ft_pending_states_concern (
                                       &w->states, w->slp->terminals.begin + n);
}

// Finds the rules to which the state matters.  Returns whether there are any.
static bool find_concerned (state_rewrite *w) {
  bool any = false;
  for (size_t r = 0; r < w->slp->rules.size; r++) {
    const ft_production *rule = w->slp->rules.begin + r;
    bool concerned = false;
    for (size_t i = 0; i < rule->count && !concerned; i++)
      concerned = is_concerned (w, w->slp->items.begin[rule->first + i].symbol);
    FT_PUSH (w->concerned, concerned);
    any |= concerned;
  }
  return any;
}

static ft_id state_inside (void *context, ft_id state, uint32_t symbol) {
  return is_concerned (context, symbol) ? state : FT_PENDING_STATE_INITIAL;
}

static ft_id state_outside (void *context, ft_id state, uint32_t symbol,
                            ft_id after) {
  return is_concerned (context, symbol) ? after : state;
}

static ft_id step (void *context, ft_id state, uint32_t terminal) {
  state_rewrite *w = context;
  const ft_event *e = w->slp->terminals.begin + terminal;
  begin_terminal (w->to, e);
  if (is_concerned (w, FT_SLP_TERMINAL (terminal)))
    return ft_pending_states_step (&w->states, state, e, &w->to->ops);
  if (!ft_event_is_void (e))
    ft_clock_ops_add_event (&w->to->sync, e, &w->to->ops);
  return state;
}

static void add_terminals (ft_slp_clock_ops *f) {
  for (size_t t = 0; t < f->slp->terminals.size; t++) {
    const ft_event *e = f->slp->terminals.begin + t;
    begin_terminal (f, e);
    if (!ft_event_is_void (e))
      ft_clock_ops_add_event (&f->sync, e, &f->ops);
  }
}

// ---- threads that are forked twice -----------------------------------------

static uint64_t count_forks (const ft_slp *slp, const ft_production_item *item,
                             uint64_t times, ft_map *forked) {
  uint32_t t = ft_slp_number (item->symbol);
  if (ft_slp_is_rule (item->symbol) ||
      slp->terminals.begin[t].kind != FT_FORK ||
      ft_event_is_void (slp->terminals.begin + t))
    return 0;
  uint32_t *known = ft_map_at (forked, slp->terminals.begin[t].target);
  uint64_t n = ft_slp_times (times, item->times) + (*known != FT_NO_ID);
  *known = 0;
  return n;
}

// Whether a thread is forked again.  Only its first fork counts then; see
// 'trace/validate.h'.
static bool forks_again (const ft_slp *slp) {
  uint64_t *times = FT_ARRAY (uint64_t, slp->rules.size + 1);
  ft_map forked = {0};
  bool again = false;
  ft_slp_count_uses (slp, times);
  for (size_t r = 0; r < slp->rules.size && !again; r++) {
    const ft_production *rule = slp->rules.begin + r;
    for (size_t i = rule->first; i < rule->first + rule->count; i++)
      again |= count_forks (slp, slp->items.begin + i, times[r], &forked) > 1;
  }
  ft_map_release (&forked);
  free (times);
  return again;
}

bool ft_slp_clock_ops_fork_join (ft_slp_clock_ops *f, const ft_slp *slp,
                                 const char **why) {
  *f = (ft_slp_clock_ops){.slp = slp};
  *why = forks_again (slp) ? "a thread is forked again" : NULL;
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    begin_terminal (f, e);
    if (!ft_event_is_void (e) && (e->kind == FT_FORK || e->kind == FT_JOIN))
      ft_clock_ops_add_event (&f->sync, e, &f->ops);
  }
  end_terminals (f);
  return !*why;
}

static const char *begin (state_rewrite *w) {
  const ft_slp_contexts contexts = {w, state_inside, state_outside, step};
  ft_slp_clock_ops *f = w->to;
  if (forks_again (w->slp))
    return "a thread is forked again";
  if (!find_concerned (w)) {
    add_terminals (f);
    return NULL;
  }
  f->slp = &f->own;
  if (ft_slp_rewrite (w->slp, &contexts, &f->own))
    return NULL;
  return "who waits for a condition, barrier or semaphore changes from round "
         "to round of a loop";
}

bool ft_slp_clock_ops_init (ft_slp_clock_ops *f, const ft_slp *slp,
                            const char **why) {
  *f = (ft_slp_clock_ops){.slp = slp};
  ft_sync_objects_init (&f->sync, slp);
  state_rewrite w = {.to = f, .slp = slp};
  ft_pending_states_init (&w.states, &f->sync, slp);
  *why = begin (&w);
  end_terminals (f);
  ft_pending_states_release (&w.states);
  FT_RELEASE (w.concerned);
  return !*why;
}
