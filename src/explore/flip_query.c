#include "explore/flip_query.h"

#include "base/checksum.h"
#include "explore/chosen.h"

enum { MOST_BLAMED = 4 }; // in a row

static uint64_t key_of (const ft_flip_query *a, size_t branch) {
  uint64_t words[] = {a->schedule, ft_path_keys_branch (a->ways, branch, true)};
  return a->schedule ? ft_checksum (words, sizeof words) : words[1];
}

// Neither of earlier runs, nor of this one: several branches may be ruled out by
// the same one, and its own turn comes, too.
bool ft_flip_query_is_new (const ft_flip_query *a, size_t branch) {
  uint64_t key = key_of (a, branch);
  for (size_t i = 0; i < a->asked->size; i++)
    if (a->asked->begin[i] == key)
      return false;
  return ft_map_get (&a->knowledge->ways, key) == FT_NO_ID;
}

// Unless it cannot be had, since what they did depends on the branch.
static void turn_alone (const ft_flip_query *a, size_t branch, ft_flip_result *turned) {
  ft_id event = ft_concolic_branch (a->ways->concolic, branch).event;
  if (a->last != FT_NO_ID && event < a->last)
    ft_concolic_flip_alone (a->ways->concolic, branch, a->last, turned);
}

bool ft_flip_query_solve (const ft_flip_query *a, size_t branch) {
  ft_flip_result turned = {.answer = FT_UNKNOWN};
  FT_PUSH (*a->asked, key_of (a, branch));
  turn_alone (a, branch, &turned);
  if (turned.answer != FT_SAT)
    ft_concolic_flip (a->ways->concolic, branch, &turned);
  bool fine = ft_flip_result_apply (a->trace, &turned, a->inputs);
  ft_flip_result_release (&turned);
  return fine;
}

bool ft_flip_query_solve_blocking (const ft_flip_query *a, size_t branch) {
  for (int n = 0; n < MOST_BLAMED; n++) {
    branch = ft_concolic_blocking_branch (a->ways->concolic, branch);
    if (branch == SIZE_MAX || !ft_flip_query_is_new (a, branch))
      return false;
    if (ft_flip_query_solve (a, branch))
      return true;
  }
  return false;
}
