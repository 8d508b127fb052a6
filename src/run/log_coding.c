// A token is one byte:
//
//   0 to 2            a header as predicted: by the stride of the headers that
//                     followed the same headers before; by the distance to the
//                     address before; by the distance to the value before
//   3 to 5            another word as predicted: the last one at the same
//                     address; the last one of all; the last one that followed
//                     the same headers
//   64 to 127         a header that differs from the first of its predictions
//   128 to 191        another word that differs from the first of its
//
// The last two say in their lowest six bits which bytes differ: 8 times the
// first one, counted from the lowest byte, plus their number less one.  These
// bytes are kept, xor those of the prediction.

#include "run/log_coding.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/wire.h"

_Static_assert(FT_LOG_PIECE_WORDS * 8 == FT_WIRE_BUFFER,
               "a buffer is coded as one piece");


enum { AHEAD = 16 }; // words

enum token {
  HEADER_BY_STRIDE,
  HEADER_BY_DISTANCE,
  HEADER_BY_VALUE,
  VALUE_AT_ADDRESS,
  VALUE_BEFORE,
  VALUE_IN_CONTEXT,
  HEADER_DIFFERS = 64,
  VALUE_DIFFERS = 128,
  TOKENS_END = 192,
};

// A context is what stands before a word: the codes of the last three headers.
// The distances are those of the last header that its stride did not predict.
typedef struct context {
  uint64_t header;            // the last one in this context
  uint64_t delta, stride;     // of the last two; the last delta that came twice
  uint64_t distance;          // of its payload to the one before
  uint64_t distance_to_value; // and to the value before
} context;

struct ft_log_coder {
  unsigned size;
  unsigned context_bits, value_bits; // logarithms of the sizes of tables
  bool fresh;        // the next piece is
  unsigned position; // of the next word that is no header, behind its header
  uint64_t codes;    // of the last three headers
  uint64_t payload;  // of the last header
  uint64_t value;    // the last word that is no header
  context *contexts; // owned
  uint64_t *following; // owned, by context: the last word that neither the
                       // address nor the value before predicted
  uint64_t *values;    // owned, by address: the last word
};

// Logarithms: of the number of contexts, and of addresses.
static const struct sizes {
  unsigned contexts, values;
} sizes[FT_LOG_CODER_SIZES] = {{7, 9}, {10, 13}, {12, 15}};

// ---- tables ----------------------------------------------------------------

ft_log_coder *ft_log_coder_new (void) {
  return FT_NEW (ft_log_coder);
}

static void free_tables (ft_log_coder *k) {
  free (k->contexts);
  free (k->following);
  free (k->values);
}

void ft_log_coder_free (ft_log_coder *k) {
  if (!k)
    return;
  free_tables (k);
  free (k);
}

static size_t contexts_of (unsigned size) {
  return (size_t)1 << sizes[size].contexts;
}

static size_t values_of (unsigned size) {
  return (size_t)1 << sizes[size].values;
}

static void make_tables (ft_log_coder *k, unsigned size) {
  free_tables (k);
  k->contexts = ft_calloc (contexts_of (size), sizeof *k->contexts);
  k->following = ft_calloc (contexts_of (size), sizeof *k->following);
  k->values = ft_calloc (values_of (size), sizeof *k->values);
}

static void clear_tables (ft_log_coder *k) {
  memset (k->contexts, 0, contexts_of (k->size) * sizeof *k->contexts);
  memset (k->following, 0, contexts_of (k->size) * sizeof *k->following);
  memset (k->values, 0, values_of (k->size) * sizeof *k->values);
}

void ft_log_coder_refresh (ft_log_coder *k, unsigned size) {
  assert (size < FT_LOG_CODER_SIZES);
  if (k->contexts && k->size == size)
    clear_tables (k);
  else
    make_tables (k, size);
  k->size = size;
  k->context_bits = sizes[size].contexts;
  k->value_bits = sizes[size].values;
  k->fresh = true;
  k->codes = k->payload = k->value = 0;
  k->position = 0;
}

unsigned ft_log_coder_size_at (uint64_t tick) {
  return tick < 4 * FT_LOG_PIECE_WORDS    ? 0
         : tick < 32 * FT_LOG_PIECE_WORDS ? 1
                                          : 2;
}

size_t ft_log_coder_bytes (unsigned size) {
  return sizeof (ft_log_coder) +
         contexts_of (size) * (sizeof (context) + sizeof (uint64_t)) +
         values_of (size) * sizeof (uint64_t);
}

unsigned ft_log_coder_size (const ft_log_coder *k) {
  return k->size;
}

// ---- predictions -----------------------------------------------------------

// Sites of all but the longest functions, and records that are none.  Values
// with such highest bits are rare: small numbers and pointers have zeros there,
// negative numbers ones, and doubles near 1 bits from 0x3f00 on.
static bool is_header (uint64_t word) {
  unsigned code = FT_WIRE_CODE (word);
  return (code && code < 0x2000) || (code >= FT_WIRE_FIRST && code < 0xf080);
}

static uint64_t scattered (uint64_t key, unsigned bits) {
  return key * UINT64_C (0x9e3779b97f4a7c15) >> (64 - bits);
}

static context *context_now (const ft_log_coder *k) {
  return k->contexts + scattered (k->codes, k->context_bits);
}

static uint64_t *following_now (const ft_log_coder *k) {
  return k->following + scattered (k->codes ^ (uint64_t)k->position << 56,
                                   k->context_bits);
}

// Neighbours in memory are neighbours here, for the caches; the bytes of a word
// are apart, so that no two accesses to parts of one word meet.
static uint64_t *slot_of (const ft_log_coder *k, uint64_t address) {
  unsigned bits = k->value_bits;
  uint64_t key = (address >> 3) + (address >> 26) * 0x9e3779b1 +
                 ((address & 7) << (bits - 3));
  return k->values + (key & ((UINT64_C (1) << bits) - 1));
}

static uint64_t header_by_stride (const context *c) {
  return c->header + c->stride;
}

static uint64_t header_at (const context *c, uint64_t payload) {
  return (c->header & ~FT_WIRE_PAYLOAD) | (payload & FT_WIRE_PAYLOAD);
}

static inline void learn_predicted_header (context *c, uint64_t header) {
  c->header = header;
  c->delta = c->stride;
}

static void learn_other_header (const ft_log_coder *k, context *c,
                                uint64_t header) {
  uint64_t delta = header - c->header, payload = header & FT_WIRE_PAYLOAD;
  if (delta == c->delta)
    c->stride = delta;
  c->delta = delta;
  c->header = header;
  c->distance = payload - k->payload;
  c->distance_to_value = payload - k->value;
}

static inline void pass_header (ft_log_coder *k, uint64_t header) {
  k->payload = header & FT_WIRE_PAYLOAD;
  k->codes = (k->codes << 16 | FT_WIRE_CODE (header)) & FT_WIRE_PAYLOAD;
  k->position = 0;
}

static inline void pass_value (ft_log_coder *k, uint64_t value) {
  k->value = value;
  k->position++;
}

// ---- coding ----------------------------------------------------------------

// Appends the bytes of a difference, of which there is one, and returns which
// they are.  May write further bytes behind them.
static unsigned char put_bytes (uint64_t difference, unsigned char **end) {
  unsigned first = (unsigned)__builtin_ctzll (difference) / 8;
  unsigned count = 8 - first - (unsigned)__builtin_clzll (difference) / 8;
  difference >>= 8 * first;
  memcpy (*end, &difference, 8);
  *end += count;
  return (unsigned char)(8 * first + count - 1);
}

static inline unsigned char encode_header (ft_log_coder *k, uint64_t w,
                                           unsigned char **end) {
  context *c = context_now (k);
  unsigned char token = HEADER_BY_STRIDE;
  if (w == header_by_stride (c))
    learn_predicted_header (c, w);
  else {
    if (w == header_at (c, k->payload + c->distance))
      token = HEADER_BY_DISTANCE;
    else if (w == header_at (c, k->value + c->distance_to_value))
      token = HEADER_BY_VALUE;
    else
      token = HEADER_DIFFERS | put_bytes (w ^ header_by_stride (c), end);
    learn_other_header (k, c, w);
  }
  pass_header (k, w);
  return token;
}

static inline unsigned char encode_value (ft_log_coder *k, uint64_t w,
                                          unsigned char **end) {
  uint64_t *at_address = slot_of (k, k->payload);
  unsigned char token = VALUE_AT_ADDRESS;
  if (w != *at_address) {
    uint64_t *following = following_now (k);
    if (w == k->value)
      token = VALUE_BEFORE;
    else if (w == *following)
      token = VALUE_IN_CONTEXT;
    else
      token = VALUE_DIFFERS | put_bytes (w ^ *at_address, end);
    if (token != VALUE_BEFORE)
      *following = w;
    *at_address = w;
  }
  pass_value (k, w);
  return token;
}

// The values at addresses do not fit into the fastest caches.
static inline void fetch (const ft_log_coder *k, uint64_t word) {
  if (is_header (word))
    __builtin_prefetch (slot_of (k, word & FT_WIRE_PAYLOAD));
}

// The room for the last word's bytes ends with the piece: a difference that is
// written as 8 bytes begins at most 8 bytes per word behind the tokens.
size_t ft_log_encode (ft_log_coder *coder, const uint64_t *words, size_t n,
                      unsigned char *piece) {
  assert (coder->contexts && n <= FT_LOG_PIECE_WORDS);
  ft_log_coder k = *coder; // a copy that may be in registers
  unsigned char *tokens = piece + 4, *end = tokens + n;
  piece[0] = (unsigned char)(k.size | (k.fresh ? FT_LOG_FRESH : 0));
  piece[1] = 0;
  piece[2] = (unsigned char)n;
  piece[3] = (unsigned char)(n >> 8);
  k.fresh = false;
  for (size_t i = 0; i < n; i++) {
    uint64_t w = words[i];
    if (!is_header (w))
      tokens[i] = encode_value (&k, w, &end);
    else {
      if (i + AHEAD < n)
        fetch (&k, words[i + AHEAD]);
      tokens[i] = encode_header (&k, w, &end);
    }
  }
  *coder = k;
  return (size_t)(end - piece);
}

// ---- decoding --------------------------------------------------------------

typedef struct source {
  const unsigned char *at, *end;
  bool failed;
} source;

static uint64_t take_bytes (source *s, unsigned token) {
  unsigned first = token >> 3 & 7, count = (token & 7) + 1;
  uint64_t difference = 0;
  if (first + count > 8 || count > (size_t)(s->end - s->at)) {
    s->failed = true;
    return 0;
  }
  memcpy (&difference, s->at, count);
  s->at += count;
  return difference << 8 * first;
}

static inline uint64_t decode_header (ft_log_coder *k, unsigned token,
                                      source *s) {
  context *c = context_now (k);
  uint64_t w = header_by_stride (c);
  if (token == HEADER_BY_STRIDE)
    learn_predicted_header (c, w);
  else {
    w = token == HEADER_BY_DISTANCE ? header_at (c, k->payload + c->distance)
        : token == HEADER_BY_VALUE
            ? header_at (c, k->value + c->distance_to_value)
            : w ^ take_bytes (s, token);
    learn_other_header (k, c, w);
  }
  pass_header (k, w);
  return w;
}

static inline uint64_t decode_value (ft_log_coder *k, unsigned token,
                                     source *s) {
  uint64_t *at_address = slot_of (k, k->payload), w = *at_address;
  if (token != VALUE_AT_ADDRESS) {
    uint64_t *following = following_now (k);
    w = token == VALUE_BEFORE       ? k->value
        : token == VALUE_IN_CONTEXT ? *following
                                    : w ^ take_bytes (s, token);
    if (token != VALUE_BEFORE)
      *following = w;
    *at_address = w;
  }
  pass_value (k, w);
  return w;
}

static bool is_of_header (unsigned token) {
  return token <= HEADER_BY_VALUE ||
         (token >= HEADER_DIFFERS && token < VALUE_DIFFERS);
}

static bool is_token (unsigned token) {
  return token <= VALUE_IN_CONTEXT ||
         (token >= HEADER_DIFFERS && token < TOKENS_END);
}

static bool begin_piece (ft_log_coder *k, const unsigned char *piece) {
  unsigned size = piece[0] & ~(unsigned)FT_LOG_FRESH;
  if (size >= FT_LOG_CODER_SIZES || piece[1])
    return false;
  if (piece[0] & FT_LOG_FRESH)
    ft_log_coder_refresh (k, size);
  k->fresh = false;
  return k->contexts && size == k->size;
}

size_t ft_log_piece_words (const unsigned char *piece) {
  return (size_t)piece[2] | (size_t)piece[3] << 8;
}

bool ft_log_decode (ft_log_coder *coder, const unsigned char *piece,
                    size_t length, uint64_t *words, size_t *n) {
  if (length < 4)
    return false;
  *n = ft_log_piece_words (piece);
  if (*n > FT_LOG_PIECE_WORDS || *n > length - 4 || !begin_piece (coder, piece))
    return false;
  ft_log_coder k = *coder; // a copy that may be in registers
  const unsigned char *tokens = piece + 4;
  source s = {tokens + *n, piece + length, false};
  for (size_t i = 0; i < *n; i++) {
    if (!is_token (tokens[i]))
      return false;
    words[i] = is_of_header (tokens[i]) ? decode_header (&k, tokens[i], &s)
                                        : decode_value (&k, tokens[i], &s);
  }
  *coder = k;
  return !s.failed && s.at == s.end;
}
