#include "symex/concretize_reason.h"

#include <assert.h>

static const struct {
  const char *name, *about;
} reasons[] = {
#define R(NAME, name, about) {name, about},
    FT_CONCRETIZE_REASONS (R)
#undef R
};

const char *ft_concretize_reason_name (enum ft_concretize_reason reason) {
  assert (reason < FT_CONCRETIZE_REASON_COUNT);
  return reasons[reason].name;
}

const char *ft_concretize_reason_about (enum ft_concretize_reason reason) {
  assert (reason < FT_CONCRETIZE_REASON_COUNT);
  return reasons[reason].about;
}
