#include "results/consequence.h"

#include <stdlib.h>

const char *ft_consequence_name (enum ft_consequence_class class) {
  static const char *const names[] = {
#define C(NAME, name, words) name,
      FT_CONSEQUENCES (C)
#undef C
  };
  return names[class];
}

const char *ft_consequence_words (enum ft_consequence_class class) {
  static const char *const words_of[] = {
#define C(NAME, name, words) words,
      FT_CONSEQUENCES (C)
#undef C
  };
  return words_of[class];
}

unsigned ft_consequences_of_failure (enum ft_failure_kind kind) {
  switch (kind) {
  case FT_FAILURE_NONE:
    return 0;
  case FT_FAILURE_ASSERTION:
    return 1u << FT_CONSEQUENCE_CHECK;
  case FT_FAILURE_ABORT:
    return 1u << FT_CONSEQUENCE_CRASH | 1u << FT_CONSEQUENCE_CHECK;
  case FT_FAILURE_NULLED:
  case FT_FAILURE_ARITHMETIC:
    return 1u << FT_CONSEQUENCE_CRASH;
  case FT_FAILURE_USE_AFTER_FREE:
  case FT_FAILURE_DOUBLE_FREE:
  case FT_FAILURE_BOUNDS:
    return 1u << FT_CONSEQUENCE_MEMORY;
  case FT_FAILURE_LOST_WAKEUP:
  case FT_FAILURE_DEADLOCK:
    return 1u << FT_CONSEQUENCE_HANG;
  }
  return 0;
}

bool ft_consequence_is_brief (const ft_consequence *c) {
  return c->known && c->class == FT_CONSEQUENCE_NONE &&
         (c->orders[0].runs < c->planned || c->orders[1].runs < c->planned);
}

void ft_consequence_release (ft_consequence *c) {
  free (c->text);
  free (c->in_both);
  free (c->not_counted);
  for (int i = 0; i < 2; i++) {
    free (c->orders[i].ended);
    free (c->orders[i].difference);
    free (c->orders[i].value);
  }
  *c = (ft_consequence){0};
}
