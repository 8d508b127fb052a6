// RACE: 25 25
// FLAGS: -std=c++20
// WHY: two coroutines that two threads resume add to one variable; what each has for itself moves with it

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

int last;
coroutine note (int first) {
  int own = first;
  co_await std::suspend_always{};
  last = ++own;
}

int main () {
  coroutine a = note (1), b = note (5);
  a.handle.resume ();
  b.handle.resume ();
  std::thread one ([=] { a.handle.resume (); });
  std::thread two ([=] { b.handle.resume (); });
  one.join ();
  two.join ();
  a.handle.destroy ();
  b.handle.destroy ();
  return 0;
}
