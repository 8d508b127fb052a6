// Files that hold the state of a filter between two batches of a trace, sealed by
// a checksum: what is written is there whole or not at all ('base/output.h'), and
// what is read was written by this version of foretrace, or is an error.
//
// A file is a header and bytes, in the byte order of the machine.

#ifndef FT_ORDER_CHECKPOINT_FILE_H
#define FT_ORDER_CHECKPOINT_FILE_H

#include "base/error.h"
#include "base/ids.h"
#include "base/output.h"

// What the state is of; compared as a whole.
typedef struct ft_checkpoint_key {
  uint64_t version; // of foretrace, a hash
  uint64_t trace;   // its size and a hash of its first and last bytes
  uint64_t size;
  uint32_t kinds, threads; // of the filters
  uint32_t how;            // options of reading
  uint32_t reserved;
} ft_checkpoint_key;

// The key for the file of a trace; false and an error if it is no regular file.
bool ft_checkpoint_key_init (ft_checkpoint_key *, const char *trace,
                             uint32_t how, ft_error *);

// ---- writing ---------------------------------------------------------------

typedef struct ft_checkpoint_writer {
  ft_output out;
  struct XXH64_state_s *hash; // owned
} ft_checkpoint_writer;

bool ft_checkpoint_create (ft_checkpoint_writer *, const char *path,
                           const ft_checkpoint_key *, ft_error *);
void ft_checkpoint_put (ft_checkpoint_writer *, const void *bytes, size_t n);
bool ft_checkpoint_seal (ft_checkpoint_writer *, ft_error *);

static inline void ft_checkpoint_put_number (ft_checkpoint_writer *w,
                                             uint64_t number) {
  ft_checkpoint_put (w, &number, sizeof number);
}

// ---- reading ---------------------------------------------------------------

// A read of more bytes than there are sets 'bad', which stays set, and gives
// zeros.
typedef struct ft_checkpoint_reader {
  FILE *file;    // owned
  uint64_t left; // bytes that are still to be read
  bool bad;
} ft_checkpoint_reader;

// False and an error if the file is damaged or of something else, and without an
// error if there is none.
bool ft_checkpoint_open (ft_checkpoint_reader *, const char *path,
                         const ft_checkpoint_key *, ft_error *);
void ft_checkpoint_close (ft_checkpoint_reader *);

void ft_checkpoint_get (ft_checkpoint_reader *, void *bytes, size_t n);

static inline uint64_t ft_checkpoint_get_number (ft_checkpoint_reader *r) {
  uint64_t number;
  ft_checkpoint_get (r, &number, sizeof number);
  return number;
}

// A number of items of at least 'size' bytes each that follow.
static inline uint64_t ft_checkpoint_get_count (ft_checkpoint_reader *r,
                                                size_t size) {
  uint64_t count = ft_checkpoint_get_number (r);
  r->bad |= count > r->left / size;
  return r->bad ? 0 : count;
}

#endif
