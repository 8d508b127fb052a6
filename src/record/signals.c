#include "record/signals.h"

void ft_signals_start (void) {
}
void ft_signals_deliver (ft_thread *t) {
  (void)t;
}
void ft_signals_absent (ft_thread *t) {
  (void)t;
}
bool ft_signals_wait (const ft_thread *t) {
  (void)t;
  return false;
}
bool ft_signals_handled (void) {
  return false;
}
