#include "explore/executed.h"

#include "base/hash.h"
#include "run/names.h"

static void tell (const ft_code *code, const bool *executed,
                  void (*each) (void *, const char *), void *context) {
  ft_names *names = ft_names_new (code);
  ft_tables tables = {0};
  for (ft_id i = 0; i < code->sites.size; i++) {
    ft_walk_frame frame = {code->sites.begin[i].function, 0, FT_NO_ID};
    ft_walk_thread alone = {.frames = {&frame, 1, 1}};
    uint32_t before = ft_tables_count (&tables, FT_CLASS_LOCATION);
    if (!executed[i])
      continue;
    ft_id location = ft_names_location (names, &tables, &alone, i);
    if (location == before)
      each (context, ft_tables_name (&tables, FT_CLASS_LOCATION, location));
  }
  ft_tables_release (&tables);
  ft_names_free (names);
}

bool ft_executed (const char *path, void (*each) (void *, const char *),
                  void *context, ft_error *error) {
  ft_native_run *run = ft_native_run_open (path, error);
  if (!run)
    return false;
  bool *executed = FT_ARRAY (bool, run->code.sites.size + 1);
  ft_walk *walk = ft_walk_new (run);
  ft_record record;
  int got;
  while ((got = ft_walk_next (walk, &record, error)) > 0)
    if (record.site != FT_NO_ID)
      executed[record.site] = true;
  ft_walk_free (walk);
  if (got >= 0)
    tell (&run->code, executed, each, context);
  free (executed);
  ft_native_run_free (run);
  return got >= 0;
}

// ---- by thread --------------------------------------------------------------

typedef struct telling {
  ft_names *names;
  ft_tables tables;
  ft_map told; // thread and location
  void (*each) (void *, const char *thread, const char *location);
  void *context;
} telling;

static void tell_record (telling *t, const ft_record *r) {
  bool accesses = r->at && r->at->kind != FT_SITE_CALL;
  ft_id location = ft_names_location (t->names, &t->tables, r->thread,
                                      accesses ? r->site : FT_NO_ID);
  uint32_t number = r->thread->number;
  uint32_t *told = ft_map_at (&t->told, (uint64_t)number << 32 | location);
  if (*told != FT_NO_ID || location == FT_NO_ID)
    return;
  *told = 1;
  char name[FT_THREAD_NAME_SIZE];
  ft_names_thread (name, number);
  t->each (t->context, name,
           ft_tables_name (&t->tables, FT_CLASS_LOCATION, location));
}

bool ft_executed_by (const char *path,
                     void (*each) (void *, const char *, const char *),
                     void *context, ft_error *error) {
  ft_native_run *run = ft_native_run_open (path, error);
  if (!run)
    return false;
  telling t = {ft_names_new (&run->code), .each = each, .context = context};
  ft_walk *walk = ft_walk_new (run);
  ft_record record;
  int got;
  while ((got = ft_walk_next (walk, &record, error)) > 0)
    tell_record (&t, &record);
  ft_walk_free (walk);
  ft_names_free (t.names);
  ft_tables_release (&t.tables);
  ft_map_release (&t.told);
  ft_native_run_free (run);
  return got >= 0;
}
