// Iterators as concepts (C++20 [iterator.concepts]), and `common_reference`.
//@ args: -D__cplusplus=202002L
#include <cstdio>
#include <iterator>
#include <vector>
#include <list>
#include <forward_list>
#include <map>
#include <deque>
#include <string>
#include <unordered_set>
#include <sstream>
#include <unordered_set>
template <std::input_iterator I> int dist(I a, I b) { int n = 0; while (a != b) ++a, ++n; return n; }
template <class I> void kind(const char *name) {
    printf("%s %d%d%d%d%d%d %d%d\n", name, std::input_iterator<I>, std::forward_iterator<I>, std::bidirectional_iterator<I>, std::random_access_iterator<I>, std::contiguous_iterator<I>, std::input_or_output_iterator<I>, std::output_iterator<I, int>, std::sentinel_for<I, I>);
}
template <std::random_access_iterator I> const char *how(I) { return "random"; }
template <std::bidirectional_iterator I> const char *how(I) { return "both ways"; }
template <std::forward_iterator I> const char *how(I) { return "forward"; }
struct Counter { using value_type = int; using difference_type = long; int n; int operator*() const { return n; } Counter &operator++() { ++n; return *this; } Counter operator++(int) { return {n++}; } bool operator==(const Counter &) const = default; };
int main() {
    int a[3]; printf("%d\n", dist(a, a + 3));
    kind<int *>("int *"); kind<const int *>("const int *"); kind<std::vector<int>::iterator>("vector"); kind<std::list<int>::iterator>("list"); kind<std::forward_list<int>::iterator>("forward_list"); kind<std::deque<int>::iterator>("deque");
    kind<std::map<int, int>::iterator>("map"); kind<std::unordered_set<int>::const_iterator>("unordered_set");  kind<std::back_insert_iterator<std::vector<int>>>("back_inserter"); kind<std::istream_iterator<int>>("istream"); kind<int>("int"); kind<Counter>("Counter"); kind<std::reverse_iterator<int *>>("reverse"); kind<std::string::const_iterator>("string"); kind<std::move_iterator<int*>>("move"); kind<std::vector<bool>::iterator>("bits");
    std::vector<int> v; std::list<int> l; std::forward_list<int> f; printf("%s %s %s\n", how(v.begin()), how(l.begin()), how(f.begin()));
    printf("%d%d%d\n", std::is_same_v<std::iter_value_t<const int *>, int>, std::is_same_v<std::iter_reference_t<std::map<int, int>::iterator>, std::pair<const int, int> &>, std::is_same_v<std::iter_difference_t<int *>, std::ptrdiff_t>);
    printf("%d%d%d%d%d\n", std::is_same_v<std::common_reference_t<int &, const int &>, const int &>, std::is_same_v<std::common_reference_t<int &&, int &>, const int &>, std::is_same_v<std::common_reference_t<int, long>, long>, std::is_same_v<std::common_reference_t<int &&, const int &&>, const int &&>, std::sized_sentinel_for<int *, int *>);
}
