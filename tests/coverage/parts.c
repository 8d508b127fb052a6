#include "tests/coverage/parts.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_name (const char *name) {
  if (*name == '.' || !*name)
    return false;
  for (; *name; name++)
    if (!isalnum ((unsigned char)*name) && *name != '-' && *name != '.')
      return false;
  return true;
}

// The first line of a part; its length, or 0.
static size_t read_head (part *p, const uint8_t *bytes, size_t size) {
  char line[64];
  size_t n = 0;
  while (n < size && n < sizeof line - 1 && bytes[n] != '\n')
    line[n] = (char)bytes[n], n++;
  line[n] = 0;
  bool whole = n < size && bytes[n] == '\n' &&
               sscanf (line, "%31[^ ] %zu", p->name, &p->size) == 2;
  return whole && is_name (p->name) ? n + 1 : 0;
}

void parts_read (parts *all, const uint8_t *bytes, size_t size) {
  all->count = 0;
  while (all->count < PARTS_MOST) {
    part *p = all->list + all->count;
    size_t head = read_head (p, bytes, size);
    if (!head || p->size > size - head)
      return;
    p->bytes = bytes + head;
    bytes += head + p->size;
    size -= head + p->size;
    all->count++;
  }
}

const part *parts_find (const parts *all, const char *name) {
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp (all->list[i].name, name))
      return all->list + i;
  return NULL;
}

static void empty (const char *directory) {
  DIR *open = opendir (directory);
  if (!open)
    abort ();
  char path[512];
  for (struct dirent *e; (e = readdir (open));)
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, "..")) {
      snprintf (path, sizeof path, "%s/%s", directory, e->d_name);
      if (unlink (path))
        abort ();
    }
  closedir (open);
}

void parts_write (const parts *all, const char *directory) {
  if (mkdir (directory, 0777))
    empty (directory);
  char path[512];
  for (size_t i = 0; i < all->count; i++) {
    const part *p = all->list + i;
    snprintf (path, sizeof path, "%s/%s", directory, p->name);
    FILE *file = fopen (path, "w");
    if (!file || fwrite (p->bytes, 1, p->size, file) != p->size || fclose (file))
      abort ();
  }
}

// Writes the parts over the input that they are of; 0 if they do not fit.
static size_t join (const parts *all, uint8_t *bytes, size_t most) {
  char *text = NULL;
  size_t n = 0;
  FILE *file = open_memstream (&text, &n);
  if (!file)
    abort ();
  for (size_t i = 0; i < all->count; i++) {
    fprintf (file, "%s %zu\n", all->list[i].name, all->list[i].size);
    fwrite (all->list[i].bytes, 1, all->list[i].size, file);
  }
  if (fclose (file))
    abort ();
  if (n && n <= most)
    memcpy (bytes, text, n);
  else
    n = 0;
  free (text);
  return n;
}

static void exchange (parts *all, size_t a, size_t b) {
  part kept = all->list[a];
  all->list[a].bytes = all->list[b].bytes, all->list[a].size = all->list[b].size;
  all->list[b].bytes = kept.bytes, all->list[b].size = kept.size;
}

size_t parts_mutate (ft_rng *rng, uint8_t *bytes, size_t size, size_t most,
                     mutator *(*choose) (const char *name)) {
  parts all;
  parts_read (&all, bytes, size);
  if (!all.count)
    return mutate_bytes (rng, bytes, size, most);
  size_t i = ft_rng_below (rng, (uint32_t)all.count);
  part *p = all.list + i;
  uint8_t *changed = NULL;
  mutator *change = choose (p->name);
  if (ft_rng_percent (rng, 3))
    exchange (&all, i, ft_rng_below (rng, (uint32_t)all.count));
  else if (all.count > 1 && ft_rng_percent (rng, 2))
    *p = all.list[--all.count];
  else if (change) {
    changed = malloc (most);
    if (!changed)
      abort ();
    memcpy (changed, p->bytes, p->size);
    p->size = change (rng, changed, p->size, most);
    p->bytes = changed;
  }
  size_t n = join (&all, bytes, most);
  free (changed);
  return n ? n : size;
}
