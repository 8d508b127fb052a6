// Finds the relations that leave the kept instances of candidates unordered,
// and restricts the candidates to one relation.
//
// Cost: one pass over the trace per relation.

#include "candidate/pairs.h"

#include "base/debug_log.h"

// Pairs by their second event.
struct query {
  ft_id second;
  ft_pair *pair;
};

static int compare_queries (const void *a, const void *b) {
  const struct query *p = a, *q = b;
  return (p->second > q->second) - (p->second < q->second);
}

static struct query *sort_queries (ft_candidates *c, size_t *n) {
  *n = 0;
  for (size_t i = 0; i < c->list.size; i++)
    *n += c->list.begin[i].kept;
  struct query *queries = FT_ARRAY (struct query, *n);
  size_t q = 0;
  for (size_t i = 0; i < c->list.size; i++)
    for (uint32_t j = 0; j < c->list.begin[i].kept; j++) {
      ft_pair *pair = c->list.begin[i].closest + j;
      queries[q++] = (struct query){pair->second, pair};
    }
  qsort (queries, *n, sizeof *queries, compare_queries);
  return queries;
}

// Asks one relation about the pairs, until the deadline is over.  Returns the
// number of pairs that were asked about.
static size_t classify (const struct query *queries, size_t n,
                        const ft_trace *trace, enum ft_relation relation,
                        const ft_deadline *deadline) {
  ft_order *order = ft_order_new (relation, &trace->tables);
  ft_time *times = FT_ARRAY (ft_time, trace->size);
  ft_id end = n ? queries[n - 1].second + 1 : 0;
  const struct query *first = queries;
  for (ft_id e = 0; e < end; e++) {
    if (!(e & 4095) && ft_deadline_over (deadline))
      break;
    ft_order_step (order, trace->events + e);
    ft_tid t = trace->events[e].thread;
    times[e] = ft_order_time (order, t);
    for (; n && queries->second == e; queries++, n--) {
      ft_pair *pair = queries->pair;
      ft_tid other = trace->events[pair->first].thread;
      if (!ft_order_before (order, other, times[pair->first], t))
        pair->unordered_by |= 1u << relation;
    }
  }
  free (times);
  ft_order_free (order);
  return (size_t)(queries - first);
}

bool ft_candidates_classify (ft_candidates *c, const ft_index *index,
                             unsigned relations, const ft_deadline *deadline) {
  size_t n, asked;
  struct query *queries = sort_queries (c, &n);
  asked = n;
  for (int r = 0; r <= FT_REL_C11; r++)
    if (r != FT_REL_FORK_JOIN && (relations >> r & 1))
      asked = classify (queries, asked, index->trace, (enum ft_relation)r,
                        deadline);
  for (size_t i = asked; i < n; i++)
    queries[i].pair->unordered_by = 0;
  free (queries);
  return asked == n;
}

void ft_candidates_restrict (ft_candidates *c, enum ft_relation relation) {
  size_t left = 0;
  for (size_t i = 0; i < c->list.size; i++) {
    ft_candidate *candidate = c->list.begin + i;
    uint32_t kept = 0;
    for (uint32_t j = 0; j < candidate->kept; j++) {
      unsigned bits = candidate->closest[j].unordered_by;
      if (!bits || bits >> relation & 1)
        candidate->closest[kept++] = candidate->closest[j];
    }
    if (!kept && candidate->kept)
      FT_DEBUG (CANDIDATE, 1, "dropped, events %u and %u: %s orders all of "
                              "its instances",
                candidate->closest->first, candidate->closest->second,
                ft_relation_name (relation));
    candidate->kept = kept;
    if (kept)
      c->list.begin[left++] = *candidate;
    else
      free (candidate->closest);
  }
  c->list.size = left;
}
