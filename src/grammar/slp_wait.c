// What a terminal does may depend on who waits.  The grammar is rewritten for
// that: a rule becomes one rule for each state in which it is used, whose
// terminals do what they do in that state.  What it makes has the same events
// at the same places.
//
// A repeated rule goes from state to state; once it leaves one as it was, the
// rounds that are left repeat as they are.  Programs come to that after a round
// or two.  Where they do not (posts that pile up, or a count that a loop uses
// up), the trace must be expanded.
//
// Cost: each rule once for each state in which it is used, of which programs
// have few.
// Slow twin: the filter on the expanded trace, in 'tests/unit/test_slp_races.c'.

#include "grammar/slp_wait.h"

#include "grammar/slp_state.h"

// Rounds before a repetition must leave the state as it was, and rules and
// terminals that one may become on average before it is too much.
enum { MOST_ROUNDS = 256, MOST_COPIES = 16, FEW = 4096 };

// A symbol of the old grammar in a state, in the new one.
typedef struct image {
  uint32_t symbol;
  ft_id state; // after it
} image;

// A rule of the old grammar that is being rewritten.
struct frame {
  uint32_t rule;
  ft_id state; // at its beginning
  size_t item;
  uint64_t round; // of the item
  size_t out;     // where its items begin
};

typedef struct rewriting {
  ft_slp_flow *to;
  const ft_slp *slp;
  ft_states states;
  FT_STACK (bool) concerned; // by rule: whether the state matters to it
  ft_map known;              // symbol and state -> 'images'
  FT_STACK (image) images;
  FT_STACK (struct frame) frames;
  FT_STACK (ft_item) out;
  ft_id state;
} rewriting;

void ft_slp_flow_release (ft_slp_flow *f) {
  ft_slp_release (&f->own);
  ft_flow_release (&f->flow);
  FT_RELEASE (f->steps);
  FT_RELEASE (f->actions);
}

static void begin_action (ft_slp_flow *to, const ft_event *e) {
  ft_id thread = ft_flow_carrier (&to->flow, FT_CARRIER_THREAD, e->thread, 0);
  FT_PUSH (to->actions, ((struct ft_slp_action){to->steps.size, thread}));
}

// ---- which symbols it concerns ---------------------------------------------

static bool is_concerned (const rewriting *w, uint32_t symbol) {
  uint32_t n = ft_slp_number (symbol);
  return ft_slp_is_rule (symbol)
             ? w->concerned.begin[n]
             : ft_states_concern (&w->states, w->slp->terminals.begin + n);
}

// Returns whether any is.
static bool find_concerned (rewriting *w) {
  bool any = false;
  for (size_t r = 0; r < w->slp->rules.size; r++) {
    const ft_production *rule = w->slp->rules.begin + r;
    bool concerned = false;
    for (size_t i = 0; i < rule->count && !concerned; i++)
      concerned =
          is_concerned (w, w->slp->items.begin[rule->first + i].symbol);
    FT_PUSH (w->concerned, concerned);
    any |= concerned;
  }
  return any;
}

// ---- images ----------------------------------------------------------------

// A symbol that the state does not concern has one image.
static uint64_t key_of (const rewriting *w, uint32_t symbol) {
  ft_id state = is_concerned (w, symbol) ? w->state : FT_NO_ID;
  return (uint64_t)symbol << 32 | state;
}

static const image *known_image (const rewriting *w, uint32_t symbol) {
  ft_id i = ft_map_get (&w->known, key_of (w, symbol));
  return i == FT_NO_ID ? NULL : w->images.begin + i;
}

static void remember (rewriting *w, uint64_t key, image i) {
  *ft_map_at (&w->known, key) = (ft_id)w->images.size;
  FT_PUSH (w->images, i);
}

// False if too much is pending.
static bool rewrite_terminal (rewriting *w, uint32_t symbol) {
  uint32_t t = ft_slp_number (symbol);
  const ft_event *e = w->slp->terminals.begin + t;
  bool concerned = is_concerned (w, symbol);
  ft_id after = FT_NO_ID;
  begin_action (w->to, e);
  if (concerned)
    after = ft_states_step (&w->states, w->state, e, &w->to->steps);
  else if (!ft_event_is_void (e))
    ft_flow_event (&w->to->flow, e, &w->to->steps);
  uint32_t new = ft_slp_add (&w->to->own, e);
  remember (w, key_of (w, symbol), (image){FT_SLP_TERMINAL (new), after});
  return !concerned || after != FT_NO_ID;
}

// ---- rounds ----------------------------------------------------------------

static void put_out (rewriting *w, const struct frame *f, uint32_t symbol,
                     uint64_t times) {
  if (w->out.size > f->out && FT_TOP (w->out).symbol == symbol)
    FT_TOP (w->out).times += times;
  else
    FT_PUSH (w->out, ((ft_item){symbol, times}));
}

// After a round of the item that began in state 'before'.  False if there are
// too many that change it.
static bool end_round (rewriting *w, struct frame *f, uint32_t symbol,
                       ft_id before, uint64_t times) {
  uint64_t rounds = w->state == before ? times - f->round : 1;
  put_out (w, f, symbol, rounds);
  f->round += rounds;
  if (f->round == times) {
    f->round = 0;
    f->item++;
  }
  return f->round < MOST_ROUNDS;
}

// ---- rules -----------------------------------------------------------------

static void push_frame (rewriting *w, uint32_t rule) {
  FT_PUSH (w->frames,
           ((struct frame){rule, w->state, w->slp->rules.begin[rule].first, 0,
                           w->out.size}));
}

static void finish_rule (rewriting *w) {
  struct frame f = FT_POP (w->frames);
  for (size_t i = f.out; i < w->out.size; i++)
    ft_slp_item (&w->to->own, w->out.begin[i].symbol, w->out.begin[i].times);
  w->out.size = f.out;
  image made = {FT_SLP_RULE (ft_slp_rule (&w->to->own)), w->state};
  w->state = f.state; // where the rule that uses it goes on
  remember (w, key_of (w, FT_SLP_RULE (f.rule)), made);
}

static bool is_too_large (const rewriting *w) {
  const ft_slp *own = &w->to->own;
  return own->rules.size > MOST_COPIES * w->slp->rules.size + FEW ||
         own->terminals.size > MOST_COPIES * w->slp->terminals.size + FEW;
}

// The next item of the innermost rule, or its end.
static bool go_on (rewriting *w) {
  struct frame *f = &FT_TOP (w->frames);
  const ft_production *rule = w->slp->rules.begin + f->rule;
  if (f->item == rule->first + rule->count) {
    finish_rule (w);
    return true;
  }
  ft_item item = w->slp->items.begin[f->item];
  const image *known = known_image (w, item.symbol);
  if (!known) {
    if (ft_slp_is_rule (item.symbol))
      push_frame (w, ft_slp_number (item.symbol));
    else if (!rewrite_terminal (w, item.symbol))
      return false;
    return !is_too_large (w);
  }
  ft_id before = w->state;
  if (is_concerned (w, item.symbol))
    w->state = known->state;
  return end_round (w, f, known->symbol, before, item.times);
}

static bool rewrite (rewriting *w) {
  push_frame (w, (uint32_t)w->slp->rules.size - 1);
  while (w->frames.size)
    if (!go_on (w))
      return false;
  ft_error error = FT_NO_ERROR;
  return ft_slp_check (&w->to->own, "", &error);
}

static void release (rewriting *w) {
  ft_states_release (&w->states);
  FT_RELEASE (w->concerned);
  ft_map_release (&w->known);
  FT_RELEASE (w->images);
  FT_RELEASE (w->frames);
  FT_RELEASE (w->out);
}

static void add_actions (ft_slp_flow *f) {
  for (size_t t = 0; t < f->slp->terminals.size; t++) {
    const ft_event *e = f->slp->terminals.begin + t;
    begin_action (f, e);
    if (!ft_event_is_void (e))
      ft_flow_event (&f->flow, e, &f->steps);
  }
}

// ---- threads that are forked twice -----------------------------------------

static uint64_t count_forks (const ft_slp *slp, const ft_item *item,
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

// Only the first fork counts then; see 'validate.h'.
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

bool ft_slp_flow_init (ft_slp_flow *f, const ft_slp *slp, const char **why) {
  *f = (ft_slp_flow){.slp = slp};
  ft_flow_init (&f->flow, slp);
  rewriting w = {.to = f, .slp = slp, .state = FT_STATE_FIRST};
  ft_states_init (&w.states, &f->flow, slp);
  *why = NULL;
  if (forks_again (slp))
    *why = "a thread is forked again";
  else if (!find_concerned (&w))
    add_actions (f);
  else if (rewrite (&w))
    f->slp = &f->own;
  else
    *why = "who waits for a condition, barrier or semaphore changes from "
           "round to round of a loop";
  FT_PUSH (f->actions, ((struct ft_slp_action){f->steps.size, FT_NO_ID}));
  release (&w);
  return !*why;
}
