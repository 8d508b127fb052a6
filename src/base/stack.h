// Growable arrays of any type, as plain structs: 'FT_STACK (int) s = {0};'
// declares an empty one; 'begin' and 'size' may be read directly, and
// elements are addressed as 's.begin[i]'.  Pushing may move the elements.  The
// expression of a pushed element may look at the stack, which is without the
// element then, and may not push to it.

#ifndef FT_BASE_STACK_H
#define FT_BASE_STACK_H

#include <stdlib.h>

#include "base/alloc.h"

#define FT_STACK(type)                                                         \
  struct {                                                                     \
    type *begin;                                                               \
    size_t size, capacity;                                                     \
  }

#define FT_PUSH(stack, element)                                                \
  do {                                                                         \
    if ((stack).size == (stack).capacity) {                                    \
      (stack).capacity = (stack).capacity ? 2 * (stack).capacity : 8;          \
      (stack).begin =                                                          \
          ft_realloc ((stack).begin, (stack).capacity, sizeof *(stack).begin); \
    }                                                                          \
    (stack).begin[(stack).size] = (element);                                   \
    (stack).size++;                                                            \
  } while (0)

#define FT_POP(stack) ((stack).begin[--(stack).size])
#define FT_TOP(stack) ((stack).begin[(stack).size - 1])
#define FT_CLEAR(stack) ((void)((stack).size = 0))
#define FT_EMPTY(stack) (!(stack).size)

// Make room for 'n' elements in all.  The capacity is at least doubled, so that
// repeated growth is cheap.
#define FT_RESERVE(stack, n)                                                   \
  do {                                                                         \
    if ((stack).capacity < (size_t)(n)) {                                      \
      (stack).capacity = 2 * (stack).capacity > (size_t)(n)                    \
                             ? 2 * (stack).capacity                            \
                             : (size_t)(n);                                    \
      (stack).begin =                                                          \
          ft_realloc ((stack).begin, (stack).capacity, sizeof *(stack).begin); \
    }                                                                          \
  } while (0)

// Grow to at least 'n' elements; the new ones are set to 'fill'.
#define FT_GROW(stack, n, fill)                                                \
  do {                                                                         \
    while ((stack).size < (size_t)(n))                                         \
      FT_PUSH (stack, fill);                                                   \
  } while (0)

#define FT_RELEASE(stack)                                                      \
  do {                                                                         \
    free ((stack).begin);                                                      \
    (stack).begin = NULL;                                                      \
    (stack).size = (stack).capacity = 0;                                       \
  } while (0)

#endif
