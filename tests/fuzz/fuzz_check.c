// Whole checks without end: the lines of a valid trace are moved and dropped;
// what a lenient reader still makes of it is checked, and every verdict held
// against both encodings and, for small traces, against enumeration.

#include "predict/check.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz.h"
#include "tests/model/differential.h"
#include "tests/model/program.h"
#include "tests/unit/scratch.h"
#include "witness/checker.h"
#include "load/open.h"

static ft_trace *draw_trace (ft_rng *rng) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 10 + ft_rng_below (rng, 30);
  o.threads = 2 + ft_rng_below (rng, 3);
  o.locks = 3, o.variables = 3, o.depth = 3;
  o = ft_random_features (fuzz_seed, o);
  ft_trace *t = ft_random_trace (fuzz_seed, &o);
  for (size_t i = 0; i < t->tables.details.size; i++)
    t->tables.details.begin[i].op = FT_OP_NONE;
  return t;
}

// One with alternatives; NULL if the program ended in something undefined.
static ft_trace *draw_sides (ft_rng *rng) {
  ft_program p;
  ft_program_random_branching (&p, rng, ft_rng_below (rng, 2) * 25);
  ft_trace *t = ft_program_record (&p, rng);
  ft_random_program_release (&p);
  return t;
}

// NULL if nothing readable is left.
static ft_trace *draw_damaged (ft_rng *rng) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_rng_percent (rng, 30) ? draw_sides (rng) : draw_trace (rng);
  const char *path = scratch_path ("f.jsonl");
  if (!t)
    return NULL;
  if (!ft_trace_write (t, path, NULL, &error))
    fuzz_fail (t, error.message);
  ft_trace_free (t);
  size_t n = 0;
  char *bytes = scratch_read (path, &n);
  for (uint32_t i = ft_rng_below (rng, 6); i; i--)
    n = ft_rng_percent (rng, 90) ? damage_lines (rng, bytes, n)
                                 : damage_bytes (rng, bytes, n);
  scratch_bytes ("f.jsonl", bytes, n);
  free (bytes);
  return ft_trace_read (path, (ft_read_options){NULL, true}, NULL, NULL,
                        &error);
}

static const char *find_flaw (const ft_trace *t, const ft_results *r) {
  size_t counts[3] = {0};
  const char *flaw = NULL;
  ft_checker *checker = ft_checker_new (t);
  for (size_t i = 0; i < r->size; i++) {
    const ft_race *race = r->races + i;
    counts[race->verdict]++;
    if (race->verdict == FT_CERTIFIED
            ? !ft_checker_accepts (checker, &race->witness, NULL)
            : !race->reason || !race->reason[0])
      flaw = "a verdict without evidence";
    else if (race->reason && (strstr (race->reason, "report") ||
                              strstr (race->reason, "worker")))
      flaw = race->reason;
  }
  if (counts[FT_CERTIFIED] != r->certified || counts[FT_REFUTED] != r->refuted)
    flaw = "wrong counts";
  ft_checker_free (checker);
  return flaw;
}

static bool check_fails (const ft_trace *t, void *text) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.all_pairs = t->size % 2;
  options.jobs = 1;
  ft_results r;
  ft_check (t, &options, &r);
  const char *flaw = find_flaw (t, &r);
  snprintf (text, 300, "%s", flaw ? flaw : "");
  ft_results_release (&r);
  return flaw != NULL;
}

static const char *text_of (void *text) {
  return text;
}

static const char *why (void *differential) {
  const ft_differential *d = differential;
  return ft_strbuf_text (&d->why);
}

int main (int argc, char **argv) {
  ft_differential d = {.max_states = 50000, .max_pairs = 30};
  char text[300];
  unsigned long long readable = 0;
  fuzz_start ("fuzz_check", argc, argv);
  while (fuzz_next ()) {
    ft_rng rng = ft_rng_init (fuzz_seed);
    ft_trace *t = draw_damaged (&rng);
    if (!t)
      continue;
    readable++;
    if (check_fails (t, text))
      fuzz_fail_shrunk (t, check_fails, text, text_of);
    if (ft_tables_count (&t->tables, FT_CLASS_THREAD) <= 16 &&
        ft_differs (t, &d))
      fuzz_fail_shrunk (t, ft_differs, &d, why);
    ft_trace_free (t);
  }
  printf ("fuzz_check: %llu readable; %zu pairs, %zu races, %zu open\n",
          readable, d.pairs, d.races, d.open);
  return 0;
}
