#include "db/report_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

#define MOST_OF_FILE ((size_t)4 << 30)   // bytes
#define MOST_OF_PIPE ((size_t)256 << 20) // bytes
enum { AT_ONCE = 1 << 16 };

static bool refuse (const char *path, const char *why, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", path, why);
  return false;
}

static bool fail (const char *path, enum ft_exit code, ft_error *error) {
  ft_error_set (error, code, "%s: %s", path, strerror (errno));
  return false;
}

// Whether the status is of something that ends.
static bool is_readable (const char *path, const struct stat *status,
                         ft_error *error) {
  if (S_ISREG (status->st_mode) || S_ISFIFO (status->st_mode))
    return true;
  return refuse (path,
                 "is no regular file and no pipe; expected JSON results of "
                 "'foretrace check'",
                 error);
}

static bool read_all (ft_report_text *text, int file, const char *path,
                      size_t most, ft_error *error) {
  ssize_t got;
  do {
    FT_RESERVE (*text, text->size + AT_ONCE);
    got =
        read (file, text->begin + text->size, text->capacity - text->size - 1);
    text->size += got > 0 ? (size_t)got : 0;
    if (text->size > most)
      return refuse (path, "is too large for results", error);
  } while (got > 0 || (got < 0 && errno == EINTR));
  if (got)
    return fail (path, FT_EXIT_ENVIRONMENT, error);
  text->begin[text->size] = 0;
  return true;
}

// Opened without waiting: nobody may ever write to a FIFO.  What a pipe then
// gives is waited for.
static bool read_open (ft_report_text *text, int file, const char *path,
                       int64_t *time, ft_error *error) {
  struct stat status;
  if (fstat (file, &status))
    return fail (path, FT_EXIT_BAD_INPUT, error);
  if (!is_readable (path, &status, error))
    return false;
  *time = status.st_mtime;
  bool pipe = S_ISFIFO (status.st_mode);
  if (fcntl (file, F_SETFL, 0))
    return fail (path, FT_EXIT_ENVIRONMENT, error);
  size_t size = pipe || status.st_size < 0 ? 0 : (size_t)status.st_size;
  if (size > MOST_OF_FILE)
    return refuse (path, "is too large for results", error);
  FT_RESERVE (*text, size + AT_ONCE);
  if (!read_all (text, file, path, pipe ? MOST_OF_PIPE : MOST_OF_FILE, error))
    return false;
  return text->size || !pipe ||
         refuse (path, "is a FIFO that nobody writes results to", error);
}

bool ft_report_file_read (ft_report_text *text, const char *path, int64_t *time,
                          ft_error *error) {
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  FT_CLEAR (*text);
  if (file < 0)
    return fail (path, FT_EXIT_BAD_INPUT, error);
  bool fine = read_open (text, file, path, time, error);
  close (file);
  return fine;
}

bool ft_report_text_is_utf8 (const ft_report_text *text) {
  const char *at = text->begin, *end = text->begin + text->size;
  while (at < end) {
    uint64_t word;
    if (end - at >= 8) {
      memcpy (&word, at, 8);
      if (!(word & UINT64_C (0x8080808080808080))) {
        at += 8;
        continue;
      }
    }
    size_t length =
        *at ? ft_utf8_length (at) : 1; // a zero byte is no JSON anyway
    if (!length)
      return false;
    at += length;
  }
  return true;
}
