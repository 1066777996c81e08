// A braced list as the only argument of a constructor: `initializer_list` comes first, also where the list is empty; and a class
// whose copies are trivial is made from the list.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct Sum {
    int total;
    Sum(int a, int b) : total(a + b) {}
};
struct From {
    operator Sum() const { return Sum(20, 3); }
};

int main()
{
    std::vector<int> a({1, 2, 3});
    std::vector deduced({1, 2, 3, 4});
    std::vector<int> empty({});
    std::vector<std::string> words({"a", "bc"});
    std::map<std::string, int> map({{"x", 1}, {"y", 2}});
    std::set<int> set({3, 1, 2, 3});
    std::vector<std::vector<int>> nested({{1, 2}, {3}});
    auto *made = new std::vector<float>({1.5f, 2.5f});
    std::string text({'a', 'b'});
    std::pair<int, float> pair({1, 2.5f});
    Sum sum({4, 5});
    Sum converted{From()};
    printf("%zu %zu %zu %zu %zu %zu %zu %g\n", a.size(), deduced.size(), empty.size(), words.size(), map.size(), set.size(), nested.size(), (*made)[1]);
    printf("%s %d %g %d %d\n", text.c_str(), pair.first, pair.second, sum.total, converted.total);
    delete made;
}
