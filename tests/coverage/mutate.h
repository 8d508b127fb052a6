// How inputs change: by what the formats are made of, and now and then as
// libFuzzer changes bytes.  Each function changes 'size' bytes, for which there
// is room for 'most', and returns the new size, which is not 0.

#ifndef FT_TESTS_COVERAGE_MUTATE_H
#define FT_TESTS_COVERAGE_MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "tests/model/rng.h"

typedef size_t mutator (ft_rng *, uint8_t *, size_t size, size_t most);

mutator mutate_bytes; // as libFuzzer does
mutator mutate_lines; // lines move, go, come twice; words are exchanged
mutator mutate_json;  // a document, or lines of documents
mutator mutate_words; // 64-bit words of a log
mutator mutate_packed, mutate_grammar; // with right checksums

#endif
