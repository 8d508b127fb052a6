#include "explore/chosen.h"

#include <string.h>

// What the run itself had where the set says nothing.
static void gather (const ft_trace *trace, const char *source,
                    ft_input_set *inputs) {
  const ft_origins *all = &trace->tables.origins;
  FT_STACK (unsigned char) bytes = {0};
  for (size_t i = 0; i < all->writes.size; i++) {
    const ft_origin *o = all->writes.begin + i;
    const ft_event *e = trace->events + o->position;
    uint64_t at = o->at;
    if (strcmp (ft_intern_name (&all->sources, o->source), source))
      continue;
    int size = __builtin_popcount (e->mask);
    if (at + 8 > FT_INPUT_DEFAULT_BYTES)
      continue;
    FT_GROW (bytes, at + (uint64_t)size, 0);
    for (int b = 0; b < size; b++)
      bytes.begin[at + (uint64_t)b] = (unsigned char)(e->value >> 8 * b);
  }
  ft_input_set_put (inputs, source, bytes.begin, bytes.size);
  FT_RELEASE (bytes);
}

static void change (const ft_trace *trace, const ft_input_change *c,
                    ft_input_set *inputs) {
  const ft_input_source *s = ft_input_set_find (inputs, c->source);
  if (!s || !s->bytes)
    gather (trace, c->source, inputs);
  s = ft_input_set_find (inputs, c->source);
  if (c->at >= FT_INPUT_MAX_BYTES)
    return;
  size_t size = s->size > c->at ? s->size : (size_t)c->at + 1;
  unsigned char *bytes = ft_calloc (size, 1);
  if (s->size)
    memcpy (bytes, s->bytes, s->size);
  bytes[c->at] = c->byte;
  ft_input_set_put (inputs, c->source, bytes, size);
  free (bytes);
}

bool ft_flip_result_apply (const ft_trace *trace, const ft_flip_result *turned,
                     ft_input_set *inputs) {
  if (turned->answer != FT_SAT || !turned->changes.size)
    return false;
  for (size_t c = 0; c < turned->changes.size; c++)
    change (trace, turned->changes.begin + c, inputs);
  return true;
}
