// The bytes that a replay sends to other processes, for a comparison of replays
// (replay/final_files.h): the bytes of each descriptor in the file DIR/sent-FD,
// at most a mebibyte, if the configuration says "sent 1".  These are sockets
// whose other end was another process, and pipes that the program has not made.
// What streams send (fdopen) and sendfile is left out.

#ifndef FT_RUNTIME_SENT_H
#define FT_RUNTIME_SENT_H

#include <stdbool.h>
#include <sys/uio.h>

#include "runtime/rtl.h"

// Before a call sends through the descriptor: whether its bytes are kept.
// 'again': the recording has the result of the call.
bool ft_sent_is_kept (const ft_thread *, int fd, bool again);

// After it has sent the first 'bytes' of the parts, with the token.  Keeps
// errno.
void ft_sent (int fd, const struct iovec *parts, size_t count, ssize_t bytes);

#endif
