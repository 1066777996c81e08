#include <memory>
#include <iostream>
#include <vector>
#include <string>
#include <cstdio>
#include <map>
    struct A { int v; A(int x = 0) : v(x) { std::cout << "A" << v << " "; } virtual ~A() { std::cout << "~A" << v << " "; } virtual int f() { return v; } };
struct B : A { B(int x) : A(x) {} int f() override { return v * 2; } };
    struct Node : std::enable_shared_from_this<Node> { std::shared_ptr<Node> next; std::weak_ptr<Node> prev; std::shared_ptr<Node> self() { return shared_from_this(); } ~Node() { std::cout << "~N "; } };
struct Del { int id = 3; void operator()(A* p) const { std::cout << "del" << id << " "; delete p; } };
struct FileCloser { void operator()(FILE* f) const { if (f) fclose(f); } };
    template <class T> struct MyAlloc { typedef T value_type; MyAlloc() {} template <class U> MyAlloc(const MyAlloc<U>&) {} T* allocate(size_t n) { std::cout << "alloc" << n << " "; return (T*)::operator new(n * sizeof(T)); } void deallocate(T* p, size_t n) { std::cout << "dealloc" << n << " "; ::operator delete(p); } };
template <class T, class U> bool operator==(const MyAlloc<T>&, const MyAlloc<U>&) { return true; }
template <class T, class U> bool operator!=(const MyAlloc<T>&, const MyAlloc<U>&) { return false; }
int main() {
    {
        std::unique_ptr<A> p(new A(1)); auto q = std::make_unique<B>(2); std::unique_ptr<A> r = std::move(q);
        std::cout << p->f() << (*r).f() << (q == nullptr) << bool(r) << " ";
        p.swap(r); std::swap(p, r); std::cout << p->v << " "; p = nullptr; p.reset(new A(5));
        std::unique_ptr<A, Del> d(new A(6)); d.get_deleter().id = 8;
        std::unique_ptr<A, Del> d2(new A(16), Del{4}); d2 = std::move(d);
        std::unique_ptr<A, void(*)(A*)> e(new A(7), [](A* a) { std::cout << "lam "; delete a; });
        auto del = [](A* a) { std::cout << "lam2 "; delete a; };
        std::unique_ptr<A, decltype(del)> e2(new A(17), del);
        std::unique_ptr<int[]> arr(new int[5]{1,2,3}); arr[4] = 9; std::cout << arr[0] + arr[4] << " ";
        auto arr2 = std::make_unique<double[]>(3); std::cout << arr2[1] << " ";
        std::unique_ptr<FILE, FileCloser> fc; std::unique_ptr<FILE, decltype(&fclose)> fc2(nullptr, &fclose);
        std::vector<std::unique_ptr<A>> v; v.push_back(std::make_unique<A>(10)); v.emplace_back(new B(11)); v.push_back(std::move(r));
        for (auto& x : v) std::cout << x->f() << " ";
        A* raw = v[0].release(); delete raw;
        std::map<std::string, std::unique_ptr<A>> m; m["x"] = std::make_unique<A>(20); m.emplace("y", std::make_unique<B>(21));
        if (v[1] < v[2] || v[2] < v[1]) std::cout << "ord ";
    }
    std::cout << "\n";
    {
        auto a = std::make_shared<A>(1); auto b = a; std::shared_ptr<A> c = std::make_shared<B>(3);
        std::cout << a.use_count() << b.use_count() << c->f() << (a == b) << (a != c) << a.unique() << " ";
        auto d = std::dynamic_pointer_cast<B>(c); auto e = std::static_pointer_cast<B>(c); auto bad = std::dynamic_pointer_cast<B>(a);
        std::cout << c.use_count() << bool(d) << bool(bad) << e->f() << " ";
        std::shared_ptr<int> al(a, &a->v); std::cout << *al << a.use_count() << " ";
        std::shared_ptr<const A> cc = a; auto nc = std::const_pointer_cast<A>(cc);
        std::weak_ptr<A> w = a; std::cout << w.use_count() << w.expired(); if (auto l = w.lock()) std::cout << l->v << " ";
        std::shared_ptr<A> x(new A(9), [](A* p) { std::cout << "custom "; delete p; }); x.reset();
        std::shared_ptr<void> vp = std::make_shared<A>(30);
        std::shared_ptr<A> fu = std::make_unique<A>(31);
        std::shared_ptr<int[]> sa(new int[3]{4,5,6}); std::cout << sa[1] << " ";
        std::shared_ptr<int> sd(new int[3], std::default_delete<int[]>());
        w.reset(); std::weak_ptr<A> w2; { auto t = std::make_shared<A>(40); w2 = t; } std::cout << w2.expired() << " ";
        try { std::shared_ptr<A> z(w2); } catch (const std::bad_weak_ptr& e) { std::cout << e.what() << " "; }
        auto n1 = std::make_shared<Node>();
        n1->next = std::make_shared<Node>();
        n1->next->prev = n1;
        std::cout << n1.use_count() << n1->self().use_count() << n1->next->prev.lock().use_count() << " ";
        std::cout << a.owner_before(c) + c.owner_before(a) << std::hash<std::shared_ptr<A>>()(a) % 1 << (a < c || c < a) << " ";
        std::swap(a, c); std::shared_ptr<A> as = std::allocate_shared<A>(std::allocator<A>(), 50);
    }
    std::cout << "\n";
    {
        alignas(8) char buf[64]; A* p = (A*)buf; std::uninitialized_fill_n(p, 2, A(3)); std::destroy(p, p + 2); std::cout << "\n";
        std::string* s = static_cast<std::string*>(::operator new(3 * sizeof(std::string))); std::uninitialized_fill(s, s + 3, std::string("abc"));
        std::string src[3] = {"x", "yy", "zzz"};
        std::destroy_n(s, 3);
        std::uninitialized_copy(src, src + 3, s);
        std::cout << s[2] << s[1];
        std::destroy(s, s + 3);
        std::uninitialized_default_construct(s, s+3);
        std::uninitialized_value_construct_n(s+0, 0);
        std::destroy_at(s);
        std::destroy(s+1,s+3);
        ::operator delete(s);
        void* q = buf + 1; size_t sp = 60; void* al = std::align(16, 8, q, sp); std::cout << (((size_t)al & 15) == 0) << "\n";
        std::allocator<int> ai;
        int* ip = ai.allocate(4);
        std::allocator_traits<std::allocator<int>>::construct(ai, ip, 77);
        std::cout << *ip << std::addressof(*ip)[0] << "\n";
        ai.deallocate(ip, 4);
        std::vector<int, MyAlloc<int>> mv; for (int i = 0; i < 5; i++) mv.push_back(i); std::cout << mv.size() << "\n";
        std::vector<int, MyAlloc<int>> mv2 = mv; 
    }
    std::cout << "\n";
}
