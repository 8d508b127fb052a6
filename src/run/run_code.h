// The code of a recorded run: all functions, sites, globals of the objects
// that registered, numbered through.

#ifndef FT_RUN_RUN_CODE_H
#define FT_RUN_RUN_CODE_H

#include "base/hash.h"
#include "base/ids.h"
#include "run/sites.h"

typedef struct ft_run_function {
  const ft_function *function;
  const ft_sites *table;
  ft_id site; // number of its first site in 'sites'
  uint32_t count;
  const char *module; // path of its program or shared library, "" if unknown
} ft_run_function;

typedef struct ft_run_site {
  const ft_site *site;
  const ft_run_function *function;
  uint8_t kind, words;
} ft_run_site;

typedef struct ft_run_global {
  const ft_global *global;
  const ft_sites *table;
  uint64_t first, last; // addresses
} ft_run_global;

typedef struct ft_run_unit {
  uint64_t address; // of the descriptors
  uint32_t count;
  ft_id function;  // number of its first one
  uint64_t offset; // in the file, for messages
  const unsigned char *bytes;
  uint64_t size;
  const unsigned char *globals; // their addresses, 8 bytes each
  const ft_sites *table;
} ft_run_unit;

typedef struct ft_run_unit_origin { // of a table
  uint64_t offset;              // of its object in the file
  const unsigned char *globals; // their addresses, 8 bytes each
  const char *module;           // as of its functions
} ft_run_unit_origin;

// Code of the program that makes no records, and is not of the C or C++
// library.
enum ft_uninstrumented_code {
  FT_UNINSTRUMENTED_NONE,   // there is none
  FT_UNINSTRUMENTED_NAMED, // the tables say what it names
  FT_UNINSTRUMENTED_ANY,     // it may name anything
};

typedef struct ft_run_code {
  FT_STACK (ft_sites *) tables;      // owned
  FT_STACK (ft_run_unit_origin) origins; // of each table
  FT_STACK (ft_run_unit) objects; // by address
  FT_STACK (ft_run_function) functions;
  FT_STACK (ft_run_site) sites;
  FT_STACK (ft_run_global) globals;   // by address, disjoint starts
  FT_STACK (ft_run_global) constants; // the same: constants and functions
  FT_STACK (char *) modules;           // owned paths
  enum ft_uninstrumented_code uninstrumented;
  const char *unnoted; // a module of which nothing tells that; NULL: none
} ft_run_code;

// From the first 'size' bytes of 'objects'; false and an error naming 'path'
// for what is malformed.
bool ft_run_code_read (ft_run_code *, const char *path, const unsigned char *bytes,
                   uint64_t size, ft_error *);
// Then the text of 'modules'; a line that has no end counts as not written.
bool ft_run_code_read_modules (ft_run_code *, const char *path, const char *text,
                      size_t size, ft_error *);
// Then what the notes of the modules say of code without records; a module
// that foretrace-cc has not linked has none.
void ft_run_code_find_uninstrumented (ft_run_code *);
void ft_run_code_release (ft_run_code *); // (ft_run_code){0} is empty

// The function whose descriptor is at an address, or NULL.
const ft_run_function *ft_run_code_function_at (const ft_run_code *, uint64_t descriptor);

// The last global that begins at or before the address and holds it, or NULL.
const ft_run_global *ft_run_code_global_at (const ft_run_code *, uint64_t address);
// The same of constants and functions.
const ft_run_global *ft_run_code_constant_at (const ft_run_code *, uint64_t address);

#endif
