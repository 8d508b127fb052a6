// What packing (sites.c, where the form is described) and unpacking
// (sites_unpack.c) of site tables share.

#ifndef FT_RUN_SITES_FORM_H
#define FT_RUN_SITES_FORM_H

#include "run/sites.h"

extern const unsigned char ft_sites_magic[8];

// As it is, also an empty one; its id.
uint32_t ft_sites_add_string (ft_sites *, const char *, size_t length);

#endif
