// The constraints of 'maximal.c' on events that another event must allow: wakes
// and failed tries ('certify/enablers.h').  The event, if it happens, chooses a
// candidate that begins before it and does not end too early.  A signal is
// chosen by one wake at most ('maximal_objects.c').
//
// Cost: for each such event, the candidates that the graph leaves open.  Tested
// as 'maximal.c' is.

#include "encoders/maximal_parts.h"

typedef FT_STACK (ft_term) terms;

// Whether a candidate that begins before the window lasts into it.
static bool lasts (const ft_maximal *e, ft_id event, ft_id candidate) {
  ft_id since = e->facts->enablers->since[event];
  ft_id end = ft_enablers_end (e->facts->enablers, candidate);
  return end == FT_NO_ID || end >= e->cone->question.begin ||
         (end == candidate && candidate > since);
}

// A literal: the candidate lets the event happen.
static void add_candidate (ft_maximal *e, ft_id event, ft_id candidate,
                           terms *all) {
  ft_id since = e->facts->enablers->since[event];
  ft_id end = ft_enablers_end (e->facts->enablers, candidate);
  ft_term chosen = ft_smt_bool (e->literals.smt, false);
  ft_term not = ft_literals_not (&e->literals, chosen);
  FT_PUSH (*all, chosen);
  if (e->facts->trace->events[candidate].kind == FT_SIGNAL &&
      !e->cone->question.begin)
    ft_maximal_take (e, event, candidate, chosen);
  if (candidate >= e->cone->question.begin) {
    CLAUSE (not, included (e, candidate));
    CLAUSE (not, before (e, candidate, event));
    if (e->facts->trace->events[event].kind == FT_WAKE)
      ft_maximal_hand_on (e, candidate, event, not);
  }
  if (end == FT_NO_ID || !may_include (e, end) || !may_include (e, since))
    return;
  if (end == candidate)
    CLAUSE (not, before (e, since, end));
  else
    CLAUSE (not, excluded (e, end), before (e, since, end));
}

static void add_candidates (ft_maximal *e, ft_id event,
                            const ft_access_list *list, terms *all) {
  const ft_access_lists *l = ft_enablers_lists (e->facts->enablers, event);
  ft_id since = e->facts->enablers->since[event];
  ft_id first = ft_access_list_from (l, list, e->cone->start[list->thread]);
  ft_id last = ft_access_list_from (l, list, e->cone->top[list->thread]);
  for (ft_id i = first; i < last; i++) {
    ft_id candidate = l->events[i];
    ft_id end = ft_enablers_end (e->facts->enablers, candidate);
    if (ordered (e, event, candidate))
      break; // the later candidates of the thread are ordered too
    if (end != FT_NO_ID && may_include (e, end) && may_include (e, since) &&
        ordered (e, end, since))
      continue;
    add_candidate (e, event, candidate, all);
  }
  if (first > list->begin && lasts (e, event, l->events[first - 1]))
    add_candidate (e, event, l->events[first - 1], all);
}

void ft_maximal_enable (ft_maximal *e, ft_id event) {
  const ft_access_lists *l = ft_enablers_lists (e->facts->enablers, event);
  const ft_event *events = e->facts->trace->events;
  ft_id target = events[event].target;
  terms clause = {0};
  ft_smt_group (e->literals.smt, event, FT_NO_ID);
  FT_PUSH (clause, excluded (e, event));
  for (ft_id i = l->list_begin[target]; i < l->list_begin[target + 1]; i++)
    if (l->lists.begin[i].thread != events[event].thread)
      add_candidates (e, event, l->lists.begin + i, &clause);
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  ft_smt_ungroup (e->literals.smt);
  FT_RELEASE (clause);
}
