#include "report/race_kind.h"

enum ft_race_kind ft_race_kind_of (const ft_trace *t, const ft_id pair[2]) {
  int frees = (ft_event_shown_kind (t->events + pair[0]) == FT_FREE) +
              (ft_event_shown_kind (t->events + pair[1]) == FT_FREE);
  return frees == 2 ? FT_RACE_KIND_DOUBLE_FREE
         : frees    ? FT_RACE_KIND_USE_AFTER_FREE
                    : FT_RACE_KIND_DATA_RACE;
}

const char *ft_race_kind_name (enum ft_race_kind kind) {
  static const char *const names[] = {
#define K(NAME, name, words) name,
      FT_RACE_KINDS (K)
#undef K
  };
  return names[kind];
}

const char *ft_race_kind_words (enum ft_race_kind kind) {
  static const char *const words_of[] = {
#define K(NAME, name, words) words,
      FT_RACE_KINDS (K)
#undef K
  };
  return words_of[kind];
}
