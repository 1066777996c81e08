#include <algorithm>
#include <numeric>
#include <iterator>
#include <vector>
#include <list>
#include <string>
#include <iostream>
#include <random>
#include <functional>
#include <deque>
#include <set>
template <class C> void pr(const C& c) { for (auto& x : c) std::cout << x << " "; std::cout << "\n"; }
struct P { int k, id; bool operator<(const P& o) const { return k < o.k; } };
int main() {
    std::vector<int> v{5, 3, 9, 1, 7, 3, 8}, w; std::list<int> l(v.begin(), v.end());
    std::vector<P> ps;
    for (int i = 0; i < 60; i++) ps.push_back({(i * 7) % 5, i});
    auto q = ps;
    std::sort(q.begin(), q.end());
    for (auto& p : q) std::cout << p.id << " ";
    std::cout << "\n";
    q = ps;
    std::nth_element(q.begin(), q.begin() + 20, q.end());
    for (auto& p : q) std::cout << p.id << " ";
    q = ps;
    std::partial_sort(q.begin(), q.begin() + 10, q.end());
    for (auto& p : q) std::cout << p.id << " ";
    q = ps;
    std::stable_sort(q.begin(), q.end());
    for (auto& p : q) std::cout << p.id << " ";
    q = ps;
    std::make_heap(q.begin(), q.end());
    std::pop_heap(q.begin(), q.end());
    for (auto& p : q) std::cout << p.id << " ";
    std::cout << "\n";
    q = ps;
    std::partition(q.begin(), q.end(), [](const P& p) { return p.k > 2; });
    for (auto& p : q) std::cout << p.id << " ";
    std::cout << "\n";
    std::mt19937 g(42);
    std::shuffle(v.begin(), v.end(), g);
    pr(v);
    std::vector<int> s;
    std::sample(v.begin(), v.end(), std::back_inserter(s), 3, g);
    pr(s);
    std::sort(v.begin(), v.end());
    std::vector<int> u{1, 3, 5, 6};
    w.clear();
    std::set_intersection(v.begin(), v.end(), u.begin(), u.end(), std::back_inserter(w));
    pr(w);
    w.clear();
    std::set_difference(v.begin(), v.end(), u.begin(), u.end(), std::back_inserter(w));
    pr(w);
    w.clear();
    std::set_symmetric_difference(v.begin(), v.end(), u.begin(), u.end(), std::back_inserter(w));
    pr(w);
    w.clear();
    std::merge(v.begin(), v.end(), u.begin(), u.end(), std::back_inserter(w));
    pr(w);
    std::cout << std::includes(v.begin(), v.end(), u.begin(), u.begin() + 2) << std::binary_search(v.begin(), v.end(), 7) << "\n";
    auto er = std::equal_range(v.begin(), v.end(), 3);
    std::cout << er.second - er.first << "\n";
    std::inplace_merge(w.begin(), w.begin() + 4, w.end());
    std::rotate(v.begin(), v.begin() + 2, v.end());
    pr(v);
    std::reverse(v.begin(), v.end());
    pr(v);
    auto it = std::adjacent_find(w.begin(), w.end());
    std::cout << *it << "\n";
    w.erase(std::unique(w.begin(), w.end()), w.end());
    pr(w);
    std::replace(w.begin(), w.end(), 3, 33);
    std::replace_if(w.begin(), w.end(), [](int x) { return x > 30; }, 0);
    pr(w);
    std::cout << std::count_if(w.begin(), w.end(), [](int x) { return x & 1; }) << *std::max_element(w.begin(), w.end()) << *std::min_element(w.begin(), w.end(), std::greater<>()) << "\n";
    auto mm = std::minmax_element(w.begin(), w.end());
    std::cout << *mm.first << *mm.second << std::max({1, 5, 2}) << std::min({4, 2}, [](int a, int b) { return a > b; }) << std::clamp(5, 1, 3) << "\n";
    auto [lo, hi] = std::minmax({3, 1, 2});
    std::cout << lo << hi << "\n";
    int arr[] = {1, 2, 3};
    do { std::cout << arr[0] << arr[1] << arr[2] << " "; } while (std::next_permutation(arr, arr + 3));
    std::cout << std::prev_permutation(arr, arr + 3) << std::is_permutation(arr, arr + 3, arr) << "\n";
    std::vector<int> a1{1, 2, 3, 4}, a2{1, 2, 4, 4};
    auto ms = std::mismatch(a1.begin(), a1.end(), a2.begin());
    std::cout << *ms.first << *ms.second << std::equal(a1.begin(), a1.end(), a2.begin()) << std::lexicographical_compare(a1.begin(), a1.end(), a2.begin(), a2.end()) << "\n";
    std::string st = "hello world", pat = "wor";
    std::cout << std::search(st.begin(), st.end(), pat.begin(), pat.end()) - st.begin() << std::find_end(st.begin(), st.end(), pat.begin(), pat.end()) - st.begin() << std::find_first_of(st.begin(), st.end(), pat.begin(), pat.end()) - st.begin() << "\n";
    std::transform(st.begin(), st.end(), st.begin(), ::toupper);
    std::cout << st << "\n";
    std::vector<int> z(5);
    std::iota(z.begin(), z.end(), 1);
    std::cout << std::accumulate(z.begin(), z.end(), 0) << std::accumulate(z.begin(), z.end(), 1, std::multiplies<int>()) << std::inner_product(z.begin(), z.end(), z.begin(), 0) << std::reduce(z.begin(), z.end()) << std::transform_reduce(z.begin(), z.end(), z.begin(), 0) << std::transform_reduce(z.begin(), z.end(), 0, std::plus<>(), [](int x) { return x * x; }) << "\n";
    std::vector<int> ps2(5);
    std::partial_sum(z.begin(), z.end(), ps2.begin());
    pr(ps2);
    std::exclusive_scan(z.begin(), z.end(), ps2.begin(), 10);
    pr(ps2);
    std::inclusive_scan(z.begin(), z.end(), ps2.begin(), std::multiplies<>());
    pr(ps2);
    std::adjacent_difference(z.begin(), z.end(), ps2.begin());
    pr(ps2);
    std::cout << std::gcd(12, 18) << std::lcm(4, 6) << std::gcd(-4, 6L) << "\n";
    std::stable_partition(z.begin(), z.end(), [](int x) { return x % 2 == 0; });
    pr(z);
    std::deque<int> dq;
    std::copy(z.begin(), z.end(), std::front_inserter(dq));
    pr(dq);
    std::set<int> ss;
    std::copy(z.begin(), z.end(), std::inserter(ss, ss.end()));
    pr(ss);
    std::cout << std::distance(l.begin(), l.end()) << *std::next(l.begin(), 2) << *std::prev(l.end()) << "\n";
    std::vector<std::string> sv{"a", "b"}, sw(std::make_move_iterator(sv.begin()), std::make_move_iterator(sv.end()));
    std::cout << sw[0] << sv[0].size() << "\n";
    std::for_each(z.begin(), z.end(), [n = 0](int x) mutable { n += x; });
    std::generate(z.begin(), z.end(), [n = 1]() mutable { return n *= 2; });
    pr(z);
    std::fill_n(z.begin(), 2, 9);
    pr(z);
    std::cout << std::all_of(z.begin(), z.end(), [](int x) { return x > 0; }) << std::is_sorted(z.begin(), z.end()) << std::is_heap(z.begin(), z.end()) << "\n";
    std::swap_ranges(z.begin(), z.begin() + 2, z.begin() + 3);
    pr(z);
    std::vector<double> dv(1000);
    for (int i = 0; i < 1000; i++) dv[i] = 1.0 / (i + 1);
    std::cout.precision(17);
    std::cout << std::reduce(dv.begin(), dv.end()) << " " << std::accumulate(dv.begin(), dv.end(), 0.0) << " " << std::transform_reduce(dv.begin(), dv.end(), dv.begin(), 0.0) << "\n";
    std::vector<int> cp(3);
    std::partial_sort_copy(v.begin(), v.end(), cp.begin(), cp.end());
    pr(cp);
    std::rotate_copy(v.begin(), v.begin() + 1, v.end(), std::ostream_iterator<int>(std::cout, ";"));
    std::remove_copy_if(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, "."), [](int x) { return x == 3; });
    std::cout << "\n";
    l.sort();
    l.reverse();
    for (auto r = l.rbegin(); r != l.rend(); ++r) std::cout << *r;
    std::cout << std::partition_point(a1.begin(), a1.end(), [](int x) { return x < 3; }) - a1.begin() << "\n";
}
