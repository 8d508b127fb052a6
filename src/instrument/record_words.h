// The words of a record (runtime/wire.h, run/sites.h).

#ifndef FT_INSTRUMENT_RECORD_WORDS_H
#define FT_INSTRUMENT_RECORD_WORDS_H

#include "instrument/emit.h"

// The number of words of a point's record.
unsigned ft_record_words (const ft_record_point *);

// Writes the record where the unit's builder stands, 'e->used' words behind
// 'e->cursor'.
void ft_record_write (ft_emitter *e, const ft_record_point *);

#endif
