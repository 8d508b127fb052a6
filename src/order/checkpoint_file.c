#include "order/checkpoint_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_STATIC_LINKING_ONLY // the size of its state
#include <xxhash.h>

#include "base/alloc.h"
#include "base/checksum.h"

// EDGE: bytes of the beginning and of the end of a trace that its key covers.
enum { EDGE = 1 << 16 };

typedef struct header {
  char magic[8];
  ft_checkpoint_key key;
} header;

static const char magic[8] = {'F', 'T', 'R', 'E', 'S', 'U', 'M', '3'};

// ---- the key ---------------------------------------------------------------

static bool hash_edges (FILE *file, uint64_t size, uint64_t *hash) {
  char bytes[2][EDGE];
  uint64_t last = size > EDGE ? size - EDGE : 0;
  size_t n = fread (bytes[0], 1, EDGE, file);
  memset (bytes[0] + n, 0, EDGE - n);
  if (fseeko (file, (off_t)last, SEEK_SET))
    return false;
  n = fread (bytes[1], 1, EDGE, file);
  memset (bytes[1] + n, 0, EDGE - n);
  *hash = ft_checksum (bytes, sizeof bytes);
  return !ferror (file);
}

bool ft_checkpoint_key_init (ft_checkpoint_key *key, const char *trace,
                             uint32_t how, ft_error *error) {
  *key = (ft_checkpoint_key){
      .version = ft_checksum (FT_VERSION, strlen (FT_VERSION)), .how = how};
  struct stat status;
  FILE *file = fopen (trace, "re");
  bool fine = file && !fstat (fileno (file), &status) &&
              S_ISREG (status.st_mode);
  if (fine) {
    key->size = (uint64_t)status.st_size;
    fine = hash_edges (file, key->size, &key->trace);
  }
  if (file)
    fclose (file);
  if (!fine)
    ft_error_set (error, FT_EXIT_USAGE,
                  "%.400s: --resume is for a trace in a file", trace);
  return fine;
}

static XXH64_state_t *new_hash (void) {
  XXH64_state_t *state = FT_NEW (XXH64_state_t);
  XXH64_reset (state, 0);
  return state;
}

// ---- writing ---------------------------------------------------------------

bool ft_checkpoint_create (ft_checkpoint_writer *w, const char *path,
                           const ft_checkpoint_key *key, ft_error *error) {
  if (!ft_output_open (&w->out, path, error))
    return false;
  w->hash = new_hash ();
  header h = {.key = *key};
  memcpy (h.magic, magic, sizeof magic);
  ft_checkpoint_put (w, &h, sizeof h);
  return true;
}

void ft_checkpoint_put (ft_checkpoint_writer *w, const void *bytes, size_t n) {
  if (!n) // of an empty array there may be no address
    return;
  XXH64_update (w->hash, bytes, n);
  fwrite (bytes, 1, n, w->out.file); // the commit reports failures
}

bool ft_checkpoint_seal (ft_checkpoint_writer *w, ft_error *error) {
  uint64_t hash = XXH64_digest (w->hash);
  fwrite (&hash, 1, sizeof hash, w->out.file);
  free (w->hash);
  return ft_output_commit (&w->out, error);
}

// ---- reading ---------------------------------------------------------------

static uint64_t hash_of (FILE *file, uint64_t n) {
  char bytes[EDGE];
  XXH64_state_t *state = new_hash ();
  while (n) {
    size_t got = fread (bytes, 1, n < EDGE ? (size_t)n : EDGE, file);
    if (!got)
      break;
    XXH64_update (state, bytes, got);
    n -= got;
  }
  uint64_t hash = XXH64_digest (state);
  free (state);
  return hash;
}

static bool is_whole (FILE *file, uint64_t size) {
  uint64_t hash;
  if (size < sizeof (header) + sizeof hash)
    return false;
  uint64_t found = hash_of (file, size - sizeof hash);
  bool same = fread (&hash, 1, sizeof hash, file) == sizeof hash &&
              hash == found;
  rewind (file);
  return same;
}

static bool refuse (ft_error *error, const char *path, const char *why) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: %s; without this file the filter begins anew", path,
                why);
  return false;
}

static bool is_of (const ft_checkpoint_key *found, const ft_checkpoint_key *key,
                   const char *path, ft_error *error) {
  if (found->version != key->version)
    return refuse (error, path, "written by another version of foretrace");
  if (found->trace != key->trace || found->size != key->size)
    return refuse (error, path, "the state of another trace");
  if (found->kinds != key->kinds || found->how != key->how)
    return refuse (error, path, "the state of a filter with other options");
  if (found->threads == key->threads)
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: the state of a filter by %u threads: expected -j %u",
                path, found->threads, found->threads);
  return false;
}

bool ft_checkpoint_open (ft_checkpoint_reader *r, const char *path,
                         const ft_checkpoint_key *key, ft_error *error) {
  struct stat status;
  header h;
  // A FIFO is not waited for.
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && errno == ENOENT && *path)
    return false;
  *r = (ft_checkpoint_reader){.file = file < 0 ? NULL : fdopen (file, "r")};
  if (!r->file || fstat (fileno (r->file), &status) ||
      !S_ISREG (status.st_mode))
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "%.400s: cannot read it", path);
  else if (!is_whole (r->file, (uint64_t)status.st_size))
    refuse (error, path, "damaged, or not the state of a filter");
  else {
    r->left = (uint64_t)status.st_size - sizeof (uint64_t);
    ft_checkpoint_get (r, &h, sizeof h);
    if (memcmp (h.magic, magic, sizeof magic))
      refuse (error, path, "not the state of a filter");
    else if (is_of (&h.key, key, path, error))
      return true;
  }
  ft_checkpoint_close (r);
  return false;
}

void ft_checkpoint_close (ft_checkpoint_reader *r) {
  if (r->file)
    fclose (r->file);
  r->file = NULL;
}

void ft_checkpoint_get (ft_checkpoint_reader *r, void *bytes, size_t n) {
  if (n > r->left || (n && fread (bytes, 1, n, r->file) != n)) {
    r->bad = true;
    r->left = 0;
    memset (bytes, 0, n);
    return;
  }
  r->left -= n;
}
