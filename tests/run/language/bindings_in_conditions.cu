// Structured bindings in the first part of `if`, `switch` and `for` ([stmt.if], [stmt.switch]).
#include <cstdio>
#include <map>
#include <tuple>
struct Point { int x, y; };
int main()
{
    std::map<int, int> m{{1, 2}};
    if (auto [it, is_new] = m.insert({3, 4}); is_new) printf("new %d\n", it->second);
    if (auto [it, is_new] = m.insert({3, 9}); is_new) printf("new\n");
    else printf("old %d\n", it->second);
    switch (const auto &[x, y] = Point{1, 7}; x) {
    case 1: printf("one, %d\n", y); break;
    default: printf("other\n");
    }
    for (auto [i, j] = std::make_tuple(0, 10); i < j; i += 3, j -= 2) printf("%d %d\n", i, j);
    int pair[2] = {5, 6};
    if (auto &[a, b] = pair; a < b) a = 50;
    printf("%d\n", pair[0]);
    return 0;
}
