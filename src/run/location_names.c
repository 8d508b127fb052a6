#include "run/location_names.h"

#include <stdio.h>
#include <string.h>

#include "base/cxx_name.h"
#include "base/system_header.h"

// ---- source frames ---------------------------------------------------------

static bool enter_frame (ft_source_frames *s) {
  if (!s->depth)
    return false;
  s->inside = true;
  s->scope = FT_NO_ID;
  s->line = s->frames[s->depth - 1].function->function->line;
  s->column = 0;
  if (s->site == FT_NO_ID)
    return true;
  const ft_site *site = s->code->sites.begin[s->site].site;
  s->scope = site->scope;
  s->line = site->line;
  s->column = site->column;
  return true;
}

static void leave_frame (ft_source_frames *s) {
  s->inside = false;
  s->depth--;
  s->site = s->depth ? s->frames[s->depth - 1].call : FT_NO_ID;
}

bool ft_source_frames_next (ft_source_frames *s, ft_source_frame *frame) {
  if (!s->inside && !enter_frame (s))
    return false;
  const ft_run_function *f = s->frames[s->depth - 1].function;
  *frame = (ft_source_frame){f->table, f->function->name, f->function->file,
                             s->line,  s->column,         s->scope != FT_NO_ID,
                             f->module};
  if (s->scope == FT_NO_ID) {
    leave_frame (s);
    return true;
  }
  const ft_inlined *i = f->table->inlined.begin + s->scope;
  frame->function = i->function;
  frame->file = i->file;
  s->scope = i->outer;
  s->line = i->line;
  s->column = i->column;
  return true;
}

// ---- files -----------------------------------------------------------------

struct ft_location_names {
  const ft_run_code *code; // borrowed
  ft_intern paths;
  FT_STACK (const char *) names; // parallel: the last parts of the path
  // By site: whether a frame of its function, inlined ones included, is outside
  // of system headers.
  FT_STACK (uint8_t) user;
  // Locations of accesses whose own function names them, by site; and of others
  // by site and the site in the user's code.
  FT_STACK (ft_id) own;
  ft_map pairs;
  ft_strbuf text;
};

enum { UNKNOWN, USERS, SYSTEMS };

static void add_path (ft_location_names *n, const ft_sites *table,
                      uint32_t string) {
  const char *path = ft_sites_text (table, string);
  ft_intern_add (&n->paths, path, strlen (path));
}

static void add_paths (ft_location_names *n) {
  for (size_t i = 0; i < n->code->tables.size; i++) {
    const ft_sites *t = n->code->tables.begin[i];
    for (size_t k = 0; k < t->functions.size; k++)
      add_path (n, t, t->functions.begin[k].file);
    for (size_t k = 0; k < t->inlined.size; k++)
      add_path (n, t, t->inlined.begin[k].file);
    for (size_t k = 0; k < t->globals.size; k++)
      add_path (n, t, t->globals.begin[k].file);
  }
}

// The end of the path with one more component, if there is one.
static const char *widen (const char *path, const char *end) {
  if (end == path)
    return end;
  for (end--; end > path && end[-1] != '/';)
    end--;
  return end;
}

// Lengthen all names that are equal to another one by one component; returns
// whether any had one more.
static bool widen_equal (ft_location_names *n) {
  ft_intern seen = {0};
  ft_map counts = {0};
  bool wider = false;
  uint32_t size = ft_intern_size (&n->paths);
  for (uint32_t i = 0; i < size; i++) {
    const char *s = n->names.begin[i];
    uint32_t *count = ft_map_at (&counts, ft_intern_add (&seen, s, strlen (s)));
    *count = *count == FT_NO_ID ? 1 : 2;
  }
  for (uint32_t i = 0; i < size; i++) {
    const char *s = n->names.begin[i], *path = ft_intern_name (&n->paths, i);
    if (ft_map_get (&counts, ft_intern_find (&seen, s, strlen (s))) < 2)
      continue;
    n->names.begin[i] = widen (path, s);
    wider |= n->names.begin[i] != s;
  }
  ft_intern_release (&seen);
  ft_map_release (&counts);
  return wider;
}

static void name_files (ft_location_names *n) {
  add_paths (n);
  for (uint32_t i = 0; i < ft_intern_size (&n->paths); i++) {
    const char *path = ft_intern_name (&n->paths, i);
    const char *slash = strrchr (path, '/');
    FT_PUSH (n->names, slash && slash[1] ? slash + 1 : path);
  }
  while (widen_equal (n))
    ;
}

ft_location_names *ft_location_names_new (const ft_run_code *code) {
  ft_location_names *n = FT_NEW (ft_location_names);
  n->code = code;
  name_files (n);
  FT_GROW (n->user, code->sites.size, UNKNOWN);
  FT_GROW (n->own, code->sites.size, FT_NO_ID);
  return n;
}

void ft_location_names_free (ft_location_names *n) {
  if (!n)
    return;
  ft_intern_release (&n->paths);
  FT_RELEASE (n->names);
  FT_RELEASE (n->user);
  FT_RELEASE (n->own);
  ft_map_release (&n->pairs);
  ft_strbuf_release (&n->text);
  free (n);
}

const char *ft_location_names_file (const ft_location_names *n,
                                    const char *path) {
  ft_id id = ft_intern_find (&n->paths, path, strlen (path));
  return id == FT_NO_ID ? path : n->names.begin[id];
}

// ---- locations -------------------------------------------------------------

static bool is_users (const ft_source_frame *frame) {
  const char *path = ft_sites_text (frame->table, frame->file);
  return *path && !ft_is_system_header (path);
}

static void add_frame (ft_location_names *n, const ft_source_frame *frame) {
  const char *file =
      ft_location_names_file (n, ft_sites_text (frame->table, frame->file));
  const char *function = ft_sites_text (frame->table, frame->function);
  if (*file && frame->line && frame->column)
    ft_strbuf_add (&n->text, "%s:%u:%u", file, frame->line, frame->column);
  else if (*file && frame->line)
    ft_strbuf_add (&n->text, "%s:%u", file, frame->line);
  else if (*file)
    ft_strbuf_add (&n->text, "%s:", file);
  else if (!*function)
    ft_strbuf_add (&n->text, "?");
  if (!*file || !frame->line)
    ft_cxx_name_add (&n->text, function);
}

static void clear (ft_strbuf *text) {
  text->size = 0;
  if (text->text)
    text->text[0] = 0;
}

// The innermost source frame, or with 'users' the innermost one in the user's
// code.
static bool find_frame (ft_source_frames s, bool users,
                        ft_source_frame *frame) {
  while (ft_source_frames_next (&s, frame))
    if (!users || is_users (frame))
      return true;
  return false;
}

static ft_source_frames frames_at (const ft_location_names *n,
                                   const ft_run_thread *t, size_t depth,
                                   ft_id site) {
  return (ft_source_frames){
      .code = n->code, .frames = t->frames.begin, .depth = depth, .site = site};
}

// Whether the frame at 'depth', which is at 'site', is in the user's code.
static bool frame_is_users (ft_location_names *n, const ft_run_thread *t,
                            size_t depth, ft_id site) {
  ft_run_frame alone = t->frames.begin[depth - 1];
  ft_source_frames s = {
      .code = n->code, .frames = &alone, .depth = 1, .site = site};
  ft_source_frame frame;
  if (site == FT_NO_ID)
    return find_frame (s, true, &frame);
  uint8_t *known = n->user.begin + site;
  if (*known == UNKNOWN)
    *known = find_frame (s, true, &frame) ? USERS : SYSTEMS;
  return *known == USERS;
}

// The innermost frame in the user's code, and its site; false if there is none.
static bool find_user (ft_location_names *n, const ft_run_thread *t, ft_id site,
                       size_t *depth, ft_id *at) {
  *at = site;
  for (*depth = t->frames.size; *depth; --*depth) {
    if (frame_is_users (n, t, *depth, *at))
      return true;
    *at = *depth > 1 ? t->frames.begin[*depth - 2].call : FT_NO_ID;
  }
  return false;
}

// Write the text of a location.  An access in a header adds its own line.
static void write_location (ft_location_names *n, const ft_run_thread *t,
                            ft_id site, size_t depth, ft_id at, bool access) {
  ft_source_frame own, user;
  clear (&n->text);
  bool known = find_frame (frames_at (n, t, t->frames.size, site), false, &own);
  bool found = depth && find_frame (frames_at (n, t, depth, at), true, &user);
  if (!known) {
    ft_strbuf_add (&n->text, "?");
    return;
  }
  add_frame (n, found ? &user : &own);
  if (!access || !found || is_users (&own))
    return;
  ft_strbuf_add (&n->text, " (");
  add_frame (n, &own);
  ft_strbuf_add (&n->text, ")");
}

static ft_id add_location (ft_location_names *n, ft_tables *tables) {
  return ft_tables_add (tables, FT_CLASS_LOCATION, n->text.text, n->text.size);
}

// Sites are fewer than 2^31; the lowest bit of a key distinguishes accesses
// from calls.
static ft_id *cached (ft_location_names *n, ft_id site, size_t depth, ft_id at,
                      const ft_run_thread *t, bool access) {
  if (access && depth == t->frames.size)
    return n->own.begin + site;
  uint64_t key = (uint64_t)at << 32 | (uint64_t)site << 1 | access;
  return ft_map_at (&n->pairs, key);
}

ft_id ft_location_names_add (ft_location_names *n, ft_tables *tables,
                             const ft_run_thread *t, ft_id site) {
  bool access = site != FT_NO_ID;
  size_t depth;
  ft_id at;
  if (!access && !FT_EMPTY (t->frames))
    site = FT_TOP (t->frames).call;
  find_user (n, t, site, &depth, &at);
  if (site == FT_NO_ID || at == FT_NO_ID) { // rare: it has no key
    write_location (n, t, site, depth, at, access);
    return add_location (n, tables);
  }
  ft_id *slot = cached (n, site, depth, at, t, access);
  if (*slot == FT_NO_ID) {
    write_location (n, t, site, depth, at, access);
    *slot = add_location (n, tables);
  }
  return *slot;
}

const char *ft_location_names_text (ft_location_names *n,
                                    const ft_run_thread *t) {
  ft_id site = FT_EMPTY (t->frames) ? FT_NO_ID : FT_TOP (t->frames).call, at;
  size_t depth;
  find_user (n, t, site, &depth, &at);
  write_location (n, t, site, depth, at, false);
  return ft_strbuf_text (&n->text);
}

const char *ft_location_names_frame (ft_location_names *n,
                                     const ft_source_frame *frame) {
  clear (&n->text);
  add_frame (n, frame);
  return ft_strbuf_text (&n->text);
}

size_t ft_thread_name (char name[FT_THREAD_NAME_SIZE], uint32_t number) {
  return (size_t)snprintf (name, FT_THREAD_NAME_SIZE, number ? "T%u" : "main",
                           number);
}
