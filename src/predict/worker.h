// Workers: child processes that decide candidates one at a time.
//
// Workers inherit the facts by fork and communicate over sockets.  A worker
// that dies, runs out of memory or does not answer in time is killed and
// replaced; only its candidate stays undecided.

#ifndef FT_PREDICT_WORKER_H
#define FT_PREDICT_WORKER_H

#include "base/deadline.h"
#include "predict/certify.h"
#include "predict/work.h"

typedef struct ft_worker ft_worker;

// Work and options are borrowed.
ft_worker *ft_worker_new (const ft_work *, const ft_check_options *);
void ft_worker_free (ft_worker *); // kills the child

// Ends the child of a worker that is not busy: the next one inherits what the work
// is then.
void ft_worker_renew (ft_worker *);

// Starts on a candidate (by its number in the work), to be decided under the
// model in 'timeout' seconds, with 'c11' as a race of C11; false if no child
// process can be made.
bool ft_worker_start (ft_worker *, size_t candidate, enum ft_model, bool c11,
                      double timeout);

bool ft_worker_is_busy (const ft_worker *, size_t *candidate);
int ft_worker_descriptor (const ft_worker *);  // readable when done
double ft_worker_deadline (const ft_worker *); // by 'ft_seconds_now'

// Takes the answer when the descriptor is readable.  '*instance' is the number
// of the candidate's kept instance that the answer is about.  If the child
// died, the answer is undecided, and its reason says how the child died.
void ft_worker_finish (ft_worker *, uint32_t *instance, ft_outcome *);

// Kills the child; its candidate is undecided for 'reason'.
void ft_worker_kill (ft_worker *, enum ft_cause, const char *reason,
                     ft_outcome *);

#endif
