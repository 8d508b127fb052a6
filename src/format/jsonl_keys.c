// JSON lines: which key a word is, and which keys a line has.

#include <assert.h>

#include "format/jsonl.h"

#define SET(KEY) ((uint32_t)1 << FT_KEY_##KEY)
#define MEMORY (SET (VARIABLE) | SET (ADDRESS) | SET (OFFSET) | SET (SIZE))
#define LISTS (SET (OPERANDS) | SET (POINTERS))
#define ACCESS (MEMORY | LISTS | SET (VALUE) | SET (INITIAL))

const char *ft_key_name (enum ft_key key) {
  static const char *const names[] = {
#define K(NAME, text) text,
      FT_KEYS (K)
#undef K
  };
  return names[key];
}

enum ft_key ft_key_target (enum ft_kind kind) {
  switch (ft_kind_class (kind)) {
  case FT_CLASS_THREAD:
    return FT_KEY_CHILD;
  case FT_CLASS_VARIABLE:
    return FT_KEY_VARIABLE;
  case FT_CLASS_LOCK:
    return FT_KEY_LOCK;
  case FT_CLASS_OBJECT:
    if (kind == FT_BARRIER_ARRIVE || kind == FT_BARRIER_LEAVE)
      return FT_KEY_BARRIER;
    if (kind == FT_SEM_INIT || kind == FT_SEM_POST || kind == FT_SEM_WAIT)
      return FT_KEY_SEMAPHORE;
    return FT_KEY_CONDITION;
  case FT_CLASS_LOCATION:
  case FT_CLASS_LOCAL:
  case FT_CLASS_NONE:
    return FT_KEY_COUNT;
  }
  assert (false);
  return FT_KEY_COUNT;
}

uint32_t ft_keys_needed (enum ft_kind kind) {
  enum ft_key target = ft_key_target (kind);
  if (kind == FT_ALLOC)
    return SET (ADDRESS) | SET (BYTES);
  if (kind == FT_FREE)
    return SET (ADDRESS);
  if (kind == FT_LOCAL)
    return SET (RESULT);
  if (target == FT_KEY_VARIABLE || target == FT_KEY_COUNT)
    return 0;
  return (uint32_t)1 << target;
}

uint32_t ft_keys_allowed (enum ft_kind kind) {
  switch (kind) {
  case FT_READ:
    return ACCESS | SET (RESULT);
  case FT_WRITE:
    return ACCESS | SET (OPERATOR) | SET (INPUT) | SET (AT);
  case FT_ATOMIC_READ:
    return ACCESS | SET (RESULT) | SET (ORDER);
  case FT_ATOMIC_WRITE:
    return ACCESS | SET (OPERATOR) | SET (ORDER);
  case FT_ATOMIC_RMW:
    return ACCESS | SET (RESULT) | SET (OPERATOR) | SET (WRITTEN) |
           SET (ORDER) | SET (CONDITIONAL);
  case FT_FENCE:
    return SET (ORDER);
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    return SET (LOCK) | SET (WAIT);
  case FT_SEM_INIT:
    return SET (SEMAPHORE) | SET (VALUE);
  case FT_WAKE:
    return SET (CONDITION) | SET (SPURIOUS) | SET (TRIED);
  case FT_FREE:
    return LISTS | SET (ADDRESS) | SET (BYTES);
  case FT_BRANCH:
    return LISTS | SET (OPERATOR) | SET (OUTCOME) | SET (SIZE) |
           SET (ALTERNATIVES) | SET (CONCRETIZED);
  case FT_LOCAL:
    return LISTS | SET (RESULT) | SET (OPERATOR) | SET (VALUE) | SET (SIZE);
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
    return SET (LOCK) | SET (TRIED);
  case FT_JOIN:
  case FT_BARRIER_LEAVE:
  case FT_SEM_WAIT:
    return ft_keys_needed (kind) | SET (TRIED);
  case FT_TRY_FAILED:
  case FT_FORK:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_SEM_POST:
  case FT_ALLOC:
    return ft_keys_needed (kind);
  }
  assert (false);
  return 0;
}
