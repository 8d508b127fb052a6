#include "report/consequence_note.h"

#include <stdlib.h>

#include "report/harm.h"

// Whether a write adds 'step', as far as the values are known.
static bool is_step (const ft_trace *t, ft_id event, uint64_t step) {
  const ft_event *e = t->events + event;
  uint64_t old, value, mask = ~UINT64_C (0);
  int bytes = __builtin_popcount (e->mask);
  if (bytes < 8)
    mask >>= 64 - 8 * bytes;
  return ft_kind_writes (e->kind) && e->kind != FT_FREE &&
         ft_harm_new_value (t, e, &value) &&
         ft_harm_old_value (t, event, &old) &&
         ((value - old - step) & mask) == 0;
}

// Whether the value may come from what the thread read there: a constant that
// happens to be one more is no counter.
static bool follows_read (const ft_trace *t, ft_id event) {
  const ft_event *e = t->events + event;
  if (e->kind == FT_ATOMIC_RMW)
    return true;
  for (ft_id i = event; i-- > 0;) {
    const ft_event *before = t->events + i;
    if (before->thread == e->thread && ft_kind_accesses (before->kind) &&
        before->target == e->target && before->mask & e->mask)
      return !ft_kind_writes (before->kind);
  }
  return false;
}

// The step of the counter that the writes of the pair change, or 0.
static int step_of (const ft_trace *t, const ft_race *race) {
  int step = 0;
  for (int k = 0; k < 2; k++) {
    if (race->pair[k] >= t->size) // on an alternative path: not recorded
      return 0;
    if (!ft_kind_writes (t->events[race->pair[k]].kind))
      continue;
    int one = is_step (t, race->pair[k], 1)                ? 1
              : is_step (t, race->pair[k], ~UINT64_C (0)) ? -1
                                                           : 0;
    if (!one || !follows_read (t, race->pair[k]))
      return 0;
    step = step ? step : one;
  }
  return step;
}

// The order in which a step is lost leaves the counter nearer to its beginning.
static bool add_lost_update (ft_strbuf *out, const ft_report *r,
                             const ft_race *race) {
  const ft_consequence *c = &race->consequence;
  const char *values[2] = {c->orders[0].value, c->orders[1].value};
  if (c->class < FT_CONSEQUENCE_CHECK || c->class > FT_CONSEQUENCE_STATE ||
      !values[0] || !values[1])
    return false;
  int step = step_of (r->trace, race);
  unsigned long long a = strtoull (values[0], NULL, 10);
  unsigned long long b = strtoull (values[1], NULL, 10);
  if (!step || a == b)
    return false;
  unsigned long long low = a < b ? a : b, high = a < b ? b : a;
  ft_strbuf_add (out, "lost update: %llu instead of %llu", step > 0 ? low : high,
                 step > 0 ? high : low);
  return true;
}

// Whether two writes change bits of their bytes that the other one leaves alone.
static bool changes_other_bits (const ft_trace *t, const ft_race *race) {
  uint64_t changed[2];
  for (int k = 0; k < 2; k++) {
    const ft_event *e = t->events + race->pair[k];
    uint64_t old, value;
    if (race->pair[k] >= t->size || !ft_kind_writes (e->kind) || e->kind == FT_FREE ||
        !ft_harm_new_value (t, e, &value) ||
        !ft_harm_old_value (t, race->pair[k], &old))
      return false;
    changed[k] = old ^ value;
  }
  return t->events[race->pair[0]].mask == t->events[race->pair[1]].mask &&
         changed[0] && changed[1] && !(changed[0] & changed[1]);
}

static bool add_equal (ft_strbuf *out, const ft_report *r,
                       const ft_race *race) {
  if (race->consequence.class != FT_CONSEQUENCE_NONE)
    return false;
  const char *why = ft_harm_writes_equal (r->trace, race) ? "same value"
                    : ft_harm_is_same (r->trace, race->pair[0]) ||
                            ft_harm_is_same (r->trace, race->pair[1])
                        ? "redundant write"
                    : changes_other_bits (r->trace, race) ? "disjoint bits"
                                                          : NULL;
  ft_strbuf_add (out, "%s", why ? why : "");
  return why != NULL;
}

bool ft_consequence_note (ft_strbuf *out, const ft_report *r,
                          const ft_race *race) {
  return race->consequence.known &&
         (add_lost_update (out, r, race) || add_equal (out, r, race));
}

void ft_consequence_add_class (ft_strbuf *out, const ft_consequence *c) {
  ft_strbuf_add (out, "%s", ft_consequence_words (c->class));
  if (ft_consequence_is_brief (c))
    ft_strbuf_add (out, " in %u of %u continuations",
                   c->orders[0].runs + c->orders[1].runs, 2 * c->planned);
}

void ft_consequence_label (ft_strbuf *out, const ft_report *r,
                           const ft_race *race) {
  ft_strbuf note = {0};
  ft_consequence_add_class (out, &race->consequence);
  if (ft_consequence_note (&note, r, race))
    ft_strbuf_add (out, ", %s", ft_strbuf_text (&note));
  ft_strbuf_release (&note);
}
