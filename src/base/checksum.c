#include "base/checksum.h"

#include <string.h>

#define P1 0x9E3779B185EBCA87ull
#define P2 0xC2B2AE3D27D4EB4Full
#define P3 0x165667B19E3779F9ull
#define P4 0x85EBCA77C2B2AE63ull
#define P5 0x27D4EB2F165667C5ull

static uint64_t rotate (uint64_t x, int by) {
  return x << by | x >> (64 - by);
}

static uint64_t word_at (const unsigned char *at) {
  uint64_t word;
  memcpy (&word, at, sizeof word);
  return word;
}

static uint32_t half_at (const unsigned char *at) {
  uint32_t half;
  memcpy (&half, at, sizeof half);
  return half;
}

static uint64_t round_of (uint64_t lane, uint64_t input) {
  return rotate (lane + input * P2, 31) * P1;
}

// Four lanes, so that the multiplications overlap.
static uint64_t sum_lanes (const unsigned char **at, size_t stripes) {
  uint64_t lane[4] = {P1 + P2, P2, 0, -P1};
  for (; stripes; stripes--, *at += 32)
    for (int i = 0; i < 4; i++)
      lane[i] = round_of (lane[i], word_at (*at + 8 * i));
  uint64_t sum = rotate (lane[0], 1) + rotate (lane[1], 7) +
                 rotate (lane[2], 12) + rotate (lane[3], 18);
  for (int i = 0; i < 4; i++)
    sum = (sum ^ round_of (0, lane[i])) * P1 + P4;
  return sum;
}

static uint64_t sum_rest (uint64_t sum, const unsigned char *at, size_t n) {
  for (; n >= 8; at += 8, n -= 8)
    sum = rotate (sum ^ round_of (0, word_at (at)), 27) * P1 + P4;
  if (n >= 4) {
    sum = rotate (sum ^ half_at (at) * P1, 23) * P2 + P3;
    at += 4, n -= 4;
  }
  for (; n; at++, n--)
    sum = rotate (sum ^ *at * P5, 11) * P1;
  return sum;
}

uint64_t ft_checksum (const void *bytes, size_t n) {
  const unsigned char *at = bytes;
  uint64_t sum = n >= 32 ? sum_lanes (&at, n / 32) : P5;
  sum = sum_rest (sum + n, at, n % 32);
  sum = (sum ^ sum >> 33) * P2;
  sum = (sum ^ sum >> 29) * P3;
  return sum ^ sum >> 32;
}
