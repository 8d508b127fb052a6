// RACE-FREE
// WHY: the destructor joins the thread that uses the object

#include <thread>

struct worker {
  int rounds = 0;
  std::thread thread;
  void start () {
    thread = std::thread ([this] { rounds++; });
  }
  ~worker () {
    thread.join ();
    rounds++;
  }
} worker;

int main () {
  worker.start ();
}
