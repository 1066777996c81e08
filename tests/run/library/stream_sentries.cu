// `std::ostream::sentry` and `std::istream::sentry`, around output and input of the program's own.
#include <iostream>
#include <sstream>
#include <string>

struct Point {
    int x, y;
};

std::ostream &operator<<(std::ostream &os, const Point &p)
{
    std::ostream::sentry s(os);
    if (s) {
        os.rdbuf()->sputc('(');
        os << p.x << ", " << p.y << ')';
    }
    return os;
}

std::istream &operator>>(std::istream &is, Point &p)
{
    std::istream::sentry s(is);
    if (s) {
        if (is.peek() == '(') is.get();
        is >> p.x;
        if (is.get() != ',') is.setstate(std::ios::failbit);
        is >> p.y;
        is.get();
    }
    return is;
}

// Counts how often it is flushed.
struct Counted : std::stringbuf {
    int flushed = 0;
    int sync() override
    {
        ++flushed;
        return 0;
    }
};

template <class Stream> bool may_write(Stream &s)
{
    typename Stream::sentry guard(s);
    return static_cast<bool>(guard);
}

int main()
{
    std::cout << Point{1, 2} << '\n';

    std::istringstream in("   (3, 4) (5,6)");
    Point a{}, b{}, c{7, 7};
    in >> a >> b;
    std::cout << a << b << in.good() << '\n';
    in >> c;
    std::cout << c << in.eof() << in.fail() << '\n';

    std::istringstream spaces("  x");
    {
        std::istream::sentry kept(spaces, true);
        std::cout << bool(kept) << " '" << (char)spaces.peek() << "'";
    }
    std::istream::sentry skipped(spaces);
    std::cout << bool(skipped) << " '" << (char)spaces.peek() << "'\n";

    Counted buffer, tied_buffer;
    std::ostream out(&buffer), tied(&tied_buffer);
    out.tie(&tied);
    std::cout << may_write(out) << buffer.flushed << tied_buffer.flushed;
    out << std::unitbuf;
    std::cout << may_write(out) << buffer.flushed << tied_buffer.flushed << '\n';
    out.setstate(std::ios::badbit);
    std::cout << may_write(out) << out.fail() << '\n';
    out << Point{1, 1};
    std::cout << "'" << buffer.str() << "'\n";
}
