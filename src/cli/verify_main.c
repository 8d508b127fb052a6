// foretrace-verify: the checker as a program of its own, linked from base,
// trace, format and witness alone.

#include "witness/verify.h"

int main (int argc, char **argv) {
  return ft_verify_main ("foretrace-verify", argc, argv);
}
