// Reads whose recorded value a write might leave of which no value is known: by
// a call of a library, say.  It is not known that the read could not return it,
// so that no refutation may rest on the read.

#ifndef FT_CERTIFY_UNVALUED_H
#define FT_CERTIFY_UNVALUED_H

#include "certify/reads.h"

// Whether the event is a read of the run without a recorded value.  Reads of variables that
// are not the program's have one writer in any case.
bool ft_unvalued_read (const ft_tables *, const ft_event *);

// Sets 'unvalued' of each such read; needs 'sources'.  What a read returned from a
// write of the same bytes is known of the write.  Of a variable with very many
// different such writes, all reads are marked.
void ft_unvalued_find (const ft_reads *, uint8_t *unvalued);

#endif
