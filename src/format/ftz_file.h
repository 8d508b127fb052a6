// Reads the blocks of a compressed trace: checks their checksums and
// uncompresses them.  Their contents are decoded in 'ftz_block.c'.
//
// The file is streamed, so that it may be a pipe or a compressed file.  Memory
// grows with the bytes that were read, never with the promises of a header,
// except for frames, which are bounded.

#ifndef FT_FORMAT_FTZ_FILE_H
#define FT_FORMAT_FTZ_FILE_H

#include "base/decompressor.h"
#include "base/varint.h"
#include "format/ftz.h"

typedef struct ft_ftz_raw {
  ft_ftz_header header;
  uint64_t offset; // in the file
  ft_bytes frames[FT_FTZ_FRAMES];
} ft_ftz_raw;

void ft_ftz_raw_release (ft_ftz_raw *);

typedef struct ft_ftz_file ft_ftz_file;

// Takes ownership of the file, even on failure: NULL and an error for a file
// that does not begin as a compressed trace.
ft_ftz_file *ft_ftz_file_new (ft_decompressor *, ft_error *);
void ft_ftz_file_free (ft_ftz_file *);

// 1: the next block.  0: the end, which is well formed. -1: an error.  Without
// 'values' the frame of values is left empty.
int ft_ftz_file_load (ft_ftz_file *, bool values, ft_ftz_raw *, ft_error *);

const char *ft_ftz_file_path (const ft_ftz_file *);

// "PATH: block N at byte OFFSET", for messages about the block read last.
const char *ft_ftz_file_place (const ft_ftz_file *);

uint64_t ft_ftz_file_bytes (const ft_ftz_file *);  // read so far
uint32_t ft_ftz_file_blocks (const ft_ftz_file *); // read so far

// See 'ft_decompressor_progress'.
double ft_ftz_file_progress (const ft_ftz_file *);

#endif
