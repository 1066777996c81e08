#include <iostream>
#include <vector>
#include <string>
#include <algorithm>
#include <numeric>
#include <functional>
#include <iterator>
#include <memory>
#include <cmath>
#include <limits>
#include <iomanip>
#include <sstream>
#include <cassert>
#include <utility>
template <typename T> class Tensor {
    std::vector<T> data_;
    std::vector<size_t> shape_;
    size_t offset(std::initializer_list<size_t> idx) const {
        size_t o = 0, k = 0;
        for (auto i : idx) o = o * shape_[k++] + i;
        return o;
    }
    public:
    explicit Tensor(std::vector<size_t> shape, T init = T{}) : shape_(std::move(shape)) {
        size_t n = std::accumulate(shape_.begin(), shape_.end(), size_t(1), std::multiplies<size_t>());
        data_.assign(n, init);
    }
    T &at(std::initializer_list<size_t> i) { return data_.at(offset(i)); }
    const std::vector<size_t> &shape() const noexcept { return shape_; }
    auto begin() { return data_.begin(); }
    auto end() { return data_.end(); }
    template <typename F> Tensor &map(F &&f) {
        for (auto &x : data_) x = f(x);
        return *this;
    }
    T sum() const {
        T s{};
        for (const auto &x : data_) s += x;
        return s;
    }
};
class Account {
    std::string owner;
    double balance = 0;
    static int count;
    public:
    Account(std::string o, double b = 10) : owner(std::move(o)), balance(b) { ++count; }
    Account(const Account &a) : owner(a.owner), balance(a.balance) { ++count; }
    ~Account() { --count; }
    const std::string &name() const { return owner; }
    Account &deposit(double x) {
        balance += x;
        return *this;
    }
    friend std::ostream &operator<<(std::ostream &os, const Account &a) {
        return os << a.owner << ":" << std::fixed << std::setprecision(2) << a.balance;
    }
    bool operator<(const Account &o) const { return balance < o.balance; }
    static int live() { return count; }
};
int Account::count = 0;
struct Timer {
    std::string label;
    Timer(const char *l) : label(l) { std::cout << "start " << label << "\n"; }
    ~Timer() { std::cout << "stop " << label << "\n"; }
};
namespace util {
    template <typename It> void print(It b, It e, const char *sep = " ") {
        for (; b != e; ++b) std::cout << *b << sep;
        std::cout << '\n';
    }
    constexpr double pi = 3.14159265358979;
    inline namespace v1 {
        int version() { return 1; }
    }
}
template <typename T, typename U> auto add(T a, U b) -> decltype(a + b) { return a + b; }
template <typename Container> double mean(const Container &c) {
    return c.empty() ? 0.0 : std::accumulate(std::begin(c), std::end(c), 0.0) / c.size();
}
template <typename... Args> std::string join(const Args &...args) {
    std::ostringstream os;
    ((os << args << "-"), ...);
    return os.str();
}
using Callback = std::function<void(int, const std::string &)>;
struct Button {
    std::vector<Callback> cbs;
    void on(Callback c) { cbs.push_back(std::move(c)); }
    void click(int n) { for (auto &c : cbs) c(n, "click"); }
};
enum class Level : unsigned char { Low = 1, High = 200 };
template <Level L> int level() { return static_cast<int>(L); }
struct Node {
    int v;
    std::unique_ptr<Node> l, r;
    explicit Node(int x) : v(x) {}
};
void insert(std::unique_ptr<Node> &n, int v) {
    if (!n) n = std::make_unique<Node>(v);
    else insert(v < n->v ? n->l : n->r, v);
}
void walk(const Node *n) {
    if (!n) return;
    walk(n->l.get());
    std::cout << n->v << ' ';
    walk(n->r.get());
}
int main() {
    Timer t("main");
    Tensor<float> x({2, 3}, 1.5f);
    x.at({1, 2}) = 4;
    x.map([](float v) { return v * 2; });
    std::cout << x.sum() << " " << x.shape().size() << " " << *std::max_element(x.begin(), x.end()) << std::endl;
    std::vector<Account> accts;
    accts.reserve(4);
    accts.emplace_back("bob");
    accts.push_back(Account("al", 5));
    accts.push_back({"cy", 7.25});
    accts[0].deposit(1).deposit(2.5);
    std::sort(accts.begin(), accts.end());
    for (const auto &a : accts) std::cout << a << " ";
    std::cout << Account::live() << std::endl;
    auto it = std::find_if(accts.begin(), accts.end(), [](const Account &a) { return a.name() == "al"; });
    if (it != accts.end()) accts.erase(it);
    std::cout << accts.size() << Account::live() << std::endl;
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 1);
    std::vector<int> ev;
    std::copy_if(v.begin(), v.end(), std::back_inserter(ev), [](int i) { return i % 2 == 0; });
    util::print(ev.begin(), ev.end());
    std::partial_sum(v.begin(), v.end(), v.begin());
    util::print(v.rbegin(), v.rend(), ",");
    std::rotate(v.begin(), v.begin() + 3, v.end());
    std::cout << v[0] << std::any_of(v.begin(), v.end(), [](int i) { return i > 50; }) << std::all_of(v.begin(), v.end(), [](int i) { return i > 0; }) << std::none_of(v.begin(), v.end(), [](int i) { return i < 0; }) << std::count_if(v.begin(), v.end(), [](int i) { return i > 20; }) << std::endl;
    std::cout << mean(v) << " " << add(1, 2.5) << " " << join(1, "a", 2.5) << util::version() << " " << std::setprecision(6) << util::pi << std::endl;
    Button b;
    int total = 0;
    b.on([&total](int n, const std::string &s) { total += n; std::cout << s << n << std::endl; });
    b.on([&](int n, const std::string &) { total *= n; });
    b.click(3);
    std::cout << total << level<Level::High>() << std::endl;
    std::unique_ptr<Node> root;
    for (int k : {5, 2, 8, 1, 9, 3}) insert(root, k);
    walk(root.get());
    std::cout << std::endl;
    std::string s = "The Quick Brown";
    std::transform(s.begin(), s.end(), s.begin(), ::tolower);
    std::reverse(s.begin(), s.end());
    std::cout << s << std::endl;
    std::vector<std::string> words{"pear", "fig", "apple"};
    std::sort(words.begin(), words.end(), [](auto &a, auto &b) { return a.size() < b.size() || (a.size() == b.size() && a < b); });
    util::print(words.begin(), words.end());
    std::cout << std::boolalpha << std::isnan(std::nan("")) << std::isinf(std::numeric_limits<double>::infinity()) << " " << std::hypot(3.0, 4.0) << std::noboolalpha << std::endl;
    int arr[] = {3, 1, 2};
    std::sort(std::begin(arr), std::end(arr));
    std::copy(arr, arr + 3, std::ostream_iterator<int>(std::cout, ";"));
    std::cout << std::endl;
    std::stable_sort(v.begin(), v.end(), std::greater<>());
    std::cout << v.front() << std::endl;
    std::cout << std::hex << std::showbase << 255 << std::dec << " " << std::setw(6) << std::setfill('*') << 42 << std::endl;
    std::shared_ptr<int> sp = std::make_shared<int>(4), sq = sp;
    std::weak_ptr<int> wp = sp;
    std::cout << *sq << sp.use_count() << wp.expired() << std::endl;
    auto mm = std::minmax_element(v.begin(), v.end());
    std::cout << *mm.first << *mm.second << std::clamp(15, 0, 10) << std::endl;
    assert(total == 9);
    std::swap(arr[0], arr[2]);
    std::cout << arr[0] << std::exchange(total, 1) << total << std::lower_bound(words.begin(), words.end(), "g") - words.begin() << std::endl;
    return 0;
}
