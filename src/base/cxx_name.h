// Names of C++ as a programmer writes them: "std::map<std::string, int>" for
// the name of the same type in debug information, which has each default
// argument of a template and each inline namespace.

#ifndef FT_BASE_CXX_NAME_H
#define FT_BASE_CXX_NAME_H

#include "base/strbuf.h"

// Add the name of a type or of a function.  Any text is accepted; what is not
// understood stays as it is.
void ft_cxx_name_add (ft_strbuf *, const char *name);

// The length of the part of a simplified function name that a programmer could
// write: up to the first component that is reserved for the implementation.
// "std::thread" of "std::thread::_Invoker<...>::operator()", 0 of
// "std::__invoke<...>".
size_t ft_cxx_name_public (const char *name);

// The length of the scope of a name, "std::vector<int>" of
// "std::vector<int>::push_back"; 0 if it has none.
size_t ft_cxx_name_scope (const char *name, size_t length);

#endif
