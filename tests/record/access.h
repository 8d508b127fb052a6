// The event path as the instrumenter writes it, by hand: for programs that test
// the runtime without the instrumenter.

#ifndef FT_TESTS_ACCESS_H
#define FT_TESTS_ACCESS_H

#include "foretrace/runtime.h"

// A record of two words, site 1, before which the thread may be stopped.
#define ACCESS(address, value)                                                 \
  do {                                                                         \
    ft_word *cursor_ = ft_cursor;                                              \
    if (__builtin_expect (cursor_ >= ft_limit, 0))                             \
      cursor_ = ft_slow (cursor_);                                             \
    cursor_[0] =                                                               \
        1ull << 48 | ((ft_word)(unsigned long)(address)&0xffffffffffff);       \
    cursor_[1] = (ft_word)(value);                                             \
    ft_cursor = cursor_ + 2;                                                   \
  } while (0)

// A shared counter: the check, the access and the record are one, so its
// values in the order of the schedule are 0, 1, 2...
#define COUNT(counter)                                                         \
  do {                                                                         \
    ft_word *cursor_ = ft_cursor;                                              \
    if (__builtin_expect (cursor_ >= ft_limit, 0))                             \
      cursor_ = ft_slow (cursor_);                                             \
    cursor_[0] =                                                               \
        2ull << 48 | ((ft_word)(unsigned long)&(counter)&0xffffffffffff);      \
    cursor_[1] = (ft_word)(counter)++;                                         \
    ft_cursor = cursor_ + 2;                                                   \
  } while (0)

#endif
