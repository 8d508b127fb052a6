// Threads that the program cannot create since the recorder has taken their part
// of the address space that the process may have (ulimit -v).

#ifndef FT_RUNTIME_ADDRESS_SPACE_H
#define FT_RUNTIME_ADDRESS_SPACE_H

#include <pthread.h>

// To be called when a thread with these attributes (NULL: the default ones) could not be
// created.  Ends the process with an error if the thread would have had room without the
// recorder, since the program would have gone another way then.
void ft_address_space_check (const pthread_attr_t *);

#endif
