// Baselines: results of a check, or lists of fingerprints.

#include "tests/coverage/mutate.h"
#include "tests/coverage/target.h"
#include "results/baseline.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  ft_baseline known = {0};
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_bytes ("baseline", bytes, size);
  if (!ft_baseline_read (&known, path, &error))
    target_refused (&error, path);
  for (size_t i = 1; i < known.known.size; i++)
    if (known.known.begin[i - 1] > known.known.begin[i])
      target_fail ("baseline", "not ascending");
  ft_baseline_release (&known);
  return 0;
}

size_t LLVMFuzzerCustomMutator (uint8_t *bytes, size_t size, size_t most,
                                unsigned seed) {
  ft_rng rng = ft_rng_init (seed);
  return mutate_json (&rng, bytes, size, most);
}
