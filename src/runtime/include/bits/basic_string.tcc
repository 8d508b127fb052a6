// Found before libstdc++'s file of this name.  The members of std::string are
// compiled into the library, where their accesses to the program's memory are
// not recorded.  With -1 they are instantiated in the program, as C++20 does
// anyway.  Streams stay in the library.

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
