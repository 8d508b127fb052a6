// Recorded runs: directories of logs, tables and texts.

#include "tests/coverage/parts.h"
#include "tests/coverage/trace_target.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  parts all;
  parts_read (&all, bytes, size);
  char path[160];
  snprintf (path, sizeof path, "%s", scratch_path ("run"));
  parts_write (&all, path);
  ft_writer_add (&ft_ftz_format);
  target_read (path, false, false);
  return 0;
}

static mutator *choose (const char *name) {
  bool text = !strcmp (name, "config") || !strcmp (name, "modules") ||
              !strcmp (name, "checksums");
  if (strstr (name, ".json"))
    return mutate_json;
  return text ? mutate_lines : mutate_words;
}

size_t LLVMFuzzerCustomMutator (uint8_t *bytes, size_t size, size_t most,
                                unsigned seed) {
  ft_rng rng = ft_rng_init (seed);
  return parts_mutate (&rng, bytes, size, most, choose);
}
