// RACE-FREE
// WHY: the object that closes its descriptor is the last owner's, behind all that send

#include <memory>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

struct connection {
  int fd;
  explicit connection (int n) : fd (n) {}
  ~connection () { close (fd); }
  void send () { (void)!::send (fd, "x", 1, MSG_NOSIGNAL); }
};

int main () {
  int ends[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  auto c = std::make_shared<connection> (ends[0]);
  std::thread t ([c] { c->send (); });
  c->send ();
  c.reset ();
  t.join ();
}
