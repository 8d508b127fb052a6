/* What ThreadSanitizer's tests expect of its runtime, without it.  Compiled
   plainly, so that nothing here is an event.

   The tests order threads with a barrier that ThreadSanitizer does not see.
   Here it only gives way to other threads, a fixed number of times: whoever
   recorded the program would otherwise be right to say that the accesses
   around a real barrier cannot meet, and a replay that makes them meet would
   wait for it forever.  */

#include <sched.h>
#include <stddef.h>

void
__tsan_testonly_barrier_init (unsigned *barrier, unsigned count)
{
  *barrier = count;
}

void
__tsan_testonly_barrier_wait (unsigned *barrier)
{
  (void)barrier;
  for (int i = 0; i < 8; i++)
    sched_yield ();
}

void
AnnotateThreadName (const char *file, int line, const char *name)
{
  (void)file, (void)line, (void)name;
}
