// Names of C++: each line is a name of debug information and what a programmer
// would write.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/cxx_name.h"

#define STRING                                                                 \
  "std::__cxx11::basic_string<char, std::char_traits<char>, "                  \
  "std::allocator<char> >"
#define PAIR "std::pair<const " STRING ", int>"

static const struct {
  const char *is, *wanted;
} names[] = {
    {"", ""},
    {"int", "int"},
    {"struct node *", "struct node *"},
    {"int (*)(int, char)", "int (*)(int, char)"},
    {STRING, "std::string"},
    {"std::__1::basic_string<char>", "std::string"},
    {"std::__cxx11::basic_string<wchar_t, std::char_traits<wchar_t>, "
     "std::allocator<wchar_t> >",
     "std::wstring"},
    {"std::basic_string_view<char8_t, std::char_traits<char8_t> >",
     "std::u8string_view"},
    {"std::basic_ostream<char, std::char_traits<char> >::operator<<",
     "std::ostream::operator<<"},
    {"std::__cxx11::basic_ostringstream<char, std::char_traits<char>, "
     "std::allocator<char> >",
     "std::ostringstream"},
    {"std::__cxx11::basic_string<char, my::traits, std::allocator<char> >",
     "std::basic_string<char, my::traits>"},
    {STRING "::basic_string", "std::string::string"},
    {STRING "::~basic_string", "std::string::~string"},
    {STRING "::_M_append", "std::string::_M_append"},
    {"std::vector<int, std::allocator<int> >::push_back",
     "std::vector<int>::push_back"},
    {"std::vector<int, my::allocator<int> >",
     "std::vector<int, my::allocator<int>>"},
    {"std::vector<" STRING ", std::allocator<" STRING " > >",
     "std::vector<std::string>"},
    {"std::map<" STRING ", int, std::less<" STRING " >, std::allocator<" PAIR
     " > >::operator[]",
     "std::map<std::string, int>::operator[]"},
    {"std::map<int, int, std::greater<int>, std::allocator<std::pair<const "
     "int, int> > >",
     "std::map<int, int, std::greater<int>>"},
    {"std::map<const char *, int, std::less<const char *>, "
     "std::allocator<std::pair<const char *const, int> > >",
     "std::map<const char *, int>"},
    {"std::unordered_map<int, " STRING ", std::hash<int>, std::equal_to<int>, "
     "std::allocator<std::pair<const int, " STRING " > > >",
     "std::unordered_map<int, std::string>"},
    {"std::unordered_map<int, int, my::hash, std::equal_to<int>, "
     "std::allocator<std::pair<const int, int> > >",
     "std::unordered_map<int, int, my::hash>"},
    {"std::set<int, std::less<int>, std::allocator<int> >", "std::set<int>"},
    {"std::queue<std::function<void ()>, std::deque<std::function<void ()>, "
     "std::allocator<std::function<void ()> > > >",
     "std::queue<std::function<void()>>"},
    {"std::priority_queue<int, std::vector<int, std::allocator<int> >, "
     "std::less<int> >",
     "std::priority_queue<int>"},
    {"std::unique_ptr<Table, std::default_delete<Table> >",
     "std::unique_ptr<Table>"},
    {"std::unique_ptr<int[], std::default_delete<int[]> >",
     "std::unique_ptr<int[]>"},
    {"std::shared_ptr<(anonymous namespace)::Config>",
     "std::shared_ptr<(anonymous namespace)::Config>"},
    {"std::__shared_ptr<Config, (__gnu_cxx::_Lock_policy)2>",
     "std::__shared_ptr<Config>"},
    {"std::array<int, 3UL>", "std::array<int, 3>"},
    {"std::chrono::duration<long, std::ratio<1L, 1000L> >",
     "std::chrono::milliseconds"},
    {"std::chrono::duration<double, std::ratio<1L, 1L> >",
     "std::chrono::duration<double>"},
    {"std::chrono::_V2::steady_clock::now", "std::chrono::steady_clock::now"},
    {"std::packaged_task<int (int)>::operator()",
     "std::packaged_task<int(int)>::operator()"},
    {"operator<<<std::char_traits<char> >",
     "operator<<<std::char_traits<char>>"},
    {"operator< <int>", "operator<<int>"},
    {"my::pair::operator->", "my::pair::operator->"},
    {"my::pair::operator bool", "my::pair::operator bool"},
    {"my::ring<char, '>'>", "my::ring<char, '>'>"},
    {"my::call<(lambda at a.cc:3:7)>", "my::call<(lambda at a.cc:3:7)>"},
    {"my::broken<int, std::vector<int", "my::broken<int, std::vector<int"},
    {"a > b, c < d)", "a > b, c < d)"},
    {"my::vector<int, std::allocator<int> >",
     "my::vector<int, std::allocator<int>>"},
    {"my__1::__1_not::x", "my__1::__1_not::x"},
};

static const struct {
  const char *name;
  size_t is_public, scope;
} parts[] = {
    {"std::vector<int>::push_back", 27, 16},
    {"std::map<std::string, int>::operator[]", 38, 26},
    {"std::thread::_Invoker<std::tuple<int>>::operator()", 11, 3},
    {"std::__invoke<int>", 0, 0},
    {"std::string::_M_append", 11, 3},
    {"std::function<void()>::operator()", 33, 21},
    {"operator<<", 10, 0},
    {"main", 4, 0},
    {"", 0, 0},
};

static void test_names (void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    ft_strbuf out = {0};
    ft_cxx_name_add (&out, names[i].is);
    assert_string_equal (ft_strbuf_text (&out), names[i].wanted);
    ft_strbuf_release (&out);
  }
}

static void test_parts (void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    size_t n = ft_cxx_name_public (parts[i].name);
    assert_int_equal (n, parts[i].is_public);
    assert_int_equal (ft_cxx_name_scope (parts[i].name, n), parts[i].scope);
  }
}

// Any text is read to its end, however deep.
static void test_deep (void **state) {
  (void)state;
  ft_strbuf text = {0}, out = {0};
  for (int i = 0; i < 5000; i++)
    ft_strbuf_add (&text, i % 3 ? "a<" : "b(");
  ft_cxx_name_add (&out, text.text);
  assert_true (out.size >= text.size);
  ft_strbuf_release (&text);
  ft_strbuf_release (&out);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_names),
      cmocka_unit_test (test_parts),
      cmocka_unit_test (test_deep),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
