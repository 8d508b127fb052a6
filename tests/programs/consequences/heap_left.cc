// CONSEQUENCE: state
// WHY: the order decides a field of an object that is on the heap at the end

#include <thread>

struct Account {
  int limit = 10, granted = 0;
};

static Account *account;

int main () {
  account = new Account;
  std::thread one ([] { account->granted = account->limit; });
  std::thread two ([] { account->limit = 20; });
  one.join ();
  two.join ();
  account->limit = 0;
}
