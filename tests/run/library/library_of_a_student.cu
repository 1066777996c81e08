// As students write it.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
#include <iomanip>
#include <optional>
#include <tuple>
#include <list>
#include <deque>
#include <stack>
#include <queue>
#include <array>
using namespace std;
struct Node { int v; unique_ptr<Node> l, r; Node(int x) : v(x) {} };
void insert(unique_ptr<Node> &n, int v) { if (!n) { n = make_unique<Node>(v); return; } insert(v < n->v ? n->l : n->r, v); }
void walk(const unique_ptr<Node> &n, vector<int> &out) { if (!n) return; walk(n->l, out); out.push_back(n->v); walk(n->r, out); }
template <typename K, typename V> ostream &operator<<(ostream &o, const map<K, V> &m) { o << "{"; bool first = true; for (const auto &[k, v] : m) { if (!first) o << ", "; first = false; o << k << ": " << v; } return o << "}"; }
optional<int> find_first(const vector<int> &v, int x) { auto it = find(v.begin(), v.end(), x); if (it == v.end()) return nullopt; return (int)distance(v.begin(), it); }
class Matrix { size_t r, c; vector<double> d; public: Matrix(size_t r, size_t c) : r(r), c(c), d(r * c) {} double &operator()(size_t i, size_t j) { return d[i * c + j]; } double operator()(size_t i, size_t j) const { return d[i * c + j]; } Matrix operator*(const Matrix &o) const { Matrix m(r, o.c); for (size_t i = 0; i < r; i++) for (size_t j = 0; j < o.c; j++) for (size_t k = 0; k < c; k++) m(i, j) += (*this)(i, k) * o(k, j); return m; } friend ostream &operator<<(ostream &o, const Matrix &m) { for (size_t i = 0; i < m.r; i++) { for (size_t j = 0; j < m.c; j++) o << setw(6) << fixed << setprecision(1) << m(i, j); o << '\n'; } return o; } };
int main() {
    unique_ptr<Node> root; for (int x : {5, 2, 8, 1, 9, 3}) insert(root, x);
    vector<int> out; walk(root, out); for (int x : out) cout << x << ' '; cout << endl;
    map<string, int> words; for (auto w : {"a", "b", "a", "c", "a", "b"}) ++words[w]; cout << words << "\n";
    auto it = max_element(words.begin(), words.end(), [](const auto &a, const auto &b) { return a.second < b.second; }); cout << it->first << "=" << it->second << "\n";
    if (auto p = find_first(out, 8)) cout << "at " << *p << "\n"; else cout << "none\n"; cout << find_first(out, 77).value_or(-1) << "\n";
    Matrix a(2, 3), b(3, 2); for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) a(i, j) = i + j, b(j, i) = i * j + 1; cout << a * b;
    unordered_map<int, vector<string>> byLen; for (string s : {"one", "two", "three", "four"}) byLen[s.size()].push_back(s); for (int n : {3, 4, 5}) { cout << n << ":"; for (auto &s : byLen[n]) cout << " " << s; cout << "\n"; }
    set<pair<int, char>> s{{2, 'x'}, {1, 'z'}, {1, 'a'}}; for (auto &p : s) cout << p.first << p.second << " "; cout << "\n";
    priority_queue<int, vector<int>, greater<int>> pq; for (int x : {4, 1, 7}) pq.push(x); while (!pq.empty()) { cout << pq.top() << " "; pq.pop(); } cout << "\n";
    auto t = make_tuple(1, string("two"), 3.5); auto [i, w, d] = t; cout << i << w << d << get<1>(t).size() << "\n";
    deque<int> dq; dq.push_front(1); dq.push_back(2); dq.push_front(0); for (auto x : dq) cout << x; cout << "\n";
    list<int> l{3, 1, 2}; l.sort(); l.reverse(); l.remove_if([](int x) { return x == 2; }); for (int x : l) cout << x; cout << "\n";
    array<int, 5> ar{5, 4, 3, 2, 1}; sort(ar.begin(), ar.end()); cout << accumulate(ar.begin(), ar.end(), 0, [](int a, int b) { return a * 2 + b; }) << " " << binary_search(ar.begin(), ar.end(), 3) << "\n";
    vector<vector<int>> g(3, vector<int>(2, 7)); g[1][1] = 0; for (auto &r : g) { for (auto x : r) cout << x; cout << ","; } cout << "\n";
    string text = "the quick brown fox"; transform(text.begin(), text.end(), text.begin(), ::toupper); cout << text << " " << text.find("BROWN") << " " << text.substr(4, 5) << "\n";
    shared_ptr<int> sp = make_shared<int>(5); { auto sp2 = sp; cout << sp.use_count(); } cout << sp.use_count() << "\n"; weak_ptr<int> wp = sp; sp.reset(); cout << wp.expired() << "\n";
    vector<string> names{"bob", "alice", "eve"}; sort(names.begin(), names.end(), [](const string &a, const string &b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }); for (auto &n : names) cout << n << " "; cout << "\n";
    cout << boolalpha << all_of(out.begin(), out.end(), [](int x) { return x > 0; }) << " " << hex << 255 << dec << " " << left << setw(5) << 42 << "|" << right << setfill('0') << setw(5) << 42 << "\n";
}
