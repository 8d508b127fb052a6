#include "cli/recheck.h"

#include "cli/check_compressed.h"
#include "format/reader.h"

bool ft_recheck_init (ft_recheck *a, const ft_trace *trace,
                          ft_read_options read, const ft_check_options *options,
                          ft_error *error) {
  *a = (ft_recheck){.trace = trace};
  ft_compressed_check compressed = {
      .trace = trace->path, .read = read, .check = options, .quiet = true};
  if (!ft_check_compressed (&compressed, &a->beginning, &a->results, error)) {
    ft_check (trace, options, &a->results);
    return true;
  }
  if (a->beginning)
    a->trace = a->beginning;
  return a->beginning;
}

void ft_recheck_release (ft_recheck *a) {
  ft_results_release (&a->results);
  ft_trace_free (a->beginning);
  *a = (ft_recheck){0};
}
