// Runs the code of functions, as it is kept for re-execution, against the
// functions themselves: whatever they are called with, both say the same.
//
// Linked with an object that was instrumented and defines
//   struct test_function { const char *name; uint64_t (*call) (uint64_t,
//   uint64_t, uint64_t); } const test_functions[], with a NULL at its end;
// code_run OBJECT SEED ROUNDS.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "foretrace/runtime.h"
#include "symex/code/code_float.h"
#include "symex/code/unit_code.h"
#include "tests/model/rng.h"

struct test_function {
  const char *name;
  uint64_t (*call) (uint64_t, uint64_t, uint64_t);
};

extern const struct test_function test_functions[];

// Instead of the runtime's: records are written and forgotten.
static ft_word words[1024];
__thread ft_word *ft_cursor = words;
__thread ft_word *ft_limit = words + 1024 - FT_SLACK;

FT_PRESERVE_MOST ft_word *ft_slow (ft_word *cursor) {
  (void)cursor;
  return ft_cursor = words;
}

FT_PRESERVE_MOST void ft_loop (unsigned how) {
  (void)how;
}

void ft_register (const struct ft_object *object) {
  (void)object;
}

// ---- words -----------------------------------------------------------------

static uint64_t cut (uint64_t word, unsigned bits) {
  return bits < 64 ? word & (((uint64_t)1 << bits) - 1) : word;
}

static uint64_t extend (uint64_t word, unsigned bits) {
  return (uint64_t)((int64_t)(word << (64 - bits)) >> (64 - bits));
}

// In a word of 64 bits with the same value, so that single bits work, too.
static uint64_t apply (enum ft_operator op, unsigned bits, uint64_t a,
                       uint64_t b, bool *undefined) {
  bool is_signed = ft_operator_name (op)[0] != 'u';
  uint64_t both[] = {is_signed ? extend (a, bits) : a,
                     is_signed && op != FT_OP_SHR ? extend (b, bits) : b};
  uint64_t result = 0;
  bool shifts = op == FT_OP_USHL || op == FT_OP_USHR || op == FT_OP_SHR;
  enum ft_defined d = ft_operator_apply (op, 8, both, &result);
  bool arithmetic = is_signed && op >= FT_OP_ADD && op <= FT_OP_REM;
  *undefined |= d != FT_DEFINED || (shifts && b >= bits) ||
                (arithmetic && extend (result, bits) != result);
  return cut (result, bits);
}

// ---- functions -------------------------------------------------------------

enum { MOST_VALUES = 4096, MOST_STEPS = 100000 };

typedef struct running {
  const ft_unit_code *code;
  const ft_code_body *body;
  uint64_t values[MOST_VALUES];
  uint64_t memory[512]; // of its variables
  size_t used;
  bool undefined;
  bool opaque; // something is not modelled
  uint64_t result;
} running;

static uint64_t operand (const running *r, const ft_instruction *i,
                         uint32_t n) {
  const ft_code_operand *o = r->code->operands.begin + i->first + n;
  return o->kind == FT_OPERAND_RESULT ? r->values[o->word] : o->word;
}

static void give (running *r, const ft_instruction *i, uint64_t word) {
  if (i->result != FT_NO_ID)
    r->values[i->result] = word;
}

static void *pointer (uint64_t address) {
  return (void *)(uintptr_t)address; // NOLINT
}

static uint64_t address (const running *r, const ft_instruction *i) {
  uint64_t at = operand (r, i, 0) + i->constant;
  for (uint32_t n = 1; n < i->count; n += 2)
    at += operand (r, i, n) * operand (r, i, n + 1);
  return at;
}

static uint64_t allocate (running *r, const ft_instruction *i) {
  uint64_t *at = r->memory + r->used;
  r->used += (i->constant * operand (r, i, 0) + 7) / 8;
  if (r->used > sizeof r->memory / sizeof *r->memory)
    exit (70);
  return (uint64_t)(uintptr_t)at;
}

static void overflow (running *r, const ft_instruction *i) {
  static const enum ft_operator wraps[] = {FT_OP_UADD, FT_OP_USUB, FT_OP_UMUL};
  bool is_signed = i->op <= FT_OP_MUL;
  unsigned __int128 a = operand (r, i, 0), b = operand (r, i, 1), exact;
  if (is_signed) {
    a = (unsigned __int128)(__int128)(int64_t)extend ((uint64_t)a, i->width);
    b = (unsigned __int128)(__int128)(int64_t)extend ((uint64_t)b, i->width);
  }
  enum ft_operator op = is_signed ? wraps[i->op - FT_OP_ADD] : i->op;
  exact = op == FT_OP_UADD ? a + b : op == FT_OP_USUB ? a - b : a * b;
  uint64_t low = cut ((uint64_t)exact, i->width);
  unsigned __int128 back =
      is_signed ? (unsigned __int128)(__int128)(int64_t)extend (low, i->width)
                : low;
  if (i->result == FT_NO_ID)
    return;
  r->values[i->result] = low;
  r->values[i->result + 1] = back != exact;
}

// What is not known is not compared.
static void floating (running *r, const ft_instruction *i) {
  uint64_t words[3] = {0}, result;
  for (uint32_t n = 0; n < i->count; n++)
    words[n] = operand (r, i, n);
  if (!ft_float_apply (i->op, i->from, i->width, i->constant, words, &result))
    r->opaque = true;
  give (r, i, result);
}

static void fail (const ft_instruction *i) {
  fprintf (stderr, "code_run: '%s' is not modelled\n",
           ft_code_kind_name (i->kind));
  exit (1);
}

static void step (running *r, const ft_instruction *i) {
  uint64_t word;
  switch ((enum ft_instruction_kind)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    give (r, i,
          apply (i->op, i->width, operand (r, i, 0), operand (r, i, 1),
                 &r->undefined));
    return;
  case FT_INSTRUCTION_ZEXT:
    give (r, i, cut (operand (r, i, 0), i->width));
    return;
  case FT_INSTRUCTION_SEXT:
    give (r, i, cut (extend (operand (r, i, 0), i->from), i->width));
    return;
  case FT_INSTRUCTION_SELECT:
    give (r, i, operand (r, i, operand (r, i, 0) ? 1 : 2));
    return;
  case FT_INSTRUCTION_ADDRESS:
    give (r, i, address (r, i));
    return;
  case FT_INSTRUCTION_ALLOCA:
    give (r, i, allocate (r, i));
    return;
  case FT_INSTRUCTION_LOAD:
    word = 0;
    memcpy (&word, pointer (operand (r, i, 0)), i->constant);
    give (r, i, word);
    return;
  case FT_INSTRUCTION_STORE:
    word = operand (r, i, 1);
    memcpy (pointer (operand (r, i, 0)), &word, i->constant);
    return;
  case FT_INSTRUCTION_COPY:
    memmove (pointer (operand (r, i, 0)), pointer (operand (r, i, 1)),
             operand (r, i, 2));
    return;
  case FT_INSTRUCTION_SET:
    memset (pointer (operand (r, i, 0)), (int)operand (r, i, 1),
            operand (r, i, 2));
    return;
  case FT_INSTRUCTION_FLOAT:
    floating (r, i);
    return;
  case FT_INSTRUCTION_OVERFLOW:
    overflow (r, i);
    return;
  case FT_INSTRUCTION_UNDEFINED:
    r->undefined |= operand (r, i, 0);
    return;
  case FT_INSTRUCTION_UNINTERPRETED:
    r->opaque = true;
    return;
  case FT_INSTRUCTION_ENTRY:
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_GIVE: // nobody calls
    return;
  case FT_INSTRUCTION_PHI:
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_HAVOC:
  case FT_INSTRUCTION_CALL:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_TAIL_EXIT:
  case FT_INSTRUCTION_JUMP:
  case FT_INSTRUCTION_BRANCH:
  case FT_INSTRUCTION_SWITCH:
  case FT_INSTRUCTION_RETURN:
  case FT_INSTRUCTION_UNREACHABLE:
  case FT_INSTRUCTION_TAKE:
    fail (i);
  }
}

// All at once.  How many there are.
static uint32_t run_phis (running *r, const ft_instruction *all,
                          uint32_t from) {
  uint64_t new[64];
  uint32_t count = 0;
  for (; all[count].kind == FT_INSTRUCTION_PHI && count < 64; count++)
    for (uint32_t n = 0; n < all[count].count; n += 2)
      if (operand (r, all + count, n) == from)
        new[count] = operand (r, all + count, n + 1);
  for (uint32_t k = 0; k < count; k++)
    give (r, all + k, new[k]);
  return count;
}

static uint32_t choose (const running *r, const ft_instruction *i) {
  uint64_t value = operand (r, i, 0);
  for (uint32_t n = 2; n < i->count; n += 2)
    if (operand (r, i, n) == value)
      return (uint32_t)operand (r, i, n + 1);
  return (uint32_t)operand (r, i, 1);
}

// The next block; UINT32_MAX: it returns.
static uint32_t end (running *r, const ft_instruction *i) {
  switch (i->kind) {
  case FT_INSTRUCTION_JUMP:
    return (uint32_t)operand (r, i, 0);
  case FT_INSTRUCTION_BRANCH:
    return (uint32_t)operand (r, i, operand (r, i, 0) ? 1 : 2);
  case FT_INSTRUCTION_SWITCH:
    return choose (r, i);
  case FT_INSTRUCTION_RETURN:
    r->result = operand (r, i, 0);
    return UINT32_MAX;
  }
  fail (i);
  return UINT32_MAX;
}

// Whether it came to its end.
static bool run (running *r) {
  uint32_t block = 0, from = 0;
  for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
    const ft_code_block *b =
        r->code->blocks.begin + r->body->first_block + block;
    const ft_instruction *all = r->code->instructions.begin + b->first;
    uint32_t n = run_phis (r, all, from);
    for (; n + 1 < b->count; n++)
      step (r, all + n);
    from = block;
    block = end (r, all + n);
    if (block == UINT32_MAX)
      return true;
  }
  return false;
}

// ---- comparing -------------------------------------------------------------

static uint64_t draw (ft_rng *rng) {
  uint64_t word = (uint64_t)ft_rng_next (rng) << 32;
  word |= ft_rng_next (rng);
  unsigned bits = 1 + ft_rng_below (rng, 64);
  word = cut (word, bits);
  return ft_rng_percent (rng, 30) ? 0 - word : word;
}

static const ft_code_body *find (const ft_unit_code *code, const char *name) {
  uint64_t linkage = ft_guid (name, strlen (name));
  for (size_t n = 0; n < code->bodies.size; n++)
    if (code->bodies.begin[n].guid == linkage)
      return code->bodies.begin + n;
  fprintf (stderr, "code_run: there is no code of %s\n", name);
  exit (1);
}

static unsigned long skipped;

static bool compare (const ft_unit_code *code, const struct test_function *f,
                     ft_rng *rng) {
  static running r;
  uint64_t a = draw (rng), b = draw (rng), c = draw (rng);
  memset (&r, 0, sizeof r);
  r.code = code;
  r.body = find (code, f->name);
  r.values[0] = a, r.values[1] = b, r.values[2] = c;
  if (!run (&r) || r.opaque) {
    skipped++;
    return true;
  }
  uint64_t expected = f->call (a, b, c);
  if (!r.undefined && r.result == expected)
    return true;
  fprintf (stderr,
           "code_run: %s (%#" PRIx64 ", %#" PRIx64 ", %#" PRIx64
           ") is %#" PRIx64 ", by its code %s%#" PRIx64 "\n",
           f->name, a, b, c, expected, r.undefined ? "undefined, " : "",
           r.result);
  return false;
}

static char *slurp (const char *path, size_t *size) {
  FILE *file = fopen (path, "rb");
  if (!file)
    exit (66);
  char *bytes = ft_calloc (1 << 24, 1);
  *size = fread (bytes, 1, 1 << 24, file);
  fclose (file);
  return bytes;
}

// The table is where its first bytes are; what follows it tells its end.
static void load (ft_unit_code *code, const char *path) {
  size_t size, end;
  ft_sites sites = {0};
  ft_error error = FT_NO_ERROR;
  char *bytes = slurp (path, &size);
  char *at = memmem (bytes, size, "FTSITES9", 8);
  bool fine =
      at &&
      !ft_sites_unpack (&sites, at, size - (size_t)(at - bytes), &error) &&
      sscanf (error.message, "site table: byte %zu", &end) == 1 &&
      ft_sites_unpack (&sites, at, end, &error) &&
      ft_unit_code_unpack (code, &sites, sites.code.text, sites.code.size,
                           &error);
  if (!fine) {
    fprintf (stderr, "code_run: %s: %s\n", path, error.message);
    exit (65);
  }
  ft_sites_release (&sites);
  free (bytes);
}

int main (int argc, char **argv) {
  ft_unit_code code = {0};
  if (argc < 4)
    return 64;
  load (&code, argv[1]);
  ft_rng rng = ft_rng_init (strtoull (argv[2], NULL, 10));
  unsigned long wrong = 0, all = 0, rounds = strtoul (argv[3], NULL, 10);
  for (const struct test_function *f = test_functions; f->name; f++)
    for (unsigned long n = 0; n < rounds; n++, all++)
      if (!compare (&code, f, &rng)) {
        wrong++;
        break;
      }
  ft_unit_code_release (&code);
  printf ("%lu calls, %lu not followed\n", all, skipped);
  return wrong ? 1 : 0;
}
