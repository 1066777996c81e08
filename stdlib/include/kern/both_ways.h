#pragma once
#include <istream>
#include <ostream>
namespace std {
// A stream in both directions: one that reads and one that writes, over the same characters. Its flags are those of both.
class iostream {
protected:
    ostream out_;
    istream in_;
    explicit iostream(string *text) : out_(text), in_(text) {}
    explicit iostream(FILE *file) : out_(file), in_(file) {}

public:
    typedef ios_base::fmtflags fmtflags;
    typedef ios_base::iostate iostate;
    typedef ios_base::openmode openmode;
    typedef ios_base::seekdir seekdir;
    static constexpr openmode app = ios_base::app, ate = ios_base::ate, binary = ios_base::binary, in = ios_base::in, out = ios_base::out,
                              trunc = ios_base::trunc;
    static constexpr seekdir beg = ios_base::beg, cur = ios_base::cur, end = ios_base::end;
    static constexpr iostate goodbit = ios_base::goodbit, badbit = ios_base::badbit, eofbit = ios_base::eofbit, failbit = ios_base::failbit;

    iostream(const iostream &) = delete;
    template <class T> iostream &operator<<(const T &v)
    {
        out_ << v;
        return *this;
    }
    iostream &operator<<(ostream &(*f)(ostream &))
    {
        out_ << f;
        return *this;
    }
    iostream &operator<<(ios_base &(*f)(ios_base &))
    {
        out_ << f;
        in_ >> f;
        return *this;
    }
    template <class T> iostream &operator>>(T &v)
    {
        in_ >> v;
        return *this;
    }
    iostream &operator>>(istream &(*f)(istream &))
    {
        in_ >> f;
        return *this;
    }
    iostream &operator>>(ios_base &(*f)(ios_base &)) { return *this << f; }
    operator ostream &() { return out_; }
    operator istream &() { return in_; }
    explicit operator bool() const { return !fail(); }
    bool operator!() const { return fail(); }
    iostate rdstate() const { return in_.rdstate() | out_.rdstate(); }
    bool good() const { return rdstate() == 0; }
    bool eof() const { return in_.eof(); }
    bool fail() const { return in_.fail() || out_.fail(); }
    bool bad() const { return in_.bad() || out_.bad(); }
    void clear(iostate s = 0)
    {
        in_.clear(s);
        out_.clear(s);
    }
    void setstate(iostate s) { in_.setstate(s); }
    fmtflags flags() const { return out_.flags(); }
    fmtflags flags(fmtflags f)
    {
        in_.flags(f);
        return out_.flags(f);
    }
    fmtflags setf(fmtflags f)
    {
        in_.setf(f);
        return out_.setf(f);
    }
    fmtflags setf(fmtflags f, fmtflags mask)
    {
        in_.setf(f, mask);
        return out_.setf(f, mask);
    }
    void unsetf(fmtflags f)
    {
        in_.unsetf(f);
        out_.unsetf(f);
    }
    streamsize precision() const { return out_.precision(); }
    streamsize precision(streamsize p) { return out_.precision(p); }
    streamsize width() const { return out_.width(); }
    streamsize width(streamsize w) { return out_.width(w); }
    char fill() const { return out_.fill(); }
    char fill(char c) { return out_.fill(c); }
    iostream &write(const char *text, streamsize n)
    {
        out_.write(text, n);
        return *this;
    }
    iostream &put(char c)
    {
        out_.put(c);
        return *this;
    }
    iostream &flush()
    {
        out_.flush();
        return *this;
    }
    long tellp() { return out_.tellp(); }
    iostream &seekp(long offset, seekdir from = beg)
    {
        out_.seekp(offset, from);
        return *this;
    }
    iostream &read(char *buffer, streamsize n)
    {
        in_.read(buffer, n);
        return *this;
    }
    int get() { return in_.get(); }
    iostream &get(char &c)
    {
        in_.get(c);
        return *this;
    }
    int peek() { return in_.peek(); }
    iostream &putback(char c)
    {
        in_.putback(c);
        return *this;
    }
    iostream &unget()
    {
        in_.unget();
        return *this;
    }
    iostream &ignore(streamsize n = 1, int until = -1)
    {
        in_.ignore(n, until);
        return *this;
    }
    iostream &getline(char *buffer, streamsize room, char until = '\n')
    {
        in_.getline(buffer, room, until);
        return *this;
    }
    streamsize gcount() const { return in_.gcount(); }
    long tellg() { return in_.tellg(); }
    iostream &seekg(long offset, seekdir from = beg)
    {
        in_.seekg(offset, from);
        return *this;
    }
};
inline iostream &getline(iostream &s, string &line, char until = '\n')
{
    getline((istream &)s, line, until);
    return s;
}
}
