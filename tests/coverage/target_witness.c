// Witnesses: a trace ("t.jsonl") and a document ("w.json").  What the checker
// says of a race under mcm is what the slow statement of the rules says.

#include "tests/coverage/parts.h"
#include "tests/coverage/target.h"
#include "tests/model/rules.h"
#include "load/open.h"
#include "witness/checker.h"

enum { MOST_EVENTS = 200, MOST_THREADS = 16 }; // of a trace with slow rules

typedef struct slow_run {
  const ft_rules *rules;
  const ft_witness *witness;
  unsigned steps; // that are left
} slow_run;

static bool ends_in_race (const slow_run *run, const ft_state *s) {
  const ft_event *events = run->rules->trace->events;
  ft_id a = run->witness->pair[0], b = run->witness->pair[1];
  return ft_rules_next (run->rules, s, events[a].thread) == a &&
         ft_rules_next (run->rules, s, events[b].thread) == b &&
         ft_rules_race (run->rules, s, a, b);
}

static bool runs_from (slow_run *, const ft_state *, size_t at);

static bool runs_choosing (slow_run *run, const ft_state *s, size_t at,
                           ft_id choice) {
  ft_state *next = malloc (run->rules->words * sizeof *next);
  if (!next)
    abort ();
  memcpy (next, s, run->rules->words * sizeof *next);
  ft_rules_do (run->rules, next, run->witness->schedule.begin[at], choice);
  bool runs = runs_from (run, next, at + 1);
  free (next);
  return runs;
}

// Whether the schedule runs from 'at' on: a wake may consume any signal.
static bool runs_from (slow_run *run, const ft_state *s, size_t at) {
  const ft_rules *r = run->rules;
  if (at == run->witness->schedule.size)
    return ends_in_race (run, s);
  ft_id event = run->witness->schedule.begin[at];
  const ft_event *e = r->trace->events + event;
  if (!run->steps || ft_rules_next (r, s, e->thread) != event ||
      !ft_rules_allow (r, s, event))
    return false;
  run->steps--;
  bool wakes = e->kind == FT_WAKE && !ft_event_is_void (e);
  if (!wakes || ft_rules_wakes_freely (r, s, event))
    if (runs_choosing (run, s, at, FT_NO_ID))
      return true;
  for (ft_id i = 0; wakes && i < r->trace->size; i++)
    if (ft_rules_wakes (r, s, event, i) && runs_choosing (run, s, at, i))
      return true;
  return false;
}

// Whether the rules know all that this witness has.
static bool is_plain (const ft_trace *t, const ft_witness *w) {
  return w->model == FT_MODEL_MCM && w->memory == FT_MEMORY_SC && !w->failure &&
         !w->blocked.size && t->size <= MOST_EVENTS &&
         t->tables.names[FT_CLASS_THREAD].offset.size <= MOST_THREADS && !t->tables.altpaths.branches.size &&
         w->pair[0] < t->size && w->pair[1] < t->size;
}

static void compare (const ft_trace *t, const ft_witness *w, ft_checker *checker,
                     bool accepted, const char *why) {
  ft_id renewed[2];
  if (!is_plain (t, w) || ft_checker_refused_known (checker, w, renewed))
    return;
  ft_rules *rules = ft_rules_new (t);
  ft_state *start = calloc (rules->words, sizeof *start);
  if (!start)
    abort ();
  ft_rules_start (rules, start);
  slow_run run = {rules, w, 100000};
  bool runs = runs_from (&run, start, 0);
  if (run.steps && runs != accepted)
    target_fail (accepted ? "accepted, against the rules" : "refused", why);
  free (start);
  ft_rules_free (rules);
}

static void check (const ft_trace *t, ft_witness *list, int count) {
  ft_checker *checker = ft_checker_new (t);
  for (int i = 0; i < count; i++) {
    ft_strbuf why = {0};
    bool accepted = ft_checker_accepts (checker, list + i, &why);
    if (accepted)
      ft_checker_changes (checker, list + i);
    compare (t, list + i, checker, accepted, accepted ? "" : ft_strbuf_text (&why));
    ft_strbuf_release (&why);
  }
  ft_checker_free (checker);
}

static void read_witnesses (const ft_trace *t, const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_witness *list = NULL;
  int count = ft_witness_read (path, t, NULL, &list, &error);
  if (count < 0)
    target_refused (&error, path);
  else
    check (t, list, count);
  for (int i = 0; i < count; i++)
    ft_witness_release (list + i);
  free (list);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  parts all;
  parts_read (&all, bytes, size);
  char directory[120], trace[160], witness[160];
  snprintf (directory, sizeof directory, "%s", scratch_path ("witness"));
  snprintf (trace, sizeof trace, "%s/t.jsonl", directory);
  snprintf (witness, sizeof witness, "%s/w.json", directory);
  if (!parts_find (&all, "t.jsonl") || !parts_find (&all, "w.json"))
    return 0;
  parts_write (&all, directory);
  ft_error error = FT_NO_ERROR;
  ft_trace *t =
      ft_trace_read (trace, (ft_read_options){0}, NULL, NULL, &error);
  if (t)
    read_witnesses (t, witness);
  ft_trace_free (t);
  return 0;
}

static mutator *choose (const char *name) {
  (void)name;
  return mutate_json;
}

size_t LLVMFuzzerCustomMutator (uint8_t *bytes, size_t size, size_t most,
                                unsigned seed) {
  ft_rng rng = ft_rng_init (seed);
  return parts_mutate (&rng, bytes, size, most, choose);
}
