#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>
template class std::vector<int>;
template class std::vector<std::string>;
template class std::deque<double>;
template class std::list<int>;
template class std::map<int, std::string>;
template class std::set<std::string>;
int main()
{
    std::vector<int> v{3, 1, 2};
    for (int x : v) printf("%d ", x);
    std::map<int, std::string> m{{1, "a"}, {2, "b"}};
    for (auto &[k, s] : m) printf("%d%s ", k, s.c_str());
    auto size = &std::vector<int>::size;
    printf("%zu\n", (v.*size)());
    return 0;
}
