/* The runtime's ABI: the interface between code compiled by foretrace-cc and
   the runtime that is linked into the same program.  Includes nothing.

   Users never need this header.  The instrumenter (src/instrument) emits code
   against it, the runtime (src/runtime) implements it; FT_ABI_VERSION changes
   with either, and 'ft_register' refuses objects of another version.

   The event path.  Each thread writes 64-bit words to a log.  Before a record
   that is a scheduling point (each access of memory, each function entry, each
   call) generated code does

       cursor = ft_cursor;                      // thread-local, initial-exec
       if (cursor >= ft_limit)                  // predicted not taken
         cursor = ft_slow (cursor);             // preserve_most, cold
       ... the access itself ...
       cursor[0] = header; cursor[1] = value;   // as many words as it has
       ft_cursor = cursor + words;

   One compare thus detects the end of the buffer, the end of the time slice, a
   stop of the replay schedule and a pending signal.  At most FT_SLACK words may
   be written between two such checks.  'cursor' may be kept in a register
   through a sequence of records without a call in between; 'ft_cursor' is
   written back before every call and at the end of the sequence, and its value
   is not kept across a call.

   A thread never stops between a check and the words that follow it, so
   everything between two checks is atomic in a recorded run.  The logs of all
   threads are therefore totally ordered.  */

#ifndef FORETRACE_RUNTIME_H
#define FORETRACE_RUNTIME_H

#define FT_ABI_VERSION 3
#define FT_SLACK 64 /* words that may be written after a check */

/* In 'flags' of an object: a light build, whose code counts words and writes
   none, so that the recording has to be a light one.  Its ticks and its checks
   are those of the same code built with records. */
#define FT_OBJECT_LIGHT 1
#define FT_LIGHT_SECTION ".foretrace_light" /* section of a light object */

typedef unsigned long long ft_word;

/* One per translation unit; 'ft_register' is called with it from a constructor
   of priority 0.  All of it is constant and lives as long as the program (or
   the shared library). */
struct ft_object {
  unsigned abi;           /* FT_ABI_VERSION of the instrumenter */
  unsigned function_count;
  unsigned global_count;
  unsigned flags;         /* FT_OBJECT_LIGHT */
  const ft_word *functions; /* descriptors: the entry record of function i has
                               the address of functions[i]; the words
                               themselves are 0 */
  const void *const *globals; /* addresses of the globals that the sites name;
                                 in the order of the site table */
  const unsigned char *sites; /* site table (src/run/sites.h) */
  ft_word sites_size;         /* bytes */
};

#ifdef __cplusplus
extern "C" {
#endif

extern __thread ft_word *ft_cursor __attribute__ ((tls_model ("initial-exec")));
extern __thread ft_word *ft_limit __attribute__ ((tls_model ("initial-exec")));

#ifdef __clang__
#define FT_PRESERVE_MOST __attribute__ ((preserve_most))
#else
#define FT_PRESERVE_MOST /* a plain call saves more than it needs to */
#endif

/* Called when ft_cursor >= ft_limit.  Returns where to write, and sets
   ft_cursor to the same address.  May let other threads run first. */
FT_PRESERVE_MOST ft_word *ft_slow (ft_word *cursor);

/* Whether threads run in parallel ('mode parallel').  Before an atomic access,
   and before assembly that accesses memory, a light build then calls
   'ft_slow_ordered' at each check, as it calls 'ft_slow': the access gets its
   place in the order of all of them, and ends before the thread's next check. */
extern int ft_in_parallel;
FT_PRESERVE_MOST ft_word *ft_slow_ordered (ft_word *cursor);

/* Loops in which a thread may wait for another one without a call that blocks.
   WAITS: only reads memory, and keeps nothing from one round to the next but what
   is there; called before each round.  PAUSES: the same with a call that yields
   or sleeps; called before that call.  SPINS: reads, exchanges, counts; called
   before each round. */
enum ft_loop_kind { FT_LOOP_WAITS = 1, FT_LOOP_PAUSES = 2, FT_LOOP_SPINS = 3 };
#define FT_LOOP_KIND 3U
#define FT_LOOP_AGAIN 4U /* a round was made before, without leaving the loop */
#define FT_LOOP_NUMBER 3 /* number of the loop in its function: shift */

/* 'ft_cursor' is up to date before the call, and may change. */
FT_PRESERVE_MOST void ft_loop (unsigned how);

void ft_register (const struct ft_object *);

#ifdef __cplusplus
}
#endif

#endif
