#include "run/run_document.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cursor.h"
#include "run/run_log.h"

enum { PATH = 4352 };

static const char *schema_of (const char *name) {
  return strcmp (name, FT_RUN_DOCUMENT) ? "foretrace-status/1"
                                        : "foretrace-run/1";
}

static bool is_of_schema (const json_t *document, const char *schema) {
  const char *own = json_string_value (json_object_get (document, "schema"));
  return own && !strcmp (own, schema);
}

static json_t *parse (const char *path, const char *schema, ft_span text,
                      ft_error *error) {
  json_error_t wrong;
  json_t *document =
      json_loadb (text.begin, text.size, JSON_REJECT_DUPLICATES, &wrong);
  if (document && is_of_schema (document, schema))
    return document;
  if (document)
    ft_error_at_line (error, path, 1,
                      "is damaged: expected a document with \"schema\": "
                      "\"%s\"; record again",
                      schema);
  else
    ft_error_at_line (error, path, wrong.line > 0 ? (uint64_t)wrong.line : 1,
                      "is damaged: %s; record again", wrong.text);
  json_decref (document);
  return NULL;
}

json_t *ft_run_document_read (const char *run, const char *name,
                              ft_error *error) {
  char path[PATH];
  struct stat status;
  ft_mapped_file file;
  snprintf (path, sizeof path, "%.4096s/%s", run, name);
  *error = FT_NO_ERROR;
  if (stat (path, &status) || !ft_mapped_file_open (&file, path, error))
    return NULL;
  ft_span text = {file.size ? (const char *)file.bytes : "", file.size};
  json_t *document = parse (path, schema_of (name), text, error);
  ft_mapped_file_close (&file);
  return document;
}

static bool verify (const char *run, const char *name, ft_error *error) {
  json_decref (ft_run_document_read (run, name, error));
  return !error->code;
}

bool ft_run_documents_verify (const char *run, ft_error *error) {
  return verify (run, FT_RUN_DOCUMENT, error) &&
         verify (run, FT_STATUS_DOCUMENT, error);
}
