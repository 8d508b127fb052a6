// Races as C11 defines them without end: pairs of small random traces, decided and
// by trying all reorderings, and both encoders.

#include "tests/fuzz/fuzz.h"
#include "tests/model/c11_races.h"
#include "tests/model/c11_traces.h"

static const char *why (void *differential) {
  const ft_c11_differential *d = differential;
  return ft_strbuf_text (&d->why);
}

int main (int argc, char **argv) {
  ft_c11_differential d = {.most = 50000};
  fuzz_start ("fuzz_c11", argc, argv);
  while (fuzz_next ()) {
    ft_trace *t = fuzz_seed % 4 == 0   ? ft_c11_trace_of_orders (fuzz_seed)
                  : fuzz_seed % 4 == 1 ? ft_c11_trace_of_locks (fuzz_seed)
                  : fuzz_seed % 4 == 2 ? ft_c11_trace_of_blocks (fuzz_seed)
                                       : ft_c11_trace_of_all (fuzz_seed);
    d.encoders = fuzz_seed % 50 == 0;
    if (ft_c11_differs (t, &d))
      fuzz_fail_shrunk (t, ft_c11_differs, &d, why);
    ft_trace_free (t);
  }
  return 0;
}
