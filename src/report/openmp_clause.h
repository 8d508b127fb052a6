// What is missing in an OpenMP program, in its own words: a reduction or an atomic
// update, a private clause, an order of tasks or of iterations.  It is the likely
// cause; the certificate does not rest on it.

#ifndef FT_REPORT_OPENMP_CLAUSE_H
#define FT_REPORT_OPENMP_CLAUSE_H

#include "base/strbuf.h"
#include "load/describe.h"
#include "report/report.h"

// Adds "'sum' is shared by the threads of the region, which update it: a reduction
// or atomic is missing"; false: nothing is known.
bool ft_openmp_clause_add (ft_strbuf *, const ft_report *, const ft_race *);

// Adds "iteration 3 of the loop at sum.c:4:1"; false: the access is in none.
bool ft_openmp_clause_add_place (ft_strbuf *, const ft_description *);

#endif
