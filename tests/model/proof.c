#include "model/proof.h"

// ---- steps ---------------------------------------------------------------

static bool program_order (const ft_proof_subject *s, ft_id x, ft_id y) {
  return x <= y &&
         ft_proof_event_at (s, x)->thread == ft_proof_event_at (s, y)->thread;
}

// Whether x comes before y (or is it) by program order and the steps listed.
static bool follows (const ft_proof_subject *s, const uint32_t *steps, size_t n,
                     ft_id x, ft_id y) {
  bool *reached = FT_ARRAY (bool, n);
  bool found = program_order (s, x, y);
  for (bool grew = true; grew && !found;) {
    grew = false;
    for (size_t i = 0; i < n; i++) {
      const ft_proof_step *step = s->reason->steps.begin + steps[i];
      bool here = program_order (s, x, step->first);
      for (size_t j = 0; j < n && !here; j++)
        here = reached[j] &&
               program_order (s, s->reason->steps.begin[steps[j]].second,
                              step->first);
      if (here && !reached[i]) {
        reached[i] = grew = true;
        found |= program_order (s, step->second, y);
      }
    }
  }
  free (reached);
  return found;
}

static bool by_premises (const ft_proof_subject *s, const ft_proof_step *step,
                         ft_id x, ft_id y) {
  return follows (s, s->reason->premises.begin + step->premises,
                  step->end - step->premises, x, y);
}

// The last write to the byte before the read, straight from the trace.
ft_id ft_proof_writer_of (const ft_proof_subject *s, ft_id read, uint8_t bit) {
  for (ft_id e = read; e-- > 0;) {
    const ft_event *p = ft_proof_event_at (s, e);
    if (ft_kind_writes (p->kind) && !ft_event_is_void (p) &&
        p->target == ft_proof_event_at (s, read)->target && (p->mask & bit))
      return e;
  }
  return FT_NO_ID;
}

// Whether the read returns a byte of 'mask' from 'writer'.
static bool returns (const ft_proof_subject *s, ft_id read, ft_id writer,
                     uint8_t mask) {
  mask &= ft_proof_event_at (s, read)->mask;
  if (!ft_kind_reads (ft_proof_event_at (s, read)->kind) ||
      !s->facts->reads->alone[read])
    return false;
  for (int bit = 0; bit < 8; bit++)
    if ((mask >> bit & 1) &&
        ft_proof_writer_of (s, read, (uint8_t)(1 << bit)) == writer)
      return true;
  return false;
}

static bool overwrites (const ft_proof_subject *s, ft_id write, ft_id read) {
  const ft_event *w = ft_proof_event_at (s, write),
                 *r = ft_proof_event_at (s, read);
  return ft_kind_writes (w->kind) && w->target == r->target &&
         (w->mask & r->mask) && write != read;
}

static bool excludes (const ft_proof_subject *s, ft_id a, ft_id b) {
  const ft_event *p = ft_proof_event_at (s, a), *q = ft_proof_event_at (s, b);
  return ft_kind_acquires (p->kind) && ft_kind_acquires (q->kind) &&
         p->target == q->target && p->thread != q->thread &&
         (p->kind == FT_ACQUIRE || q->kind == FT_ACQUIRE);
}

static bool stays_open (const ft_proof_subject *s, ft_id acquire) {
  ft_id release = s->facts->index->match[acquire];
  for (uint32_t i = 0; i < 2; i++)
    if (release != FT_NO_ID &&
        program_order (s, s->cone->question.targets[i], release))
      return true;
  return release == FT_NO_ID;
}

// The end of a section if it is included, or its beginning.
static ft_id end_of (const ft_proof_subject *s, ft_id acquire) {
  ft_id release = s->facts->index->match[acquire];
  return release != FT_NO_ID && ft_cone_may_include (s->cone, release)
             ? release
             : acquire;
}

static bool is_section_right (const ft_proof_subject *s,
                              const ft_proof_step *step) {
  ft_id a = s->facts->index->match[step->first];
  if (a == FT_NO_ID || !excludes (s, a, step->second))
    return false;
  if (step->kind == FT_PROOF_STEP_LAST_SECTION)
    return stays_open (s, step->second);
  return a == step->about && by_premises (s, step, a, end_of (s, step->second));
}

// The number of events of the kind on the object of 'at', by its thread or, for
// 'others', by all other threads, before position 'end'.
static size_t count (const ft_proof_subject *s, ft_id at, enum ft_kind kind,
                     bool others, ft_id end) {
  size_t n = 0;
  for (ft_id e = 0; e < end; e++)
    n +=
        ft_proof_event_at (s, e)->kind == kind &&
        !ft_event_is_void (ft_proof_event_at (s, e)) &&
        ft_proof_event_at (s, e)->target == ft_proof_event_at (s, at)->target &&
        (ft_proof_event_at (s, e)->thread ==
         ft_proof_event_at (s, at)->thread) != others;
  return n;
}

static bool is_round_right (const ft_proof_subject *s,
                            const ft_proof_step *step) {
  ft_id a = step->first, b = step->second, size = s->trace->size;
  bool *arrives = FT_ARRAY (bool, s->facts->index->threads);
  size_t threads = 0, parties = 0;
  bool left = false;
  for (ft_id e = 0; e < size; e++) {
    const ft_event *p = ft_proof_event_at (s, e);
    if (p->target != ft_proof_event_at (s, b)->target || ft_event_is_void (p) ||
        (p->kind != FT_BARRIER_ARRIVE && p->kind != FT_BARRIER_LEAVE))
      continue;
    left |= p->kind == FT_BARRIER_LEAVE;
    parties += !left;
    threads += !arrives[p->thread];
    arrives[p->thread] = true;
  }
  free (arrives);
  return ft_proof_event_at (s, a)->kind == FT_BARRIER_ARRIVE &&
         ft_proof_event_at (s, b)->kind == FT_BARRIER_LEAVE &&
         ft_proof_event_at (s, a)->target == ft_proof_event_at (s, b)->target &&
         threads == parties &&
         count (s, a, FT_BARRIER_ARRIVE, false, a) ==
             count (s, b, FT_BARRIER_LEAVE, false, b);
}

// The units of the semaphore that no post gives.
static size_t initial_units (const ft_proof_subject *s, ft_id wait) {
  size_t balance = 0, least = 0;
  for (ft_id e = 0; e < s->trace->size; e++) {
    const ft_event *p = ft_proof_event_at (s, e);
    if (p->target != ft_proof_event_at (s, wait)->target ||
        ft_event_is_void (p))
      continue;
    if (p->kind == FT_SEM_INIT && p->flags & FT_HAS_VALUE)
      return p->value;
    if (p->kind == FT_SEM_WAIT && !balance)
      least++;
    else if (p->kind == FT_SEM_WAIT)
      balance--;
    balance += p->kind == FT_SEM_POST;
  }
  return least;
}

// Whether the trace has a SEM_INIT of the object that comes before the event, or none.
static bool is_initialised (const ft_proof_subject *s, ft_id event) {
  for (ft_id e = 0; e < s->trace->size; e++)
    if (ft_proof_event_at (s, e)->kind == FT_SEM_INIT &&
        ft_proof_event_at (s, e)->target == ft_proof_event_at (s, event)->target &&
        !ft_index_starts_before (s->facts->index, e, event))
      return false;
  return true;
}

// Without the post, those that come after it in its thread and those that come after the wait,
// there are too few units for the wait and the waits before it.
static bool is_post_right (const ft_proof_subject *s,
                           const ft_proof_step *step) {
  ft_id a = step->first, b = step->second;
  const ft_index *x = s->facts->index;
  if (ft_proof_event_at (s, a)->kind != FT_SEM_POST ||
      ft_proof_event_at (s, b)->kind != FT_SEM_WAIT ||
      ft_proof_event_at (s, a)->target != ft_proof_event_at (s, b)->target)
    return false;
  size_t units = initial_units (s, b), waits = 1;
  for (ft_id e = 0; e < s->trace->size; e++) {
    const ft_event *p = ft_proof_event_at (s, e);
    if (ft_event_is_void (p) || ft_kind_class (p->kind) != FT_CLASS_OBJECT ||
        p->target != ft_proof_event_at (s, b)->target)
      continue;
    bool late = ft_index_starts_before (x, b, e) ||
                (p->thread == ft_proof_event_at (s, a)->thread && e >= a);
    units += p->kind == FT_SEM_POST && !late;
    waits += p->kind == FT_SEM_WAIT && ft_index_starts_before (x, e, b) &&
             is_initialised (s, e);
  }
  return units < waits;
}

// Whether the events follow each other on a barrier whose rounds the trace does
// not show.
static bool keeps_order (const ft_proof_subject *s, const ft_proof_step *step) {
  const ft_event *a = ft_proof_event_at (s, step->first);
  ft_object_orders *o = s->facts->orders;
  return o && (a->kind == FT_BARRIER_ARRIVE || a->kind == FT_BARRIER_LEAVE) &&
         o->rule[a->target] == FT_OBJECT_KEPT && step->first < step->second;
}

static bool is_candidate (const ft_proof_subject *s, ft_id e, ft_id event) {
  const ft_event *a = ft_proof_event_at (s, e),
                 *b = ft_proof_event_at (s, event);
  if (ft_event_is_void (a) || a->target != b->target || a->thread == b->thread)
    return false;
  return b->kind == FT_WAKE
             ? a->kind == FT_SIGNAL || a->kind == FT_BROADCAST
             : b->kind == FT_TRY_FAILED && ft_kind_acquires (a->kind);
}

// Whether the candidate is too early or too late for the event, by the steps
// listed, or is never run.
static bool is_out (const ft_proof_subject *s, const uint32_t *steps, size_t n,
                    ft_id e, ft_id event) {
  const ft_event *p = ft_proof_event_at (s, e);
  ft_id since = event, end = e;
  if (p->kind != FT_SIGNAL && p->kind != FT_BROADCAST)
    end = s->facts->index->match[e];
  else
    for (since = event; since-- > 0;)
      if (ft_proof_event_at (s, since)->thread ==
              ft_proof_event_at (s, event)->thread &&
          ft_proof_event_at (s, since)->condition == p->target)
        break;
  return (end != FT_NO_ID && follows (s, steps, n, end, since)) ||
         follows (s, steps, n, event, e) ||
         s->facts->index->local[e] >= s->cone->limit[p->thread];
}

// All candidates are out but those of the thread of 'kept' from there on, or up
// to there for 'up'.
static bool others_out (const ft_proof_subject *s, const uint32_t *steps,
                        size_t n, ft_id event, ft_id kept, bool up) {
  for (ft_id e = 0; e < s->trace->size; e++)
    if (is_candidate (s, e, event) &&
        (kept == FT_NO_ID ||
         !(up ? program_order (s, e, kept) : program_order (s, kept, e))) &&
        !is_out (s, steps, n, e, event))
      return false;
  return true;
}

static bool is_enabler_right (const ft_proof_subject *s,
                              const ft_proof_step *step) {
  const uint32_t *premises = s->reason->premises.begin + step->premises;
  size_t n = step->end - step->premises;
  bool up = step->kind == FT_PROOF_STEP_LAST_ENABLER;
  ft_id kept = up ? step->second : step->first;
  if (ft_kind_releases (ft_proof_event_at (s, kept)->kind))
    kept = s->facts->index->match[kept];
  return is_candidate (s, kept, step->about) &&
         !(ft_proof_event_at (s, step->about)->flags & FT_SPURIOUS) &&
         (up || step->about == step->second) &&
         others_out (s, premises, n, step->about, kept, up);
}

static bool depends (const ft_proof_subject *s, ft_id event, ft_id read) {
  return program_order (s, read, event);
}

static bool is_step_right (const ft_proof_subject *s,
                           const ft_proof_step *step) {
  const ft_event *first = ft_proof_event_at (s, step->first);
  const ft_event *second =
      step->second == FT_NO_ID ? NULL : ft_proof_event_at (s, step->second);
  switch (step->kind) {
  case FT_PROOF_STEP_NEED_FORK:
  case FT_PROOF_STEP_FORK:
    return first->kind == FT_FORK && first->target == second->thread;
  case FT_PROOF_STEP_NEED_JOIN:
  case FT_PROOF_STEP_JOIN:
    return second->kind == FT_JOIN && second->target == first->thread &&
           s->facts->index->joined[step->second] == step->first;
  case FT_PROOF_STEP_NEED_WRITE:
  case FT_PROOF_STEP_READ:
    return returns (s, step->about, step->first, 0xff) &&
           depends (s, step->second, step->about);
  case FT_PROOF_STEP_NEED_ALLOC:
  case FT_PROOF_STEP_ALLOC:
    return first->kind == FT_ALLOC;
  case FT_PROOF_STEP_NEED_RELEASE:
  case FT_PROOF_STEP_NEED_LAST:
    return s->facts->index->match[step->about] == step->first &&
           excludes (s, step->about, step->second) &&
           (step->kind == FT_PROOF_STEP_NEED_RELEASE ||
            stays_open (s, step->second));
  case FT_PROOF_STEP_NEED_ONLY: // of clocks, which are asked in their stead by
  case FT_PROOF_STEP_NEED_WRITERS: // checks
    return false;
  case FT_PROOF_STEP_NEED_ROUND:
  case FT_PROOF_STEP_ROUND:
    return is_round_right (s, step);
  case FT_PROOF_STEP_NEED_POST:
  case FT_PROOF_STEP_POST:
    return is_post_right (s, step);
  case FT_PROOF_STEP_NEED_ENABLER:
    return is_candidate (s, step->first, step->second);
  case FT_PROOF_STEP_FIRST_ENABLER:
  case FT_PROOF_STEP_LAST_ENABLER:
    return is_enabler_right (s, step);
  case FT_PROOF_STEP_NEED_RECORDED:
  case FT_PROOF_STEP_RECORDED:
    return keeps_order (s, step); // otherwise not necessary
  case FT_PROOF_STEP_EARLIER_WRITE:
    return step->first != step->second &&
           overwrites (s, step->first, step->about) &&
           returns (s, step->about, step->second, first->mask) &&
           by_premises (s, step, step->first, step->about);
  case FT_PROOF_STEP_LATER_WRITE:
    return step->about != step->second &&
           overwrites (s, step->second, step->first) &&
           returns (s, step->first, step->about, second->mask) &&
           (step->about == FT_NO_ID ||
            by_premises (s, step, step->about, step->second));
  case FT_PROOF_STEP_SECTION:
  case FT_PROOF_STEP_LAST_SECTION:
    return is_section_right (s, step);
  case FT_PROOF_STEP_MUST_SUCCEED:
    return step->first == s->cone->must_succeed &&
           ft_event_must_write (first, second);
  case FT_PROOF_STEP_RETURNS:
  case FT_PROOF_STEP_APART:
  case FT_PROOF_STEP_LIFETIME:
  case FT_PROOF_STEP_OBJECT:
    return s->reason->kind == FT_REASON_CORE;
  }
  return false;
}

static bool is_need (const ft_proof_step *step) {
  return step->kind <= FT_PROOF_STEP_NEED_RECORDED;
}

// Whether the event must run, by the needs told before step 'n'.
static bool is_needed (const ft_proof_subject *s, ft_id e, uint32_t n) {
  for (int i = 0; i < 2; i++)
    if (program_order (s, e, s->cone->question.targets[i]))
      return true;
  for (uint32_t i = 0; i < n; i++) {
    const ft_proof_step *step = s->reason->steps.begin + i;
    if (is_need (step) && program_order (s, e, step->first))
      return true;
  }
  return false;
}

void ft_proof_check_steps (ft_proof_subject *s) {
  for (uint32_t i = 0; i < s->reason->steps.size && !s->wrong; i++) {
    const ft_proof_step *step = s->reason->steps.begin + i;
    for (uint32_t p = step->premises; p < step->end; p++)
      if (s->reason->premises.begin[p] >= i)
        s->wrong = "a premise comes later";
    if (!s->wrong && !is_step_right (s, step))
      s->wrong = ft_proof_step_name (step->kind);
    else if (!is_needed (s, step->second, i) ||
             (!is_need (step) && !is_needed (s, step->first, i)))
      s->wrong = "an event that need not run";
    s->steps++;
    s->rounds += step->kind == FT_PROOF_STEP_NEED_ROUND;
    s->posts += step->kind == FT_PROOF_STEP_NEED_POST;
    s->enablers += step->kind == FT_PROOF_STEP_FIRST_ENABLER ||
                   step->kind == FT_PROOF_STEP_LAST_ENABLER;
  }
}

// ---- conclusions ---------------------------------------------------------

static bool is_cycle (const ft_proof_subject *s) {
  const ft_reason *r = s->reason;
  size_t n = r->conclusion.size;
  for (size_t i = 0; i < n; i++) {
    const ft_proof_step *a = r->steps.begin + r->conclusion.begin[i];
    const ft_proof_step *b = r->steps.begin + r->conclusion.begin[(i + 1) % n];
    if (!program_order (s, a->second, b->first))
      return false;
  }
  return n > 0;
}

static bool concludes (const ft_proof_subject *s, ft_id x, ft_id y) {
  return follows (s, s->reason->conclusion.begin, s->reason->conclusion.size, x,
                  y);
}

static bool is_beyond (const ft_proof_subject *s) {
  const ft_reason *r = s->reason;
  return r->bound != FT_NO_ID && program_order (s, r->bound, r->event) &&
         r->steps.size && r->steps.begin[r->steps.size - 1].first == r->event &&
         (r->bound == s->cone->question.targets[0] ||
          r->bound == s->cone->question.targets[1] ||
          ft_proof_event_at (s, r->bound)->kind == FT_FREE);
}

void ft_proof_check_conclusion (ft_proof_subject *s) {
  const ft_reason *r = s->reason;
  bool right = false;
  switch (r->kind) {
  case FT_REASON_NONE:
  case FT_REASON_CORE:
    break;
  case FT_REASON_CYCLE:
    right = is_cycle (s);
    s->cycles++;
    break;
  case FT_REASON_NEEDS:
    right = is_beyond (s);
    s->needs++;
    break;
  case FT_REASON_STARVED:
    right = others_out (s, r->conclusion.begin, r->conclusion.size, r->event,
                        FT_NO_ID, false);
    s->starved++;
    break;
  case FT_REASON_INITIAL:
    right = returns (s, r->event, FT_NO_ID,
                     ft_proof_event_at (s, r->bound)->mask) &&
            concludes (s, r->bound, r->event);
    s->others++;
    break;
  case FT_REASON_OPEN:
    right = s->facts->index->match[r->event] == FT_NO_ID &&
            excludes (s, r->event, r->bound) &&
            (stays_open (s, r->bound) ||
             concludes (s, r->event, end_of (s, r->bound)));
    s->others++;
    break;
  }
  if (!right && !s->wrong)
    s->wrong = "the conclusion";
}
