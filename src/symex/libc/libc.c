// The rows of 'libc.def' as data, and where to find the row of a function.
#include "symex/libc/libc.h"

#include <assert.h>
#include <string.h>

#include "base/ids.h"
#include "symex/code/unit_code.h"

enum { WRAPPED_NO = false, WRAPPED_C = true, WRAPPED_CXX = true };

static const ft_libc_function functions[] = {
#define FT_LIBC(name, wrapped, interposed, model, effect, allocates, altpath,  \
                trait, source)                                                 \
  {#name,                                                                      \
   WRAPPED_##wrapped,                                                          \
   FT_LIBC_MODEL_##model,                                                      \
   FT_LIBC_EFFECT_##effect,                                                    \
   FT_LIBC_ALLOCATES_##allocates,                                              \
   FT_LIBC_ALTPATH_##altpath,                                                  \
   FT_LIBC_TRAIT_##trait},
#include "symex/libc/libc.def"
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const ft_libc_function unknown = {.name = ""};

const ft_libc_function *ft_libc_functions (size_t *count) {
  *count = FUNCTIONS;
  return functions;
}

void ft_libc_index (ft_map *index) {
  for (uint32_t i = 0; i < FUNCTIONS; i++) {
    const char *name = functions[i].name;
    *ft_map_at (index, ft_guid (name, strlen (name))) = i;
  }
}

void ft_libc_withdraw (ft_map *index, uint64_t guid) {
  if (ft_map_get (index, guid) != FT_NO_ID)
    *ft_map_at (index, guid) = FT_NO_ID;
}

const ft_libc_function *ft_libc_find (const ft_map *index, uint64_t guid) {
  uint32_t i = ft_map_get (index, guid);
  assert (i == FT_NO_ID || i < FUNCTIONS);
  return i == FT_NO_ID ? &unknown : functions + i;
}
