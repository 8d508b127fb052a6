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

// Addresses, divisions, conditions and what decides whether an atomic operation
// writes have their values in the definition of a read that matters.
bool ft_concretize_is_assumed (enum ft_concretize_reason reason) {
  switch ((unsigned)reason) {
  case FT_CONCRETIZE_DIVISION:
  case FT_CONCRETIZE_UNKNOWN_OPERAND:
  case FT_CONCRETIZE_SWITCH:
  case FT_CONCRETIZE_ADDRESS:
  case FT_CONCRETIZE_LOCAL_INDEX:
  case FT_CONCRETIZE_CALL_ADDRESS:
  case FT_CONCRETIZE_ATOMIC:
  case FT_CONCRETIZE_ADDRESS_NAME:
    return false;
  }
  return true;
}
