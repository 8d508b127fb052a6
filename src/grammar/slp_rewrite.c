// A repeated rule goes from state to state.  Once a round leaves the state as
// it was, the remaining rounds repeat it.  Programs come to that after a round
// or two.  Where they do not (posts that pile up, or a count that a loop uses
// up), the rewriting is given up.
//
// Cost: each rule once for each state in which it is used, of which programs
// have few.

#include "grammar/slp_rewrite.h"

#include "base/hash.h"

// MOST_ROUNDS: rounds after which a repetition must leave the state as it was.
// MOST_COPIES: copies of a rule or terminal on average, with FEW more in all.
enum { MOST_ROUNDS = 256, MOST_COPIES = 16, FEW = 4096 };

// A symbol of the new grammar, made for a symbol of the old one in a state.
typedef struct image {
  uint32_t symbol;
  ft_id state; // after the symbol, as far as the state matters to it
} image;

// A rule of the old grammar that is being rewritten.
struct frame {
  uint32_t rule;
  ft_id state;  // at its beginning
  ft_id around; // state of the rule that uses it
  size_t item;
  uint64_t round; // of the current item
  size_t out;     // index of its first item in 'out'
};

typedef struct rewriting {
  const ft_slp *slp;
  ft_slp *to;
  const ft_slp_contexts *contexts;
  ft_map known; // symbol and state -> index in 'images'
  FT_STACK (image) images;
  FT_STACK (struct frame) frames;
  FT_STACK (ft_production_item) out;
  ft_id state; // as far as it matters to the innermost rule
} rewriting;

// ---- images ----------------------------------------------------------------

static ft_id state_inside (const rewriting *w, uint32_t symbol) {
  return w->contexts->inside (w->contexts->context, w->state, symbol);
}

static uint64_t key_of (uint32_t symbol, ft_id state) {
  return (uint64_t)symbol << 32 | state;
}

static void add_image (rewriting *w, uint64_t key, image i) {
  *ft_map_at (&w->known, key) = (ft_id)w->images.size;
  FT_PUSH (w->images, i);
}

// False if there are too many states.
static bool rewrite_terminal (rewriting *w, uint32_t symbol, ft_id state) {
  uint32_t t = ft_slp_number (symbol);
  ft_id after = w->contexts->step (w->contexts->context, state, t);
  uint32_t new = ft_slp_add (w->to, w->slp->terminals.begin + t);
  add_image (w, key_of (symbol, state), (image){FT_SLP_TERMINAL (new), after});
  return after != FT_NO_ID;
}

// ---- rounds ----------------------------------------------------------------

static void append_out (rewriting *w, const struct frame *f, uint32_t symbol,
                        uint64_t times) {
  if (w->out.size > f->out && FT_TOP (w->out).symbol == symbol)
    FT_TOP (w->out).times += times;
  else
    FT_PUSH (w->out, ((ft_production_item){symbol, times}));
}

// Ends a round of the item, which began in state 'before'.  False if too many
// rounds change the state.
static bool end_round (rewriting *w, struct frame *f, uint32_t symbol,
                       ft_id before, uint64_t times) {
  uint64_t rounds = w->state == before ? times - f->round : 1;
  append_out (w, f, symbol, rounds);
  f->round += rounds;
  if (f->round == times) {
    f->round = 0;
    f->item++;
  }
  return f->round < MOST_ROUNDS;
}

// ---- rules -----------------------------------------------------------------

static void push_frame (rewriting *w, uint32_t rule, ft_id state) {
  FT_PUSH (w->frames,
           ((struct frame){rule, state, w->state,
                           w->slp->rules.begin[rule].first, 0, w->out.size}));
  w->state = state;
}

static void finish_rule (rewriting *w) {
  struct frame f = FT_POP (w->frames);
  for (size_t i = f.out; i < w->out.size; i++)
    ft_slp_item (w->to, w->out.begin[i].symbol, w->out.begin[i].times);
  w->out.size = f.out;
  image made = {FT_SLP_RULE (ft_slp_rule (w->to)), w->state};
  add_image (w, key_of (FT_SLP_RULE (f.rule), f.state), made);
  w->state = f.around;
}

static bool is_too_large (const rewriting *w) {
  return w->to->rules.size > MOST_COPIES * w->slp->rules.size + FEW ||
         w->to->terminals.size > MOST_COPIES * w->slp->terminals.size + FEW;
}

// Rewrites the next item of the innermost rule, or ends the rule.
static bool rewrite_next (rewriting *w) {
  struct frame *f = &FT_TOP (w->frames);
  const ft_production *rule = w->slp->rules.begin + f->rule;
  if (f->item == rule->first + rule->count) {
    finish_rule (w);
    return true;
  }
  ft_production_item item = w->slp->items.begin[f->item];
  ft_id state = state_inside (w, item.symbol), before = w->state;
  ft_id known = ft_map_get (&w->known, key_of (item.symbol, state));
  if (known == FT_NO_ID) {
    if (ft_slp_is_rule (item.symbol))
      push_frame (w, ft_slp_number (item.symbol), state);
    else if (!rewrite_terminal (w, item.symbol, state))
      return false;
    return !is_too_large (w);
  }
  image i = w->images.begin[known];
  w->state =
      w->contexts->outside (w->contexts->context, before, item.symbol, i.state);
  return end_round (w, f, i.symbol, before, item.times);
}

static bool rewrite (rewriting *w) {
  push_frame (w, (uint32_t)w->slp->rules.size - 1, 0);
  while (w->frames.size)
    if (!rewrite_next (w))
      return false;
  ft_error error = FT_NO_ERROR;
  return ft_slp_check (w->to, "", &error);
}

bool ft_slp_rewrite (const ft_slp *slp, const ft_slp_contexts *contexts,
                     ft_slp *to) {
  rewriting w = {.slp = slp, .to = to, .contexts = contexts};
  bool fine = !slp->rules.size || rewrite (&w);
  ft_map_release (&w.known);
  FT_RELEASE (w.images);
  FT_RELEASE (w.frames);
  FT_RELEASE (w.out);
  return fine;
}
