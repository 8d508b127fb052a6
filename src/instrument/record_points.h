// What of a function is recorded, found before anything is changed.

#ifndef FT_INSTRUMENT_RECORD_POINTS_H
#define FT_INSTRUMENT_RECORD_POINTS_H

#include "instrument/unit.h"

//   what it is, when its record is written, words
// 'at' is the instruction that it belongs to.
enum ft_record_point_kind {
  FT_POINT_ENTER,  // before 'at'
  FT_POINT_EXIT,   // before 'at'
  FT_POINT_UNWIND, // before 'at'
  FT_POINT_NOTE,   // a site that is no access: before 'at'
  FT_POINT_BEFORE, // an access, its record before it
  FT_POINT_AFTER,  // an access, its record after it
  FT_POINT_FLUSH,  // no record: 'ft_cursor' must be up to date before 'at'
};

typedef struct ft_record_point {
  enum ft_record_point_kind kind;
  enum ft_site_kind site;
  uint32_t code;
  LLVMValueRef at;
  LLVMValueRef subject; // VARIABLE: the variable; of an access that is no
                        // instruction: its pointer
  uint64_t size;        // of the latter
} ft_record_point;

typedef struct ft_block_points {
  LLVMBasicBlockRef block;
  FT_STACK (ft_record_point) items;
} ft_block_points;

typedef struct ft_function_points {
  FT_STACK (ft_block_points) blocks;
  bool records; // something beside entry and exit
  bool unwinds; // control may come back to it other than by a return
} ft_function_points;

// Adds the sites to the table.
void ft_record_points_find (ft_unit *, LLVMValueRef function, ft_function_points *);
void ft_record_points_release (ft_function_points *);

#endif
