#include "explore/nondet_numbers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "explore/compared_numbers.h"
#include "runtime/wire.h"

bool ft_nondet_is_asked (const char *run) {
  static const char name[] = "input:nondet_";
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/sources", run);
  FILE *file = fopen (ft_strbuf_text (&path), "re");
  char *line = NULL;
  size_t size = 0;
  bool asked = false;
  while (file && !asked && getline (&line, &size, file) > 0)
    asked = !strncmp (line, name, sizeof name - 1);
  if (file)
    fclose (file);
  free (line);
  ft_strbuf_release (&path);
  return asked;
}

static void put_word (unsigned char *to, uint64_t word) {
  for (size_t i = 0; i < sizeof word; i++)
    to[i] = (unsigned char)(word >> 8 * i);
}

void ft_nondet_seed (ft_input_set *set, const char *run, uint64_t seed) {
  assert (seed);
  static const ft_number_range range = {2, UINT64_MAX, FT_WIRE_NONDET_NUMBERS, true};
  ft_number_list numbers = {0};
  unsigned char bytes[8 * (1 + FT_WIRE_NONDET_NUMBERS)];
  ft_compared_numbers (run, &range, &numbers);
  put_word (bytes, seed);
  for (size_t i = 0; i < numbers.size; i++)
    put_word (bytes + 8 * (i + 1), numbers.begin[i]);
  ft_input_set_put (set, FT_WIRE_NONDET, bytes, 8 * (1 + numbers.size));
  FT_RELEASE (numbers);
}
