// RACE: 12 11
// WHY: an object closes its descriptor in its destructor, while a thread may still send

#include <memory>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
struct connection {
  int fd;
  explicit connection (int n) : fd (n) {}
  ~connection () { close (fd); }
  static void send_to (int fd) { (void)!::send (fd, "x", 1, MSG_NOSIGNAL); }
};

int main () {
  int ends[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  auto c = std::make_unique<connection> (ends[0]);
  std::thread t (connection::send_to, c->fd);
  usleep (1000);
  c.reset ();
  t.join ();
}
