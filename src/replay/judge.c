#include "replay/judge.h"

#include <string.h>

#include "replay/heap_reads.h"
#include "replay/states.h"

// A run that was killed at its time limit hangs if another one ended.
static void judge_times (ft_order_outcomes o[2]) {
  bool ended = false;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].all.size; i++)
      ended |= !o[k].all.begin[i].timed_out;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].all.size; i++) {
      ft_continued *x = o[k].all.begin + i;
      if (ended && x->timed_out && x->class > FT_CONSEQUENCE_HANG)
        x->class = FT_CONSEQUENCE_HANG;
    }
}

// ---- words -----------------------------------------------------------------

// The first line that one text has and the other has not, as long as a line of
// a report allows.
static void add_line_beside (ft_strbuf *text, const char *a, const char *b) {
  enum { MOST = 80 };
  while (*a) {
    size_t n = strcspn (a, "\n"), m = strcspn (b, "\n");
    if (n != m || strncmp (a, b, n)) {
      ft_strbuf_add (text, "'%.*s%s'", (int)(n < MOST ? n : MOST), a,
                     n < MOST ? "" : "…");
      return;
    }
    a += n + (a[n] != 0);
    b += m + (b[m] != 0);
  }
  ft_strbuf_add (text, "nothing more");
}

// Of the outcomes that depend on the order, or of those that do not; NULL:
// there are none.
static const ft_continued *worst_of (const ft_order_outcomes *o, bool of_both) {
  const ft_continued *worst = NULL;
  for (size_t i = 0; i < o->all.size; i++) {
    const ft_continued *x = o->all.begin + i;
    if (x->of_both == of_both && (!worst || x->class < worst->class))
      worst = x;
  }
  return worst;
}

// All continuations of the order that reached the race.
static size_t count_runs (const ft_order_outcomes *o) {
  return o->all.size + o->discounted.size;
}

static void add_difference (ft_strbuf *text, enum ft_consequence_class class,
                            const ft_continued *own,
                            const ft_continued *other) {
  switch (class) {
  case FT_CONSEQUENCE_OUTPUT:
    ft_strbuf_add (text, "writes ");
    add_line_beside (text, ft_strbuf_text (&own->written),
                     ft_strbuf_text (&other->written));
    return;
  case FT_CONSEQUENCE_STATE:
    ft_strbuf_add (text, "leaves the value %s", ft_strbuf_text (&own->state));
    return;
  default:
    ft_strbuf_add (text, "%s", ft_strbuf_text (&own->ended));
  }
}

// "with T2 first: SIGSEGV ... (in 4 of 4 continuations)"
static void add_worst (ft_strbuf *text, const ft_order_outcomes *o,
                       const ft_continued *worst) {
  size_t n = 0;
  for (size_t i = 0; i < o->all.size; i++)
    n += o->all.begin[i].class == worst->class;
  ft_strbuf_add (text, "%s: %s (%zu of %zu continuation%s)",
                 ft_strbuf_text (&o->accesses), ft_strbuf_text (&worst->ended),
                 n, count_runs (o), count_runs (o) == 1 ? "" : "s");
}

// The order decides something of this class: takes the differences.
static void set_class (ft_consequence *c, const ft_order_outcomes o[2],
                       enum ft_consequence_class class,
                       ft_strbuf differences[2], ft_strbuf *text) {
  c->class = class;
  text->size = 0;
  for (int k = 0; k < 2; k++) {
    ft_strbuf_add (text, "%s%s: %s", k ? "; " : "",
                   ft_strbuf_text (&o[k].accesses),
                   ft_strbuf_text (differences + k));
    free (c->orders[k].difference);
    c->orders[k].difference = ft_strbuf_take (differences + k);
  }
}

// What is not the same in a second run of the same order does not count: the
// clock or the system may decide it.
static void compare (ft_consequence *c, const ft_order_outcomes o[2],
                     enum ft_consequence_class class, ft_continued_part *part,
                     ft_strbuf *text) {
  const ft_continued *pair[2];
  ft_strbuf differences[2] = {{0}, {0}};
  if (c->class <= class || !ft_orders_decide (o, part) ||
      !ft_orders_find_pair (o, part, pair) || !ft_order_is_steady (o, part) ||
      !ft_order_is_steady (o + 1, part))
    return;
  for (int k = 0; k < 2; k++)
    add_difference (differences + k, class, pair[k], pair[!k]);
  set_class (c, o, class, differences, text);
}

static void judge_absolute (ft_consequence *c, ft_order_outcomes o[2],
                            ft_strbuf *text) {
  judge_times (o);
  ft_orders_mark_alike (o);
  for (int k = 0; k < 2; k++) {
    const ft_continued *worst = worst_of (o + k, false);
    const ft_continued *common = worst_of (o + k, true);
    const ft_continued *shown =
        !worst || (common && common->class < worst->class) ? common : worst;
    c->orders[k].runs = (unsigned)count_runs (o + k);
    if (shown)
      c->orders[k].ended = ft_strdup (ft_strbuf_text (&shown->ended));
    if (!worst || worst->class >= c->class)
      continue;
    c->class = worst->class;
    text->size = 0;
    add_worst (text, o + k, worst);
  }
}

// An access behind the end of a block counts if one order alone has it:
// allocators of the program may know what they do.
static void judge_overruns (ft_consequence *c, const ft_order_outcomes o[2],
                            ft_strbuf *text) {
  const ft_continued *found[2] = {NULL, NULL};
  unsigned count[2] = {0, 0};
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].all.size; i++)
      if (o[k].all.begin[i].overrun.size) {
        found[k] = o[k].all.begin + i;
        count[k]++;
      }
  if (c->class <= FT_CONSEQUENCE_MEMORY || !found[0] == !found[1])
    return;
  int k = found[1] != NULL;
  c->class = FT_CONSEQUENCE_MEMORY;
  text->size = 0;
  ft_strbuf_add (text, "%s: %s (%u of %zu continuation%s)",
                 ft_strbuf_text (&o[k].accesses),
                 ft_strbuf_text (&found[k]->overrun), count[k], o[k].all.size,
                 o[k].all.size == 1 ? "" : "s");
  c->orders[k].difference = ft_strdup (ft_strbuf_text (&found[k]->overrun));
}

// The value of the variable at the end, if all continuations of an order leave
// the same one.
static void keep_values (ft_consequence *c, const ft_order_outcomes o[2]) {
  for (int k = 0; k < 2; k++)
    if (!FT_EMPTY (o[k].all) && ft_order_is_known (o + k, ft_continued_state) &&
        ft_order_has_one (o + k, ft_continued_state))
      c->orders[k].value =
          ft_strdup (ft_strbuf_text (&o[k].all.begin[0].state));
}

// ---- files and memory
// --------------------------------------------------------

// The outcomes of an order, with its control: one alone may be so by chance.
static void add_states (ft_states *states, const ft_order_outcomes o[2],
                        void (*add) (const ft_continued *, ft_strbuf *)) {
  for (unsigned k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].all.size + o[k].control.size; i++) {
      ft_strbuf lines = {0};
      add (i < o[k].all.size ? o[k].all.begin + i : o[k].control.begin, &lines);
      ft_states_add (states, k, ft_strbuf_text (&lines));
      ft_strbuf_release (&lines);
    }
}

static bool are_repeated (const ft_order_outcomes o[2]) {
  return o[0].all.size + o[0].control.size > 1 &&
         o[1].all.size + o[1].control.size > 1;
}

static void add_files (const ft_continued *x, ft_strbuf *lines) {
  ft_final_files_list (&x->files, lines);
}

static void add_memory (const ft_continued *x, ft_strbuf *lines) {
  ft_strbuf_add (lines, "%s", ft_strbuf_text (&x->memory));
}

static void compare_files (ft_consequence *c, const ft_order_outcomes o[2],
                           ft_strbuf *text) {
  ft_states states = {0};
  ft_strbuf differences[2] = {{0}, {0}};
  if (c->class <= FT_CONSEQUENCE_OUTPUT || !are_repeated (o))
    return;
  add_states (&states, o, add_files);
  const char *name = ft_states_first (&states);
  if (name) {
    for (int k = 0; k < 2; k++)
      ft_final_files_add_difference (differences + k, &o[k].all.begin->files,
                                     &o[!k].all.begin->files, name);
    set_class (c, o, FT_CONSEQUENCE_OUTPUT, differences, text);
  }
  ft_states_release (&states);
}

static void add_reads (const ft_continued *x, ft_strbuf *lines) {
  ft_strbuf_add (lines, "%s", ft_strbuf_text (&x->reads));
}

// A read of heap bytes that nothing had written counts if the same access finds
// them written in the other order: what writes them may be unknown.
static void judge_unwritten (ft_consequence *c, const ft_order_outcomes o[2],
                             ft_strbuf *text) {
  ft_states states = {0};
  unsigned k;
  if (c->class <= FT_CONSEQUENCE_MEMORY)
    return;
  add_states (&states, o, add_reads);
  const char *name = ft_states_opposed (&states, FT_HEAP_READ_UNWRITTEN,
                                        FT_HEAP_READ_WRITTEN, &k);
  if (name) {
    ft_strbuf difference = {0};
    ft_strbuf_add (&difference, "reads %s of the heap that nothing has written",
                   name);
    c->class = FT_CONSEQUENCE_MEMORY;
    text->size = 0;
    ft_strbuf_add (text, "%s: %s (%zu of %zu continuation%s)",
                   ft_strbuf_text (&o[k].accesses), difference.text,
                   o[k].all.size, o[k].all.size, o[k].all.size == 1 ? "" : "s");
    free (c->orders[k].difference);
    c->orders[k].difference = ft_strbuf_take (&difference);
  }
  ft_states_release (&states);
}

static void compare_memory (ft_consequence *c, const ft_order_outcomes o[2],
                            ft_strbuf *text) {
  ft_states states = {0};
  ft_strbuf values[2] = {{0}, {0}}, differences[2] = {{0}, {0}};
  if (c->class <= FT_CONSEQUENCE_STATE || !are_repeated (o))
    return;
  add_states (&states, o, add_memory);
  if (ft_states_decided (&states, values)) {
    for (int k = 0; k < 2; k++)
      ft_strbuf_add (differences + k, "leaves %s", ft_strbuf_text (values + k));
    set_class (c, o, FT_CONSEQUENCE_STATE, differences, text);
  }
  for (int k = 0; k < 2; k++)
    ft_strbuf_release (values + k);
  ft_states_release (&states);
}

// ---- all
// ---------------------------------------------------------------------

static bool is_tried (const ft_order_outcomes *o) {
  return o->tried && !o->unsure;
}

// Why nothing was seen of an order, or of both.
static const char *reason_of (const ft_order_outcomes *o) {
  return o->unsure   ? "had not ended when its share of the time was over "
                       "(--consequence-budget)"
         : !o->tried ? "the time for continuations was over "
                       "(--consequence-budget)"
                     : "no continuation reached the accesses";
}

static void judge_untried (ft_consequence *c, const ft_order_outcomes o[2],
                           ft_strbuf *text) {
  bool one = !FT_EMPTY (o[0].all) || !FT_EMPTY (o[1].all);
  const ft_order_outcomes *missing = o + (is_tried (o) && !is_tried (o + 1));
  c->class = FT_CONSEQUENCE_NOT_TRIED;
  if (one)
    missing = o + !FT_EMPTY (o[0].all);
  ft_strbuf_add (text, "%s%s%s",
                 one || missing->unsure ? ft_strbuf_text (&missing->accesses)
                                        : "",
                 one || missing->unsure ? ": not tried, " : "not tried: ",
                 reason_of (missing));
}

static void judge_none (ft_consequence *c, ft_strbuf *text) {
  ft_strbuf_add (text, "no difference in %u and %u", c->orders[0].runs,
                 c->orders[1].runs);
  if (ft_consequence_is_brief (c))
    ft_strbuf_add (text, " of %u and %u", c->planned, c->planned);
  ft_strbuf_add (text, " continuations: end, output, files, heap memory, last "
                       "values of globals and heap blocks");
}

// The worst end of an order that was taken out; NULL: there is none.
static const ft_continued *worst_discounted (const ft_order_outcomes *o,
                                             bool of_both) {
  const ft_continued *worst = NULL;
  for (size_t i = 0; i < o->discounted.size; i++) {
    const ft_continued *x = o->discounted.begin + i;
    if ((x->discount == FT_DISCOUNT_BOTH) == of_both &&
        (!worst || x->class < worst->class))
      worst = x;
  }
  return worst;
}

// An end that does not depend on the order is no consequence, but is named.
static void add_common_end (ft_consequence *c, const ft_order_outcomes o[2],
                            ft_strbuf *text) {
  const ft_continued *ends[] = {worst_of (o, true), worst_discounted (o, true),
                                worst_discounted (o + 1, true)};
  const ft_continued *common = NULL;
  for (int i = 0; i < 3; i++)
    if (ends[i] && (!common || ends[i]->class < common->class))
      common = ends[i];
  if (!common || common->class >= FT_CONSEQUENCE_OUTPUT)
    return;
  c->in_both = ft_strdup (ft_strbuf_text (&common->ended));
  if (common->class < c->class)
    ft_strbuf_add (text, "; seen in both orders: %s", c->in_both);
}

// Nor is one that was seen in some continuations of one order, and not again.
static void add_uncounted_end (ft_consequence *c, const ft_order_outcomes o[2],
                               ft_strbuf *text) {
  const ft_continued *first = worst_discounted (o, false),
                     *second = worst_discounted (o + 1, false);
  bool is_second = second && (!first || second->class < first->class);
  const ft_continued *x = is_second ? second : first;
  ft_strbuf said = {0};
  if (!x)
    return;
  ft_strbuf_add (&said, "%s: %s (%s)",
                 ft_strbuf_text (&o[is_second].accesses),
                 ft_strbuf_text (&x->ended),
                 x->discount == FT_DISCOUNT_CHANCE
                     ? "not when the same continuation was made again"
                     : "not repeated, since the time was over");
  ft_strbuf_add (text, "; not counted: %s", ft_strbuf_text (&said));
  c->not_counted = ft_strbuf_take (&said);
}

static void compare_all (ft_consequence *c, const ft_order_outcomes o[2],
                         ft_strbuf *text) {
  judge_overruns (c, o, text);
  judge_unwritten (c, o, text);
  compare (c, o, FT_CONSEQUENCE_CHECK, ft_continued_status, text);
  compare (c, o, FT_CONSEQUENCE_OUTPUT, ft_continued_written, text);
  compare_files (c, o, text);
  compare (c, o, FT_CONSEQUENCE_STATE, ft_continued_state, text);
  compare_memory (c, o, text);
}

void ft_consequence_judge (ft_consequence *c, ft_order_outcomes o[2],
                           unsigned planned) {
  ft_strbuf text = {0};
  bool some = !FT_EMPTY (o[0].all) || !FT_EMPTY (o[1].all);
  bool both = !FT_EMPTY (o[0].all) && !FT_EMPTY (o[1].all);
  *c = (ft_consequence){
      .known = true, .class = FT_CONSEQUENCE_NONE, .planned = planned};
  judge_absolute (c, o, &text);
  keep_values (c, o);
  if (both)
    compare_all (c, o, &text);
  if (c->class == FT_CONSEQUENCE_NONE && both)
    judge_none (c, &text);
  else if (c->class == FT_CONSEQUENCE_NONE && some && is_tried (o) &&
           is_tried (o + 1)) {
    c->class = FT_CONSEQUENCE_ONE_ORDER;
    ft_strbuf_add (&text, "the other order than '%s' was not reached",
                   ft_strbuf_text (&o[FT_EMPTY (o[0].all)].accesses));
  } else if (c->class == FT_CONSEQUENCE_NONE)
    judge_untried (c, o, &text);
  add_common_end (c, o, &text);
  add_uncounted_end (c, o, &text);
  c->text = ft_strbuf_take (&text);
}
