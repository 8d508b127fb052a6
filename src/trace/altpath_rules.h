// The rules of alternatives: what makes them something that a thread could do.
//
// - A branch with alternatives has an outcome, an operator and operands, and
//   each alternative another outcome.
// - An alternative gives back locks that it has taken, or that its thread has,
//   once and alone.  Where it goes on with what follows, it has no section left
//   open and has ended the same as what it replaces, in the thread or in a
//   list.
// - What an alternative replaces is there, and is of kinds whose absence means
//   no more than that the event did not happen: accesses, computations,
//   sections, marks.
// - A thread that an alternative starts is one that the trace has no events of.

#ifndef FT_TRACE_ALTPATH_RULES_H
#define FT_TRACE_ALTPATH_RULES_H

#include "base/error.h"
#include "base/strbuf.h"
#include "trace/trace.h"

// Whether the alternatives of a branch, from 'first' on, follow the rules that
// the branch alone shows; says why not.
bool ft_altpaths_check_branch (const ft_tables *, const ft_event *branch,
                          uint32_t first, ft_strbuf *why);

// The same for all branches and all rules, once the trace is there.  With
// 'lenient' alternatives that break one are left out, with a note.
bool ft_altpaths_check (ft_trace *, bool lenient, ft_error *);

#endif
