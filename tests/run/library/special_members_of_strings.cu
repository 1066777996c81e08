// Special members that print: a string whose move may throw, so that vectors copy it; streams.
#include <iostream>
#include <cstring>
#include <algorithm>
#include <map>
#include <string>
#include <vector>
#include <utility>
class String {
    char *s; size_t len;
    void say(const char *w) const { std::cout << w << '(' << (s ? s : "null") << ")\n"; }
public:
    String(const char *c = "") : s(new char[strlen(c)+1]), len(strlen(c)) { strcpy(s, c); say("ctor"); }
    String(size_t n, char c) : s(new char[n+1]), len(n) { memset(s, c, n); s[n]=0; say("fill"); }
    String(const String &o) : s(new char[o.len+1]), len(o.len) { strcpy(s, o.s); say("copy"); }
    String(String &&o) : s(o.s), len(o.len) { o.s = nullptr; o.len = 0; say("move"); }   // not noexcept: vectors copy
    String &operator=(String o) { say("assign"); std::swap(s, o.s); std::swap(len, o.len); return *this; }
    ~String() { say("dtor"); delete[] s; }
    String &operator+=(const String &o) { char *n = new char[len+o.len+1]; strcpy(n, s); strcpy(n+len, o.s); delete[] s; s = n; len += o.len; return *this; }
    friend String operator+(String a, const String &b) { a += b; return a; }
    friend bool operator<(const String &a, const String &b) { return strcmp(a.s, b.s) < 0; }
    friend bool operator==(const String &a, const String &b) { return !strcmp(a.s, b.s); }
    friend std::ostream &operator<<(std::ostream &o, const String &x) { return o << (x.s ? x.s : "null"); }
    char &operator[](size_t i) { return s[i]; }
    String substr(size_t a, size_t n) const { String r(n, ' '); for (size_t i=0;i<n;i++) r[i]=s[a+i]; return r; }
    size_t size() const { return len; }
    const char *c_str() const { return s; }
};
String join(const std::vector<String> &v, const char *sep) { String r; for (size_t i=0;i<v.size();i++) { if (i) r += sep; r += v[i]; } return r; }
String cond(int k) { String s("base"); switch (k) { case 0: return s; case 1: s += "1"; return s; default: { String t("other"); return t; } } }
struct Person { String name; int age; Person(String n, int a) : name(std::move(n)), age(a) {} };
int main() {
    String a("hello"), b = "world", c = a;
    std::cout << "1\n"; String d = a + " " + b; std::cout << d << '\n';
    std::cout << "2\n"; c = d; c = String("tmp"); c = std::move(d); std::cout << d << '\n';
    std::cout << "3\n"; { std::vector<String> v; v.reserve(2); v.push_back("x"); v.push_back("y"); v.push_back("z"); std::cout << join(v, "-") << '\n'; }
    std::cout << "4\n"; for (int k = 0; k < 3; k++) std::cout << cond(k) << '\n';
    std::cout << "5\n"; std::cout << String("substring").substr(3, 4).size() << '\n';
    std::cout << "6\n"; { std::map<int, String> m; m[1] = "one"; m.insert({2, "two"}); m.emplace(3, "three"); for (auto &kv : m) std::cout << kv.first << kv.second << '\n'; for (auto kv : m) std::cout << kv.second.size() << '\n'; }
    std::cout << "7\n"; { Person p("Ann", 3); Person q = p; Person r = std::move(p); std::vector<Person> ps{q, r}; ps.push_back(Person("Bob", 4)); for (const Person &x : ps) std::cout << x.name << x.age << '\n'; }
    std::cout << "8\n"; { String t[3] = {"c", "a", "b"}; std::sort(t, t + 3); std::cout << t[0] << t[1] << t[2] << '\n'; }
    std::cout << "9\n"; { std::pair<String, String> p("l", "r"); auto q = p; auto [x, y] = q; std::cout << x << y << '\n'; auto t = std::make_pair(String("m"), 1); std::swap(p, q); }
    std::cout << "10\n"; { const String &r = true ? a : b; String z = a.size() > 3 ? a : String("no"); std::cout << r << z << '\n'; }
    std::cout << "end\n";
}
