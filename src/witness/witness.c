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

void ft_witness_release (ft_witness *w) {
  FT_RELEASE (w->blocked);
  FT_RELEASE (w->schedule);
  FT_RELEASE (w->reads);
  FT_RELEASE (w->orders);
  FT_RELEASE (w->changed);
  FT_RELEASE (w->flipped);
}
