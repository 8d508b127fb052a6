#include "certify/kept.h"

static const char *const texts[] = {
#define K(NAME, text) text,
    FT_KEPT (K)
#undef K
};

enum { COUNT = sizeof texts / sizeof *texts };

unsigned ft_kept_bit (enum ft_kind kind) {
  switch (kind) {
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
    return FT_KEPT_BIT (BARRIERS);
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    return FT_KEPT_BIT (SEMAPHORES);
  case FT_TRY_FAILED:
    return FT_KEPT_BIT (TRIES);
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
    return FT_KEPT_BIT (CONDITIONS);
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FENCE:
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
  case FT_FORK:
  case FT_JOIN:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    break;
  }
  return 0;
}

void ft_kept_write (unsigned set, ft_strbuf *to) {
  const char *before = "";
  for (unsigned k = 0; k < COUNT; k++) {
    if (!(set >> k & 1))
      continue;
    set &= ~(1u << k);
    ft_strbuf_add (to, "%s%s", set || !*before ? before : " and ", texts[k]);
    before = ", ";
  }
}
