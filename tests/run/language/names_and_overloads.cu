// g++ prints the same.
#include <cstddef>
#include <cstdio>
#include <map>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

template <typename T, typename std::enable_if<std::is_same<int, T>::value>::type * = nullptr> int add(T) { return 1; }
template <typename T, typename std::enable_if<!std::is_same<int, T>::value>::type * = nullptr> int add(T) { return 2; }
template <typename T, std::enable_if_t<(sizeof(T) > 4)> * = nullptr> int size(T) { return 1; }
template <typename T, std::enable_if_t<(sizeof(T) <= 4)> * = nullptr> int size(T) { return 2; }
template <typename T> int kind(T, typename std::enable_if<std::is_integral<T>::value>::type * = nullptr);
template <typename T> int kind(T, typename std::enable_if<!std::is_integral<T>::value>::type * = nullptr);
template <typename T> int kind(T, typename std::enable_if<std::is_integral<T>::value>::type *) { return 1; }
template <typename T> int kind(T, typename std::enable_if<!std::is_integral<T>::value>::type *) { return 2; }

void o(int) { printf("int "); }
void o(long) { printf("long "); }

struct Builder {
    int x = 3;
    Builder &title(int v)
    {
        x = v;
        return *this;
    }
    int build() && { return x; }
    int build() const & { return -x; }
};

int main()
{
    printf("%d %d %d %d %d %d\n", add(1), add(1.0), size(1.0), size(1), kind(1), kind(1.0));
    o(NULL);
    printf("%zu\n", sizeof(NULL));
    extern int later;
    {
        extern int later;
        later += 2;
    }
    printf("%d ", later);
    later++;
    printf("%d\n", later);
    printf("%d %d\n", Builder().title(4).build(), Builder().build());

    void *p = ::operator new(4);
    int *b = new int(3);
    printf("%d\n", *b);
    ::operator delete(p);
    delete b;
    alignas(int) unsigned char raw[sizeof(int)];
    new (raw) int(4);
    printf("%d\n", *std::launder(reinterpret_cast<int *>(raw)));

    std::unordered_map<int, std::string> u{{2, "b"}, {1, "a"}};
    std::map sorted(u.begin(), u.end());
    for (auto &[k, v] : sorted) printf("%d:%s ", k, v.c_str());
    std::map pairs{std::pair{1, 2.5}, std::pair{2, 3.5}};
    std::vector<int> v{3, 1, 2, 3};
    std::set s(v.begin(), v.end());
    std::unordered_map back(sorted.begin(), sorted.end());
    printf("%zu %zu %s\n", pairs.size(), s.size(), back[1].c_str());

    std::string_view w = "abcba";
    printf("%zu %zu %zu %zu %zu %zu\n", w.find_last_not_of('x'), w.find_first_not_of('b'), w.find_last_of('a'), w.find_first_of('c'),
        w.find_last_not_of('a'), w.find_first_of("xcz", 1, 2));
    return 0;
}

int later = 75;
