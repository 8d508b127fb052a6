// Readers without end: damaged files of every format are read or refused with
// one line that begins with the path and tells where; nothing crashes or
// hangs.  What was accepted is written and read again, and is the same.

#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trace_file.h"
#include "tests/model/program.h"
#include "tests/unit/reseal_grammar.h"
#include "tests/unit/write_compressed.h"
#include "tests/unit/write_packed.h"
#include "load/open.h"

enum { BLOCK = 10 }; // events of a packed trace, items of a compressed one

static ft_trace *draw_trace (ft_rng *rng) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 5 + ft_rng_below (rng, 60);
  o.threads = 4, o.locks = 3, o.variables = 3, o.depth = 3;
  o = ft_random_features (fuzz_seed, o);
  ft_trace *t = ft_random_trace (fuzz_seed, &o);
  for (size_t i = 0; i < t->tables.details.size; i++)
    t->tables.details.begin[i].op = FT_OP_NONE;
  return t;
}

static const char road_runner[] =
    "@  Start(0,1)\n@  Acquire(1,@03)\n@  VWr(1,x.y_I) Final A.java:5:7\n"
    "@   Rd(1,@0A.f_I)\nOutput\n@  ARd(1,@0A[3]) B.java:7:1\n"
    "@  Release(1,@03)\n@  Exit(1,A.run()V)\n@  Join(0,1)\n";

static const char alternatives[] =
    "{\"thread\":\"T\",\"op\":\"read\",\"variable\":\"x\",\"value\":1,"
    "\"result\":\"a\"}\n"
    "{\"thread\":\"T\",\"op\":\"branch\",\"operator\":\"gt\",\"operands\":"
    "[\"a\",0],\"outcome\":1,\"alternatives\":[{\"outcome\":0,\"events\":["
    "{\"op\":\"acquire\",\"lock\":\"l\"},{\"op\":\"branch\",\"operator\":"
    "\"copy\",\"operands\":[\"a\"],\"outcome\":0,\"alternatives\":["
    "{\"outcome\":1,\"events\":[],\"replaces\":1}]},{\"op\":\"write\","
    "\"variable\":\"x\",\"size\":4,\"operator\":\"add\",\"operands\":"
    "[\"a\",1]},{\"op\":\"release\",\"lock\":\"l\"}],\"replaces\":1},"
    "{\"outcome\":2,\"events\":[{\"op\":\"fork\",\"child\":\"U\"}]}]}\n"
    "{\"thread\":\"T\",\"op\":\"write\",\"variable\":\"x\"}\n"
    "{\"thread\":\"V\",\"op\":\"write\",\"variable\":\"x\"}\n";

// One with alternative paths; NULL if the program ended in something undefined.
static ft_trace *draw_branching_trace (ft_rng *rng) {
  ft_program p;
  ft_program_random_branching (&p, rng, 0);
  ft_trace *t = ft_program_record (&p, rng);
  ft_random_program_release (&p);
  return t;
}

// A valid file of the format that the name says.
static char *draw_file (ft_rng *rng, const char *name, size_t *size) {
  ft_error error = FT_NO_ERROR;
  if (strstr (name, ".rr")) {
    *size = sizeof road_runner - 1;
    return ft_strndup (road_runner, *size);
  }
  if (!strcmp (name, "f.jsonl") && ft_rng_percent (rng, 40)) {
    *size = sizeof alternatives - 1;
    return ft_strndup (alternatives, *size);
  }
  ft_random_options plain = FT_RANDOM_DEFAULTS;
  plain.events = 30, plain.forks = plain.joins = true;
  ft_trace *t = strstr (name, ".std")      ? ft_random_trace (fuzz_seed, &plain)
                : ft_rng_percent (rng, 40) ? draw_branching_trace (rng)
                                           : NULL;
  if (!t || (strstr (name, ".ftz") && t->tables.altpaths.branches.size)) {
    ft_trace_free (t);
    t = draw_trace (rng);
  }
  const char *path = scratch_path (name);
  bool written;
  if (!strcmp (name, "f.ftp"))
    written = write_packed (t, name, BLOCK, &error);
  else if (!strcmp (name, "f.ftz"))
    written =
        write_compressed (t, name, (ft_ftz_limits){BLOCK, 2 * BLOCK}, &error);
  else
    written = ft_trace_write (t, path, NULL, &error);
  if (!written)
    fuzz_fail (t, error.message);
  ft_trace_free (t);
  return scratch_read (path, size);
}

static _Noreturn void fail_file (const char *name, const char *bytes, size_t n,
                                 const char *why) {
  char path[200];
  snprintf (path, sizeof path, "fuzz_reader-%llu-%s",
            (unsigned long long)fuzz_seed, name);
  FILE *file = fopen (path, "w");
  if (file) {
    fwrite (bytes, 1, n, file);
    fclose (file);
  }
  printf ("fuzz_reader: FT_SEED=%llu: %s (kept as %s)\n",
          (unsigned long long)fuzz_seed, why, path);
  exit (1);
}

static bool is_told (const ft_error *error, const char *path) {
  return error->code == FT_EXIT_BAD_INPUT &&
         !strncmp (error->message, path, strlen (path)) &&
         error->message[strlen (path)] == ':' && !strchr (error->message, '\n');
}

// What a program sealed on purpose may hold what no other format says.
static bool is_packed (const char *name) {
  return strstr (name, ".ftp") || strstr (name, ".ftz");
}

static bool try_file (const char *name, const char *bytes, size_t n,
                      bool lenient) {
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_bytes (name, bytes, n);
  ft_trace *t = ft_trace_read (path, (ft_read_options){NULL, lenient}, NULL,
                               NULL, &error);
  if (!t && !is_told (&error, path))
    fail_file (name, bytes, n, error.message);
  bool accepted = t != NULL;
  if (t && !trace_drops_memory (t) &&
      (!trace_comes_back (t, "again.ftp", &error) ||
       !trace_comes_back (t, "again.ftz", &error) ||
       (!is_packed (name) && !trace_comes_back (t, "again.jsonl", &error))))
    fail_file (name, bytes, n, error.message);
  ft_trace_free (t);
  return accepted;
}

int main (int argc, char **argv) {
  static const char *const names[] = {
      "f.std",   "f.jsonl",   "f.rr",       "f.std.gz", "f.jsonl.zst",
      "f.jsonl", "f.std.zst", "f.jsonl.gz", "f.ftp",    "f.ftp.zst",
      "f.ftz",   "f.ftz.gz"};
  unsigned long long accepted = 0;
  ft_writer_add (&ft_ftz_format);
  fuzz_start ("fuzz_reader", argc, argv);
  while (fuzz_next ()) {
    ft_rng rng = ft_rng_init (fuzz_seed);
    const char *name = names[ft_rng_below (&rng, sizeof names / sizeof *names)];
    size_t n = 0;
    char *bytes = draw_file (&rng, name, &n);
    bool text = !strstr (name, ".gz") && !strstr (name, ".zst") &&
                !is_packed (name);
    if (!strcmp (name, "f.ftp") && ft_rng_percent (&rng, 50)) {
      char *resealed = reseal (&rng, bytes, &n, 60 / BLOCK);
      free (bytes);
      bytes = resealed;
    }
    if (!strcmp (name, "f.ftz") && ft_rng_percent (&rng, 50)) {
      bytes = ft_realloc (bytes, n + 65536, 1);
      reseal_grammar (&rng, bytes, &n);
    }
    for (uint32_t i = ft_rng_below (&rng, 4); i; i--)
      n = text && ft_rng_percent (&rng, 40) ? damage_lines (&rng, bytes, n)
                                            : damage_bytes (&rng, bytes, n);
    accepted += try_file (name, bytes, n, ft_rng_percent (&rng, 50));
    free (bytes);
  }
  printf ("fuzz_reader: %llu accepted\n", accepted);
  return 0;
}
