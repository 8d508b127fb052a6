// From a branch to input that turns it.
//
// Three problems at most, each leaving out what the one before it could not
// have: all that the way is held to; the same without pins; without what is
// undefined.  In each all bytes of input are to stay what they were; as long as
// that is impossible, those that the solver names as reasons are let go.

#include <stdio.h>
#include <string.h>

#include "explore/concolic_trail.h"

// Whether the way to the branch is held to anything of a sort.
static bool any (const ft_concolic *c, const ft_fork_in_path *f,
                 enum ft_hold why) {
  for (size_t i = 0; i < f->before; i++)
    if (c->trail.begin[i].why == why)
      return true;
  return false;
}

static void assert_way (ft_concolic *c, ft_smt *smt, const ft_fork_in_path *f,
                        enum ft_hold most) {
  for (size_t i = 0; i < f->before; i++)
    if (c->trail.begin[i].why <= most)
      ft_smt_assert (smt, c->trail.begin[i].term);
  ft_smt_assert (smt, ft_smt_not (smt, f->same));
}

// A group for each byte that stays if it can; the index of the group is the
// number of such bytes before it.
static void assert_inputs (ft_concolic *c, ft_smt *smt) {
  ft_smt_track (smt);
  for (size_t i = 0; i < c->inputs.size; i++) {
    const ft_input_byte *b = c->inputs.begin + i;
    if (!b->known)
      continue;
    ft_smt_group (smt, (ft_id)i, FT_NO_ID);
    ft_smt_assert (
        smt, ft_smt_equal (smt, b->word, ft_smt_word_of (smt, b->recorded)));
    ft_smt_ungroup (smt);
  }
}

// Lets go of the bytes in each core, until there is an answer.
static enum ft_answer check (ft_smt *smt) {
  size_t n = ft_smt_groups (smt);
  bool *kept = FT_ARRAY (bool, n + 1), *core = FT_ARRAY (bool, n + 1);
  memset (kept, true, n);
  enum ft_answer answer;
  for (bool less = true; less;) {
    memcpy (core, kept, n);
    answer = ft_smt_check_groups (smt, core);
    less = false;
    for (size_t i = 0; i < n && answer == FT_UNSAT; i++)
      if (core[i])
        kept[i] = false, less = true;
  }
  free (kept);
  free (core);
  return answer;
}

static void take_changes (ft_concolic *c, ft_smt *smt, ft_turned *out) {
  const ft_intern *sources = &c->trace->tables.origins.sources;
  for (size_t i = 0; i < c->inputs.size; i++) {
    const ft_input_byte *b = c->inputs.begin + i;
    uint8_t byte = (uint8_t)ft_smt_word_value (smt, b->word);
    if (!b->known || byte != b->recorded)
      FT_PUSH (out->changes, ((ft_input_change){
                                 ft_intern_name (sources, b->source), b->at,
                                 byte}));
  }
}

static enum ft_answer solve (ft_concolic *c, const ft_fork_in_path *f,
                             enum ft_hold most, ft_turned *out) {
  ft_smt *smt =
      ft_smt_new_words (c->smt, c->limits.timeout, c->limits.memory);
  assert_way (c, smt, f, most);
  assert_inputs (c, smt);
  enum ft_answer answer = check (smt);
  if (answer == FT_SAT)
    take_changes (c, smt, out);
  if (answer == FT_UNKNOWN)
    snprintf (out->why, sizeof out->why, "%s", ft_smt_reason (smt));
  ft_smt_free (smt);
  return answer;
}

void ft_concolic_turn (ft_concolic *c, size_t branch, ft_turned *out) {
  static const enum ft_hold tries[] = {FT_HOLD_PIN, FT_HOLD_DEFINED,
                                       FT_HOLD_TRAP};
  const ft_fork_in_path *f = c->forks.begin + branch;
  bool unknown = false;
  FT_CLEAR (out->changes);
  out->answer = FT_UNSAT;
  out->why[0] = 0;
  for (int i = 0; i < 3 && out->answer != FT_SAT; i++) {
    if (i && !any (c, f, tries[i - 1]))
      continue;
    out->loose = i && any (c, f, FT_HOLD_PIN);
    out->undefined = i == 2;
    out->answer = solve (c, f, tries[i], out);
    unknown |= out->answer == FT_UNKNOWN;
  }
  if (unknown && out->answer != FT_SAT)
    out->answer = FT_UNKNOWN;
}

void ft_turned_release (ft_turned *t) {
  FT_RELEASE (t->changes);
}
