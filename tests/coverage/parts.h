// Inputs of several files: each is a line "NAME SIZE", and as many bytes.

#ifndef FT_TESTS_COVERAGE_PARTS_H
#define FT_TESTS_COVERAGE_PARTS_H

#include "tests/coverage/mutate.h"

enum { PARTS_MOST = 24 };

typedef struct part {
  char name[32]; // letters, digits, '-' and '.', not first
  const uint8_t *bytes; // of the input
  size_t size;
} part;

typedef struct parts {
  size_t count;
  part list[PARTS_MOST];
} parts;

// Whatever follows the last whole part is ignored.
void parts_read (parts *, const uint8_t *, size_t);
// The part with this name, or NULL.
const part *parts_find (const parts *, const char *name);
// Writes each as a file of the directory, which is made, or emptied before.
void parts_write (const parts *, const char *directory);

// Changes one part as 'choose' says for its name (NULL: it stays), now and then
// exchanges two or leaves one out.
size_t parts_mutate (ft_rng *, uint8_t *, size_t size, size_t most,
                     mutator *(*choose) (const char *name));

#endif
