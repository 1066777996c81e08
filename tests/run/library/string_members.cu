// Members of std::string in all their overloads, numbers of strings, and names that other headers bring along.
#include <algorithm>
#include <iostream>
#include <string>
#include <new>
#include <type_traits>
#include <vector>
using std::cout;
using std::string;

static void searching()
{
    string s = "hello world, hello again";
    cout << s.find_last_of('o') << ' ' << s.find_last_of("lo") << ' ' << s.find_last_of(string("lo")) << ' ' << s.find_last_of('o', 10) << ' ' << s.find_last_of("lo", 10) << ' ' << s.find_last_of("loX", 10, 2) << '\n';
    cout << s.find_first_of('w') << ' ' << s.find_first_of("wo", 5) << ' ' << s.find_first_of("wox", 5, 1) << '\n';
    cout << s.find_first_not_of('h') << ' ' << s.find_first_not_of("hel") << ' ' << s.find_first_not_of(string("hel"), 2) << ' ' << s.find_first_not_of("held", 2, 2) << '\n';
    cout << s.find_last_not_of('n') << ' ' << s.find_last_not_of("in") << ' ' << s.find_last_not_of(string("in"), 4) << ' ' << s.find_last_not_of("n", 4)<< '\n';
    cout << s.rfind("hello") << ' ' << s.rfind("hello", 5) << ' ' << s.rfind('o') << ' ' << s.rfind('o', 5) << ' ' << s.rfind(string("hello"), 12) << ' ' << s.rfind("helXX", 20, 3) << '\n';
}

static void changing()
{
    std::string s = "abcdef";
    std::cout << s.compare("abd") << ' ' << s.compare(1, 2, "bc") << ' ' << s.compare(1, 2, "bcd") << ' ' << s.compare(0, 3, std::string("xabc"), 1, 3) << ' ' << s.compare(0, 2, "abzzz", 2) << '\n';
    s.insert(2, "XYZ");
    std::cout << s << '\n';
    s.insert(0, "12345", 2);
    std::cout << s << '\n';
    s.insert(s.begin(), '!');
    std::cout << s << '\n';
    s.insert(s.begin() + 1, 3, '?');
    std::cout << s << '\n';
    s.insert(1, std::string("abcdef"), 2, 2);
    std::cout << s << '\n';
    std::string t = "qq";
    s.insert(s.end(), t.begin(), t.end());
    std::cout << s << '\n';
    s.insert(3, 2, '-');
    std::cout << s << '\n';
    s.erase(s.begin());
    s.erase(s.begin() + 1, s.begin() + 3);
    s.erase(5, 2);
    std::cout << s << '\n';
    s.replace(0, 2, "REPL");
    std::cout << s << '\n';
    s.replace(0, 2, 3, 'z');
    std::cout << s << '\n';
    s.replace(s.begin(), s.begin() + 2, "begin");
    std::cout << s << '\n';
    s.replace(1, 2, std::string("abcdef"), 1, 3);
    std::cout << s << '\n';
    s.replace(1, 2, "ABCDEF", 3);
    std::cout << s << '\n';
    s.replace(s.begin(), s.end(), t);
    std::cout << s << '\n';
    s.assign(t, 1, 1);
    s.assign(t.begin(), t.end());
    s.append(t, 0, 1);
    s.append(t.begin(), t.end());
    std::cout << s << ' ' << s.size() << '\n';
    char buf[10] = {0};
    s.copy(buf, 3, 1);
    std::cout << buf << '\n';
    std::cout << *s.crbegin() << s.max_size() << '\n';
    s.shrink_to_fit();
    s = {'a', 'b'};
    s += {'c', 'd'};
    std::cout << s << '\n';
    s.append({'x', 'y'});
    std::cout << s << '\n';
    const std::string cs = "const";
    for (auto it = cs.rbegin(); it != cs.rend(); ++it) std::cout << *it;
    std::cout << cs.at(1) << '\n';
    std::cout << ("abc" < s) << (s > "abc") << (s <= "zzz") << ("z" >= s) << (s < "b") << ("b" > s) << '\n';
    std::string u = std::move(s) + "tail" + 'c' + std::string("x");
    std::cout << u << '\n';
}

static void numbers()
{
    std::size_t p;
    std::cout << std::stoi("42abc", &p) << p << ' ' << std::stol("-7") << ' ' << std::stoul("0x1f", nullptr, 16) << ' ' << std::stoll("9000000000") << ' ' << std::stoull("18446744073709551615") << ' ' << std::stof("1.5e3") << ' ' << std::stod("3.25xyz", &p) << p << ' ' << std::stold("2.5") << '\n';
    std::cout << std::to_string(1) << ' ' << std::to_string(2u) << ' ' << std::to_string(-3l) << ' ' << std::to_string(4ul) << ' ' << std::to_string(5ll) << ' ' << std::to_string(6ull) << ' ' << std::to_string(1.5f) << ' ' << std::to_string(2.5) << ' ' << std::to_string(2.25L) << ' ' << std::to_string('a') << ' ' << std::to_string(true) << '\n';
}

static void names_of_iostream()
{
    std::uint64_t a = 5;
    std::int8_t b = 3;
    std::uint32_t c = 7;
    std::uintptr_t d = 1;
    std::size_t e = 2;
    std::ptrdiff_t f = 1;
    std::cout << a << (int)b << c << d << e << f << std::min(1, 2) << std::max(3, 4) << '\n';
    int x = 1, y = 2;
    std::swap(x, y);
    std::cout << x << y << '\n';
    std::string s = "x";
    std::cout << s << '\n';
}

static void storage()
{
    printf("%zu %zu %Lf\n", sizeof(long double), alignof(long double), 2.25L);
    std::aligned_storage<1>::type a;
    std::aligned_storage<5>::type b;
    std::aligned_storage_t<3,1> c;
    printf("%zu %zu %zu %zu %zu\n", sizeof a, sizeof b, alignof(decltype(b)), sizeof c, alignof(std::aligned_storage<17>::type));
}

static void idioms()
{
    std::string s = "hello";
    s.insert(0, 1, 'c');
    s.replace(0, 0, "xy");
    s.erase(0, 1);
    std::cout << s << '\n';
    s.erase(std::remove(s.begin(), s.end(), 'l'), s.end());
    std::cout << s << '\n';
    auto it = std::find(s.begin(), s.end(), 'e');
    if (it != s.end()) s.erase(it);
    std::cout << s << '\n';
    std::string t(s, 1); s += t; s = s + s;
    s.append(s, 0, 3);
    s.insert(1, s);
    s.replace(1, 2, s);
    std::cout << s << '\n';
    s.erase(0);
    std::cout << s.empty() << s.size() << '\n';
    std::string p = "a/b/c.txt";
    auto slash = p.find_last_of('/');
    std::cout << p.substr(slash + 1) << ' ' << p.substr(0, slash) << ' ' << p.substr(p.find_last_of(".") + 1) << '\n';
    size_t from = 0, at;
    std::string list = "1,2,,3";
    std::vector<std::string> parts;
    while ((at = list.find(',', from)) != std::string::npos) { parts.push_back(list.substr(from, at - from)); from = at + 1; } parts.push_back(list.substr(from));
    std::cout << parts.size() << parts[3] << '\n';
    std::string w = "  trim ";
    w.erase(0, w.find_first_not_of(" \t"));
    w.erase(w.find_last_not_of(" \t") + 1);
    std::cout << '[' << w << "]\n";
    const char *c = "lit";
    if (w == c || "x" + w > c) std::cout << w.compare(c) << '\n';
    std::transform(w.begin(), w.end(), w.begin(), ::toupper);
    std::cout << w << w.front() << w.back() << '\n';
    std::string a(3, 'z'), b{"init"}, e = {}, f{'q', 'r'};
    std::cout << a << b << e << f << '\n';
    a = 'k';
    a.assign(2, 'm');
    a.append(2, 'n').append("pq", 1);
    std::cout << a << '\n';
    std::string_view v = a;
    std::cout << a.find(v.substr(2, 1).data()[0]) << '\n';
}

int main()
{
    idioms();
    searching();
    changing();
    numbers();
    names_of_iostream();
    storage();
}
