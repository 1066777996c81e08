// Streams in memory change places, text, position, format and state.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>

int main()
{
    std::stringstream a("1 2 3"), b;
    int n = 0;
    a >> n;
    b << std::hex << 255;
    a.swap(b);
    std::cout << a.str() << '|' << b.str() << '\n';
    b >> n;
    a << ' ' << 255;
    std::cout << n << ' ' << a.str() << '\n';
    b << 16;
    std::cout << b.str() << '\n';
    swap(a, b);
    std::swap(a, b);
    std::cout << a.str() << '|' << b.str() << ' ' << (b >> n, n) << '\n';

    std::istringstream i("x"), j("7 8");
    i >> n;
    std::cout << i.fail() << j.fail();
    i.swap(j);
    std::cout << i.fail() << j.fail();
    i >> n;
    j.clear();
    std::string word;
    j >> word;
    std::cout << ' ' << n << ' ' << word << '\n';

    std::ostringstream o, p;
    o << std::setprecision(3) << std::setfill('*') << 3.14159;
    o.swap(p);
    o << 2.71828;
    p << std::setw(6) << 2.71828;
    std::cout << o.str() << ' ' << p.str() << '\n';
    p = std::move(o);
    p << ' ' << 1.0 / 3;
    std::cout << p.str() << '\n';
    std::stringstream moved(std::move(b));
    moved << std::showbase << std::hex << 17;
    std::cout << moved.str() << '\n';
    std::stringstream assigned;
    assigned = std::move(moved);
    assigned << ' ' << 18;
    std::cout << assigned.str() << '\n';

    std::stringbuf s("left"), t("right", std::ios_base::in);
    s.sgetc();
    s.sbumpc();
    s.swap(t);
    std::cout << s.str() << ' ' << (char)s.sbumpc() << ' ' << t.str() << ' ' << (char)t.sbumpc() << ' ' << s.sputc('!') << ' ' << t.sputc('L') << ' '
              << t.str() << '\n';
    char text[8] = {};
    std::istringstream c("abcdef"), d("xy");
    c.read(text, 3);
    d.swap(c);
    std::cout << d.gcount() << c.gcount() << ' ' << d.get() << '\n';
}
