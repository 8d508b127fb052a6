// A pipeline: stages that process the same numbered items one after the other,
// by several threads at once.
//
// Each stage processes the items in ascending order, one at a time, so a stage
// needs no locks for its own state.  An item goes to a stage when the stage
// before has processed it.  Any thread may process any stage: the one with the
// most items waiting is taken first, so a slow stage never waits for a thread
// while another one has work of its own.
//
// The first stage is the source.  It makes item k when every stage has
// processed item k - slots; so at most 'slots' items exist at a time, and what
// belongs to item k can be kept at k % slots.

#ifndef FT_ORDER_STAGE_PIPELINE_H
#define FT_ORDER_STAGE_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In place of the number of a stage: all stages listed before this one.
#define FT_PIPELINE_ALL SIZE_MAX

typedef struct ft_pipeline_stage {
  // Processes the item.  Only the source may return false: there is no such
  // item, and the pipeline ends.
  bool (*step) (void *context, uint64_t item);
  void *context; // borrowed
  size_t after;  // the stage whose items it takes; ignored for the source
  const char *of, *name; // for the debug log: what the stage is of, and does
  size_t also; // stages right before 'after' whose items it takes, too
} ft_pipeline_stage;

// Runs the pipeline to its end, on the calling thread and on at most
// 'threads' - 1 others, which take no signals.  A short pipeline runs on the
// calling thread alone.
void ft_pipeline_run (const ft_pipeline_stage *, size_t count, size_t slots,
                      unsigned threads);

#endif
