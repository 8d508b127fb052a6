// The processes below this one, by /proc: those that a program has started, and
// those that it leaves when it ends.
//
// A process that calls setsid, or forks twice, leaves its process group and its
// parents.  This process is a subreaper (PR_SET_CHILD_SUBREAPER), so that such
// a process becomes its child.  Cost: linear in all processes of the machine,
// unless there are no children at all.

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

// Lists the processes below 'root', parents first, except the 'spared' (may be
// NULL) and processes below those.
void ft_process_tree_list (pid_t root, const ft_pids *spared,
                           ft_process_tree *);

// Makes this process a subreaper.  Lists its present children, which do not
// belong to the programs that it will start.
void ft_process_tree_adopt (ft_pids *children);

// Kills all processes below this one, except the 'spared' and processes below
// those, and waits for their ends.
void ft_process_tree_end (const ft_pids *spared);

// Kills a process and all processes below it.
void ft_process_tree_kill (pid_t root);

#endif
