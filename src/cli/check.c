// 'foretrace check': trace in, report and exit status out.

#include "cli/check_session.h"

int ft_cli_check (int argc, char **argv) {
  ft_check_request q;
  ft_check_session checking;
  int code;
  if (!ft_check_request_parse (&q, argc, argv, &code) ||
      !ft_check_session_begin (&checking, &q, &code))
    return code;
  return ft_check_session_run (&checking);
}
