// A small random number generator (xorshift), so that a seed means the same
// trace on every machine.

#ifndef FT_MODEL_RNG_H
#define FT_MODEL_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ft_rng {
  uint64_t state;
} ft_rng;

static inline ft_rng ft_rng_init (uint64_t seed) {
  ft_rng rng = {seed * UINT64_C (0x9e3779b97f4a7c15) + 0x6a09e667f3bcc909};
  if (!rng.state)
    rng.state = 1;
  return rng;
}

static inline uint32_t ft_rng_next (ft_rng *rng) {
  rng->state ^= rng->state << 13;
  rng->state ^= rng->state >> 7;
  rng->state ^= rng->state << 17;
  return (uint32_t)(rng->state * UINT64_C (0x2545f4914f6cdd1d) >> 32);
}

// Uniform in 0 .. n-1 (n > 0).
static inline uint32_t ft_rng_below (ft_rng *rng, uint32_t n) {
  return (uint32_t)((uint64_t)ft_rng_next (rng) * n >> 32);
}

static inline bool ft_rng_percent (ft_rng *rng, unsigned percent) {
  return ft_rng_below (rng, 100) < percent;
}

#endif
