// `std::type_info::name` of classes of the library: names directly in `std` are not nested, `Sa`, `So` and the like stand for some,
// and a template's name stands for itself when it comes again (Itanium C++ ABI, 5.1.3 and 5.1.10).
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

struct My { template <class T> struct In {}; };
template <class T> struct Node { struct Next {}; enum Kind { none }; };
template <class A, class B> struct Two {};
namespace ns {
template <class T> struct Box { struct In { struct Deep {}; }; };
enum E { a };
template <class T, int n> struct Arr {};
namespace more { struct S {}; template <class T> struct Node {}; }
}
namespace { struct Hidden {}; }

#define P(...) std::printf("%s\n", typeid(__VA_ARGS__).name());
int main()
{
    P(ns::Box<int>) P(ns::Box<My>::In) P(ns::Arr<ns::Box<int>, -3>) P(ns::E) P(int (*)(const char *, My &)) P(My My::*)
    P(Two<Two<int, My>, Two<My, int>>) P(Two<My (*)(My, My *), My *>) P(Node<Node<int>>) P(Node<int>::Next) P(Two<Node<int>::Kind, Node<int>::Next>)
    P(Two<ns::Box<int>, ns::Box<int>::In>) P(Two<ns::Box<int>::In::Deep, ns::Box<int>>) P(Two<ns::more::S, ns::E>)
    P(Two<ns::E, ns::more::Node<ns::more::S>>) P(Two<My::In<int>, My::In<My>>) P(Two<ns::more::Node<int>, ns::more::Node<My>>) P(Hidden) P(Two<Hidden, Hidden *>)
    P(std::vector<int>) P(std::string) P(std::vector<std::string>) P(std::map<int, std::string>) P(std::set<int>)
    P(std::unordered_map<std::string, int>) P(std::unordered_set<int>) P(std::list<int>) P(std::deque<int>) P(std::array<int, 3>)
    P(std::tuple<int, float>) P(std::pair<int, int>) P(std::unique_ptr<int>) P(std::shared_ptr<int>) P(std::function<int(int)>)
    P(std::optional<int>) P(std::variant<int, float>) P(std::complex<float>) P(std::queue<int>) P(std::stack<int>)
    P(std::priority_queue<int>) P(std::string_view) P(std::wstring) P(std::ostream) P(std::istream) P(std::iostream)
    P(Two<std::ostream *, std::ostream *>) P(std::exception) P(std::runtime_error) P(std::out_of_range) P(std::bad_alloc)
    P(std::bitset<5>) P(std::atomic<int>) P(std::mutex) P(std::thread) P(std::initializer_list<int>) P(std::multimap<int, int>)
    P(std::less<int>) P(std::allocator<int>) P(std::type_info) P(std::weak_ptr<int>) P(std::chrono::milliseconds) P(std::nullptr_t)
    P(std::u16string) P(std::invalid_argument) P(std::vector<std::vector<double>>) P(std::map<std::string, std::vector<int>>)
    P(std::chrono::duration<double>) P(std::ratio<1, 3>) P(std::unique_ptr<int[]>) P(std::hash<int>) P(std::true_type)
    P(std::integral_constant<int, 3>) P(std::logic_error) P(std::bad_cast) P(Two<std::string, std::list<std::string>>)
    P(ns::Box<std::vector<ns::Box<int>>>) P(ns::Box<std::string>::In)
}
