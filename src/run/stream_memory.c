#include "run/stream_memory.h"

#include <stdio.h>
#include <string.h>

void ft_stream_memory_release (ft_stream_memory *s) {
  ft_map_release (&s->blocks);
  ft_map_release (&s->granules);
}

// A stream is small; what is larger is a buffer, of which the beginning counts.
enum { MOST_BYTES = 65536 };

static void add (ft_stream_memory *s, uint64_t address, uint64_t bytes) {
  if (bytes > MOST_BYTES)
    bytes = MOST_BYTES;
  if (!address || !bytes || address + bytes > FT_WIRE_PAYLOAD)
    return;
  *ft_map_at (&s->blocks, address) = (uint32_t)bytes;
  for (uint64_t g = address >> 3; g <= (address + bytes - 1) >> 3; g++) {
    uint64_t bit = ft_stream_memory_bit (g << 3);
    s->filter[bit / 64] |= UINT64_C (1) << bit % 64;
    *ft_map_at (&s->granules, g) = 1;
  }
}

static void forget (ft_stream_memory *s, uint64_t address) {
  uint32_t bytes = ft_map_get (&s->blocks, address);
  if (bytes == FT_NO_ID)
    return;
  *ft_map_at (&s->blocks, address) = FT_NO_ID;
  for (uint64_t g = address >> 3; g <= (address + bytes - 1) >> 3; g++)
    *ft_map_at (&s->granules, g) = FT_NO_ID;
}

void ft_stream_memory_record (ft_stream_memory *s, const ft_run_record *r,
                              bool makes) {
  if (r->at)
    return;
  if (r->code == FT_WIRE_FREE && s->blocks.size)
    forget (s, r->payload);
  else if (r->code == FT_WIRE_ALLOC && makes)
    add (s, r->payload, r->word[0]);
}

bool ft_stream_memory_is_variable (const char *name) {
  return !strcmp (name, "stdin") || !strcmp (name, "stdout") ||
         !strcmp (name, "stderr");
}

void ft_stream_memory_variable (ft_stream_memory *s, const ft_run_record *r) {
  uint64_t stream = r->word[0];
  if (ft_map_get (&s->blocks, stream) == FT_NO_ID)
    add (s, stream, sizeof (FILE));
}
