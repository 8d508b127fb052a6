// Let h be the events that one access, the first, happens before.  In a witness
// the other one, the last, is not in h.  It is executed last, so that the cone is
// that of the last access alone, with the first one in it.  In a schedule that
// puts the thread of the first access off, running it only where no other thread
// can go on, whatever needs no event of h comes before them: above all sections
// of locks, which are in h if they come behind one that is.
//
// What the last access needs through reads whose writes do not synchronise comes
// before it and need not be in h.  Whether it is, the checker decides.
//
// Other writes than the recorded ones may give reads their values, and stores that
// nothing needs end release sequences.  Random walks by the checker's rules look
// for such orders.

#include "predict/c11_witness.h"

#include "certify/pct.h"
#include "certify/vindicate.h"

// Events that one random search may execute: some hundred walks, 50 ms.
enum { WALKS = 100, WALK_BUDGET = 200000 };

bool ft_c11_witness_recorded (ft_checker *checker, const ft_id pair[2],
                              ft_witness *w) {
  *w = (ft_witness){.memory = FT_MEMORY_C11, .pair = {pair[0], pair[1]}};
  FT_RESERVE (w->schedule, pair[1] + 1);
  for (ft_id e = 0; e <= pair[1]; e++)
    FT_PUSH (w->schedule, e);
  if (ft_checker_accepts (checker, w, NULL))
    return true;
  ft_witness_release (w);
  return false;
}

typedef struct attempt {
  ft_checker *checker;
  ft_id last;
  ft_witness *witness;
} attempt;

static bool accept (void *context, const ft_ids *order) {
  attempt *a = context;
  ft_witness *w = a->witness;
  FT_CLEAR (w->schedule);
  FT_RESERVE (w->schedule, order->list.size + 1);
  for (size_t i = 0; i < order->list.size; i++)
    FT_PUSH (w->schedule, order->list.begin[i]);
  FT_PUSH (w->schedule, a->last);
  return ft_checker_accepts (a->checker, w, NULL);
}

// The last access is pending; the first one is any event before it.
static ft_question question_of (const ft_facts *facts, ft_id last) {
  return (ft_question){{last}, 1, 0, facts->trace->size, false, false,
                       FT_MODEL_MCM, false};
}

static bool try_order (ft_cone *cone, attempt *a, ft_id first,
                       uint64_t memory) {
  const ft_facts *facts = cone->facts;
  ft_tid t = facts->trace->events[first].thread;
  ft_question q = question_of (facts, a->last);
  ft_strbuf why = {0};
  bool fine =
      ft_cone_ask (cone, q) &&
      ft_cone_require (cone, t, facts->index->local[first] + 1, a->last);
  cone->put_off = t;
  fine = fine &&
         ft_vindicate (cone, memory, accept, a, &why) == FT_VINDICATED;
  ft_strbuf_release (&why);
  return fine;
}

static uint64_t walk_budget (ft_id events) {
  uint64_t budget = (uint64_t)WALKS * events;
  return events >= WALK_BUDGET  ? 0
         : budget < WALK_BUDGET ? budget
                                : WALK_BUDGET;
}

uint64_t ft_c11_witness_cost (ft_id events) {
  return 2 * ((uint64_t)events + walk_budget (events));
}

bool ft_c11_witness_search (const ft_facts *facts, ft_checker *checker,
                            const ft_id pair[2], uint64_t memory,
                            ft_witness *w) {
  ft_cone *cone = ft_cone_new (facts);
  attempt a = {.checker = checker, .witness = w};
  *w = (ft_witness){.memory = FT_MEMORY_C11, .pair = {pair[0], pair[1]}};
  bool found = false;
  for (int k = 1; k >= 0 && !found; k--) {
    a.last = pair[k];
    found = try_order (cone, &a, pair[1 - k], memory);
  }
  ft_cone_free (cone);
  uint64_t budget = walk_budget (facts->trace->size);
  for (int k = 1; k >= 0 && !found && budget; k--) {
    ft_question q = question_of (facts, pair[k]);
    a.last = pair[k];
    found = ft_pct_search (facts, checker, &q, budget, accept, &a);
  }
  if (!found)
    ft_witness_release (w);
  return found;
}
