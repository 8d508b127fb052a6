// What of a function is recorded, found before anything is changed.

#ifndef FT_INSTRUMENT_SCAN_H
#define FT_INSTRUMENT_SCAN_H

#include "instrument/unit.h"

//   what it is, when its record is written, words
// 'at' is the instruction that it belongs to.
enum ft_item_kind {
  FT_ITEM_ENTER,  // before 'at'
  FT_ITEM_EXIT,   // before 'at'
  FT_ITEM_UNWIND, // before 'at'
  FT_ITEM_NOTE,   // a site that is no access: before 'at'
  FT_ITEM_BEFORE, // an access, its record before it
  FT_ITEM_AFTER,  // an access, its record after it
  FT_ITEM_BREAK,  // no record: 'ft_cursor' must be up to date before 'at'
};

typedef struct ft_item {
  enum ft_item_kind kind;
  enum ft_site_kind site;
  uint32_t code;
  LLVMValueRef at;
  LLVMValueRef subject; // VARIABLE: the variable; of an access that is no
                        // instruction: its pointer
  uint64_t size;        // of the latter
} ft_item;

typedef struct ft_block {
  LLVMBasicBlockRef block;
  FT_STACK (ft_item) items;
} ft_block;

typedef struct ft_scan {
  FT_STACK (ft_block) blocks;
  bool records; // something beside entry and exit
  bool unwinds; // control may come back to it other than by a return
} ft_scan;

// Adds the sites to the table.
void ft_scan_function (ft_unit *, LLVMValueRef function, ft_scan *);
void ft_scan_release (ft_scan *);

#endif
