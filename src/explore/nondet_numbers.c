#include "explore/nondet_numbers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
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

void ft_nondet_seed (ft_input_set *set, uint64_t seed) {
  assert (seed);
  unsigned char bytes[sizeof seed];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char)(seed >> 8 * i);
  ft_input_set_put (set, FT_WIRE_NONDET, bytes, sizeof bytes);
}
