// Threads that the program cannot create since the recorder has taken their part
// of the address space that the process may have (ulimit -v).

#ifndef FT_RUNTIME_ADDRESS_SPACE_H
#define FT_RUNTIME_ADDRESS_SPACE_H

#include <pthread.h>

// A thread with these attributes (NULL: the default ones) could not be created.
// Without the recorder the program goes another way if there would have been
// room for it: ends the process with an error then.
void ft_address_space_check (const pthread_attr_t *);

#endif
