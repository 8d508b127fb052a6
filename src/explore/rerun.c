#include "explore/rerun.h"

#include <inttypes.h>

#include "explore/explore_run.h"
#include "record/target_rerun.h"
#include "record/directory.h"
#include "replay/replay_schedule.h"
#include "replay/replay.h"

static bool write_files (const ft_run_file *file, const char *run,
                         const char *again, ft_error *error) {
  ft_strbuf config = {0}, text = {0};
  ft_replay_schedule plan;
  ft_strbuf_add (&config, "mode full\nschedule %s\nseed %" PRIu64 "\nplan 1\n",
                 file->schedule, file->seed);
  if (file->slice)
    ft_strbuf_add (&config, "slice %" PRIu64 "\n", file->slice);
  ft_directory_add_inputs (run, &config);
  bool fine = ft_replay_schedule_of_recording (&plan, run, error);
  if (fine)
    ft_replay_schedule_print (&plan, FT_REPLAY_THEN_FREE, &text);
  fine =
      fine &&
      ft_directory_write (again, "config", ft_strbuf_text (&config), error) &&
      ft_directory_write (again, "plan", ft_strbuf_text (&text), error);
  ft_replay_schedule_release (&plan);
  ft_strbuf_release (&config);
  ft_strbuf_release (&text);
  return fine;
}

bool ft_explore_rerun (const ft_explore_options *o, unsigned run, ft_target_exit *ended,
               ft_error *error) {
  char *path = ft_explore_run_path (o, run);
  ft_strbuf again = {0};
  ft_run_file file = {0};
  bool fine = ft_run_file_read (&file, path, error) &&
              ft_replay_program_is_unchanged (&file, path, error) &&
              ft_directory_temporary (&again, error);
  ft_target how = {.run = ft_strbuf_text (&again), .seconds = o->run_seconds};
  fine = fine && write_files (&file, path, how.run, error) &&
         ft_target_rerun (&file, how, ended, error);
  if (again.size)
    ft_directory_remove (ft_strbuf_text (&again));
  ft_strbuf_release (&again);
  ft_run_file_release (&file);
  free (path);
  return fine;
}
