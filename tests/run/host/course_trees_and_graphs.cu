// Templates: binary tree with iterators, LRU cache, graph algorithms, union-find, trie, sparse polynomials
#include <iostream>
#include <memory>
#include <vector>
#include <map>
#include <unordered_map>
#include <list>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <limits>
#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <numeric>
#include <iomanip>
template <class K, class V, class Less = std::less<K>> class Tree {
    struct Node { std::pair<const K, V> kv; std::unique_ptr<Node> left, right; Node *up; int h = 1; Node(K k, V v, Node *u) : kv(std::move(k), std::move(v)), up(u) {} };
    std::unique_ptr<Node> root_; size_t n_ = 0; Less less_;
    static int h(const std::unique_ptr<Node> &p) { return p ? p->h : 0; }
    static void fix(Node &n) { n.h = 1 + std::max(h(n.left), h(n.right)); }
    static void rotate_left(std::unique_ptr<Node> &p) { auto r = std::move(p->right); p->right = std::move(r->left); if (p->right) p->right->up = p.get(); r->up = p->up; p->up = r.get(); fix(*p); r->left = std::move(p); p = std::move(r); fix(*p); }
    static void rotate_right(std::unique_ptr<Node> &p) { auto l = std::move(p->left); p->left = std::move(l->right); if (p->left) p->left->up = p.get(); l->up = p->up; p->up = l.get(); fix(*p); l->right = std::move(p); p = std::move(l); fix(*p); }
    static void balance(std::unique_ptr<Node> &p) { fix(*p); int b = h(p->left) - h(p->right); if (b > 1) { if (h(p->left->left) < h(p->left->right)) rotate_left(p->left); rotate_right(p); } else if (b < -1) { if (h(p->right->right) < h(p->right->left)) rotate_right(p->right); rotate_left(p); } }
    V &insert(std::unique_ptr<Node> &p, Node *up, const K &k) { if (!p) { p = std::make_unique<Node>(k, V(), up); n_++; return p->kv.second; } V *v; if (less_(k, p->kv.first)) v = &insert(p->left, p.get(), k); else if (less_(p->kv.first, k)) v = &insert(p->right, p.get(), k); else return p->kv.second; balance(p); return *v; }
public:
    class iterator { friend class Tree; Node *at_; explicit iterator(Node *n) : at_(n) {} public: using iterator_category = std::forward_iterator_tag; using value_type = std::pair<const K, V>; using difference_type = std::ptrdiff_t; using pointer = value_type *; using reference = value_type &; reference operator*() const { return at_->kv; } pointer operator->() const { return &at_->kv; }
        iterator &operator++() { if (at_->right) { at_ = at_->right.get(); while (at_->left) at_ = at_->left.get(); } else { Node *c = at_; at_ = at_->up; while (at_ && at_->right.get() == c) { c = at_; at_ = at_->up; } } return *this; } friend bool operator==(iterator a, iterator b) { return a.at_ == b.at_; } friend bool operator!=(iterator a, iterator b) { return a.at_ != b.at_; } };
    iterator begin() const { Node *n = root_.get(); while (n && n->left) n = n->left.get(); return iterator(n); } iterator end() const { return iterator(nullptr); } V &operator[](const K &k) { return insert(root_, nullptr, k); } size_t size() const { return n_; } int height() const { return h(root_); }
};
template <class K, class V> class Lru { size_t cap_; std::list<std::pair<K, V>> items_; std::unordered_map<K, typename std::list<std::pair<K, V>>::iterator> at_; public: explicit Lru(size_t c) : cap_(c) {} void put(const K &k, V v) { if (auto it = at_.find(k); it != at_.end()) items_.erase(it->second); items_.emplace_front(k, std::move(v)); at_[k] = items_.begin(); if (items_.size() > cap_) { at_.erase(items_.back().first); items_.pop_back(); } } std::optional<V> get(const K &k) { auto it = at_.find(k); if (it == at_.end()) return {}; items_.splice(items_.begin(), items_, it->second); return it->second->second; } std::string keys() const { std::string s; for (auto &[k, v] : items_) (s += k) += ' '; return s; } };
struct Edge { int to; double w; };
class Graph { std::vector<std::vector<Edge>> adj_; public: explicit Graph(int n) : adj_(n) {} Graph &add(int a, int b, double w = 1) { adj_[a].push_back({b, w}); adj_[b].push_back({a, w}); return *this; }
    std::vector<double> dijkstra(int s) const { std::vector<double> d(adj_.size(), std::numeric_limits<double>::infinity()); using Q = std::pair<double, int>; std::priority_queue<Q, std::vector<Q>, std::greater<Q>> q; q.emplace(d[s] = 0, s); while (!q.empty()) { auto [x, u] = q.top(); q.pop(); if (x > d[u]) continue; for (auto [v, w] : adj_[u]) if (x + w < d[v]) q.emplace(d[v] = x + w, v); } return d; }
    template <class F> void bfs(int s, F f) const { std::vector<bool> seen(adj_.size()); std::queue<std::pair<int, int>> q; q.push({s, 0}); seen[s] = true; while (!q.empty()) { auto [u, d] = q.front(); q.pop(); f(u, d); for (const auto &e : adj_[u]) if (!seen[e.to]) { seen[e.to] = true; q.push({e.to, d + 1}); } } }
    std::vector<int> dfs(int s) const { std::vector<int> out; std::vector<char> seen(adj_.size(), 0); std::function<void(int)> go = [&](int u) { seen[u] = 1; out.push_back(u); for (auto &e : adj_[u]) if (!seen[e.to]) go(e.to); }; go(s); return out; }
    double mst() const { std::vector<std::tuple<double, int, int>> es; for (int u = 0; u < (int)adj_.size(); u++) for (auto &e : adj_[u]) if (u < e.to) es.emplace_back(e.w, u, e.to); std::sort(es.begin(), es.end()); std::vector<int> p(adj_.size()); std::iota(p.begin(), p.end(), 0); std::function<int(int)> find = [&](int x) { return p[x] == x ? x : p[x] = find(p[x]); }; double sum = 0; for (auto &[w, u, v] : es) if (find(u) != find(v)) { p[find(u)] = find(v); sum += w; } return sum; } };
class Trie { struct N { std::map<char, std::unique_ptr<N>> next; bool end = false; }; N root_; public: void add(const std::string &w) { N *n = &root_; for (char c : w) { auto &p = n->next[c]; if (!p) p = std::make_unique<N>(); n = p.get(); } n->end = true; } std::vector<std::string> with(const std::string &pre) const { const N *n = &root_; for (char c : pre) { auto it = n->next.find(c); if (it == n->next.end()) return {}; n = it->second.get(); } std::vector<std::string> r; collect(*n, pre, r); return r; } private: static void collect(const N &n, std::string s, std::vector<std::string> &r) { if (n.end) r.push_back(s); for (auto &[c, p] : n.next) collect(*p, s + c, r); } };
template <class T> class Poly { std::map<unsigned, T, std::greater<unsigned>> c_; public: Poly() = default; Poly(std::initializer_list<std::pair<unsigned, T>> l) { for (auto &[e, v] : l) c_[e] += v; } Poly operator*(const Poly &o) const { Poly r; for (auto &[e, v] : c_) for (auto &[f, w] : o.c_) r.c_[e + f] += v * w; return r; } Poly operator+(Poly o) const { for (auto &[e, v] : c_) o.c_[e] += v; return o; } T operator()(T x) const { T r{}; unsigned last = c_.empty() ? 0 : c_.begin()->first; for (auto &[e, v] : c_) { for (; last > e; --last) r *= x; r += v; } for (; last > 0; --last) r *= x; return r; } friend std::ostream &operator<<(std::ostream &o, const Poly &p) { bool first = true; for (auto &[e, v] : p.c_) { if (v == T{}) continue; o << (first ? "" : " + ") << v; if (e) o << 'x'; if (e > 1) o << '^' << e; first = false; } return first ? o << 0 : o; } };
int main() {
    Tree<std::string, int> t; for (auto w : {"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "the", "end"}) ++t[w]; for (auto &[k, v] : t) std::cout << k << v << ' '; std::cout << t.size() << ' ' << t.height() << '\n'; Tree<int, int, std::greater<int>> big; for (int i = 0; i < 1000; i++) big[i * 7 % 1000] = i; std::cout << big.size() << ' ' << big.height() << ' ' << big.begin()->first << ' ' << std::accumulate(big.begin(), big.end(), 0L, [](long s, auto &p) { return s + p.second; }) << ' ' << std::distance(big.begin(), big.end()) << '\n';
    Lru<std::string, int> lru(3); for (auto k : {"a", "b", "c"}) lru.put(k, k[0]); std::cout << lru.get("a").value() << ' '; lru.put("d", 1); std::cout << lru.keys() << lru.get("b").has_value() << '\n';
    Graph g(7); g.add(0, 1, 7).add(0, 3, 5).add(1, 2, 8).add(1, 3, 9).add(1, 4, 7).add(2, 4, 5).add(3, 4, 15).add(3, 5, 6).add(4, 5, 8).add(4, 6, 9).add(5, 6, 11); for (double d : g.dijkstra(0)) std::cout << d << ' '; g.bfs(0, [](int u, int d) { std::cout << u << '@' << d << ' '; }); for (int u : g.dfs(0)) std::cout << u; std::cout << ' ' << g.mst() << '\n'; Graph lone(2); std::cout << lone.dijkstra(0)[1] << '\n';
    Trie trie; for (auto w : {"car", "card", "care", "cat", "dog"}) trie.add(w); for (auto &w : trie.with("car")) std::cout << w << ' '; std::cout << trie.with("x").size() << '\n';
    Poly<long> p{{2, 1}, {1, -3}, {0, 2}}, q{{1, 1}, {0, 1}}; std::cout << p * q << " | " << p + q << " | " << (p * q)(3) << " | " << Poly<long>{} << '\n'; std::stack<std::string, std::vector<std::string>> st; st.push("x"); st.emplace(3, 'y'); std::cout << st.top() << st.size() << '\n'; std::set<std::pair<int, char>> sp{{2, 'b'}, {1, 'z'}, {2, 'a'}}; for (auto [n, c] : sp) std::cout << n << c; std::cout << '\n';
}
