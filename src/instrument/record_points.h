// Record points: the points of a function where records are written, found
// before the function is changed.

#ifndef FT_INSTRUMENT_RECORD_POINTS_H
#define FT_INSTRUMENT_RECORD_POINTS_H

#include "instrument/unit.h"

// The kinds of points; 'at' is the instruction that a point belongs to.
enum ft_record_point_kind {
  FT_POINT_ENTER,  // before 'at'
  FT_POINT_EXIT,   // before 'at'
  FT_POINT_UNWIND, // before 'at'
  FT_POINT_NOTE,   // a call or a variable: before 'at'
  FT_POINT_BEFORE, // an access, with its record before 'at'
  FT_POINT_AFTER,  // an access, with its record behind 'at'
  FT_POINT_FLUSH,  // no record: 'ft_cursor' must be up to date before 'at'
};

typedef struct ft_record_point {
  enum ft_record_point_kind kind;
  enum ft_site_kind site;
  uint32_t code;
  LLVMValueRef at;
  LLVMValueRef subject; // VARIABLE: the variable; opaque access: its pointer
  uint64_t size;        // of an opaque access
  bool joined; // belongs to the instruction of the point before: between the
               // two there is no check
  bool fresh;  // records may have been made since the check
} ft_record_point;

typedef struct ft_block_points {
  LLVMBasicBlockRef block;
  FT_STACK (ft_record_point) points;
} ft_block_points;

typedef struct ft_function_points {
  FT_STACK (ft_block_points) blocks;
  bool records; // there are points beside entry and exit
  bool unwinds; // control may come back to the frame by unwinding
} ft_function_points;

// Finds the points and adds their sites to the table.
void ft_record_points_find (ft_unit *, LLVMValueRef function,
                            ft_function_points *);
void ft_record_points_release (ft_function_points *);

#endif
