#include "model/differential.h"

#include <string.h>

#include "candidate/pairs.h"
#include "model/enumerate.h"
#include "model/freed_trace.h"
#include "model/shrink.h"
#include "predict/certify.h"

struct subject {
  ft_differential *d;
  const ft_trace *trace;
  ft_facts *facts;
  ft_enumeration *truth; // NULL: unknown
  ft_enumeration *freed; // the same if nothing is assumed ('freed_trace.h')
  ft_checker *checker;
  ft_id pair[2];
};

static bool complain (struct subject *s, const char *what) {
  ft_strbuf_add (&s->d->why, "pair (%u, %u): %s\n", s->pair[0], s->pair[1],
                 what);
  return true;
}

// What is known of the pair: 1 a race, 0 none, -1 unknown.
static int look_up (const struct subject *s, const ft_enumeration *e) {
  const ft_enumerated *entry =
      e ? ft_enumeration_find (e, s->pair[0], s->pair[1]) : NULL;
  if (!entry)
    return -1;
  return entry->race ? 1 : e->complete ? 0 : -1;
}

static int truth (const struct subject *s) { return look_up (s, s->truth); }

static void enumerate (struct subject *s) {
  uint64_t most = s->d->max_states;
  s->truth = most ? ft_enumerate (s->trace, most) : NULL;
  ft_trace *freed = most ? ft_freed_trace (s->trace) : NULL;
  if (!freed)
    return;
  s->freed = ft_enumerate (freed, most);
  ft_trace_free (freed);
}

// ---- encoders alone ------------------------------------------------------

// With what ran before the window.
static bool accepted (struct subject *s, ft_id begin,
                      const ft_reordering *schedule) {
  ft_witness w = {.pair = {s->pair[0], s->pair[1]}};
  for (ft_id e = 0; e < begin; e++)
    FT_PUSH (w.schedule, e);
  for (size_t i = 0; i < schedule->events.size; i++)
    FT_PUSH (w.schedule, schedule->events.begin[i]);
  bool ok = ft_checker_accepts (s->checker, &w, &s->d->why);
  ft_witness_release (&w);
  return ok;
}

// Whether each rule that a relaxed question leaves out has a choice in its place.
static bool is_exact (const struct subject *s) {
  return !s->facts->recorded && !s->facts->assumed && !s->facts->system &&
         !s->facts->frozen;
}

// The answer of an encoder: 1 sat, 0 unsat, -1 unknown, -2 refused witness.
static int solve (struct subject *s, const ft_encoder *encoder, ft_question q) {
  ft_cone *cone = ft_cone_new (s->facts);
  int result = 0;
  if (ft_cone_ask (cone, q)) {
    ft_cone_widen (cone, UINT64_MAX);
    ft_smt *smt = ft_smt_new (10);
    void *encoding = encoder->encode (cone, smt, 0);
    enum ft_answer answer = ft_smt_check (smt);
    result = answer == FT_SAT ? 1 : answer == FT_UNSAT ? 0 : -1;
    ft_reordering schedule = {0};
    bool exact = !q.relaxed || (is_exact (s) && !q.begin &&
                                q.end == s->trace->size);
    if (answer == FT_SAT && exact &&
        (!encoder->schedule (encoding, smt, &schedule) ||
         !accepted (s, q.begin, &schedule)))
      result = -2;
    FT_RELEASE (schedule.events);
    encoder->free (encoding);
    ft_smt_free (smt);
    s->d->solved++;
  }
  ft_cone_free (cone);
  return result;
}

static bool answers_differ (struct subject *s, ft_question q) {
  bool whole = !q.begin && q.end == s->trace->size;
  int order = solve (s, &ft_maximal_order, q);
  int idl = solve (s, &ft_maximal_idl, q);
  if (order == -2 || idl == -2)
    return complain (s, order == -2 ? "witness of 'order' refused"
                                    : "witness of 'idl' refused");
  if (order >= 0 && idl >= 0 && order != idl)
    return complain (s, q.relaxed ? "encodings differ (relaxed)"
                        : whole   ? "encodings differ"
                                  : "encodings differ in a window");
  if (!q.relaxed && order == 1 && truth (s) == 0)
    return complain (s, "satisfiable, but enumeration finds no race");
  if (whole && q.relaxed && order == 0 && truth (s) == 1)
    return complain (s, "relaxed unsatisfiable, but there is a race");
  if (whole && q.relaxed && is_exact (s) && order == 1 && truth (s) == 0)
    return complain (s, "relaxed satisfiable, but there is no race");
  return false;
}

// The window that begins where a window of the certifier would, and holds the
// pair.
static ft_question cut (const struct subject *s, ft_question q) {
  ft_id window = s->d->window;
  q.begin = s->pair[0] / window * window;
  if (q.end - q.begin > window)
    q.end = q.begin + window;
  return q;
}

// Encoders are not asked where a compare-and-swap has to find what is not told.
static bool is_untold (const struct subject *s) {
  ft_question q = ft_question_of_pair (s->pair, 0, s->trace->size);
  ft_id made = ft_question_must_succeed (&q, s->facts);
  return made != FT_NO_ID && !(s->trace->events[made].flags & FT_HAS_VALUE);
}

static bool encoders_differ (struct subject *s) {
  if (is_untold (s))
    return false;
  for (int relaxed = 0; relaxed < 2; relaxed++) {
    ft_question q = ft_question_of_pair (s->pair, 0, s->trace->size);
    q.relaxed = relaxed;
    if (answers_differ (s, q))
      return true;
    if (s->d->window && cut (s, q).end > s->pair[1] &&
        answers_differ (s, cut (s, q)))
      return true;
  }
  return false;
}

// ---- the certifier -------------------------------------------------------

static enum ft_verdict certify (struct subject *s, enum ft_encoding encoding,
                                ft_id window, const char **by) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.encoding = encoding;
  options.window = window;
  ft_certifier *certifier = ft_certifier_new (s->facts, &options, NULL);
  ft_outcome o;
  ft_certify (certifier, s->pair, 10, &o);
  enum ft_verdict verdict = o.verdict;
  *by = o.certifier;
  if (strstr (ft_strbuf_text (&o.reason), "report this"))
    ft_strbuf_add (&s->d->why, "%s\n", ft_strbuf_text (&o.reason));
  ft_outcome_release (&o);
  ft_certifier_free (certifier);
  return verdict;
}

static void count (struct subject *s, enum ft_verdict verdict, const char *by) {
  ft_differential *d = s->d;
  d->pairs++;
  d->races += verdict == FT_CERTIFIED;
  d->open += verdict == FT_UNDECIDED;
  d->by_order += by && !strcmp (by, "order");
  d->by_graph += by && !strcmp (by, "graph");
  d->by_smt += by && !strcmp (by, "smt");
}

static bool certifiers_differ (struct subject *s) {
  const char *by, *other;
  enum ft_verdict verdict = certify (s, FT_ENCODING_ORDER, 0, &by);
  enum ft_verdict idl = certify (s, FT_ENCODING_IDL, 0, &other);
  count (s, verdict, by);
  if (s->d->why.size)
    return complain (s, "the checker refused a schedule");
  if (verdict != idl)
    return complain (s, "verdicts differ between encodings");
  if (verdict == FT_CERTIFIED && truth (s) == 0)
    return complain (s, "certified, but enumeration finds no race");
  if (verdict == FT_REFUTED && truth (s) == 1)
    return complain (s, "refuted, but enumeration finds a race");
  if (verdict == FT_REFUTED && look_up (s, s->freed) == 1)
    return complain (s, "refuted by what is assumed alone");
  if (verdict == FT_UNDECIDED && is_exact (s) && !is_untold (s) &&
      truth (s) >= 0)
    return complain (s, "undecided, although nothing is kept as recorded");
  if (s->d->window && s->d->window < s->trace->size) {
    verdict = certify (s, FT_ENCODING_ORDER, s->d->window, &by);
    idl = certify (s, FT_ENCODING_IDL, s->d->window, &other);
    if (verdict != idl)
      return complain (s, "windowed verdicts differ between encodings");
    if (verdict == FT_REFUTED)
      return complain (s, "refuted within a window");
    if (verdict == FT_CERTIFIED && truth (s) == 0)
      return complain (s, "certified in a window, but there is no race");
  }
  return false;
}

// Every race is a candidate.
static bool candidates_miss (struct subject *s) {
  if (!s->truth)
    return false;
  ft_candidates *c = ft_candidates_new (s->facts->index, true, 1000000);
  bool missed = false;
  for (size_t i = 0; i < s->truth->pairs.size && !missed; i++) {
    const ft_enumerated *p = s->truth->pairs.begin + i;
    bool found = !p->race;
    for (size_t j = 0; j < c->list.size && !found; j++)
      found = c->list.begin[j].closest->first == p->pair[0] &&
              c->list.begin[j].closest->second == p->pair[1];
    memcpy (s->pair, p->pair, sizeof p->pair);
    missed = !found && complain (s, "a race is not among the candidates");
  }
  ft_candidates_free (c);
  return missed;
}

bool ft_differs (const ft_trace *trace, void *differential) {
  ft_differential *d = differential;
  struct subject s = {.d = d, .trace = trace};
  ft_strbuf_release (&d->why);
  s.facts = ft_facts_new (trace);
  s.checker = ft_checker_new (trace);
  enumerate (&s);
  d->incomplete += s.truth && !s.truth->complete;
  bool differs = candidates_miss (&s);
  size_t left = d->max_pairs ? d->max_pairs : SIZE_MAX;
  for (ft_id b = 0; b < trace->size && !differs; b++)
    for (ft_id a = 0; a < b && !differs && left; a++) {
      if (!ft_trace_conflict (trace, a, b, NULL) ||
          (d->pair && (d->pair[0] != a || d->pair[1] != b)))
        continue;
      s.pair[0] = a;
      s.pair[1] = b;
      left--;
      differs = encoders_differ (&s) || certifiers_differ (&s);
    }
  if (s.truth)
    ft_enumeration_free (s.truth);
  if (s.freed)
    ft_enumeration_free (s.freed);
  ft_checker_free (s.checker);
  ft_facts_free (s.facts);
  return differs;
}
