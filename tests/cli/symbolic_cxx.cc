/* As symbolic.c, of what C++ reads: 'symbolic_cxx FUNCTION A B'. */
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <thread>

static long result;

static long sum (const std::string &text) {
  long total = 0;
  for (char c : text)
    total = 31 * total + c;
  return total;
}

static long compute (const char *how, const char *a) {
  std::string word;
  int n = -7;
  unsigned short u = 5;
  char c = '?';
  if (!std::strcmp (how, "cin_int"))
    return std::cin >> n ? n : 1000 + n;
  if (!std::strcmp (how, "cin_short"))
    return std::cin >> c >> u ? 100 * u + c : 7000 + u + c;
  if (!std::strcmp (how, "cin_word"))
    return std::cin >> word >> n ? sum (word) + n : -sum (word);
  if (!std::strcmp (how, "cin_line"))
    return std::getline (std::cin, word) ? sum (word) : -1;
  if (!std::strcmp (how, "cin_until"))
    return std::getline (std::cin, word, '5') ? sum (word) : -1;
  word = a;
  auto at = word.find ('=');
  if (at == std::string::npos || word[at + 1] < '0' || word[at + 1] > '9')
    return -5;
  return std::stoi (word.substr (at + 1)) + (word.substr (0, at) == "ab");
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  std::thread t ([] { result++; });
  long value = compute (argv[1], argv[2]);
  result = value;
  std::printf ("%ld\n", value);
  t.join ();
}
