// What the values of the accesses add to the consequence of a race: "lost update: 41 instead
// of 42" where the order decides a counter's value, and why no difference is seen:
// "same value", "redundant write", "disjoint bits".

#ifndef FT_REPORT_CONSEQUENCE_NOTE_H
#define FT_REPORT_CONSEQUENCE_NOTE_H

#include "base/strbuf.h"
#include "report/report.h"

// Adds the note, if there is one; whether there is.
bool ft_consequence_note (ft_strbuf *, const ft_report *, const ft_race *);

// Adds the class in words: "crash", "no difference seen in 3 of 8 continuations".
void ft_consequence_add_class (ft_strbuf *, const ft_consequence *);

// Adds the class in words with the note: "different output, lost update: 1 instead of 2".
void ft_consequence_label (ft_strbuf *, const ft_report *, const ft_race *);

#endif
