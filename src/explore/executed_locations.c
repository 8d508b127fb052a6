#include "explore/executed_locations.h"

#include "base/cxx_name.h"
#include "base/hash.h"
#include "run/location_names.h"

static void report (const ft_run_code *code, const bool *executed,
                    void (*each) (void *, const char *), void *context) {
  ft_location_names *names = ft_location_names_new (code);
  ft_tables tables = {0};
  for (ft_id i = 0; i < code->sites.size; i++) {
    ft_run_frame frame = {code->sites.begin[i].function, 0, FT_NO_ID};
    ft_run_thread alone = {.frames = {&frame, 1, 1}};
    uint32_t before = ft_tables_count (&tables, FT_CLASS_LOCATION);
    if (!executed[i])
      continue;
    ft_id location = ft_location_names_add (names, &tables, &alone, i);
    if (location == before)
      each (context, ft_tables_name (&tables, FT_CLASS_LOCATION, location));
  }
  ft_tables_release (&tables);
  ft_location_names_free (names);
}

bool ft_executed_locations (const char *path,
                            void (*each) (void *, const char *), void *context,
                            ft_error *error) {
  ft_run *run = ft_run_open (path, error);
  if (!run)
    return false;
  bool *executed = FT_ARRAY (bool, run->code.sites.size + 1);
  ft_run_reader *walk = ft_run_reader_new (run);
  ft_run_record record;
  int got;
  while ((got = ft_run_reader_next (walk, &record, error)) > 0)
    if (record.site != FT_NO_ID)
      executed[record.site] = true;
  ft_run_reader_free (walk);
  if (got >= 0)
    report (&run->code, executed, each, context);
  free (executed);
  ft_run_free (run);
  return got >= 0;
}

// ---- by thread --------------------------------------------------------------

typedef struct reporter {
  ft_location_names *names;
  ft_tables tables;
  ft_map reported; // thread and location
  void (*each) (void *, const char *thread, const char *location);
  void *context;
} reporter;

static void report_record (reporter *t, const ft_run_record *r) {
  bool accesses = r->at && r->at->kind != FT_SITE_CALL;
  ft_id location = ft_location_names_add (t->names, &t->tables, r->thread,
                                          accesses ? r->site : FT_NO_ID);
  uint32_t number = r->thread->number;
  uint32_t *reported =
      ft_map_at (&t->reported, (uint64_t)number << 32 | location);
  if (*reported != FT_NO_ID || location == FT_NO_ID)
    return;
  *reported = 1;
  char name[FT_THREAD_NAME_SIZE];
  ft_thread_name (name, number);
  t->each (t->context, name,
           ft_tables_name (&t->tables, FT_CLASS_LOCATION, location));
}

static void report_lines (const ft_run_code *code, uint32_t thread, ft_id site,
                          void (*each) (void *, const ft_executed_line *),
                          void *context) {
  ft_run_frame frame = {code->sites.begin[site].function, 0, FT_NO_ID};
  ft_source_frames at = {
      .code = code, .frames = &frame, .depth = 1, .site = site};
  ft_source_frame f;
  while (ft_source_frames_next (&at, &f)) {
    ft_strbuf name = {0};
    ft_cxx_name_add (&name, ft_sites_text (f.table, f.function));
    ft_executed_line line = {thread, ft_strbuf_text (&name),
                             ft_sites_text (f.table, f.file), f.line, f.column};
    each (context, &line);
    ft_strbuf_release (&name);
  }
}

bool ft_code_lines (const char *path,
                    void (*each) (void *, const ft_executed_line *),
                    void *context, ft_error *error) {
  ft_run *run = ft_run_open (path, error);
  if (!run)
    return false;
  for (ft_id i = 0; i < run->code.sites.size; i++)
    report_lines (&run->code, 0, i, each, context);
  ft_run_free (run);
  return true;
}

bool ft_executed_lines (const char *path,
                        void (*each) (void *, const ft_executed_line *),
                        void *context, ft_error *error) {
  ft_run *run = ft_run_open (path, error);
  ft_map reported = {0}; // thread and site
  ft_run_record r;
  int got;
  if (!run)
    return false;
  ft_run_reader *walk = ft_run_reader_new (run);
  while ((got = ft_run_reader_next (walk, &r, error)) > 0) {
    if (r.site == FT_NO_ID)
      continue;
    uint32_t *known =
        ft_map_at (&reported, (uint64_t)r.thread->number << 32 | r.site);
    if (*known == FT_NO_ID)
      report_lines (&run->code, r.thread->number, r.site, each, context);
    *known = 1;
  }
  ft_run_reader_free (walk);
  ft_map_release (&reported);
  ft_run_free (run);
  return got >= 0;
}

bool ft_executed_locations_by_thread (const char *path,
                                      void (*each) (void *, const char *,
                                                    const char *),
                                      void *context, ft_error *error) {
  ft_run *run = ft_run_open (path, error);
  if (!run)
    return false;
  reporter t = {ft_location_names_new (&run->code), .each = each,
                .context = context};
  ft_run_reader *walk = ft_run_reader_new (run);
  ft_run_record record;
  int got;
  while ((got = ft_run_reader_next (walk, &record, error)) > 0)
    report_record (&t, &record);
  ft_run_reader_free (walk);
  ft_location_names_free (t.names);
  ft_tables_release (&t.tables);
  ft_map_release (&t.reported);
  ft_run_free (run);
  return got >= 0;
}
