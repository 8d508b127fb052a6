// Flips: from a branch, or a concretized value, to an input with which it has
// another outcome or value; from two addresses to an input with which they are
// equal.
//
// At most three problems are solved, each weaker than the one before: all path
// constraints; without concretized values; without definedness of results. Each
// has the soft constraints that all input bytes stay as they were.  As long as
// this is impossible, the bytes in the solver's core may change, and should
// then stay ASCII.
//
// Only what depends on the same bytes as the question is part of its problems
// ('independence.h').

#include <stdio.h>
#include <string.h>

#include "explore/concolic_trail.h"
#include "explore/independence.h"

// Words that a question is about: the point, the other address, and locks.
enum { MOST_WORDS = 2 + 2 * FT_MOST_APART };

typedef struct question {
  ft_concolic *c;
  const ft_path_point *point;
  const uint64_t *others; // values that it must not have either
  size_t count;
  const ft_collision *collision; // what the address at the point must be; NULL:
                                 // it must have another value
  size_t entries; // of the trail that hold; those after the point hold only if
                  // they are of other threads
  ft_term words[MOST_WORDS];
  uint32_t groups[MOST_WORDS]; // of their bytes
  unsigned word_count;
  ft_smt *smt;
} question;

// The soft constraint of a group: the byte stays the same, or of its kind.
enum soft { SOFT_SAME, SOFT_ALIKE };

enum { SMALL = 16 }; // the greatest byte that is a small number by itself

static bool is_of_question (const question *q, uint32_t group) {
  if (group == FT_NO_ID)
    return false;
  for (unsigned i = 0; i < q->word_count; i++)
    if (q->groups[i] == group)
      return true;
  return group == ft_independence_always (q->c->independence);
}

static bool has_entry (const question *q, size_t i) {
  return is_of_question (q,
                         ft_independence_of_entry (q->c->independence, i));
}

static bool has_input (const question *q, size_t i) {
  return is_of_question (q,
                         ft_independence_of_input (q->c->independence, i));
}

// Whether an entry of the trail must hold, and may not do so by itself.
static bool holds (const question *q, size_t i) {
  const ft_event *events = q->c->trace->events;
  bool must = i < q->point->before || q->collision ||
              events[q->c->trail.begin[i].event].thread !=
                  events[q->point->event].thread;
  return must && has_entry (q, i);
}

// Whether the path has a constraint of this kind.
static bool has_kind (const question *q, enum ft_path_constraint_kind why) {
  for (size_t i = 0; i < q->entries; i++)
    if (q->c->trail.begin[i].why == why && holds (q, i))
      return true;
  return false;
}

// Whether a comparison of a word with a constant holds.
static ft_term compare (ft_smt *smt, enum ft_operator op, unsigned bytes,
                        ft_term word, uint64_t with) {
  ft_term two[2] = {word, ft_smt_word_of (smt, with)};
  return ft_smt_equal (smt, ft_smt_apply (smt, op, bytes, two).word,
                       ft_smt_word_of (smt, 1));
}

static void assert_not (question *q, uint64_t value) {
  ft_term is =
      ft_smt_equal (q->smt, q->point->word, ft_smt_word_of (q->smt, value));
  ft_smt_assert (q->smt, ft_smt_not (q->smt, is));
}

// The word of a concretized value, or a number if there is none.
static ft_term word_or (const question *q, size_t concretized, uint64_t number) {
  return concretized == SIZE_MAX ? ft_smt_word_of (q->smt, number)
                                 : q->c->concretized.begin[concretized].word;
}

// Both addresses are the same one, in the object, and the locks differ.
static void assert_collision (question *q) {
  const ft_collision *n = q->collision;
  ft_term other = word_or (q, n->other, n->address);
  ft_smt_assert (q->smt, ft_smt_equal (q->smt, q->point->word, other));
  ft_smt_assert (q->smt,
                 compare (q->smt, FT_OP_UGE, 8, q->point->word, n->first));
  ft_smt_assert (q->smt,
                 compare (q->smt, FT_OP_ULE, 8, q->point->word, n->last));
  for (unsigned i = 0; i < n->apart_count; i++) {
    const ft_words_apart *a = n->apart + i;
    ft_term equal = ft_smt_equal (q->smt, word_or (q, a->one, 0),
                                  word_or (q, a->other, a->value));
    ft_smt_assert (q->smt, ft_smt_not (q->smt, equal));
  }
}

// Asserts the path constraints up to a kind, and what is asked of the point.
static void assert_path (question *q, enum ft_path_constraint_kind most) {
  for (size_t i = 0; i < q->entries; i++)
    if (q->c->trail.begin[i].why <= most && holds (q, i))
      ft_smt_assert (q->smt, q->c->trail.begin[i].term);
  if (q->collision) {
    assert_collision (q);
    return;
  }
  assert_not (q, q->point->value);
  for (size_t i = 0; i < q->count; i++)
    assert_not (q, q->others[i]);
}

static bool is_ascii (uint8_t byte) {
  return byte >= ' ' && byte < 0x7f;
}

// Whether a byte is ASCII, or small, as it was.
static ft_term alike (ft_smt *smt, ft_term byte, uint8_t recorded) {
  if (!is_ascii (recorded))
    return compare (smt, FT_OP_ULE, 1, byte, SMALL);
  ft_term both[] = {compare (smt, FT_OP_UGE, 1, byte, ' '),
                    compare (smt, FT_OP_ULT, 1, byte, 0x7f)};
  return ft_smt_and (smt, 2, both);
}

// Asserts two groups for each byte of the question whose value is known.
static void assert_soft (question *q) {
  ft_smt_track (q->smt);
  for (size_t i = 0; i < q->c->inputs.size; i++) {
    const ft_input_byte *b = q->c->inputs.begin + i;
    if (!b->known || !has_input (q, i))
      continue;
    ft_smt_group (q->smt, SOFT_SAME, (ft_id)i);
    ft_smt_assert (q->smt, ft_smt_equal (q->smt, b->word,
                                         ft_smt_word_of (q->smt, b->recorded)));
    ft_smt_ungroup (q->smt);
    if (!is_ascii (b->recorded) && b->recorded > SMALL)
      continue;
    ft_smt_group (q->smt, SOFT_ALIKE, (ft_id)i);
    ft_smt_assert (q->smt, alike (q->smt, b->word, b->recorded));
    ft_smt_ungroup (q->smt);
  }
}

// Drops the first quarter of the soft constraints of a kind that are in the core;
// false if there are none.
static bool drop_first (const question *q, bool *soft, const bool *core,
                        enum soft kind) {
  size_t n = ft_smt_groups (q->smt), in_core = 0, dropped = 0;
  for (size_t i = 0; i < n; i++)
    in_core += core[i] && ft_smt_group_at (q->smt, i).a == kind;
  for (size_t i = 0; i < n && 4 * dropped < in_core; i++)
    if (core[i] && ft_smt_group_at (q->smt, i).a == kind) {
      soft[i] = false;
      dropped++;
    }
  return dropped;
}

// Checks with the soft constraints up to a kind that are left, and drops some of
// this kind that are in the core until it is satisfiable.  (The kinds before it
// are satisfiable together.)
static enum ft_answer check_with_soft (question *q, bool *soft, bool *asked,
                                       enum soft most) {
  size_t n = ft_smt_groups (q->smt);
  enum ft_answer answer;
  do {
    for (size_t i = 0; i < n; i++)
      asked[i] = soft[i] && ft_smt_group_at (q->smt, i).a <= most;
    answer = ft_smt_check_groups (q->smt, asked);
  } while (answer == FT_UNSAT && drop_first (q, soft, asked, most));
  return answer;
}

// Keeps as many bytes as possible, then keeps changed bytes of their kind.
static enum ft_answer check (question *q) {
  size_t n = ft_smt_groups (q->smt);
  bool *soft = FT_ARRAY (bool, n + 1), *asked = FT_ARRAY (bool, n + 1);
  memset (soft, true, n);
  enum ft_answer answer = check_with_soft (q, soft, asked, SOFT_SAME);
  if (answer == FT_SAT)
    answer = check_with_soft (q, soft, asked, SOFT_ALIKE);
  free (soft);
  free (asked);
  return answer;
}

static void take_changes (const question *q, ft_flip_result *out) {
  const ft_intern *sources = &q->c->trace->tables.origins.sources;
  for (size_t i = 0; i < q->c->inputs.size; i++) {
    const ft_input_byte *b = q->c->inputs.begin + i;
    if (!has_input (q, i))
      continue;
    uint8_t byte = (uint8_t)ft_smt_word_value (q->smt, b->word);
    if (!b->known || byte != b->recorded)
      FT_PUSH (out->changes,
               ((ft_input_change){ft_intern_name (sources, b->source), b->at,
                                  byte}));
  }
  out->value = ft_smt_word_value (q->smt, q->point->word);
}

static void ask_path (question *q, enum ft_path_constraint_kind most,
                      unsigned way) {
  const ft_concolic_limits *l = &q->c->limits;
  ft_smt_free (q->smt);
  q->smt = ft_smt_new_words (q->c->smt, l->timeout, l->memory);
  ft_smt_vary (q->smt, way);
  assert_path (q, most);
}

// Soft constraints may be what makes a question hard: that four bytes have some hash is
// found at once, that no three of them have it is not refuted in seconds.  Where the solver
// gives up, it is asked without any, in solvers that do not have to keep what they learn.
static enum ft_answer solve (question *q, enum ft_path_constraint_kind most,
                             ft_flip_result *out) {
  enum { WAYS = 3 };
  ask_path (q, most, 0);
  assert_soft (q);
  enum ft_answer answer = check (q);
  for (unsigned way = 0; way < WAYS && answer == FT_UNKNOWN; way++) {
    ask_path (q, most, way);
    answer = ft_smt_check (q->smt);
  }
  if (answer == FT_SAT)
    take_changes (q, out);
  if (answer == FT_UNKNOWN)
    snprintf (out->why, sizeof out->why, "%s", ft_smt_reason (q->smt));
  ft_smt_free (q->smt);
  q->smt = NULL;
  return answer;
}

static void add_word (question *q, ft_term word) {
  q->words[q->word_count++] = word;
}

// Looking at a word may join groups, but does so only the first time.
static void find_groups (question *q) {
  if (!q->c->independence)
    q->c->independence = ft_independence_new (q->c);
  for (int round = 0; round < 2; round++)
    for (unsigned i = 0; i < q->word_count; i++)
      q->groups[i] =
          ft_independence_of_term (q->c->independence, q->words[i]);
}

static void flip (question q, ft_flip_result *out) {
  static const enum ft_path_constraint_kind tries[] = {
      FT_CONSTRAINT_CONCRETIZED, FT_CONSTRAINT_DEFINED, FT_CONSTRAINT_TRAP};
  bool unknown = false;
  find_groups (&q);
  FT_CLEAR (out->changes);
  out->answer = FT_UNSAT;
  out->why[0] = 0;
  for (int i = 0; i < 3 && out->answer != FT_SAT; i++) {
    if (i && !has_kind (&q, tries[i - 1]))
      continue;
    out->reconcretized = i && has_kind (&q, FT_CONSTRAINT_CONCRETIZED);
    out->undefined = i == 2;
    out->answer = solve (&q, tries[i], out);
    unknown |= out->answer == FT_UNKNOWN;
  }
  if (unknown && out->answer != FT_SAT)
    out->answer = FT_UNKNOWN;
}

static question new_question (ft_concolic *c, const ft_path_point *point) {
  question q = {.c = c, .point = point, .entries = point->before};
  add_word (&q, point->word);
  return q;
}

void ft_concolic_flip (ft_concolic *c, size_t branch, ft_flip_result *out) {
  flip (new_question (c, c->branches.begin + branch), out);
}

void ft_concolic_flip_alone (ft_concolic *c, size_t branch, ft_id until,
                             ft_flip_result *out) {
  question q = new_question (c, c->branches.begin + branch);
  while (q.entries < c->trail.size && c->trail.begin[q.entries].event <= until)
    q.entries++;
  flip (q, out);
}

void ft_concolic_reconcretize (ft_concolic *c, size_t concretized,
                               const uint64_t *others, size_t count,
                               ft_flip_result *out) {
  question q = new_question (c, c->concretized.begin + concretized);
  q.others = others;
  q.count = count;
  flip (q, out);
}

// The path goes on to where the value is concretized, too.
static void go_on_to (question *q, size_t concretized) {
  if (concretized == SIZE_MAX)
    return;
  const ft_path_point *point = q->c->concretized.begin + concretized;
  if (q->entries < point->before)
    q->entries = point->before;
  add_word (q, point->word);
}

void ft_concolic_collide (ft_concolic *c, const ft_collision *collision,
                          ft_flip_result *out) {
  question q = new_question (c, c->concretized.begin + collision->access);
  go_on_to (&q, collision->other);
  for (unsigned i = 0; i < collision->apart_count; i++) {
    go_on_to (&q, collision->apart[i].one);
    go_on_to (&q, collision->apart[i].other);
  }
  q.collision = collision;
  flip (q, out);
}

// ---- blocking branches -----------------------------------------------------

// Asserts each branch outcome as a group; concretized values are free.
static void assert_groups (question *q) {
  ft_smt_track (q->smt);
  for (size_t i = 0; i < q->entries; i++) {
    const ft_path_constraint *h = q->c->trail.begin + i;
    if (h->why == FT_CONSTRAINT_CONCRETIZED || !has_entry (q, i))
      continue;
    if (h->why == FT_CONSTRAINT_BRANCH)
      ft_smt_group (q->smt, (ft_id)i, 0);
    ft_smt_assert (q->smt, h->term);
    ft_smt_ungroup (q->smt);
  }
  assert_not (q, q->point->value);
}

// The last group of the core; SIZE_MAX: there is none.
static size_t last_reason (question *q) {
  size_t n = ft_smt_groups (q->smt), last = SIZE_MAX;
  bool *kept = FT_ARRAY (bool, n + 1);
  memset (kept, true, n);
  if (ft_smt_check_groups (q->smt, kept) == FT_UNSAT)
    for (size_t i = 0; i < n; i++)
      if (kept[i])
        last = ft_smt_group_at (q->smt, i).a;
  free (kept);
  return last;
}

size_t ft_concolic_blocking_branch (ft_concolic *c, size_t branch) {
  question q = new_question (c, c->branches.begin + branch);
  find_groups (&q);
  q.smt = ft_smt_new_words (c->smt, c->limits.timeout, c->limits.memory);
  assert_groups (&q);
  size_t entry = last_reason (&q);
  ft_smt_free (q.smt);
  for (size_t i = branch; entry != SIZE_MAX && i--;)
    if (c->branches.begin[i].before == entry)
      return i;
  return SIZE_MAX;
}

void ft_flip_result_release (ft_flip_result *t) {
  FT_RELEASE (t->changes);
}
