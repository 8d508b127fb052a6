// RACE: 22 28
// FLAGS: -std=c++20
// WHY: a thread resumes the coroutine while the one that began it still writes what it will read

#include <coroutine>
#include <thread>

struct coroutine {
  struct promise_type {
    coroutine get_return_object () {
      return {std::coroutine_handle<promise_type>::from_promise (*this)};
    }
    std::suspend_always initial_suspend () { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () {}
  };
  std::coroutine_handle<promise_type> handle;
};
int input, output;
coroutine twice () {
  output = 2 * input;
  co_return;
}
int main () {
  coroutine c = twice ();
  std::thread other ([=] { c.handle.resume (); });
  input = 21;
  other.join ();
  c.handle.destroy ();
  return 0;
}
