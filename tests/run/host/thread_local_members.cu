// Static data members that each thread has for itself, of classes and of class templates.
#include <cstdio>
#include <thread>

struct Counter {
    static thread_local int plain;
    static inline thread_local int here = 10;
    static thread_local const char *name;
    struct Pair { int first = 1, second = 2; };
    static thread_local Pair pair;
    static int shared;
    static int next() { return ++plain + here++; }
};
thread_local int Counter::plain = 100;
thread_local const char *Counter::name = "none";
thread_local Counter::Pair Counter::pair;
int Counter::shared = 0;

template <class T> struct Cache {
    static thread_local T value;
    static inline thread_local T seen[2] = {T(1), T(2)};
    static thread_local int uses;
    static T get() { uses++; return value += seen[0]; }
    struct Inner { static thread_local T deep; };
};
template <class T> thread_local T Cache<T>::value = T(5);
template <class T> thread_local int Cache<T>::uses;
template <class T> thread_local T Cache<T>::Inner::deep = T(7);
template <> thread_local int Cache<char>::uses = 40;

template <class T> thread_local T kept = T(3);
struct Holder { template <class T> static inline thread_local T member = T(8); };

void work(int n) {
    for (int i = 0; i < n; i++) Counter::next();
    Counter::pair.second += n;
    Counter::shared += n;
    if (n == 2) Counter::name = "two";
    Cache<int>::get();
    Cache<int>::seen[0] = n;
    Cache<int>::get();
    Cache<double>::value += n / 2.0;
    Cache<char>::uses += n;
    Cache<int>::Inner::deep *= n;
    kept<int> += n;
    kept<double> -= n;
    Holder::member<int> += n;
    printf("%d: %d %d %s %d %d | %d %d %g %d %d | %d %g %d\n", n, Counter::plain, Counter::here, Counter::name, Counter::pair.second, Counter::shared,
           Cache<int>::value, Cache<int>::uses, Cache<double>::value, Cache<char>::uses, Cache<int>::Inner::deep, kept<int>, kept<double>,
           Holder::member<int>);
}

int main() {
    work(1);
    for (int n = 2; n < 4; n++) std::thread(work, n).join();
    work(1);
    int *mine = &Cache<int>::value, *other = nullptr;
    std::thread([&] { other = &Cache<int>::value; }).join();
    printf("%d %d\n", mine == &Cache<int>::value, mine != other);
}
