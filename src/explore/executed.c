#include "explore/executed.h"

#include "trace/native_names.h"

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
