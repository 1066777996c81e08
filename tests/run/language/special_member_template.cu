#include <utility>
#include <cstdio>
template <class T> struct A { template <class U> int g(U); }; template <class T> template <class U> int A<T>::g(U) { return 4; } template <> template <class U> int A<char>::g(U) { return 5; }
int main() { auto p = new std::pair(1, 2.5); printf("%g\n", p->second); delete p; printf("%d %d\n", A<int>().g(1.), A<char>().g(1)); }
