#include "symex/code/unit_code.h"

// FNV-1a, but never 0.
uint64_t ft_guid (const char *name, size_t length) {
  uint64_t hash = UINT64_C (0xcbf29ce484222325);
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)name[i]) * UINT64_C (0x100000001b3);
  return hash ? hash : 1;
}

void ft_unit_code_release (ft_unit_code *c) {
  FT_RELEASE (c->bodies);
  FT_RELEASE (c->blocks);
  FT_RELEASE (c->instructions);
  FT_RELEASE (c->operands);
  FT_RELEASE (c->widths);
}
