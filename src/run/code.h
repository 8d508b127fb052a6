// The code of a recorded run: all functions, sites, globals of the objects
// that registered, numbered through.

#ifndef FT_TRACE_NATIVE_CODE_H
#define FT_TRACE_NATIVE_CODE_H

#include "base/hash.h"
#include "base/ids.h"
#include "run/sites.h"

typedef struct ft_code_function {
  const ft_function *function;
  const ft_sites *table;
  ft_id site; // number of its first site in 'sites'
  uint32_t count;
  const char *module; // path of its program or shared library, "" if unknown
} ft_code_function;

typedef struct ft_code_site {
  const ft_site *site;
  const ft_code_function *function;
  uint8_t kind, words;
} ft_code_site;

typedef struct ft_code_global {
  const ft_global *global;
  const ft_sites *table;
  uint64_t first, last; // addresses
} ft_code_global;

typedef struct ft_code_object {
  uint64_t address; // of the descriptors
  uint32_t count;
  ft_id function;  // number of its first one
  uint64_t offset; // in the file, for messages
  const unsigned char *bytes;
  uint64_t size;
  const unsigned char *globals; // their addresses, 8 bytes each
  const ft_sites *table;
} ft_code_object;

typedef struct ft_code_origin { // of a table
  uint64_t offset;              // of its object in the file
  const unsigned char *globals; // their addresses, 8 bytes each
  const char *module;           // as of its functions
} ft_code_origin;

// Code of the program that makes no records, and is not of the C or C++
// library.
enum ft_code_foreign {
  FT_CODE_WHOLE,   // there is none
  FT_CODE_FOREIGN, // the tables say what it names
  FT_CODE_ANY,     // it may name anything
};

typedef struct ft_code {
  FT_STACK (ft_sites *) tables;      // owned
  FT_STACK (ft_code_origin) origins; // of each table
  FT_STACK (ft_code_object) objects; // by address
  FT_STACK (ft_code_function) functions;
  FT_STACK (ft_code_site) sites;
  FT_STACK (ft_code_global) globals;   // by address, disjoint starts
  FT_STACK (ft_code_global) constants; // the same: constants and functions
  FT_STACK (char *) modules;           // owned paths
  enum ft_code_foreign foreign;
  const char *unnoted; // a module of which nothing tells that; NULL: none
} ft_code;

// From the first 'size' bytes of 'objects'; false and an error naming 'path'
// for what is malformed.
bool ft_code_read (ft_code *, const char *path, const unsigned char *bytes,
                   uint64_t size, ft_error *);
// Then the text of 'modules'; a line that has no end counts as not written.
bool ft_code_modules (ft_code *, const char *path, const char *text,
                      size_t size, ft_error *);
// Then what the notes of the modules say of code without records; a module
// that foretrace-cc has not linked has none.
void ft_code_judge (ft_code *);
void ft_code_release (ft_code *); // (ft_code){0} is empty

// The function whose descriptor is at an address, or NULL.
const ft_code_function *ft_code_find (const ft_code *, uint64_t descriptor);

// The last global that begins at or before the address and holds it, or NULL.
const ft_code_global *ft_code_global_at (const ft_code *, uint64_t address);
// The same of constants and functions.
const ft_code_global *ft_code_constant_at (const ft_code *, uint64_t address);

#endif
