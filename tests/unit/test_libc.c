// The table of library functions: what its columns mean together.  That the
// rows are those of the runtime is tests/cli/test_libc.sh's to say.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "run/sites.h"
#include "symex/libc/libc.h"

typedef struct row {
  const ft_libc_function *function;
  bool interposed;
  const char *source;
} row;

enum { NO = false, YES = true };

static const struct {
  bool interposed;
  const char *source;
} others[] = { // columns that the analysis does not ask for
#define FT_LIBC(name, wrapped, interposed, model, effect, allocates, altpath,  \
                trait, source)                                                 \
  {interposed, source},
#include "symex/libc/libc.def"
};

static row row_at (size_t i) {
  size_t count;
  const ft_libc_function *f = ft_libc_functions (&count);
  assert_int_equal (count, sizeof others / sizeof *others);
  return (row){f + i, others[i].interposed, others[i].source};
}

static void expect (bool holds, const ft_libc_function *f, const char *what) {
  if (!holds)
    fail_msg ("%s: %s", f->name, what);
}

enum { ROWS = sizeof others / sizeof *others };

static void names_once (void **state) {
  (void)state;
  ft_map index = {0}, seen = {0};
  ft_libc_index (&index);
  for (size_t i = 0; i < ROWS; i++) {
    const ft_libc_function *f = row_at (i).function;
    uint64_t guid = ft_guid (f->name, strlen (f->name));
    expect (ft_map_get (&seen, guid) == FT_NO_ID, f, "has two rows");
    *ft_map_at (&seen, guid) = 1;
    expect (ft_libc_find (&index, guid) == f, f, "is found");
    ft_libc_withdraw (&index, guid);
    expect (ft_libc_find (&index, guid)->model == FT_LIBC_MODEL_NONE &&
                ft_libc_find (&index, guid)->effect == FT_LIBC_EFFECT_UNKNOWN,
            f, "is unknown once the program has its own");
  }
  assert_int_equal (ft_libc_find (&index, 1)->effect, FT_LIBC_EFFECT_UNKNOWN);
  ft_map_release (&index);
  ft_map_release (&seen);
}

// Effects beside which the records of a call are all that it does to memory
// that values are computed from.
static bool is_recorded (enum ft_libc_effect e) {
  return e == FT_LIBC_EFFECT_NONE || e == FT_LIBC_EFFECT_SYNCHRONISES ||
         e == FT_LIBC_EFFECT_STARTS_THREAD ||
         e == FT_LIBC_EFFECT_STORES_ARGUMENT;
}

// What makes an exception and throws it: on an alternative path a throw is all that
// follows.  In the run, destructors and handlers do.
static bool is_of_exceptions (const ft_libc_function *f) {
  return f->altpath == FT_LIBC_ALTPATH_THROWS ||
         f->altpath == FT_LIBC_ALTPATH_MAKES_EXCEPTION ||
         !strcmp (f->name, "__cxa_allocate_exception");
}

// What prints to a stream of C++: in the run, stream and locale of the program are
// used; an alternative path knows that the stream is a standard one.
static bool is_insertion (const ft_libc_function *f) {
  return f->altpath == FT_LIBC_ALTPATH_INSERTS_TEXT ||
         f->altpath == FT_LIBC_ALTPATH_INSERTS_BYTES ||
         f->altpath == FT_LIBC_ALTPATH_INSERTS_VALUE;
}

static void columns_agree (void **state) {
  (void)state;
  for (size_t i = 0; i < ROWS; i++) {
    row r = row_at (i);
    const ft_libc_function *f = r.function;
    expect (f->model == FT_LIBC_MODEL_NONE || is_recorded (f->effect) ||
                f->effect == FT_LIBC_EFFECT_REVEALS_ERRNO ||
                f->effect == FT_LIBC_EFFECT_WRITES_OBJECT,
            f, "a function with a model does no more than its records say");
    expect (f->model != FT_LIBC_MODEL_RECORDED_RESULT, f, "no column");
    expect (f->model <= FT_LIBC_MODEL_CONCRETIZE || f->wrapped, f,
            "the wrapper records the bytes that a model computes with");
    expect (!f->altpath || f->model == FT_LIBC_MODEL_CONCRETIZE ||
                is_of_exceptions (f) || is_insertion (f) ||
                f->altpath == FT_LIBC_ALTPATH_FIRST_RETURN,
            f, "an alternative path may call what is known, and has no records");
    expect (!f->allocates || f->model == FT_LIBC_MODEL_CONCRETIZE, f,
            "a block that is followed is all that the call returns");
    expect (!f->wrapped || f->effect == FT_LIBC_EFFECT_UNKNOWN ||
                f->effect == FT_LIBC_EFFECT_RECORDS_LATE ||
                is_recorded (f->effect),
            f, "a wrapper records everything, or nobody knows");
    expect (f->effect != FT_LIBC_EFFECT_STARTS_THREAD || r.interposed, f,
            "threads are started by the runtime");
    expect (f->wrapped || r.interposed || f->model || f->effect || f->trait ||
                f->altpath,
            f,
            "a row that says nothing is none");
    expect (!strcmp (r.source, f->name) || !strncmp (f->name, "_Z", 2), f,
            "the name in the source differs in C++ alone");
  }
}

// What a function is called by headers for certain options, or inside of
// libraries.
static const char *plain_name (const char *name, char *plain, size_t room) {
  static const char *const begins[] = {"__isoc99_", "__"};
  static const char *const ends[] = {"_chk", "_unlocked", "64"};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (!strncmp (name, begins[i], strlen (begins[i]))) {
      name += strlen (begins[i]);
      break;
    }
  snprintf (plain, room, "%s", name);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t n = strlen (plain), end = strlen (ends[i]);
    if (n > end && !strcmp (plain + n - end, ends[i]))
      plain[n - end] = 0;
  }
  return plain;
}

// The same effect, or an unknown one.
static void aliases_agree (void **state) {
  (void)state;
  char plain[256];
  size_t pairs = 0;
  for (size_t i = 0; i < ROWS; i++)
    for (size_t k = 0; k < ROWS; k++) {
      const ft_libc_function *f = row_at (i).function;
      const ft_libc_function *g = row_at (k).function;
      if (f == g || strcmp (plain_name (f->name, plain, sizeof plain), g->name))
        continue;
      expect (f->effect == FT_LIBC_EFFECT_UNKNOWN || f->effect == g->effect, f,
              "has the effect of its plain name");
      pairs++;
    }
  assert_true (pairs > 40);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (names_once),
                                     cmocka_unit_test (columns_agree),
                                     cmocka_unit_test (aliases_agree)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
