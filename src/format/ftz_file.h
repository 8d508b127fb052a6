// The blocks of a compressed trace, one after another: checked against their
// checksums and unpacked.  What they mean is 'ftz_block.c'.
//
// The file is streamed, so that a pipe or a compressed file will do.  Memory
// grows with what was read, never with what a header promises, but for frames,
// which are bounded.

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

// Takes the unpacker over, even on failure: NULL and an error for a file that
// does not start as a compressed trace.
ft_ftz_file *ft_ftz_file_new (ft_decompressor *, ft_error *);
void ft_ftz_file_free (ft_ftz_file *);

// 1: the next block.  0: the end, which is right.  -1: an error.  Values are
// left packed, and their frame empty, unless they are wanted.
int ft_ftz_file_load (ft_ftz_file *, bool values, ft_ftz_raw *, ft_error *);

const char *ft_ftz_file_path (const ft_ftz_file *);

// "PATH: block N at byte OFFSET", for messages about the block read last.
const char *ft_ftz_file_place (const ft_ftz_file *);

uint64_t ft_ftz_file_bytes (const ft_ftz_file *);  // read
uint32_t ft_ftz_file_blocks (const ft_ftz_file *); // read
double ft_ftz_file_progress (const ft_ftz_file *); // as 'ft_decompressor_progress'

#endif
