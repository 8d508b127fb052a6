// Results of shards, merged and read back: a trace, and the documents of its
// shards ("1.json", "2.json").  What comes out is written in every form.

#include "tests/coverage/parts.h"
#include "tests/coverage/target.h"
#include "load/open.h"
#include "predict/merge.h"

static bool is_document (const char *name) {
  return strstr (name, ".json") && !strstr (name, ".jsonl");
}

static void merge (const char *const *paths, size_t count, const char *trace) {
  ft_error error = FT_NO_ERROR;
  ft_merge m = {0};
  ft_results results = {0};
  ft_trace *t = NULL;
  if (ft_merge_open (&m, paths, count, count % 2, &error) &&
      (t = ft_trace_read (trace, (ft_read_options){0}, NULL, NULL, &error)))
    ft_merge_results (&m, t, &results, &error);
  if (error.code && error.code != FT_EXIT_BAD_INPUT)
    target_fail ("merge", error.message);
  ft_results_release (&results);
  ft_merge_release (&m);
  ft_trace_free (t);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  parts all;
  parts_read (&all, bytes, size);
  char directory[120];
  snprintf (directory, sizeof directory, "%s", scratch_path ("shards"));
  parts_write (&all, directory);
  char paths[PARTS_MOST][160], trace[160];
  const char *documents[PARTS_MOST];
  size_t count = 0;
  for (size_t i = 0; i < all.count; i++)
    if (is_document (all.list[i].name)) {
      snprintf (paths[count], sizeof paths[0], "%s/%s", directory,
                all.list[i].name);
      documents[count] = paths[count], count++;
    }
  snprintf (trace, sizeof trace, "%s/t.jsonl", directory);
  if (count)
    merge (documents, count, trace);
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
