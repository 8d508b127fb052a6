// The summary of a rule, from the summary builder at the rule's end.

#include "grammar/slp_summary.h"

#include <string.h>

#include "grammar/slp_summary_builder.h"

typedef struct ft_summary_builder_access access_to;

void ft_rule_summary_release (ft_rule_summary *s) {
  FT_RELEASE (s->objects);
  ft_matrix_release (&s->matrix);
  FT_RELEASE (s->befores);
  FT_RELEASE (s->afters);
  FT_RELEASE (s->levels);
  FT_RELEASE (s->accesses);
}

uint64_t ft_rule_summary_bytes (const ft_rule_summary *s) {
  return (s->matrix.size * s->matrix.words + s->befores.capacity +
          s->afters.capacity) *
             sizeof (uint64_t) +
         s->objects.capacity * sizeof *s->objects.begin +
         s->levels.capacity * sizeof *s->levels.begin +
         s->accesses.capacity * sizeof *s->accesses.begin;
}

struct timed {
  uint32_t thread, access;
  ft_summary_builder_time time;
};

static int by_thread_and_time (const void *a, const void *b) {
  const struct timed *s = a, *t = b;
  if (s->thread != t->thread)
    return s->thread < t->thread ? -1 : 1;
  return (s->time > t->time) - (s->time < t->time);
}

// Appends the set of objects that know this time of the thread.
static void push_after (ft_rule_summary *to, const ft_summary_builder *s,
                        const struct timed *t) {
  size_t words = to->matrix.words, begin = to->afters.size;
  for (size_t w = 0; w < words; w++)
    FT_PUSH (to->afters, 0);
  for (size_t c = 0; c < s->objects.size; c++)
    if (ft_summary_builder_clock (s, c)[t->thread] >= t->time)
      ft_bit_add (to->afters.begin + begin, c);
  FT_PUSH (to->levels, ((struct ft_rule_summary_after){
                           s->threads.begin[t->thread].object, 1}));
}

// Accesses of a thread that the same objects know share a set.  They come in
// the order of time, so the equal set is the last one.
static ft_id add_after (ft_rule_summary *to, const ft_summary_builder *s,
                        const struct timed *t, const struct timed *before) {
  size_t words = to->matrix.words, n = to->levels.size;
  if (before && before->thread == t->thread && before->time == t->time)
    return (ft_id)(n - 1);
  push_after (to, s, t);
  if (!before || before->thread != t->thread)
    return (ft_id)n;
  const uint64_t *set = to->afters.begin + n * words;
  to->levels.begin[n].level = to->levels.begin[n - 1].level + 1;
  if (memcmp (set, set - words, words * sizeof *set))
    return (ft_id)n;
  to->levels.size--;
  to->afters.size -= words;
  return (ft_id)(n - 1);
}

static void add_accesses (ft_rule_summary *to, const ft_summary_builder *s) {
  size_t n = s->accesses.size;
  struct timed *order = FT_ARRAY (struct timed, n + 1);
  for (size_t i = 0; i < n; i++) {
    const access_to *a = s->accesses.begin + i;
    order[i] = (struct timed){a->thread, (uint32_t)i, a->time};
  }
  qsort (order, n, sizeof *order, by_thread_and_time);
  FT_RESERVE (to->accesses, n + 1);
  for (size_t i = 0; i < n; i++) {
    const access_to *a = s->accesses.begin + order[i].access;
    ft_id after = add_after (to, s, order + i, i ? order + i - 1 : NULL);
    FT_PUSH (to->accesses,
             ((struct ft_rule_summary_access){a->access, a->before, after,
                                              a->first, a->last}));
  }
  free (order);
}

static ft_rule_summary summarise (const ft_summary_builder *s) {
  ft_rule_summary to = {0};
  FT_RESERVE (to.objects, s->objects.size + 1);
  for (size_t c = 0; c < s->objects.size; c++)
    FT_PUSH (to.objects, s->objects.begin[c]);
  to.matrix = ft_matrix_zero (s->objects.size);
  if (s->known.size)
    memcpy (to.matrix.bits, s->known.begin, s->known.size * sizeof (uint64_t));
  FT_RESERVE (to.befores, s->befores.size + 1);
  if (s->befores.size)
    memcpy (to.befores.begin, s->befores.begin,
            s->befores.size * sizeof (uint64_t));
  to.befores.size = s->befores.size;
  add_accesses (&to, s);
  return to;
}

ft_rule_summary ft_summary_builder_end (ft_summary_builder *s) {
  ft_rule_summary summary = {0};
  if (!s->last)
    summary = summarise (s);
  for (size_t c = 0; c < s->objects.size; c++)
    s->object_at.begin[s->objects.begin[c]] = FT_NO_ID;
  for (size_t i = 0; i < s->accesses.size; i++) {
    uint32_t access = s->accesses.begin[i].access;
    s->access_at.begin[access] = FT_NO_ID;
    s->newest.begin[s->slp_accesses->list.begin[access].variable] = FT_NO_ID;
  }
  FT_CLEAR (s->objects);
  FT_CLEAR (s->threads);
  FT_CLEAR (s->thread_at);
  FT_CLEAR (s->accesses);
  FT_CLEAR (s->befores);
  return summary;
}
