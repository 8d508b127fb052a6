// See 'mutate.h'.  Binary files: logs of words, and files with checksums, which
// are made right again behind most changes.

#include "tests/coverage/mutate.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/reseal_grammar.h"

size_t LLVMFuzzerMutate (uint8_t *, size_t size, size_t most);

size_t mutate_words (ft_rng *rng, uint8_t *bytes, size_t size, size_t most) {
  size_t words = size / 8;
  if (!words || ft_rng_percent (rng, 20))
    return LLVMFuzzerMutate (bytes, size, most);
  size_t a = 8 * (size_t)ft_rng_below (rng, (uint32_t)words);
  size_t b = 8 * (size_t)ft_rng_below (rng, (uint32_t)words);
  uint64_t word;
  memcpy (&word, bytes + a, 8);
  switch (ft_rng_below (rng, 5)) {
  case 0:
    word ^= 1ull << ft_rng_below (rng, 64);
    break;
  case 1:
    word += ft_rng_below (rng, 17) - 8ull;
    break;
  case 2:
    memcpy (&word, bytes + b, 8);
    break;
  case 3: // it goes
    memmove (bytes + a, bytes + a + 8, size - a - 8);
    return size - 8 ? size - 8 : size;
  default: // it comes twice
    if (size + 8 > most)
      return size;
    memmove (bytes + a + 8, bytes + a, size - a);
    return size + 8;
  }
  memcpy (bytes + a, &word, 8);
  return size;
}

static size_t take (uint8_t *bytes, size_t size, size_t most, char *changed,
                    size_t n) {
  if (n && n <= most) {
    memcpy (bytes, changed, n);
    size = n;
  }
  free (changed);
  return size;
}

// A file that 'reseal' may walk through: its lengths stay inside it.
static bool is_packed (const uint8_t *bytes, size_t size) {
  size_t i = sizeof (ft_packed_start) + sizeof (ft_packed_identity);
  bool any = false;
  while (i + sizeof (ft_packed_header) <= size) {
    const sealed_header *h = (const void *)(bytes + i);
    if (h->magic != FT_PACKED_BLOCK_MAGIC)
      break;
    size_t payload = reseal_payload (h);
    if (payload > size - i - sizeof *h)
      return false;
    i += sizeof *h + payload;
    any = true;
  }
  return any;
}

size_t mutate_packed (ft_rng *rng, uint8_t *bytes, size_t size, size_t most) {
  if (!is_packed (bytes, size) || ft_rng_percent (rng, 15))
    return LLVMFuzzerMutate (bytes, size, most);
  size_t n = size;
  char *changed = reseal (rng, (const char *)bytes, &n, 8);
  return take (bytes, size, most, changed, n);
}

static bool is_grammar (const uint8_t *bytes, size_t size) {
  size_t i = sizeof (ft_ftz_start);
  bool any = false;
  while (i + sizeof (ft_ftz_header) <= size) {
    const sealed_grammar *h = (const void *)(bytes + i);
    if (h->magic != FT_FTZ_BLOCK_MAGIC)
      break;
    size_t payload = reseal_grammar_payload (h);
    if (payload > size - i - sizeof *h)
      return false;
    i += sizeof *h + payload;
    any = true;
  }
  return any;
}

size_t mutate_grammar (ft_rng *rng, uint8_t *bytes, size_t size, size_t most) {
  if (!is_grammar (bytes, size) || ft_rng_percent (rng, 15))
    return LLVMFuzzerMutate (bytes, size, most);
  size_t n = size;
  char *changed = malloc (size + (1 << 17));
  if (!changed)
    abort ();
  memcpy (changed, bytes, size);
  reseal_grammar (rng, changed, &n);
  return take (bytes, size, most, changed, n);
}
