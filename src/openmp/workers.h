// Workers: the threads of a team beside the one that creates it.

#ifndef FT_OPENMP_WORKERS_H
#define FT_OPENMP_WORKERS_H

#include "openmp/team.h"

// Around the starts of a team's workers and the waits for them.
void ft_omp_workers_open (void);
void ft_omp_workers_close (void);

// Starts the calling thread's worker for member 'number' >= 1 of the team.
void ft_omp_worker_start (int number, ft_omp_team *, ft_omp_call *);

// Waits until it has done the call.
void ft_omp_worker_await (int number);

// A worker's part: executes the call as this member (team.c).
void ft_omp_member_run (ft_omp_team *, int number, ft_omp_call *);

#endif
