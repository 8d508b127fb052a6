// Reading without a second thread, for foretrace-verify: in place of
// 'base/readahead.c' and 'format/packed_readahead.c', so that the checker has
// no threads, and less code to trust.  What is read is the same.  Each handle
// is the file itself.

#include "base/readahead.h"
#include "format/packed_readahead.h"

// ---- compressed files ------------------------------------------------------

static ft_decompressor *compressed_file (const ft_readahead *r) {
  return (ft_decompressor *)r;
}

ft_readahead *ft_readahead_new (ft_decompressor *file) {
  return (ft_readahead *)file;
}

void ft_readahead_free (ft_readahead *r) {
  ft_decompressor_free (compressed_file (r));
}

ptrdiff_t ft_readahead_read (ft_readahead *r, char *to, size_t n,
                             ft_error *error) {
  return ft_decompressor_read (compressed_file (r), to, n, error);
}

const char *ft_readahead_path (const ft_readahead *r) {
  return ft_decompressor_path (compressed_file (r));
}

double ft_readahead_progress (const ft_readahead *r) {
  return ft_decompressor_progress (compressed_file (r));
}

// ---- packed traces ---------------------------------------------------------

static ft_packed_file *packed_file (const ft_packed_readahead *r) {
  return (ft_packed_file *)r;
}

ft_packed_readahead *ft_packed_readahead_new (ft_packed_file *file) {
  return (ft_packed_readahead *)file;
}

void ft_packed_readahead_free (ft_packed_readahead *r) {
  ft_packed_file_free (packed_file (r));
}

enum ft_packed_load_result ft_packed_readahead_load (ft_packed_readahead *r,
                                                     ft_packed_block *block,
                                                     ft_error *error) {
  return ft_packed_file_load (packed_file (r), block, error);
}

ft_packed_status ft_packed_readahead_status (const ft_packed_readahead *r) {
  return ft_packed_file_status (packed_file (r));
}

const char *ft_packed_readahead_path (const ft_packed_readahead *r) {
  return ft_packed_file_path (packed_file (r));
}
