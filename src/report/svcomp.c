#include "report/svcomp.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/finding.h"
#include "report/json_value.h"
#include "report/row.h"
#include "report/sha256.h"
#include "report/svcomp_path.h"

typedef struct digest {
  char digits[FT_SHA256_DIGITS + 1];
} digest;

typedef struct writer {
  FILE *file;
  const ft_report *report;
  ft_intern names;           // of source files
  FT_STACK (digest) digests; // by name; "" if the file cannot be read
  char created[32];
} writer;

// ---- source files ----------------------------------------------------------

// Opens a source file, also beside the trace, where a trace of another tool may
// lie.
static FILE *open_source (const writer *w, const char *name) {
  FILE *file = fopen (name, "re");
  const char *path = w->report->trace->path, *slash = strrchr (path, '/');
  if (file || *name == '/' || !slash)
    return file;
  ft_strbuf beside = {0};
  ft_strbuf_add (&beside, "%.*s/%s", (int)(slash - path), path, name);
  file = fopen (ft_strbuf_text (&beside), "re");
  ft_strbuf_release (&beside);
  return file;
}

static const char *digest_of (writer *w, const char *name) {
  ft_id id = ft_intern_add (&w->names, name, strlen (name));
  if (id < w->digests.size)
    return w->digests.begin[id].digits;
  FILE *file = open_source (w, name);
  FT_GROW (w->digests, id + 1, ((digest){{0}}));
  char *digits = w->digests.begin[id].digits;
  if (!file || !ft_sha256_file (file, digits))
    *digits = 0;
  if (file)
    fclose (file);
  return digits;
}

// ---- YAML ------------------------------------------------------------------

// Writes a string in double quotes; JSON and YAML agree on it as long as it has
// no control characters.
static void write_string (FILE *file, const char *text) {
  ft_strbuf clean = {0};
  ft_row_name (&clean, text);
  ft_json_write (file, json_string (ft_strbuf_text (&clean)));
  ft_strbuf_release (&clean);
}

static void write_waypoint (FILE *file, const ft_waypoint *p) {
  fprintf (file,
           "        - waypoint:\n"
           "            type: %s\n"
           "            action: follow\n"
           "            thread_id: %u\n"
           "            location:\n"
           "              file_name: ",
           p->target ? "target" : "function_enter", (unsigned)p->thread);
  write_string (file, p->location.file);
  fprintf (file, "\n              line: %u\n", (unsigned)p->location.line);
  if (!*p->location.function)
    return;
  fputs ("              function: ", file);
  write_string (file, p->location.function);
  putc ('\n', file);
}

static void write_segments (FILE *file, const ft_waypoints *path) {
  fputs ("  content:\n", file);
  for (size_t i = 0; i < path->size; i++) {
    bool joins = i && path->begin[i].target && path->begin[i - 1].target;
    if (!joins)
      fputs ("    - segment:\n", file);
    write_waypoint (file, path->begin + i);
  }
}

// Writes a UUID of version 8, made from the race and its trace, so that it is
// always the same.
static void write_uuid (FILE *file, uint64_t a, uint64_t b) {
  fprintf (file, "    uuid: \"%08x-%04x-8%03x-%04x-%012llx\"\n",
           (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
           (unsigned)(a & 0xfff), (unsigned)(b >> 48 & 0x3fff) | 0x8000,
           (unsigned long long)(b & 0xffffffffffffull));
}

// ---- entries ---------------------------------------------------------------

// The names of the files of the path, once each.
static ft_intern files_of (const ft_waypoints *path) {
  ft_intern files = {0};
  for (size_t i = 0; i < path->size; i++) {
    const char *name = path->begin[i].location.file;
    ft_intern_add (&files, name, strlen (name));
  }
  return files;
}

static void write_task (writer *w, const ft_intern *files) {
  fputs ("    task:\n      input_files:\n", w->file);
  for (uint32_t i = 0; i < ft_intern_size (files); i++) {
    fputs ("        - ", w->file);
    write_string (w->file, ft_intern_name (files, i));
    putc ('\n', w->file);
  }
  fputs ("      input_file_hashes:\n", w->file);
  for (uint32_t i = 0; i < ft_intern_size (files); i++) {
    const char *name = ft_intern_name (files, i);
    fputs ("        ", w->file);
    write_string (w->file, name);
    fprintf (w->file, ": \"%s\"\n", digest_of (w, name));
  }
  fprintf (w->file,
           "      specification: \"G ! data-race\"\n"
           "      data_model: %s\n      language: C\n",
           sizeof (void *) == 8 ? "LP64" : "ILP32");
}

static void write_entry (writer *w, const ft_finding *f,
                         const ft_waypoints *path, const ft_intern *files) {
  fputs ("- entry_type: violation_sequence\n  metadata:\n"
         "    format_version: \"2.2\"\n",
         w->file);
  write_uuid (w->file, f->fingerprint, ft_trace_digest (w->report->trace));
  fprintf (w->file,
           "    creation_time: \"%s\"\n    producer:\n"
           "      name: foretrace\n      version: \"" FT_VERSION "\"\n",
           w->created);
  write_task (w, files);
  write_segments (w->file, path);
}

// Writes a comment of one line on why a race has no entry.
static void write_missing (writer *w, const ft_finding *f, const char *why,
                           const char *name) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "# %c%zu: %s", f->letter, f->number, why);
  ft_row_name (&line, name);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static const char *unreadable (writer *w, const ft_intern *files) {
  for (uint32_t i = 0; i < ft_intern_size (files); i++)
    if (!*digest_of (w, ft_intern_name (files, i)))
      return ft_intern_name (files, i);
  return NULL;
}

static bool write_race (writer *w, const ft_finding *f) {
  ft_waypoints path = {0};
  bool placed = ft_svcomp_path (w->report, f, &path);
  ft_intern files = files_of (&path);
  const char *missing = placed ? unreadable (w, &files) : NULL;
  if (!placed)
    write_missing (w, f,
                   "the source of a thread's creation or of an access "
                   "is not known",
                   "");
  else if (missing)
    write_missing (w, f, "cannot be read, but its hash is needed: ", missing);
  else
    write_entry (w, f, &path, &files);
  ft_intern_release (&files);
  ft_waypoints_release (&path);
  return placed && !missing;
}

// Sets the creation time; reproducible builds fix it in SOURCE_DATE_EPOCH.
static void set_clock (writer *w) {
  const char *epoch = getenv ("SOURCE_DATE_EPOCH");
  time_t now = epoch ? (time_t)strtoll (epoch, NULL, 10) : time (NULL);
  struct tm parts;
  if (!gmtime_r (&now, &parts) ||
      !strftime (w->created, sizeof w->created, "%Y-%m-%dT%H:%M:%SZ", &parts))
    strcpy (w->created, "1970-01-01T00:00:00Z");
}

static void warn (size_t missing) {
  if (missing)
    fprintf (stderr,
             "foretrace: warning: %zu race%s without a witness; comments in "
             "the report say why\n",
             missing, missing == 1 ? " is" : "s are");
}

void ft_report_svcomp (FILE *file, const ft_report *r) {
  writer w = {.file = file, .report = r};
  size_t missing = 0, written = 0;
  ft_finding f;
  set_clock (&w);
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    if (f.race && f.verdict == FT_CERTIFIED) {
      bool fine = write_race (&w, &f);
      written += fine;
      missing += !fine;
    }
  if (!written)
    fputs ("[]\n", file);
  warn (missing);
  ft_intern_release (&w.names);
  FT_RELEASE (w.digests);
}
