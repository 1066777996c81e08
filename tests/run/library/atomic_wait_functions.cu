// The functions of <atomic> that wait for a change and tell of one.
//@ args: -D__cplusplus=202002L
#include <atomic>
#include <thread>
#include <iostream>
int main(){
  std::atomic<int> a(0); std::thread t([&]{ a.wait(0); std::cout << "woke " << a.load() << '\n'; }); a.store(3); a.notify_one(); t.join();
  std::atomic<int> b(1); std::thread u([&]{ std::atomic_wait(&b, 1); std::cout << "second\n"; }); b = 2; std::atomic_notify_all(&b); u.join();
  std::atomic_flag f = ATOMIC_FLAG_INIT; std::thread v([&]{ f.wait(false); std::cout << f.test() << '\n'; }); f.test_and_set(); f.notify_all(); v.join();
}
