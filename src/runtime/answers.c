#include "runtime/answers.h"

#include <sys/stat.h>
#include <unistd.h>

#include "runtime/channels.h"
#include "runtime/fd_status.h"
#include "runtime/happens_before.h"
#include "runtime/kernel_files.h"
#include "runtime/thread.h"

static bool possible;
static long asker = FT_NOBODY; // who has printed since the last read

static bool leads_to_a_process (int fd) {
  struct stat status;
  return ft_fd_status (fd, &status) &&
         (S_ISFIFO (status.st_mode) || S_ISSOCK (status.st_mode));
}

void ft_answers_begin (void) {
  possible = leads_to_a_process (STDIN_FILENO) &&
             (leads_to_a_process (STDOUT_FILENO) ||
              leads_to_a_process (STDERR_FILENO));
}

void ft_answers_asked (const ft_thread *t) {
  if (t && possible)
    asker = asker == FT_NOBODY || asker == (long)t->id ? (long)t->id
                                                       : FT_SEVERAL;
}

// A replay has other files in the place of these: the records are as many.
void ft_answers_came (ft_thread *t) {
  if (!t)
    return;
  if (asker == FT_NOBODY || asker == (long)t->id) {
    ft_happens_after_nothing (t);
    return;
  }
  ft_look_at_everything (t);
  asker = FT_NOBODY;
}
