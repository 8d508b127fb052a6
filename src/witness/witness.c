// See 'witness.h'.

#include "witness/witness.h"

#include <string.h>

static const char *const models[] = {
#define M(NAME, text) text,
    FT_MODELS (M)
#undef M
};

const char *ft_model_name (enum ft_model model) {
  return models[model];
}

int ft_model_of (const char *name) {
  for (int i = 0; i < FT_MODEL_COUNT; i++)
    if (!strcmp (name, models[i]))
      return i;
  return -1;
}

static const char *const memory_models[] = {
#define M(NAME, text) text,
    FT_MEMORY_MODELS (M)
#undef M
};

const char *ft_memory_model_name (enum ft_memory_model model) {
  return memory_models[model];
}

int ft_memory_model_of (const char *name) {
  for (int i = 0; i < FT_MEMORY_MODEL_COUNT; i++)
    if (!strcmp (name, memory_models[i]))
      return i;
  return -1;
}

static const struct {
  const char *name, *words;
} failures[] = {
#define F(NAME, text, words) {text, words},
    FT_FAILURES (F)
#undef F
};

const char *ft_failure_name (enum ft_failure_kind failure) {
  return failures[failure].name;
}

const char *ft_failure_words (enum ft_failure_kind failure) {
  return failures[failure].words;
}

int ft_failure_of (const char *name) {
  for (int i = 0; i < FT_FAILURE_COUNT; i++)
    if (!strcmp (name, failures[i].name))
      return i;
  return -1;
}

static const enum ft_failure_kind of_marks[] = {
#define M(NAME, text, failure) FT_FAILURE_##failure,
    FT_MARKS (M)
#undef M
};

enum ft_failure_kind ft_failure_of_event (const ft_event *e, ft_id freed) {
  if (freed == FT_NO_ID && ft_event_fails (e))
    return of_marks[e->value];
  if (ft_event_is_void (e))
    return FT_FAILURE_NONE;
  if (freed == FT_NO_ID)
    return e->kind == FT_WAKE         ? FT_FAILURE_LOST_WAKEUP
           : ft_kind_waits (e->kind) ? FT_FAILURE_DEADLOCK
                                     : FT_FAILURE_NONE;
  return e->kind == FT_FREE           ? FT_FAILURE_DOUBLE_FREE
         : ft_kind_accesses (e->kind) ? FT_FAILURE_USE_AFTER_FREE
                                      : FT_FAILURE_NONE;
}

void ft_witness_release (ft_witness *w) {
  FT_RELEASE (w->blocked);
  FT_RELEASE (w->schedule);
  FT_RELEASE (w->reads);
  FT_RELEASE (w->orders);
  FT_RELEASE (w->changed);
  FT_RELEASE (w->flipped);
}
