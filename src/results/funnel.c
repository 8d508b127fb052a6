#include "results/funnel.h"

#include <stdbool.h>

#include "order/order.h"

const char *ft_funnel_stage_name (enum ft_funnel_stage stage) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_FUNNEL_STAGES (S)
#undef S
  };
  return names[stage];
}

const char *ft_funnel_state_name (enum ft_funnel_state state) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_FUNNEL_STATES (S)
#undef S
  };
  return names[state];
}

enum ft_funnel_stage ft_funnel_stage_of (unsigned unordered_by) {
  return unordered_by >> FT_REL_HB & 1    ? FT_FUNNEL_HB
         : unordered_by >> FT_REL_WCP & 1 ? FT_FUNNEL_WCP
         : unordered_by >> FT_REL_DC & 1  ? FT_FUNNEL_DC
                                          : FT_FUNNEL_HYBRID;
}

// Whether a stage is named without numbers: nobody counted its candidates, or
// it has none.
static bool is_only_named (const ft_funnel_row *row, int stage) {
  bool begun = row->state != FT_FUNNEL_STATE_WAITING &&
               row->state != FT_FUNNEL_STATE_LEFT_OUT;
  return !begun && (stage >= FT_FUNNEL_VALUE || !row->candidates);
}

static bool is_shown (const ft_funnel_row *row, int stage) {
  bool empty = row->state == FT_FUNNEL_STATE_FINISHED && !row->candidates;
  return row->state != FT_FUNNEL_STATE_NONE &&
         !(empty && stage >= FT_FUNNEL_VALUE);
}

static void add_row (ft_strbuf *out, const ft_funnel_row *row, bool first) {
  if (row->candidates)
    ft_strbuf_add (out, " %zu of %zu%s", row->decided, row->candidates,
                   first ? " decided" : "");
  else
    ft_strbuf_add (out, " 0");
  if (row->state != FT_FUNNEL_STATE_FINISHED)
    ft_strbuf_add (out, ", %s", ft_funnel_state_name (row->state));
  if (row->left >= 1)
    ft_strbuf_add (out, " (about %.0f s more)", row->left);
}

void ft_funnel_describe (ft_strbuf *out,
                         const ft_funnel_row rows[FT_FUNNEL_COUNT]) {
  const ft_funnel_row *named = NULL; // the last one, if it was only named
  const char *between = "";
  bool first = true;
  for (int s = 0; s < FT_FUNNEL_COUNT; s++) {
    const ft_funnel_row *row = rows + s;
    const char *name = ft_funnel_stage_name ((enum ft_funnel_stage)s);
    if (!is_shown (row, s))
      continue;
    bool joins = named && is_only_named (row, s) && named->state == row->state;
    if (named && !joins)
      ft_strbuf_add (out, " %s", ft_funnel_state_name (named->state));
    ft_strbuf_add (out, "%s%s", joins ? ", " : between, name);
    between = " · ";
    named = is_only_named (row, s) ? row : NULL;
    if (!named) {
      add_row (out, row, first && row->candidates);
      first &= !row->candidates;
    }
  }
  if (named)
    ft_strbuf_add (out, " %s", ft_funnel_state_name (named->state));
}
