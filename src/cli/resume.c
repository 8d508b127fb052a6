#include "cli/resume.h"

#include <stdlib.h>
#include <unistd.h>

bool ft_resume_init (ft_filter_resume *resume, const char *file,
                     const char *trace, const ft_read_options *read,
                     ft_error *error) {
  const char *every = getenv ("FT_RESUME_EVERY");
  *resume = (ft_filter_resume){
      .path = file, .every = every ? strtoull (every, NULL, 10) : 0};
  uint32_t how = (uint32_t)read->lenient | (uint32_t)read->independent << 1;
  return ft_checkpoint_key_init (&resume->key, trace, how, error);
}

void ft_resume_over (const ft_filter_resume *resume) {
  if (resume->path)
    unlink (resume->path);
}
