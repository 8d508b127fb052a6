#include "predict/rc11_witness.h"

#include <string.h>

// Events that the checker may run to find out which reads are needed.
enum { MOST_RUN = 1 << 24 };

// Takes 'count' reads away from 'begin' on if the rest is enough.
static bool leave_out (ft_checker *checker, ft_witness *w, size_t begin,
                       size_t count) {
  ft_stale_reads all = {0};
  ft_read_from *reads = w->reads.begin;
  for (size_t i = 0; i < w->reads.size; i++)
    FT_PUSH (all, reads[i]);
  memmove (reads + begin, reads + begin + count,
           (w->reads.size - begin - count) * sizeof *reads);
  w->reads.size -= count;
  bool enough = ft_checker_accepts (checker, w, NULL);
  if (!enough) {
    memcpy (reads, all.begin, all.size * sizeof *reads);
    w->reads.size = all.size;
  }
  FT_RELEASE (all);
  return enough;
}

// Without a read that returns the last store after all, others may come behind
// what they would not know otherwise; so larger parts are tried first.
void ft_rc11_witness_minimise (ft_checker *checker, ft_witness *w) {
  uint64_t run = 0;
  for (size_t part = w->reads.size; part; part /= 2)
    for (size_t i = w->reads.size; i && run < MOST_RUN;) {
      size_t count = i < part ? i : part;
      i -= count;
      run += w->schedule.size;
      leave_out (checker, w, i, count);
    }
  if (w->model != FT_MODEL_MCM && ft_checker_accepts (checker, w, NULL))
    ft_checker_changes (checker, w);
}

bool ft_rc11_witness_recorded (ft_checker *checker, const ft_stale_reads *reads,
                               const ft_id pair[2], ft_witness *w) {
  *w = (ft_witness){.memory = FT_MEMORY_RC11, .pair = {pair[0], pair[1]}};
  FT_RESERVE (w->schedule, pair[1] + 1);
  for (ft_id e = 0; e <= pair[1]; e++)
    FT_PUSH (w->schedule, e);
  for (size_t i = 0; i < reads->size && reads->begin[i].read <= pair[1]; i++)
    FT_PUSH (w->reads, reads->begin[i]);
  if (!FT_EMPTY (w->reads) && ft_checker_accepts (checker, w, NULL)) {
    ft_rc11_witness_minimise (checker, w);
    return true;
  }
  ft_witness_release (w);
  return false;
}
