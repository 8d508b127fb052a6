#include "results/phases.h"

#include <assert.h>

const char *ft_phase_name (enum ft_phase phase) {
  static const char *const names[] = {
#define P(NAME, text, unit) text,
      FT_PHASES (P)
#undef P
  };
  return names[phase];
}

const char *ft_phase_unit (enum ft_phase phase) {
  static const char *const units[] = {
#define P(NAME, text, unit) unit,
      FT_PHASES (P)
#undef P
  };
  return units[phase];
}

const char *ft_truncation_name (enum ft_truncation cut) {
  switch (cut) {
  case FT_TRUNCATION_NONE:
    return "none";
  case FT_TRUNCATION_LIMIT:
    return "limit";
  case FT_TRUNCATION_CLASSES:
    return "crowd";
  case FT_TRUNCATION_TIME:
    return "time";
  case FT_TRUNCATION_SHARE:
    return "share";
  case FT_TRUNCATION_INTERRUPT:
    return "interrupt";
  }
  return "?";
}

void ft_phase_cut (ft_phase_ends *ends, enum ft_phase phase,
                   enum ft_truncation cut, uint64_t done, uint64_t total) {
  assert (cut != FT_TRUNCATION_NONE);
  ends->of[phase] = (ft_phase_end){cut, done, total};
}

bool ft_phases_miss_races (const ft_phase_ends *ends) {
  return ends->of[FT_PHASE_READING].cut || ends->of[FT_PHASE_INDEXING].cut ||
         ends->of[FT_PHASE_LISTING].cut || ends->of[FT_PHASE_MERGING].cut;
}

bool ft_phases_miss_deadlocks (const ft_phase_ends *ends) {
  return ends->of[FT_PHASE_READING].cut || ends->of[FT_PHASE_INDEXING].cut ||
         ends->of[FT_PHASE_CYCLES].cut || ends->of[FT_PHASE_MERGING].cut;
}

bool ft_phases_cut_by (const ft_phase_ends *ends, enum ft_truncation cut) {
  for (int p = 0; p < FT_PHASE_COUNT; p++)
    if (ends->of[p].cut == cut)
      return true;
  return false;
}

void ft_phase_describe (ft_strbuf *text, enum ft_phase phase,
                        const ft_phase_end *end) {
  ft_strbuf_add (text, "%s stopped after %llu %s (%s)", ft_phase_name (phase),
                 (unsigned long long)end->done, ft_phase_unit (phase),
                 ft_truncation_name (end->cut));
}
