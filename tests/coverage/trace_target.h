// A target that reads traces of one format: once as they must be and once
// leniently.  What is accepted is written in other formats and read again.

#ifndef FT_TESTS_COVERAGE_TRACE_TARGET_H
#define FT_TESTS_COVERAGE_TRACE_TARGET_H

#include "tests/coverage/mutate.h"
#include "tests/coverage/target.h"
#include "tests/fuzz/trace_file.h"
#include "grammar/ftz_write.h"

static inline void target_comes_back (const ft_trace *t, const char *name) {
  ft_error error = FT_NO_ERROR;
  if (!trace_comes_back (t, name, &error))
    target_fail (name, error.message);
}

// 'sealed': the file may hold what JSON lines cannot say.
static inline void target_read (const char *path, bool lenient, bool sealed) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){NULL, lenient}, NULL,
                               NULL, &error);
  if (!t)
    target_refused (&error, path);
  else if (!trace_drops_memory (t)) {
    target_comes_back (t, "again.ftp");
    target_comes_back (t, "again.ftz");
    if (!sealed)
      target_comes_back (t, "again.jsonl");
  }
  ft_trace_free (t);
}

static inline int target_trace (const char *name, const uint8_t *bytes,
                                size_t size, bool sealed) {
  char path[160];
  snprintf (path, sizeof path, "%s", scratch_bytes (name, bytes, size));
  ft_writer_add (&ft_ftz_format);
  target_read (path, false, sealed);
  target_read (path, true, sealed);
  return 0;
}

#define TRACE_TARGET(name, sealed, change)                                     \
  int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {             \
    return target_trace (name, bytes, size, sealed);                           \
  }                                                                            \
  size_t LLVMFuzzerCustomMutator (uint8_t *bytes, size_t size, size_t most,    \
                                  unsigned seed) {                             \
    ft_rng rng = ft_rng_init (seed);                                           \
    return change (&rng, bytes, size, most);                                   \
  }

#endif
