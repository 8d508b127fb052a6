// Teams of OpenMP: the threads of a parallel region.
//
// This folder is the OpenMP runtime of recorded programs: the functions that
// clang's code calls, under the names that LLVM's OpenMP library gives them. It
// is compiled with foretrace-cc like the program itself and uses POSIX threads
// only, so that each order of OpenMP is an order of the recording: members of a
// team are threads that are created and joined, a barrier is a barrier, an
// explicit task is a thread.
//
// What OpenMP leaves open is chosen so that few orders are added: parts of
// loops are dealt out in turn instead of from a counter, 'single' goes around,
// each explicit task has a thread of its own.  docs/internals/openmp.md has the
// rules.

#ifndef FT_OPENMP_TEAM_H
#define FT_OPENMP_TEAM_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

#include "openmp/loop_state.h"

// clang's description of a directive.
typedef struct ft_omp_location {
  int32_t reserved;
  int32_t flags;
} ft_omp_location;

enum { FT_OMP_AT_SECTIONS = 1 << 10 }; // in the flags

typedef void (*ft_omp_microtask) (int32_t *, int32_t *, ...);

// An outlined function with the variables that it captures.
typedef struct ft_omp_call {
  ft_omp_microtask function;
  int32_t count;
  void **arguments;
} ft_omp_call;

enum {
  FT_OMP_DEFAULT_SIZE = 4, // of a team, whatever the machine has
  FT_OMP_MOST_MEMBERS = 256,
  FT_OMP_MOST_DIMENSIONS = 16, // of a loop with 'depend'
};

struct ft_omp_task;
struct ft_omp_posted;

typedef struct ft_omp_team {
  int size;                      // members
  bool is_league;                // of 'teams': each member is a team of one
  bool is_open;                  // the program does not say how many members
  int level, active_level;       // regions around, and those of several threads
  struct ft_omp_member *creator; // of the thread outside of the region
  pthread_barrier_t barrier;     // only if there are several members
  sem_t *turns;                  // of each member, in ordered loops
  void *copied;                  // of 'copyprivate'
  pthread_mutex_t *excluding; // of a league: by team, of critical sections
  struct ft_omp_posted *posted; // of loops with 'depend' (doacross.c)
  _Atomic int32_t cancelled; // construct that is cancelled (cancel.c), or 0
} ft_omp_team;

// A thread as it takes part in a team, or a task's thread.
typedef struct ft_omp_member {
  ft_omp_team *team;
  int number;               // in the team
  struct ft_omp_task *task; // which it executes
  unsigned singles, loops, sections; // constructs met so far
  bool leaves;              // the region, which was cancelled
  ft_omp_loop loop;         // the one that it is in
  int asked_size;           // of num_threads, for the next region; 0: none
  bool leaves_open;         // how many members its next region has
  int asked_teams;          // of num_teams
  unsigned locks_shown;     // to others that test them (test_lock.c)
  // Of a loop with 'depend': the iterations of each of its loops.
  int64_t counts[FT_OMP_MOST_DIMENSIONS];
} ft_omp_member;

// The calling thread's.
ft_omp_member *ft_omp_me (void);
void ft_omp_become (ft_omp_member *);

// A member's place and the team's size, as loops and 'single' count them.
int ft_omp_number (const ft_omp_member *);
int ft_omp_size (const ft_omp_member *);

// The member of a league whose team the member is in, or NULL.
ft_omp_member *ft_omp_league_member (ft_omp_member *);

// The member that executes an iteration of the loop that this one is in.
int ft_omp_member_of_iteration (const ft_omp_member *, uint64_t iteration);

// The first iteration of a chunk, whose length is up to the next one's; the chunk
// that has an iteration; the member that executes a chunk, of 'size' members.
uint64_t ft_omp_chunk_begin (const ft_omp_loop *, uint64_t chunk);
uint64_t ft_omp_chunk_of (const ft_omp_loop *, uint64_t iteration);
uint64_t ft_omp_chunk_member (const ft_omp_loop *, uint64_t chunk, uint64_t size);

// Semaphores that count nothing yet.
sem_t *ft_omp_semaphores_new (int number);
void ft_omp_semaphores_free (sem_t *, int number);

// doacross.c, which is not there in a program without 'depend' in loops.
struct ft_omp_posted *ft_omp_posted_new (int size) __attribute__ ((weak));
void ft_omp_posted_free (struct ft_omp_posted *, int size)
    __attribute__ ((weak));

// ordered.c, which is not there in a program without ordered loops.
sem_t *ft_omp_turns_new (int size) __attribute__ ((weak));

// Runs the call in a new team and waits for its end and that of its tasks.
void ft_omp_run_team (ft_omp_call *, int size, bool is_league);

// Waits until all members are here and their tasks have ended.
void ft_omp_barrier (void);

// cancel.c: where a region that may be cancelled ends.
void ft_omp_region_end (void);

// Calls the outlined function.
void ft_omp_invoke (ft_omp_call *, int32_t number);

#endif
