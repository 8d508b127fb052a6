#include "record/same_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "record/directory.h"
#include "record/same_table.h"

typedef struct objects {
  char *bytes; // owned
  size_t size, at;
} objects;

// An object without the addresses that depend on where it was loaded.
typedef struct object {
  struct ft_wire_registered head;
  const char *sites;
} object;

static void read_objects (objects *o, const char *run) {
  struct ft_wire_control control;
  ft_strbuf path = {0};
  *o = (objects){0};
  ft_strbuf_add (&path, "%s/objects", run);
  FILE *file = fopen (ft_strbuf_text (&path), "re");
  if (file && ft_directory_control (run, &control) && control.objects) {
    size_t most = control.objects;
    o->bytes = malloc (most);
    o->size = o->bytes ? fread (o->bytes, 1, most, file) : 0;
  }
  if (file)
    fclose (file);
  ft_strbuf_release (&path);
}

static bool next_object (objects *o, object *out) {
  if (o->size - o->at < sizeof out->head)
    return false;
  memcpy (&out->head, o->bytes + o->at, sizeof out->head);
  o->at += sizeof out->head;
  uint64_t left = o->size - o->at;
  uint64_t globals = 8 * (uint64_t)out->head.global_count;
  if (globals > left || out->head.sites_size > left - globals)
    return false;
  out->sites = o->bytes + o->at + globals;
  uint64_t length = globals + ((out->head.sites_size + 7) & ~UINT64_C (7));
  o->at += length < left ? length : left;
  return true;
}

static bool is_same (const object *a, const object *b) {
  return a->head.function_count == b->head.function_count &&
         a->head.global_count == b->head.global_count &&
         ft_same_table (a->sites, a->head.sites_size, b->sites,
                        b->head.sites_size);
}

bool ft_same_code (const char *run, const char *other) {
  objects a, b;
  object x, y;
  bool same = true;
  read_objects (&a, run);
  read_objects (&b, other);
  while (same && next_object (&a, &x) && next_object (&b, &y))
    same = is_same (&x, &y);
  free (a.bytes);
  free (b.bytes);
  return same;
}
