// RACE-FREE
// WHY: an exception is carried from one thread to another

#include <exception>
#include <stdexcept>
#include <thread>

std::exception_ptr error;
int x;

int main () {
  std::thread t ([] {
    try {
      x = 1;
      throw std::runtime_error ("thrown");
    } catch (...) {
      error = std::current_exception ();
    }
  });
  t.join ();
  try {
    std::rethrow_exception (error);
  } catch (const std::exception &e) {
    x++;
  }
  return x != 2;
}
