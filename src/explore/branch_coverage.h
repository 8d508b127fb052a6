// Names for the sides of branches that a trace has: coverage is told in them.

#ifndef FT_EXPLORE_BRANCH_COVERAGE_H
#define FT_EXPLORE_BRANCH_COVERAGE_H

#include "base/strbuf.h"
#include "trace/trace.h"

// "LABEL OUTCOME" of the branch; of one that the thread made right after others
// at the same place, "LABEL OUTCOME #N": the functions of the library have many
// branches at the place of their call, one for each byte that they look at.
// Appended to 'text'; harmless as UTF-8.
void ft_branch_coverage_name (const ft_trace *, ft_id branch, uint64_t outcome,
                      ft_strbuf *text);

#endif
