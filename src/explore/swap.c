#include "explore/swap.h"

#include <string.h>

#include "base/strbuf.h"

// Who is parked first goes on first (src/runtime/replayer.c).
static void swap_parks (ft_strbuf *swapped, const char *text) {
  const char *first = strstr (text, "park ");
  const char *second = first ? strstr (first + 1, "park ") : NULL;
  const char *then = second ? strstr (second, "then ") : NULL;
  if (!then) {
    ft_strbuf_add (swapped, "%s", text);
    return;
  }
  ft_strbuf_add_bytes (swapped, text, (size_t)(first - text));
  ft_strbuf_add_bytes (swapped, second, (size_t)(then - second));
  ft_strbuf_add_bytes (swapped, first, (size_t)(second - first));
  ft_strbuf_add (swapped, "%s", then);
}

char *ft_swap_schedule (const char *plan, bool swapped) {
  ft_strbuf text = {0};
  if (swapped)
    swap_parks (&text, plan);
  else
    ft_strbuf_add (&text, "%s", plan);
  return ft_strbuf_take (&text);
}

void ft_swap_events (const ft_trace *trace, const ft_witness *witness,
                     bool swapped, ft_sequence *events) {
  ft_id last[2] = {witness->pair[swapped], witness->pair[!swapped]};
  ft_sequence_add (events, trace, witness->schedule.begin,
                   witness->schedule.size);
  ft_sequence_add (events, trace, last, 2);
}
