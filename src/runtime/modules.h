#ifndef FT_RUNTIME_MODULES_H
#define FT_RUNTIME_MODULES_H

#include <stdint.h>

// 'object' is about to be written at this offset of the file "objects".
void ft_modules_add (const void *object, uint64_t at);

#endif
