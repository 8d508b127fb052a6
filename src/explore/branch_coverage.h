// Branch coverage: the names under which branch outcomes are counted as
// covered.

#ifndef FT_EXPLORE_BRANCH_COVERAGE_H
#define FT_EXPLORE_BRANCH_COVERAGE_H

#include "base/strbuf.h"
#include "trace/trace.h"

// Appends the name of a branch outcome to 'text', as valid UTF-8: "LABEL
// OUTCOME", or "LABEL OUTCOME #N" for the N-th branch of the thread in a row at
// the same location.  Models of library functions have many branches at the
// location of the call, one for each byte that they examine.
void ft_branch_coverage_name (const ft_trace *, ft_id branch, uint64_t outcome,
                              ft_strbuf *text);

#endif
