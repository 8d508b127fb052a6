#include "report/source_state.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_checksum.h"
#include "base/strbuf.h"

const char *ft_source_state_name (enum ft_source_state state) {
  switch (state) {
  case FT_SOURCE_CURRENT:
    return "current";
  case FT_SOURCE_CHANGED:
    return "changed";
  case FT_SOURCE_MISSING:
    return "missing";
  }
  return "";
}

static bool is_after (struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

static bool written_at (const char *path, struct timespec *when) {
  struct stat status;
  if (stat (path, &status))
    return false;
  *when = status.st_mtim;
  return true;
}

void ft_source_states_init (ft_source_states *s, const char *run,
                            const char *program) {
  struct timespec recorded = {0}, built = {0};
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/objects", run);
  if (!written_at (ft_strbuf_text (&path), &recorded))
    written_at (run, &recorded);
  ft_strbuf_release (&path);
  bool earlier =
      program && written_at (program, &built) && is_after (recorded, built);
  s->built = earlier ? built : recorded;
}

void ft_source_states_release (ft_source_states *s) {
  ft_intern_release (&s->paths);
  FT_RELEASE (s->checksums);
}

// The checksum of the present file; 0 if it cannot be read.
static uint64_t checksum_now (ft_source_states *s, const char *path) {
  ft_id id = ft_intern_add (&s->paths, path, strlen (path));
  if (id == s->checksums.size) {
    uint64_t checksum = 0;
    if (!ft_checksum_file (path, &checksum))
      checksum = 0;
    FT_PUSH (s->checksums, checksum);
  }
  return s->checksums.begin[id];
}

enum ft_source_state ft_source_state (ft_source_states *s, const ft_frame *f) {
  struct stat status;
  if (!*f->file || stat (f->file, &status) || !S_ISREG (status.st_mode) ||
      access (f->file, R_OK))
    return FT_SOURCE_MISSING;
  bool same = f->checksum ? checksum_now (s, f->file) == f->checksum
                          : !is_after (status.st_mtim, s->built);
  return same ? FT_SOURCE_CURRENT : FT_SOURCE_CHANGED;
}
