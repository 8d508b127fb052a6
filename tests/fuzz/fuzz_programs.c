// Programs without end: random tiny C programs are built, recorded once, asked
// for races, and executed in all their interleavings.  Each certified race must
// be one that occurs, whatever its model, and each replay reach it.  What
// occurs and was not certified is counted: it needs another recording.
//
// FT_MODEL=path: only programs with a race under that model, or one of those,
// are executed. Each program is compiled by itself, which takes less time than
// the rest.  One that fails is shrunk and kept with the verdict that the
// interleavings give, as tests/programs states it; it may be put there, or into
// tests/regress.

#include <jansson.h>
#include <limits.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/model/c_source.h"
#include "tests/model/interleavings.h"
#include "tests/unit/scratch.h"

enum { MOST_RUNS = 600, MODELS = 3 };

static const char *const models[MODELS] = {"mcm", "value", "path"};
static char bin[PATH_MAX]; // where foretrace is
static size_t occurred, certified[MODELS], parts;

// ---- one program -----------------------------------------------------------

typedef struct trial {
  ft_strbuf why; // it fails; empty if not
  ft_interleavings twin;
  struct {
    uint32_t lines[2];
    int model;
  } races[64]; // certified
  size_t count;
} trial;

static void release (trial *t) {
  ft_strbuf_release (&t->why);
  ft_interleavings_release (&t->twin);
}

__attribute__ ((format (printf, 1, 2))) static int command (const char *format,
                                                            ...) {
  char text[4 * PATH_MAX];
  va_list list;
  va_start (list, format);
  vsnprintf (text, sizeof text, format, list);
  va_end (list);
  int status = system (text);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static bool build (trial *t, const ft_c_source *s) {
  ft_strbuf text = {0};
  ft_c_source_print (s, "", &text);
  const char *source = scratch_text ("program.c", ft_strbuf_text (&text));
  ft_strbuf_release (&text);
  bool fine =
      !command ("'%s/foretrace-cc' -g -O%d -pthread -o '%s' '%s' 2>'%s'", bin,
                (int)(fuzz_seed % 4), scratch_path ("program"), source,
                scratch_path ("said"));
  if (!fine)
    ft_strbuf_add (&t->why, "it cannot be compiled");
  return fine;
}

static int model_of (const char *name) {
  int model = 0;
  while (model < MODELS && strcmp (models[model], name))
    model++;
  return model;
}

// An access on a side that was not taken has no stack, and no line but that of
// its location, "program.c:12:3".
static int line_of (const char *location) {
  const char *colon = strchr (location, ':');
  return colon ? atoi (colon + 1) : 0;
}

static void add_race (trial *t, json_t *race) {
  const char *verdict, *model, *places[2];
  int lines[2], reached = 0, runs = 0;
  if (json_unpack (race, "{s:s, s:s, s:[{s:s}, {s:s}]}", "verdict", &verdict,
                   "model", &model, "pair", "location", &places[0], "location",
                   &places[1])) {
    ft_strbuf_add (&t->why, "a race without location; ");
    return;
  }
  if (strcmp (verdict, "certified") || t->count == 64)
    return;
  for (int i = 0; i < 2; i++)
    lines[i] = line_of (places[i]);
  int low = lines[0] < lines[1] ? 0 : 1;
  t->races[t->count].model = model_of (model);
  t->races[t->count].lines[0] = (uint32_t)lines[low];
  t->races[t->count++].lines[1] = (uint32_t)lines[!low];
  json_unpack (race, "{s:{s:i, s:i}}", "replay", "reached", &reached, "runs",
               &runs);
  if (reached != runs || !runs)
    ft_strbuf_add (&t->why, "race %d %d under %s: replay reached %d of %d; ",
                   lines[low], lines[!low], model, reached, runs);
}

static void predict (trial *t, uint64_t seed) {
  const char *options = getenv ("FT_OPTIONS");
  json_t *results, *race;
  size_t i;
  int status = command (
      "cd '%s' && '%s/foretrace' run -n 2 -s %s --seed %d %s -d run --format "
      "json -o results.json -- ./program >said 2>&1",
      scratch_directory, bin, seed % 2 ? "random" : "roundrobin",
      (int)(seed % 1000), options ? options : "");
  results = json_load_file (scratch_path ("results.json"), 0, NULL);
  if (!results || (status && status != FT_EXIT_RACES))
    ft_strbuf_add (&t->why, "'foretrace run' ends with %d; ", status);
  json_array_foreach (json_object_get (results, "races"), i, race)
      add_race (t, race);
  json_decref (results);
}

static void execute (trial *t) {
  const char *path = scratch_path ("program");
  char *arguments[] = {(char *)path, NULL};
  ft_tested program = {path, arguments, 10};
  ft_interleavings_limits limits = {MOST_RUNS, 60};
  ft_error error = FT_NO_ERROR;
  if (!ft_interleavings_find (&t->twin, &program, limits, &error))
    ft_strbuf_add (&t->why, "the interleavings: %s; ", error.message);
}

static bool occurs (const trial *t, const uint32_t lines[2]) {
  for (size_t i = 0; i < t->twin.met.size; i++)
    if (!memcmp (t->twin.met.begin[i].lines, lines, 2 * sizeof *lines))
      return true;
  return false;
}

static void compare (trial *t) {
  for (size_t i = 0; t->twin.whole && i < t->count; i++)
    if (!occurs (t, t->races[i].lines))
      ft_strbuf_add (&t->why, "race %u %u under %s never occurs; ",
                     t->races[i].lines[0], t->races[i].lines[1],
                     models[t->races[i].model]);
  for (size_t i = 0; i < t->twin.met.size; i++)
    if (!t->twin.met.begin[i].parked)
      ft_strbuf_add (&t->why, "race %u %u occurs, but cannot be parked: %s; ",
                     t->twin.met.begin[i].lines[0],
                     t->twin.met.begin[i].lines[1], t->twin.met.begin[i].why);
}

// FT_MODEL: programs without a race that is certified under such a model are
// not executed, which is what takes time.
static bool is_wanted (const trial *t) {
  const char *model = getenv ("FT_MODEL");
  bool any = !model;
  for (size_t i = 0; i < t->count; i++)
    any |= model && strstr (model, models[t->races[i].model]);
  return any;
}

static trial attempt (const ft_c_source *s, uint64_t seed) {
  trial t = {0};
  if (build (&t, s)) {
    predict (&t, seed);
    if (is_wanted (&t)) {
      execute (&t);
      compare (&t);
    }
  }
  return t;
}

static void count (const trial *t) {
  parts += !t->twin.whole;
  occurred += t->twin.met.size;
  for (size_t i = 0; i < t->count; i++)
    certified[t->races[i].model]++;
}

// ---- one that fails --------------------------------------------------------

static bool shrink_once (ft_c_source *s) {
  size_t cuts = ft_c_source_cuts (s);
  for (size_t i = 0; i < cuts; i++) {
    ft_c_source cut = ft_c_source_cut (s, i);
    trial t = {0};
    if (ft_c_source_lines (&cut) < ft_c_source_lines (s))
      t = attempt (&cut, fuzz_seed);
    bool fails = t.why.size;
    release (&t);
    if (fails) {
      ft_c_source_release (s);
      *s = cut;
      return true;
    }
    ft_c_source_release (&cut);
  }
  return false;
}

// The head takes lines itself, by which those of the races move.
static void keep (const ft_c_source *s, const trial *t) {
  ft_strbuf head = {0}, text = {0};
  char path[80];
  size_t n = t->twin.met.size, moved = (n ? n : 1) + 2;
  for (size_t i = 0; i < n; i++)
    ft_strbuf_add (&head, "// RACE beyond: %zu %zu\n",
                   t->twin.met.begin[i].lines[0] + moved,
                   t->twin.met.begin[i].lines[1] + moved);
  ft_strbuf_add (&head, "%s// TINY\n\n", n ? "" : "// RACE-FREE\n");
  ft_c_source_print (s, ft_strbuf_text (&head), &text);
  printf ("%s", ft_strbuf_text (&text));
  snprintf (path, sizeof path, "fuzz_programs-%llu.c",
            (unsigned long long)fuzz_seed);
  FILE *file = fopen (path, "w");
  if (file && fputs (ft_strbuf_text (&text), file) >= 0 && !fclose (file))
    printf ("kept as %s\n", path);
  else
    printf ("not kept\n");
  ft_strbuf_release (&head);
  ft_strbuf_release (&text);
}

static _Noreturn void fail (ft_c_source *s, trial t) {
  alarm (0);
  printf ("fuzz_programs: FT_SEED=%llu: %s shrinking\n",
          (unsigned long long)fuzz_seed, ft_strbuf_text (&t.why));
  fflush (stdout);
  while (shrink_once (s))
    ;
  t = attempt (s, fuzz_seed);
  printf ("fuzz_programs: FT_SEED=%llu: %s\n", (unsigned long long)fuzz_seed,
          ft_strbuf_text (&t.why));
  keep (s, &t);
  exit (1);
}

static void find_bin (void) {
  ssize_t n = readlink ("/proc/self/exe", bin, sizeof bin - 16);
  bin[n > 0 ? n : 0] = 0;
  char *name = strstr (bin, "/test/fuzz_programs");
  if (name)
    strcpy (name, "/bin");
}

int main (int argc, char **argv) {
  fuzz_start ("fuzz_programs", argc, argv);
  find_bin ();
  if (command ("test -x '%s/foretrace-cc'", bin)) {
    printf ("fuzz_programs: foretrace-cc is not built (no LLVM 19)\n");
    return 0;
  }
  while (fuzz_next ()) {
    ft_rng rng = ft_rng_init (fuzz_seed);
    ft_c_source s;
    ft_c_source_random (&s, &rng);
    trial t = attempt (&s, fuzz_seed);
    if (t.why.size)
      fail (&s, t);
    count (&t);
    release (&t);
    ft_c_source_release (&s);
  }
  printf ("fuzz_programs: %zu races occur; certified under mcm %zu, value %zu, "
          "path %zu; %zu programs were not executed to the end\n",
          occurred, certified[0], certified[1], certified[2], parts);
  return 0;
}
