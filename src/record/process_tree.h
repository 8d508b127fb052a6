// The processes below this one, as /proc tells: what a program has started, and
// what is left of it when it has ended.
//
// A process that calls setsid, or forks twice, leaves its process group and its
// parents; it cannot leave whoever is a subreaper for them (PR_SET_CHILD_-
// SUBREAPER), and so stays below this process.  Costs a look at all processes
// of the machine, unless there are no children at all.

#ifndef FT_RECORD_PROCESS_TREE_H
#define FT_RECORD_PROCESS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/stack.h"

typedef struct ft_tree_process {
  pid_t process, parent, group;
  uint64_t tasks; // threads
} ft_tree_process;

typedef FT_STACK (ft_tree_process) ft_process_tree;
typedef FT_STACK (pid_t) ft_pids;

// What is below 'root', parents first; nothing of the 'spared' (may be NULL),
// nor what is below them.
void ft_process_tree_list (pid_t root, const ft_pids *spared, ft_process_tree *);

// From now on orphans below this process become its children.  Its children as
// they are: not of the programs that it is going to start.
void ft_process_tree_adopt (ft_pids *children);

// Kills all that is below this process but the 'spared' and what is below them,
// and waits until it is gone.
void ft_process_tree_end (const ft_pids *spared);

// Kills all that is below a process, and it.
void ft_process_tree_kill (pid_t root);

#endif
