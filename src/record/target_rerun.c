#include "record/target_rerun.h"

#include "record/trace_writer.h"

bool ft_target_rerun (const ft_run_file *file, ft_target how,
                      ft_target_exit *ended, ft_error *error) {
  ft_strings arguments = {0}, environment = {0};
  for (size_t i = 0; i < file->arguments.size; i++)
    FT_PUSH (arguments, file->arguments.begin[i]);
  FT_PUSH (arguments, NULL);
  for (size_t i = 0; i < file->environment.size; i++)
    FT_PUSH (environment, file->environment.begin[i]);
  FT_PUSH (environment, NULL);
  how.path = file->program;
  how.arguments = arguments.begin;
  how.directory = file->directory;
  how.input = file->input ? file->input : "/dev/null";
  how.descriptors = file->has_descriptors ? &file->descriptors : NULL;
  how.environment = file->has_environment ? environment.begin : NULL;
  how.inputs = &file->inputs;
  how.replay = true;
  ft_trace_writer *writer = ft_trace_writer_start (how.run, true);
  bool fine = ft_target_run (&how, ended, error);
  if (writer && !ft_trace_writer_end (writer, error))
    fine = false;
  FT_RELEASE (arguments);
  FT_RELEASE (environment);
  return fine;
}
