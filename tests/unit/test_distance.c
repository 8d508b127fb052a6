// Distances of branches from places, on random code: against steps that are
// made shorter until none can be.  FT_SEED and FT_ROUNDS repeat or extend it; a
// failure says its seed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore/distance.h"
#include "symex/code/unit_code.h"
#include "tests/unit/rounds.h"
#include "tests/unit/run_directory.h"

enum { FUNCTIONS = 3, BLOCKS = 4, ALL = FUNCTIONS * BLOCKS, FAR = 1000 };
enum { RETURN, JUMP, BRANCH }; // how a block ends

typedef struct block {
  int end, to[2]; // blocks of its function, not the first: if 1, if 0
  int callee;     // function, or -1
  bool wanted;    // its access is
  bool asked;     // its call is wanted
  bool reads;     // its access does
  bool executed;  // its access was
  int variable;   // of it; 0: it has no name
} block;

typedef struct subject {
  block blocks[ALL];
  uint64_t state;
} subject;

static int below (subject *s, int n) {
  s->state = s->state * UINT64_C (6364136223846793005) + 1442695040888963407;
  return (int)((s->state >> 33) % (uint64_t)n);
}

static void make (subject *s, uint64_t seed) {
  *s = (subject){.state = seed};
  for (int b = 0; b < ALL; b++)
    s->blocks[b] =
        (block){below (s, 3),
                {1 + below (s, BLOCKS - 1), 1 + below (s, BLOCKS - 1)},
                below (s, 3) ? -1 : below (s, FUNCTIONS),
                !below (s, 5),
                !below (s, 4),
                below (s, 2),
                !below (s, 3),
                below (s, 4)};
}

// ---- as code of a run ------------------------------------------------------

static void push (ft_unit_code *c, ft_instruction i, size_t count,
                  const ft_code_operand *operands) {
  i.result = FT_NO_ID;
  i.first = (uint32_t)c->operands.size;
  i.count = (uint32_t)count;
  for (size_t n = 0; n < count; n++)
    FT_PUSH (c->operands, operands[n]);
  FT_PUSH (c->instructions, i);
  FT_TOP (c->blocks).count++;
}

static void push_end (ft_unit_code *c, const block *b, unsigned site) {
  ft_code_operand to[] = {{FT_OPERAND_UNKNOWN, 0},
                          {FT_OPERAND_NUMBER, (uint64_t)b->to[0]},
                          {FT_OPERAND_NUMBER, (uint64_t)b->to[1]}};
  ft_code_operand nothing = {FT_OPERAND_NONE, 0};
  ft_instruction i = {.kind = FT_INSTRUCTION_RETURN};
  if (b->end == RETURN)
    push (c, i, 1, &nothing);
  i.kind = b->end == JUMP ? FT_INSTRUCTION_JUMP : FT_INSTRUCTION_BRANCH;
  if (b->end == JUMP)
    push (c, i, 1, to + 1);
  i.site = site;
  if (b->end == BRANCH)
    push (c, i, 3, to);
}

// Block b stores in line 100 + b, calls in 200 + b and branches in 300 + b.
static void push_block (run *r, ft_unit_code *c, const subject *s, int b) {
  const block *it = s->blocks + b;
  ft_code_operand store[] = {{FT_OPERAND_CONSTANT, 0x601000},
                             {FT_OPERAND_CONSTANT, 1}};
  ft_code_operand nothing = {FT_OPERAND_NONE, 0};
  static const char *const names[] = {"", "x", "p->y", "list.y"};
  enum ft_site_kind kind = it->reads ? FT_SITE_LOAD : FT_SITE_STORE;
  unsigned site = run_site (r, kind, 4, 100 + (uint32_t)b, 1);
  FT_TOP (r->sites.sites).variable = run_string (r, names[it->variable]);
  FT_PUSH (c->blocks, ((ft_code_block){(uint32_t)c->instructions.size, 0}));
  push (c,
        (ft_instruction){.kind = it->reads ? FT_INSTRUCTION_LOAD
                                           : FT_INSTRUCTION_STORE,
                         .width = 32,
                         .constant = 4,
                         .site = site},
        it->reads ? 1 : 2, store);
  unsigned call = run_site (r, FT_SITE_CALL, 0, 200 + (uint32_t)b, 1);
  if (it->callee >= 0)
    push (c,
          (ft_instruction){.kind = FT_INSTRUCTION_CALL,
                           .site = call,
                           .constant = 1 + (uint64_t)it->callee},
          1, &nothing);
  push_end (c, it, run_site (r, FT_SITE_BRANCH, 0, 300 + (uint32_t)b, 1));
}

static ft_distances *distances_of (const subject *s) {
  run r = {.state = FT_WIRE_ENDED};
  ft_unit_code c = {0};
  for (int f = 0; f < FUNCTIONS; f++) {
    char name[] = {(char)('f' + f), 0};
    run_function (&r, name, "/src/a.c", 10);
    FT_PUSH (c.bodies, ((ft_code_body){.guid = 1 + (uint64_t)f,
                                       .first_block = (uint32_t)c.blocks.size,
                                       .blocks = BLOCKS}));
    for (int b = 0; b < BLOCKS; b++)
      push_block (&r, &c, s, f * BLOCKS + b);
  }
  run_start (&r, 0);
  ft_unit_code_pack (&c, &r.sites.code);
  ft_error error = FT_NO_ERROR;
  ft_unit_code again = {0};
  if (!ft_unit_code_unpack (&again, &r.sites, r.sites.code.text,
                            r.sites.code.size, &error))
    fail_msg ("%s", error.message);
  ft_unit_code_release (&again);
  ft_distances *d = ft_distances_new (run_write (&r, "run"), &error);
  if (!d)
    fail_msg ("%s", error.message);
  ft_unit_code_release (&c);
  run_release (&r);
  return d;
}

// ---- by definition ---------------------------------------------------------

static bool leads (const subject *s, int from, int to) {
  const block *a = s->blocks + from, *b = s->blocks + to;
  bool inside = from / BLOCKS == to / BLOCKS;
  return (inside && a->end != RETURN && a->to[0] == to % BLOCKS) ||
         (inside && a->end == BRANCH && a->to[1] == to % BLOCKS) ||
         (a->callee >= 0 && a->callee * BLOCKS == to) ||
         (a->end == RETURN && b->callee == from / BLOCKS);
}

static bool is_end (const block *b, bool calls) {
  return b->wanted || (calls && b->asked && b->callee >= 0);
}

// "p->y" and "list.y" are the same, as far as names tell.
static bool are_partners (const block *a, const block *b) {
  bool same =
      a->variable && b->variable && (a->variable == 1) == (b->variable == 1);
  return same && !(a->reads && b->reads) && !a->executed && b->executed;
}

static bool is_partner (const subject *s, const block *a) {
  for (int b = 0; b < ALL; b++)
    if (are_partners (a, s->blocks + b))
      return true;
  return false;
}

static void settle (const subject *s, int steps[ALL]) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int a = 0; a < ALL; a++)
      for (int b = 0; b < ALL; b++)
        if (leads (s, a, b) && steps[b] + 1 < steps[a]) {
          steps[a] = steps[b] + 1;
          changed = true;
        }
  }
}

static bool is_wanted (const void *context, const char *location) {
  const subject *s = context;
  int line = atoi (strchr (location, ':') + 1);
  return (line >= 100 && line < 100 + ALL && s->blocks[line - 100].wanted) ||
         (line >= 200 && line < 200 + ALL && s->blocks[line - 200].asked);
}

static bool is_executed (const void *context, const char *location) {
  const subject *s = context;
  int line = atoi (strchr (location, ':') + 1);
  return line >= 100 && line < 100 + ALL && s->blocks[line - 100].executed;
}

enum { TO_ACCESSES, TO_CALLS, TO_PARTNERS, GOALS };

static void compare (const subject *s, int goal, ft_distances *d,
                     uint64_t seed) {
  int steps[ALL];
  bool any = false;
  for (int b = 0; b < ALL; b++) {
    const block *it = s->blocks + b;
    bool end = goal == TO_PARTNERS ? is_partner (s, it)
                                   : is_end (it, goal == TO_CALLS);
    steps[b] = end ? 0 : FAR;
    any |= end;
  }
  settle (s, steps);
  assert_int_equal (goal == TO_PARTNERS
                        ? ft_distances_to_partners (d, is_executed, s)
                        : ft_distances_to (d, goal == TO_CALLS, is_wanted, s),
                    any);
  for (int b = 0; b < ALL; b++)
    for (unsigned outcome = 0; outcome < 2; outcome++) {
      char branch[32];
      const block *it = s->blocks + b;
      int to = b / BLOCKS * BLOCKS + it->to[!outcome];
      uint32_t wanted = it->end == BRANCH && steps[to] < FAR
                            ? (uint32_t)steps[to]
                            : UINT32_MAX;
      snprintf (branch, sizeof branch, "a.c:%d:1", 300 + b);
      uint32_t got = ft_distances_from (d, branch, outcome);
      if (got != wanted)
        fail_msg ("FT_SEED=%lu FT_ROUNDS=1: %s %u: %u, not %u",
                  (unsigned long)seed, branch, outcome, got, wanted);
    }
}

// The same graph for two sets of places, of two sorts.
static void test_random_code (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (300); seed++) {
    subject s;
    make (&s, seed);
    ft_distances *d = distances_of (&s);
    compare (&s, (int)(seed % GOALS), d, seed);
    for (int b = 0; b < ALL; b++)
      s.blocks[b].wanted = !below (&s, 9);
    compare (&s, (int)((seed + 1) % GOALS), d, seed);
    ft_distances_free (d);
  }
}

static void test_unknown_branch (void **state) {
  (void)state;
  subject s;
  make (&s, 1);
  ft_distances *d = distances_of (&s);
  ft_distances_to (d, false, is_wanted, &s);
  assert_int_equal (ft_distances_from (d, "b.c:1:1", 1), UINT32_MAX);
  ft_distances_free (d);
  ft_error error = FT_NO_ERROR;
  assert_null (ft_distances_new (scratch_path ("none"), &error));
  assert_true (*error.message);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random_code),
      cmocka_unit_test (test_unknown_branch),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
