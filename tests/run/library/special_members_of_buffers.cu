// Special members that print: a buffer that owns memory (the rule of five).
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>
#include <initializer_list>
#include <stdexcept>
class Buffer {
    int id; size_t n; int *p; static int next;
public:
    Buffer() : id(next++), n(0), p(nullptr) { printf("[%d] default\n", id); }
    explicit Buffer(size_t n) : id(next++), n(n), p(new int[n]()) { printf("[%d] size %zu\n", id, n); }
    Buffer(std::initializer_list<int> l) : id(next++), n(l.size()), p(new int[l.size()]) { size_t i=0; for (int x : l) p[i++]=x; printf("[%d] list %zu\n", id, n); }
    Buffer(const Buffer &o) : id(next++), n(o.n), p(o.n ? new int[o.n] : nullptr) { if (n) memcpy(p,o.p,n*sizeof(int)); printf("[%d] copy of %d\n", id, o.id); }
    Buffer(Buffer &&o) noexcept : id(next++), n(std::exchange(o.n,0)), p(std::exchange(o.p,nullptr)) { printf("[%d] move of %d\n", id, o.id); }
    Buffer &operator=(const Buffer &o) { printf("[%d] copy= %d\n", id, o.id); if (this != &o) { Buffer t(o); swap(t); } return *this; }
    Buffer &operator=(Buffer &&o) noexcept { printf("[%d] move= %d\n", id, o.id); std::swap(n,o.n); std::swap(p,o.p); return *this; }
    ~Buffer() { printf("[%d] destroy (%zu)\n", id, n); delete[] p; }
    void swap(Buffer &o) noexcept { printf("swap %d %d\n", id, o.id); std::swap(n,o.n); std::swap(p,o.p); }
    int sum() const { int s=0; for(size_t i=0;i<n;i++) s+=p[i]; return s; }
    friend Buffer operator+(const Buffer &a, const Buffer &b) { Buffer r(a.n + b.n); for(size_t i=0;i<a.n;i++) r.p[i]=a.p[i]; for(size_t i=0;i<b.n;i++) r.p[a.n+i]=b.p[i]; return r; }
    Buffer &operator+=(int v) { for(size_t i=0;i<n;i++) p[i]+=v; return *this; }
};
int Buffer::next = 1;
Buffer make(int k) { Buffer b{k, k+1, k+2}; b += 10; return b; }
Buffer pick(bool c) { Buffer a{1}, b{2}; if (c) return a; return b; }
Buffer pick2(bool c) { Buffer a{1}, b{2}; return c ? a : b; }
Buffer pass(Buffer b) { b += 1; return b; }
Buffer pass2(Buffer &&b) { return std::move(b); }
Buffer chain() { return make(5); }
Buffer early(int n) { Buffer r; if (n < 0) return r; for (int i=0;i<n;i++) { Buffer t{i}; r = r + t; } return r; }
Buffer throwing(int n) { Buffer r{n}; if (n > 2) throw std::runtime_error("too big"); return r; }
int byvalue(Buffer b) { return b.sum(); }
struct Holder { Buffer a, b; Holder(Buffer x) : a(std::move(x)), b(a) { puts("holder"); } };
int main() {
    puts("-- make"); Buffer m = make(1); printf("%d\n", m.sum());
    puts("-- assign make"); m = make(2);
    puts("-- pick"); { Buffer p = pick(true); Buffer q = pick(false); Buffer r = pick2(true); printf("%d %d %d\n", p.sum(), q.sum(), r.sum()); }
    puts("-- pass"); { Buffer p = pass(m); Buffer q = pass(std::move(p)); Buffer r = pass(Buffer{7,8}); Buffer s = pass2(std::move(r)); }
    puts("-- chain"); { Buffer c = chain(); const Buffer &d = make(3); Buffer &&e = make(4); e += 1; printf("%d %d\n", d.sum(), e.sum()); }
    puts("-- early"); { Buffer a = early(-1), b = early(2); printf("%d\n", b.sum()); }
    puts("-- throw"); try { Buffer a = throwing(1); Buffer b = throwing(5); puts("no"); } catch (const std::exception &e) { puts(e.what()); }
    puts("-- byvalue"); printf("%d\n", byvalue(m)); printf("%d\n", byvalue(make(9) + make(8)));
    puts("-- vector"); { std::vector<Buffer> v; v.push_back(Buffer{1}); v.push_back(make(2)); v.emplace_back(3); v.push_back(m); v.insert(v.begin(), Buffer{4}); v.erase(v.begin()+1); std::vector<Buffer> w = v; w.resize(2); w = std::move(v); }
    puts("-- list"); { std::vector<Buffer> v{Buffer{1}, Buffer{2}}; std::vector<Buffer> w(3); std::vector<Buffer> x(2, m); }
    puts("-- holder"); { Holder h(make(1)); Holder k = h; Holder l = std::move(k); h = l; }
    puts("-- array"); { Buffer a[3] = {Buffer{1}, make(2)}; auto b = new Buffer[2]; delete[] b; }
    puts("-- lambda"); { auto f = [m]() { Buffer t = m; t += 1; return t; }; Buffer r = f(); auto g = [b = std::move(r)]() { return b.sum(); }; printf("%d\n", g()); }
    puts("-- swap"); { Buffer a{1}, b{2}; std::swap(a, b); a.swap(b); }
    puts("-- end");
}
