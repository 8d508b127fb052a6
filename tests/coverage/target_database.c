// Databases: a file that is opened as one ("findings.db"), and reports that are
// added ("1.json").

#include "tests/coverage/parts.h"
#include "tests/coverage/target.h"
#include "db/database.h"

static void add (ft_database *db, const char *report) {
  ft_error error = FT_NO_ERROR;
  ft_database_added added;
  ft_report_origin origin = {"build", "0123456789", "host", NULL};
  ft_additions *additions = ft_additions_new (db);
  bool fine = ft_database_begin (db, &error) &&
              ft_additions_add (additions, report, &origin, &added, &error) &&
              ft_additions_write (additions, &error);
  ft_error end = FT_NO_ERROR;
  ft_database_end (db, fine, &end);
  if (error.code && error.code != FT_EXIT_BAD_INPUT)
    target_fail ("add", error.message);
  ft_additions_free (additions);
}

static void show (ft_database *db) {
  ft_error error = FT_NO_ERROR;
  json_decref (ft_database_list (db, 0, 0, &error));
  json_decref (ft_database_all_findings (db, &error));
  json_decref (ft_database_trend (db, &error));
  if (error.code && error.code != FT_EXIT_BAD_INPUT)
    target_fail ("list", error.message);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size) {
  parts all;
  parts_read (&all, bytes, size);
  char directory[120];
  snprintf (directory, sizeof directory, "%s", scratch_path ("db"));
  parts_write (&all, directory);
  char path[160], report[160];
  ft_error error = FT_NO_ERROR;
  ft_database db = {0};
  snprintf (path, sizeof path, "%s/findings.db", directory);
  snprintf (report, sizeof report, "%s/1.json", directory);
  if (!ft_database_open (&db, path, FT_DATABASE_MAKES, &error)) {
    if (error.code != FT_EXIT_BAD_INPUT)
      target_fail ("open", error.message);
    return 0;
  }
  if (parts_find (&all, "1.json"))
    add (&db, report);
  show (&db);
  ft_database_close (&db);
  return 0;
}

static mutator *choose (const char *name) {
  return strstr (name, ".json") ? mutate_json : mutate_bytes;
}

size_t LLVMFuzzerCustomMutator (uint8_t *bytes, size_t size, size_t most,
                                unsigned seed) {
  ft_rng rng = ft_rng_init (seed);
  return parts_mutate (&rng, bytes, size, most, choose);
}
