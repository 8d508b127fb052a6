// Sockets of a replay that stand in for sockets of the recording whose other
// end was another process.  A stand-in is connected to a socket of the runtime
// that never accepts: it can be set up, waited for and closed as the program
// likes; what is sent through it reaches nobody, and who reads more than was
// recorded waits.

#ifndef FT_RUNTIME_STAND_IN_H
#define FT_RUNTIME_STAND_IN_H

#include <stdbool.h>

int ft_socket_domain (int fd); // 0: it is no socket
bool ft_socket_is_stream (int fd);
bool ft_socket_listens (int fd);

// A new stand-in, under this number if it is free; -1 when none can be made.
// 'flags': SOCK_NONBLOCK, SOCK_CLOEXEC.
int ft_stand_in_new (int wanted, int domain, int flags);
// Whether the socket is connected to the runtime's.
bool ft_stand_in_is (int fd);
// Connects a socket of the program, as a stand-in.
void ft_stand_in_connect (int fd);
// Gives a socket that listens in a replay an address where nobody looks for it.
// False when that fails.
bool ft_stand_in_bind (int fd);

#endif
