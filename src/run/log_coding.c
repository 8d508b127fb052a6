// A token is one byte, for one word or for a pair, a header and another word:
//
//   0 to 2            a header as predicted: by the stride of the headers that
//                     followed the same headers before; by the distance to the
//                     address before; by the distance to the value before
//   3 to 5            another word as predicted: the last one at the same
//                     address; the last one of all; the last one that followed
//                     the same headers
//   6 to 14           a pair as predicted: 6, plus 3 times the token of the
//                     header, plus that of the other word less 3
//   16 to 63          1 to 48 pairs of a header by its stride and the last word
//                     at its address
//   64 to 127         a header that differs from the first of its predictions
//   128 to 191        another word that differs from the first of its
//   192 to 255        a pair of a header by its stride and such a word
//
// The last three say in their lowest six bits which bytes differ: 8 times the
// first one, counted from the lowest byte, plus their number less one.  These
// bytes are kept, xor those of the prediction.
//
// Nearly all words of a loop are pairs as predicted: with one token for each
// word, zstd took a third of the time to find that out.

#include "run/log_coding.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/wire.h"

_Static_assert(FT_LOG_PIECE_WORDS * 8 == FT_WIRE_BUFFER,
               "a buffer is coded as one piece");


enum token {
  HEADER_BY_STRIDE,
  HEADER_BY_DISTANCE,
  HEADER_BY_VALUE,
  VALUE_AT_ADDRESS,
  VALUE_BEFORE,
  VALUE_IN_CONTEXT,
  PAIR,
  RUN = 15, // plus the number of pairs
  HEADER_DIFFERS = 64,
  VALUE_DIFFERS = 128,
  PAIR_DIFFERS = 192,
};

enum {
  RUN_MOST = HEADER_DIFFERS - 1 - RUN,
  HEAD_OF_WORDS = 4, // bytes before the tokens
  HEAD_OF_PAIRS = 6,
};

// A context is what stands before a word: the codes of the last three headers.
// The distances are those of the last header that its stride did not predict.
typedef struct context {
  uint64_t header;            // the last one in this context
  uint64_t stride;            // the last delta that came twice
  uint64_t distance;          // of its payload to the one before
  uint64_t delta;             // of the last two headers
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

static inline uint64_t codes_behind (const ft_log_coder *k, uint64_t header) {
  return (k->codes << 16 | FT_WIRE_CODE (header)) & FT_WIRE_PAYLOAD;
}

static inline void pass_header (ft_log_coder *k, uint64_t header) {
  k->payload = header & FT_WIRE_PAYLOAD;
  k->codes = codes_behind (k, header);
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

static inline unsigned encode_header (ft_log_coder *k, context *c, uint64_t w,
                                      unsigned char **end) {
  unsigned token = HEADER_BY_STRIDE;
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

// A word that is not the last one at its address, of which 'at_address' is the
// slot.
static inline unsigned encode_other_value (ft_log_coder *k, uint64_t *at_address,
                                           uint64_t w, unsigned char **end) {
  uint64_t *following = following_now (k);
  unsigned token;
  if (w == k->value)
    token = VALUE_BEFORE;
  else if (w == *following)
    token = VALUE_IN_CONTEXT;
  else
    token = VALUE_DIFFERS | put_bytes (w ^ *at_address, end);
  if (token != VALUE_BEFORE)
    *following = w;
  *at_address = w;
  return token;
}

static inline unsigned encode_value (ft_log_coder *k, uint64_t w,
                                     unsigned char **end) {
  uint64_t *at_address = slot_of (k, k->payload);
  unsigned token = VALUE_AT_ADDRESS;
  if (w != *at_address)
    token = encode_other_value (k, at_address, w, end);
  pass_value (k, w);
  return token;
}

static inline void put (unsigned char **token, unsigned value) {
  *(*token)++ = (unsigned char)value;
}

// Of one pair or more.
static inline void put_run (unsigned char **token, size_t words) {
  size_t pairs = words / 2;
  for (; __builtin_expect (pairs > RUN_MOST, 0); pairs -= RUN_MOST)
    put (token, RUN + RUN_MOST);
  put (token, (unsigned)(RUN + pairs));
}

static inline unsigned pair_of (unsigned header, unsigned value) {
  return PAIR + 3 * header + value - VALUE_AT_ADDRESS;
}

static inline void put_pair (unsigned char **token, unsigned header,
                             unsigned value) {
  if (header <= HEADER_BY_VALUE && value < PAIR)
    put (token, pair_of (header, value));
  else {
    put (token, header);
    put (token, value);
  }
}

// The word behind a header by its stride, which is not the last one at its
// address.
static inline unsigned encode_behind (ft_log_coder *k, uint64_t *at_address,
                                      uint64_t w, unsigned char **end) {
  unsigned token = encode_other_value (k, at_address, w, end);
  pass_value (k, w);
  return token < PAIR ? pair_of (HEADER_BY_STRIDE, token)
                      : token | PAIR_DIFFERS;
}

// Codes one word or two.  Returns behind them.
static inline const uint64_t *encode_some (ft_log_coder *k, context *c,
                                           const uint64_t *at,
                                           const uint64_t *last,
                                           unsigned char **token,
                                           unsigned char **end) {
  uint64_t w = *at++;
  if (!is_header (w)) {
    put (token, encode_value (k, w, end));
    return at;
  }
  unsigned header = encode_header (k, c, w, end);
  if (at < last && !is_header (*at))
    put_pair (token, header, encode_value (k, *at++, end));
  else
    put (token, header);
  return at;
}

static inline bool begins_pair (const context *c, const uint64_t *at,
                                const uint64_t *last) {
  return last - at >= 2 && *at == header_by_stride (c) && is_header (*at);
}

// The state behind pairs that were passed, as far as it was not kept.
static inline void catch_up (ft_log_coder *k, const uint64_t *behind) {
  k->payload = behind[-2] & FT_WIRE_PAYLOAD;
  k->value = behind[-1];
  k->position = 1;
}

// Passes pairs that are as predicted, which is what most of the time goes to: what
// follows from the words is not kept meanwhile.  If a header is then as predicted
// and the word behind it is not, the slot of its address, else NULL, and the
// context of the next word.
static inline uint64_t *pass_pairs (ft_log_coder *k, const uint64_t **at,
                                    const uint64_t *last, context **next) {
  const uint64_t *p = *at, *from = p;
  uint64_t *differs = NULL;
  context *c;
  for (;; p += 2) {
    c = context_now (k);
    if (!begins_pair (c, p, last))
      break;
    uint64_t w = p[0]; // once: as far as the compiler knows, tables may hold it
    learn_predicted_header (c, w);
    k->codes = codes_behind (k, w);
    uint64_t *at_address = slot_of (k, w & FT_WIRE_PAYLOAD);
    if (p[1] != *at_address) {
      differs = at_address;
      break;
    }
  }
  if (p != from)
    catch_up (k, p);
  if (differs) {
    k->payload = p[0] & FT_WIRE_PAYLOAD;
    k->position = 0;
  }
  *at = p;
  *next = c;
  return differs;
}

// The state may be in registers, since all of this is inlined.
static inline unsigned char *encode_words (ft_log_coder *k, const uint64_t *at,
                                           const uint64_t *last,
                                           unsigned char *token,
                                           unsigned char **end) {
  while (at < last) {
    const uint64_t *run = at;
    context *c;
    uint64_t *at_address = pass_pairs (k, &at, last, &c);
    if (at != run)
      put_run (&token, (size_t)(at - run));
    if (at_address) {
      bool alone = is_header (at[1]);
      put (&token, alone ? HEADER_BY_STRIDE
                         : encode_behind (k, at_address, at[1], end));
      at += alone ? 1 : 2;
      continue;
    }
    for (; at < last && !begins_pair (c, at, last); c = context_now (k))
      at = encode_some (k, c, at, last, &token, end);
  }
  return token;
}

static void put_number (unsigned char *to, size_t number) {
  to[0] = (unsigned char)number;
  to[1] = (unsigned char)(number >> 8);
}

// Bytes that differ are put behind the room for all tokens, and moved.  The room
// for the last word's bytes ends with the piece: a difference that is written as
// 8 bytes begins at most 8 bytes per word behind the tokens.
size_t ft_log_encode (ft_log_coder *coder, const uint64_t *words, size_t n,
                      unsigned char *piece) {
  assert (coder->contexts && n <= FT_LOG_PIECE_WORDS);
  ft_log_coder k = *coder; // a copy that may be in registers
  unsigned char *tokens = piece + HEAD_OF_PAIRS, *bytes = tokens + n + 1;
  unsigned char *end = bytes;
  piece[0] = (unsigned char)(k.size | (k.fresh ? FT_LOG_FRESH : 0));
  piece[1] = FT_LOG_OF_PAIRS;
  k.fresh = false;
  unsigned char *token = encode_words (&k, words, words + n, tokens, &end);
  *coder = k;
  put_number (piece + 2, n);
  put_number (piece + 4, (size_t)(token - tokens));
  memmove (token, bytes, (size_t)(end - bytes));
  return (size_t)(token - piece) + (size_t)(end - bytes);
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

static inline void decode_pair (ft_log_coder *k, unsigned header,
                                unsigned value, source *s, uint64_t *words) {
  words[0] = decode_header (k, header, s);
  words[1] = decode_value (k, value, s);
}

static size_t words_of (unsigned token) {
  return token < PAIR             ? 1
         : token < RUN            ? 2
         : token < HEADER_DIFFERS ? 2 * (token - RUN)
         : token < PAIR_DIFFERS   ? 1
                                  : 2;
}

// The words of a token, for which there is room.
static inline void decode_token (ft_log_coder *k, unsigned token, source *s,
                                 uint64_t *words) {
  if (token > RUN && token < HEADER_DIFFERS)
    for (; token > RUN; token--, words += 2)
      decode_pair (k, HEADER_BY_STRIDE, VALUE_AT_ADDRESS, s, words);
  else if (token >= PAIR_DIFFERS)
    decode_pair (k, HEADER_BY_STRIDE, token - PAIR_DIFFERS + VALUE_DIFFERS, s,
                 words);
  else if (token >= VALUE_DIFFERS)
    *words = decode_value (k, token, s);
  else if (token >= HEADER_DIFFERS || token <= HEADER_BY_VALUE)
    *words = decode_header (k, token, s);
  else if (token < PAIR)
    *words = decode_value (k, token, s);
  else
    decode_pair (k, (token - PAIR) / 3, (token - PAIR) % 3 + VALUE_AT_ADDRESS,
                 s, words);
}

static bool begin_piece (ft_log_coder *k, const unsigned char *piece) {
  unsigned size = piece[0] & ~(unsigned)FT_LOG_FRESH;
  if (size >= FT_LOG_CODER_SIZES)
    return false;
  if (piece[0] & FT_LOG_FRESH)
    ft_log_coder_refresh (k, size);
  k->fresh = false;
  return k->contexts && size == k->size;
}

static size_t number_at (const unsigned char *at) {
  return (size_t)at[0] | (size_t)at[1] << 8;
}

size_t ft_log_piece_words (const unsigned char *piece) {
  return number_at (piece + 2);
}

// Decodes the tokens up to 'end', behind which the bytes are.
static bool decode_tokens (ft_log_coder *coder, const unsigned char *token,
                           const unsigned char *end,
                           const unsigned char *piece_end, uint64_t *words,
                           size_t n) {
  ft_log_coder k = *coder; // a copy that may be in registers
  source s = {end, piece_end, false};
  for (; token < end; token++) {
    size_t some = words_of (*token);
    if (!some || some > n)
      return false;
    decode_token (&k, *token, &s, words);
    words += some;
    n -= some;
  }
  *coder = k;
  return !n && !s.failed && s.at == s.end;
}

bool ft_log_decode (ft_log_coder *coder, const unsigned char *piece,
                    size_t length, uint64_t *words, size_t *n) {
  if (length < HEAD_OF_WORDS)
    return false;
  bool pairs = piece[1] == FT_LOG_OF_PAIRS;
  size_t head = pairs ? HEAD_OF_PAIRS : HEAD_OF_WORDS;
  if (length < head || (piece[1] && !pairs))
    return false;
  *n = ft_log_piece_words (piece);
  size_t tokens = pairs ? number_at (piece + 4) : *n;
  if (*n > FT_LOG_PIECE_WORDS || tokens > length - head ||
      !begin_piece (coder, piece))
    return false;
  const unsigned char *first = piece + head;
  return decode_tokens (coder, first, first + tokens, piece + length, words,
                        *n);
}
