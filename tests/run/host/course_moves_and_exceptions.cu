// RAII, move semantics, rule of five, exception safety, custom containers
#include <iostream>
#include <string>
#include <utility>
#include <algorithm>
#include <iterator>
#include <vector>
#include <stdexcept>
#include <memory>
#include <list>
#include <cstring>
struct Trace {
    static int next; int id; std::string what;
    Trace(std::string w) : id(next++), what(std::move(w)) { std::cout << "+" << id << what << ' '; }
    Trace(const Trace &t) : id(next++), what(t.what) { std::cout << "c" << id << what << ' '; if (what == "bad") throw std::runtime_error("copy of bad"); }
    Trace(Trace &&t) noexcept : id(next++), what(std::move(t.what)) { t.what = "moved"; std::cout << "m" << id << what << ' '; }
    Trace &operator=(const Trace &t) { what = t.what; std::cout << "=" << id << what << ' '; return *this; }
    Trace &operator=(Trace &&t) noexcept { what = std::exchange(t.what, "gone"); std::cout << "=m" << id << what << ' '; return *this; }
    ~Trace() { std::cout << "-" << id << what << ' '; }
};
int Trace::next = 0;
template <class T> class Buffer {
    T *data_ = nullptr; size_t size_ = 0, cap_ = 0;
public:
    using iterator = T *; using const_iterator = const T *; using value_type = T;
    Buffer() = default;
    Buffer(std::initializer_list<T> l) { reserve(l.size()); for (auto &x : l) push(x); }
    Buffer(const Buffer &b) { reserve(b.size_); try { for (auto &x : b) push(x); } catch (...) { clear(); ::operator delete(data_); throw; } }
    Buffer(Buffer &&b) noexcept : data_(std::exchange(b.data_, nullptr)), size_(std::exchange(b.size_, 0)), cap_(std::exchange(b.cap_, 0)) {}
    Buffer &operator=(Buffer b) noexcept { swap(*this, b); return *this; }
    ~Buffer() { clear(); ::operator delete(data_); }
    friend void swap(Buffer &a, Buffer &b) noexcept { std::swap(a.data_, b.data_); std::swap(a.size_, b.size_); std::swap(a.cap_, b.cap_); }
    void reserve(size_t n) {
        if (n <= cap_) return;
        T *fresh = static_cast<T *>(::operator new(n * sizeof(T)));
        for (size_t i = 0; i < size_; i++) { new (fresh + i) T(std::move(data_[i])); data_[i].~T(); }
        ::operator delete(data_); data_ = fresh; cap_ = n;
    }
    template <class... A> T &emplace(A &&...a) { if (size_ == cap_) reserve(cap_ ? 2 * cap_ : 1); return *new (data_ + size_++) T(std::forward<A>(a)...); }
    void push(const T &t) { emplace(t); }
    void clear() { while (size_) data_[--size_].~T(); }
    size_t size() const { return size_; }
    iterator begin() { return data_; } iterator end() { return data_ + size_; }
    const_iterator begin() const { return data_; } const_iterator end() const { return data_ + size_; }
};
struct File {
    std::string name; static std::vector<std::string> log;
    explicit File(std::string n) : name(std::move(n)) { log.push_back("open " + name); if (name.empty()) throw std::invalid_argument("no name"); }
    ~File() { log.push_back("close " + name); }
    File(const File &) = delete;
};
std::vector<std::string> File::log;
template <class F> struct Finally { F f; ~Finally() { f(); } };
template <class F> Finally<F> finally(F f) { return {f}; }
void nested(int n) {
    Trace t("n" + std::to_string(n));
    auto end = finally([n] { std::cout << "finally" << n << ' '; });
    if (n == 0) throw std::string("bottom");
    try { nested(n - 1); } catch (const char *) { std::cout << "never"; }
}
Trace make(bool b) { Trace x("x"), y("y"); if (b) return x; return y; }
int main() {
    { Buffer<Trace> b; b.emplace("a"); b.emplace("b"); b.emplace("c"); std::cout << '\n';
      Buffer<Trace> d = b; std::cout << '\n'; d = std::move(b); std::cout << b.size() << d.size() << '\n';
      std::reverse(d.begin(), d.end()); std::cout << '\n'; }
    std::cout << '\n';
    { Buffer<Trace> b; b.reserve(3); b.emplace("ok"); b.emplace("bad"); try { Buffer<Trace> c = b; } catch (std::exception &e) { std::cout << e.what() << ' '; } }
    std::cout << '\n';
    try { nested(2); } catch (std::string &s) { std::cout << "caught " << s; }
    std::cout << '\n';
    { Trace m = make(true); std::cout << m.what; }
    std::cout << '\n';
    try { File a("one"); auto p = std::make_unique<File>("two"); File c(""); } catch (std::invalid_argument &e) { File::log.push_back(e.what()); }
    for (auto &l : File::log) std::cout << l << "; ";
    std::cout << '\n';
    auto shared = std::make_shared<Trace>("s"); std::weak_ptr<Trace> weak = shared;
    { auto other = shared; std::cout << shared.use_count() << weak.expired(); }
    shared.reset(); std::cout << weak.expired() << (weak.lock() == nullptr) << '\n';
    std::vector<Trace> v; v.reserve(2); v.emplace_back("v1"); v.push_back(Trace("v2")); v.erase(v.begin()); std::cout << '\n';
    std::list<std::unique_ptr<int>> l; for (int i : {3, 1, 2}) l.push_back(std::make_unique<int>(i));
    l.sort([](auto &a, auto &b) { return *a < *b; }); for (auto &p : l) std::cout << *p; std::cout << '\n';
}
