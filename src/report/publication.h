// The publication behind a race of C11: a write of one thread that the other
// reads, such as of a pointer, without a release and an acquire.  What was
// written before it races with what is read behind it; one pair of memory
// orders would mend all of these races.

#ifndef FT_REPORT_PUBLICATION_H
#define FT_REPORT_PUBLICATION_H

#include "base/strbuf.h"
#include "report/report.h"

// The write and the read that do not synchronise and have locations; false: the
// race is none that a publication explains.
bool ft_publication_of (const ft_report *, const ft_race *, ft_id events[2]);

// Whether the race leads an entry of races behind one publication
// (same_cause.h).
bool ft_publication_leads (const ft_report *, size_t rank);

// Adds "'current', which T1 writes at a.c:12:11 and T2 reads at a.c:16:22
// without synchronisation; behind it are 4 races, on 'c->size', 'c->color',
// ...".
void ft_publication_add (ft_strbuf *, const ft_report *, size_t rank);

#endif
