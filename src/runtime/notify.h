// Threads that notify the program (SIGEV_THREAD; notify.c).  Used with the
// token.

#ifndef FT_RUNTIME_NOTIFY_H
#define FT_RUNTIME_NOTIFY_H

#include <signal.h>

#include "runtime/rtl.h"

struct ft_notification;

// Threads may come that no recorded thread creates.
extern bool ft_notifications_expected;

// Changes the event so that the thread which it makes will be recorded; NULL if
// it makes none.
struct ft_notification *ft_notification_new (ft_thread *, struct sigevent *);
// The thread asks for the notification, after a scheduling point.
void ft_notification_caused (ft_thread *, struct ft_notification *);

#endif
