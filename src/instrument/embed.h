// The bitcode before instrumentation, kept in the object.

#ifndef FT_INSTRUMENT_EMBED_H
#define FT_INSTRUMENT_EMBED_H

#include "instrument/unit.h"

void ft_embed (ft_unit *, const void *bitcode, size_t size);

#endif
