#include "base/sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

typedef struct state {
  uint32_t h[8];
  unsigned char block[BLOCK];
  uint64_t size; // bytes so far
} state;

// The first 32 bits of the fractional parts of the cube roots of the first 64
// primes (4.2.2).
static const uint32_t k[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static const state initial = {.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                    0xa54ff53a, 0x510e527f, 0x9b05688c,
                                    0x1f83d9ab, 0x5be0cd19}};

static uint32_t rotate (uint32_t x, int n) {
  return x >> n | x << (32 - n);
}

static uint32_t word_at (const unsigned char *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
         p[3];
}

static void expand (const unsigned char *block, uint32_t w[ROUNDS]) {
  for (int i = 0; i < 16; i++)
    w[i] = word_at (block + 4 * i);
  for (int i = 16; i < ROUNDS; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = (rotate (b, 17) ^ rotate (b, 19) ^ b >> 10) + w[i - 7] +
           (rotate (a, 7) ^ rotate (a, 18) ^ a >> 3) + w[i - 16];
  }
}

static void digest_block (state *s) {
  uint32_t w[ROUNDS], v[8];
  expand (s->block, w);
  memcpy (v, s->h, sizeof v);
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t a = v[0], e = v[4];
    uint32_t choose = (e & v[5]) ^ (~e & v[6]);
    uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
    uint32_t t1 = v[7] + (rotate (e, 6) ^ rotate (e, 11) ^ rotate (e, 25)) +
                  choose + k[i] + w[i];
    uint32_t t2 = (rotate (a, 2) ^ rotate (a, 13) ^ rotate (a, 22)) + majority;
    memmove (v + 1, v, 7 * sizeof *v);
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (int i = 0; i < 8; i++)
    s->h[i] += v[i];
}

static void add (state *s, const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    s->block[s->size++ % BLOCK] = bytes[i];
    if (s->size % BLOCK == 0)
      digest_block (s);
  }
}

static void end (state *s, char digits[FT_SHA256_DIGITS + 1]) {
  uint64_t bits = s->size * 8;
  unsigned char length[8];
  for (int i = 0; i < 8; i++)
    length[i] = (unsigned char)(bits >> (56 - 8 * i));
  add (s, (const unsigned char *)"\x80", 1);
  while (s->size % BLOCK != BLOCK - sizeof length)
    add (s, (const unsigned char *)"", 1);
  add (s, length, sizeof length);
  for (int i = 0; i < 8; i++)
    snprintf (digits + 8 * i, 9, "%08x", s->h[i]);
}

void ft_sha256_text (const void *bytes, size_t size,
                     char digits[FT_SHA256_DIGITS + 1]) {
  state s = initial;
  add (&s, bytes, size);
  end (&s, digits);
}

int ft_sha256_file (FILE *file, char digits[FT_SHA256_DIGITS + 1]) {
  unsigned char buffer[4096];
  state s = initial;
  size_t n;
  while ((n = fread (buffer, 1, sizeof buffer, file)))
    add (&s, buffer, n);
  end (&s, digits);
  return !ferror (file);
}
