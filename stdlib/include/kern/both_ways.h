#pragma once
#include <istream>
#include <ostream>
namespace std {
// A stream in both directions. Its two halves share their state, which belongs to the first; what both have is the first one's.
class iostream : public istream, public ostream {
public:
    typedef ios_base::fmtflags fmtflags;
    typedef ios_base::iostate iostate;
    typedef ios_base::openmode openmode;
    typedef ios_base::seekdir seekdir;
    static constexpr openmode app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static constexpr seekdir beg = 0, cur = 1, end = 2;
    static constexpr iostate goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
    explicit iostream(streambuf *b) : istream(b), ostream(ostream::first_half{(istream *)this}) {}
    using istream::flags;
    using istream::setf;
    using istream::unsetf;
    using istream::iword;
    using istream::precision;
    using istream::pword;
    using istream::width;
    using istream::fill;
    using istream::rdstate;
    using istream::good;
    using istream::eof;
    using istream::fail;
    using istream::bad;
    using istream::clear;
    using istream::setstate;
    using istream::exceptions;
    using istream::rdbuf;
    using istream::tie;
    using istream::copyfmt;
    using istream::imbue;
    explicit operator bool() const { return !istream::fail(); }
    bool operator!() const { return istream::fail(); }
};
}
