// Concolic execution without end: every branch of random traces turned, or not,
// as trying all inputs says (model/all_inputs.h).

#include "tests/fuzz/fuzz.h"
#include "tests/model/all_inputs.h"

static const char *why (void *all_inputs) {
  ft_all_inputs *all = all_inputs;
  return ft_strbuf_text (&all->why);
}

// Said of the trace that was shrunk to, not of those on the way.
static bool fails (const ft_trace *t, void *all_inputs) {
  ft_all_inputs *all = all_inputs;
  all->why.size = 0;
  return ft_inputs_differ (t, all);
}

int main (int argc, char **argv) {
  ft_all_inputs all = {0};
  fuzz_start ("fuzz_concolic", argc, argv);
  while (fuzz_next ()) {
    ft_trace *t = ft_random_input (fuzz_seed);
    if (fails (t, &all))
      fuzz_fail_shrunk (t, fails, &all, why);
    ft_trace_free (t);
  }
  ft_all_inputs_release (&all);
  return 0;
}
