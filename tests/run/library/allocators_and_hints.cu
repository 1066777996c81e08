// Allocators with a state, hints that lead nowhere, and hashes of containers.
//@ args: -D__cplusplus=202002L
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <map>
#include <unordered_map>
#include <set>
#include <memory>
#include <variant>
#include <string>
template <class T, bool m, bool c, bool s> struct St { using value_type = T; template <class U> struct rebind { using other = St<U, m, c, s>; }; int id; St(int i) : id(i) {} template <class U> St(const St<U, m, c, s> &o) : id(o.id) {} T *allocate(size_t k) { return (T *)malloc(k * sizeof(T)); } void deallocate(T *p, size_t) { free(p); } bool operator==(const St &o) const { return id == o.id; } bool operator!=(const St &o) const { return id != o.id; } using propagate_on_container_move_assignment = std::bool_constant<m>; using propagate_on_container_copy_assignment = std::bool_constant<c>; using propagate_on_container_swap = std::bool_constant<s>; St select_on_container_copy_construction() const { return St(id + 100); } };
template <bool m, bool c, bool s> void all() {
    using A = St<int, m, c, s>; using V = std::vector<int, A>;
    V a({1, 2}, A(7)), b(A(8)); b = std::move(a); printf("%d %zu %zu;", b.get_allocator().id, b.size(), a.size());
    V d({3}, A(1)), e({4, 5, 6}, A(2)); e = d; printf("%d %d;", e.get_allocator().id, e[0]);
    V f({9}, A(3)), g({4, 5, 6}, A(3)); f.swap(g); printf("%d %d;", f.get_allocator().id, f[0]);
    V h(f), i(std::move(g)), k(h, A(5)), l(std::move(h), A(6)); printf("%d %d %d %d %zu\n", h.get_allocator().id, i.get_allocator().id, k.get_allocator().id, l.get_allocator().id, l.size());
    if constexpr (s) { V x({1}, A(1)), y({2}, A(2)); swap(x, y); printf("%d %d\n", x.get_allocator().id, x[0]); }
}
int main() {
    all<true, true, true>(); all<false, false, false>(); all<true, false, true>();
    std::map<int, int> m; m.try_emplace(m.begin(), 1, 2); m.insert_or_assign(m.begin(), 1, 3); auto h = m.extract(1); m.insert(m.end(), std::move(h)); printf("%d %d\n", m[1], h.empty());
    m[2] = 5; auto h2 = m.extract(2); m[2] = 6; auto it = m.insert(m.begin(), std::move(h2)); printf("%d %d %d\n", it->second, h2.empty(), (int)m.size());
    std::unordered_map<std::string, int> u; u.try_emplace(u.end(), "a", 1); u.insert_or_assign(u.begin(), "a", 2); auto h3 = u.extract("a"); u.insert(u.begin(), std::move(h3)); printf("%d\n", u["a"]);
    std::multiset<int> s{1, 2, 2}; s.insert(s.begin(), s.extract(2)); std::set<int> s2{1}; s2.insert(s2.begin(), s2.extract(1)); printf("%zu %zu\n", s.size(), s2.size());
    std::vector<int>::allocator_type al; (void)al; std::hash<std::variant<int, std::string>> hv; std::hash<std::vector<bool>> k; auto p = std::make_shared<double[3]>(); 
    printf("%d %d %g %zu\n", (int)hv(4), hv(std::string("x")) == std::hash<std::string>{}("x") + 1, p[2], std::hash<std::monostate>{}({}));
    std::vector<bool> v(77, true); v[3] = false; printf("%zu %zu %zu\n", k(v), k({true}), k(std::vector<bool>(64, true)));
    auto q = std::make_shared<int[2]>(7); auto r = std::make_shared<int[]>(2, 5); printf("%d %d %d\n", q[1], r[1], std::owner_less<>()(p, q) != std::owner_less<>()(q, p));
    printf("%d%d\n", std::allocator_traits<St<int, true, false, true>>::propagate_on_container_move_assignment::value, std::allocator_traits<std::allocator<int>>::is_always_equal::value);
}
