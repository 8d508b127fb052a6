#include "report/json_phases.h"

json_t *ft_json_phases (const ft_phase_ends *ends) {
  json_t *list = json_array ();
  for (int p = 0; p < FT_PHASE_COUNT; p++) {
    const ft_phase_end *end = ends->of + p;
    json_t *total = end->total ? json_integer ((json_int_t)end->total)
                               : json_null ();
    if (end->cut)
      json_array_append_new (
          list, json_pack ("{s:s, s:s, s:I, s:o, s:s}", "phase",
                           ft_phase_name ((enum ft_phase)p), "by",
                           ft_truncation_name (end->cut), "done",
                           (json_int_t)end->done, "total", total, "unit",
                           ft_phase_unit ((enum ft_phase)p)));
    else
      json_decref (total);
  }
  return list;
}
