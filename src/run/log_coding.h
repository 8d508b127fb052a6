// The coding of logs at rest.  A log's words are predicted, and what is kept is
// for each word how it was predicted, or the bytes in which it differs from a
// prediction.  zstd makes little of what is left, in a fraction of the time
// that it takes for the words themselves.
//
// Source: Burtscher et al., The VPC Trace-Compression Algorithms, IEEE
// Transactions on Computers 54(11), 2005 (predictors of addresses and values,
// then a general compressor); Eickemeyer and Vassiliadis, IBM Journal of
// Research and Development 37(4), 1993 (strides that are believed when they
// occur twice).
//
// A log is coded in *pieces* of at most FT_LOG_PIECE_WORDS words:
//
//   byte 0      the size of the coder's tables, 0 to FT_LOG_CODER_SIZES - 1;
//               plus FT_LOG_FRESH if the coder forgets all before the piece
//   byte 1      FT_LOG_OF_PAIRS
//   bytes 2, 3  number of words, little-endian
//   bytes 4, 5  number of tokens
//   the tokens, one byte each (log_coding.c)
//   the bytes that tokens speak of, in the order of the words
//
// Pieces that were made before tokens could be of two words have 0 in byte 1, no
// bytes 4 and 5, and a token for each word.  They are read, and no longer made.
//
// Any words can be coded.  That headers are mostly recognised (runtime/wire.h)
// only makes the predictions better.

#ifndef FT_RUN_LOG_CODING_H
#define FT_RUN_LOG_CODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FT_LOG_PIECE_WORDS 8192 // FT_WIRE_BUFFER
#define FT_LOG_PIECE_BYTES (7 + 9 * FT_LOG_PIECE_WORDS) // at most
#define FT_LOG_FRESH 0x80
#define FT_LOG_OF_PAIRS 1
#define FT_LOG_CODER_SIZES 3

// The predictor of the words of one log.  Whoever reads the log has one that is
// in the same state at each word.
typedef struct ft_log_coder ft_log_coder;

ft_log_coder *ft_log_coder_new (void); // must be refreshed before its use
void ft_log_coder_free (ft_log_coder *);

// Forgets everything.  The next piece is a fresh one.
void ft_log_coder_refresh (ft_log_coder *, unsigned size);

// The size of tables that pays for a log of which 'tick' words are coded: large
// ones take long to fill.  And the memory that a coder of a size takes, in
// bytes.
unsigned ft_log_coder_size_at (uint64_t tick);
size_t ft_log_coder_bytes (unsigned size);
unsigned ft_log_coder_size (const ft_log_coder *);

// Codes 'n' words, at most FT_LOG_PIECE_WORDS, as a piece, for which there are
// FT_LOG_PIECE_BYTES at 'piece'.  Returns its length.
size_t ft_log_encode (ft_log_coder *, const uint64_t *words, size_t n,
                      unsigned char *piece);

// The words of a piece, for which there is room for FT_LOG_PIECE_WORDS.  False
// if no coder has made it.
bool ft_log_decode (ft_log_coder *, const unsigned char *piece, size_t length,
                    uint64_t *words, size_t *n);

// The number of words of a piece, of which at least 4 bytes are there.
size_t ft_log_piece_words (const unsigned char *piece);

#endif
