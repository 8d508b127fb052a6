// 'foretrace check': trace in, report and exit status out.

#include "cli/checking.h"

int ft_cli_check (int argc, char **argv) {
  ft_check_request q;
  ft_checking checking;
  int code;
  if (!ft_check_request_parse (&q, argc, argv, &code) ||
      !ft_checking_begin (&checking, &q, &code))
    return code;
  return ft_checking_run (&checking);
}
