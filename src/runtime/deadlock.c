// All threads are blocked, none is in a call and none waits for a time.  A
// signal handler could still wake one; so nothing is said when there are any.

#include "runtime/config.h"
#include "runtime/rtl.h"
#include "runtime/deadlock.h"
#include "runtime/dispositions.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"
#include "runtime/thread.h"

enum { STATUS = 71 };

static void describe (ft_text *text, const ft_thread *t) {
  for (uint32_t i = 0; i < ft_thread_count; i++)
    if (t->object && t->object == ft_threads[i]) {
      ft_text_add (text,
                   "foretrace:   thread %u waits for the end of thread "
                   "%u\n",
                   t->id, i);
      return;
    }
  ft_text_add (text, "foretrace:   thread %u waits for %p\n", t->id, t->object);
}

void ft_scheduler_deadlocked (void) {
  static char message[16384];
  static bool said;
  if (said || ft_disposition_any ())
    return;
  said = true;
  ft_text text = FT_TEXT (message);
  ft_text_add (&text, "foretrace: deadlock: no thread of the program can go "
                      "on\n");
  for (uint32_t i = 0; i < ft_thread_count; i++)
    if (ft_threads[i] && ft_threads[i]->stage == FT_SCHED_BLOCKED)
      describe (&text, ft_threads[i]);
  ft_sys_write (2, message, text.size);
  ft_files_end (ft_config.deadlock_exits ? STATUS : 0, 0);
  if (ft_config.deadlock_exits)
    FT_SYSCALL (exit_group, STATUS, 0, 0, 0, 0, 0);
}
