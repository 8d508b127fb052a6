// Random tiny C programs: two or three threads that read and write a few shared
// variables, most often under a lock, compute in widths and signs of C, branch
// on what comes out, exchange, try, signal and allocate.  No undefined
// behaviour, no loop without end, no deadlock; 'main' creates the threads and
// joins them.
//
// A program is a list of lines, some of which open blocks, so that a smaller
// one is one with fewer lines.

#ifndef FT_MODEL_C_SOURCE_H
#define FT_MODEL_C_SOURCE_H

#include "base/stack.h"
#include "base/strbuf.h"
#include "tests/model/rng.h"

typedef struct ft_c_line {
  char text[160]; // one statement, or the beginning or end of a block
  int depth;      // of its indentation
  int block;      // 1 opens one, -1 closes it, 0
} ft_c_line;

typedef struct ft_c_thread {
  FT_STACK (ft_c_line) lines;
} ft_c_thread;

typedef struct ft_c_source {
  ft_c_thread threads[3];
  int count;
  bool waits; // for 'main'
} ft_c_source;

void ft_c_source_random (ft_c_source *, ft_rng *);
void ft_c_source_release (ft_c_source *); // (ft_c_source){0} is empty

// The whole program, 'head' first.
void ft_c_source_print (const ft_c_source *, const char *head, ft_strbuf *);

size_t ft_c_source_lines (const ft_c_source *); // of all threads

// How many ways there are to make it smaller; the one of this number, as a new
// program: a line or block is left out, or only the lines around a block.
size_t ft_c_source_cuts (const ft_c_source *);
ft_c_source ft_c_source_cut (const ft_c_source *, size_t number);

#endif
