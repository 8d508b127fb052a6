// Suppression lists, and the matching of their patterns.

#include "tests/coverage/mutate.h"
#include "tests/coverage/target.h"
#include "results/suppress.h"

static char path[160];

static void complain (const ft_error *error) {
  target_refused (error, path);
}

static void match (ft_suppressions *rules) {
  ft_suppressible finding = {0};
  for (int kind = 0; ft_suppression_kinds[kind]; kind++) {
    ft_suppressible_add (&finding, (enum ft_suppression_kind)kind, "a/b/main.c");
    ft_suppressible_add (&finding, (enum ft_suppression_kind)kind, "\xff*[a-z]\\");
  }
  ft_suppressions_find (rules, &finding);
  FT_RELEASE (finding.names);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  ft_suppressions rules = {0};
  ft_error error = FT_NO_ERROR;
  snprintf (path, sizeof path, "%s", scratch_bytes ("rules", bytes, size));
  if (ft_suppressions_read (&rules, path, complain, &error))
    match (&rules);
  else
    target_refused (&error, path);
  ft_suppressions_release (&rules);
  return 0;
}

size_t LLVMFuzzerCustomMutator (uint8_t *bytes, size_t size, size_t most,
                                unsigned seed) {
  ft_rng rng = ft_rng_init (seed);
  return mutate_lines (&rng, bytes, size, most);
}
