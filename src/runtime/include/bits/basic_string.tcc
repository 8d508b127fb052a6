// Stands before libstdc++'s file of this name.  The library has the members of
// std::string compiled in it, where what they do to the program's memory is not
// recorded; with -1 they are instantiated in the program, as they are anyway
// from C++20 on.  Streams stay in the library.

#pragma GCC system_header

#if defined _GLIBCXX_EXTERN_TEMPLATE && _GLIBCXX_EXTERN_TEMPLATE > 0
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#include_next <bits/basic_string.tcc>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 1
#else
#include_next <bits/basic_string.tcc>
#endif
