// The rules of alternative paths: what makes them paths that a thread could
// take.
//
// - A branch with alternative paths has an outcome, an operator and operands,
//   and each alternative path has another outcome.
// - An alternative path releases only locks that it has acquired, or that its
//   thread holds, once and exclusively.  If it merges, it leaves no section
//   open and has ended the same sections as the events that it replaces.
// - The events that an alternative path replaces exist and are of kinds whose
//   absence means no more than that the event did not happen: accesses,
//   computations, critical sections, marks.
// - The trace has no events of a thread that an alternative path starts.

#ifndef FT_TRACE_ALTPATH_RULES_H
#define FT_TRACE_ALTPATH_RULES_H

#include "base/error.h"
#include "base/strbuf.h"
#include "trace/trace.h"

// Whether the alternative paths of a branch, from 'first' on, follow the rules
// that the branch alone can break; '*why' says why not.
bool ft_altpaths_check_branch (const ft_tables *, const ft_event *branch,
                               uint32_t first, ft_strbuf *why);

// The same for all branches and all rules, once the trace is complete.  If
// lenient, paths that break a rule are dropped with a note.
bool ft_altpaths_check (ft_trace *, bool lenient, ft_error *);

#endif
