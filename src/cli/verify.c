// 'foretrace verify': the independent checker, as in foretrace-verify.

#include "cli/subcommand.h"
#include "witness/verify.h"

int ft_cli_verify (int argc, char **argv) {
  return ft_verify_main ("foretrace verify", argc, argv);
}
