#pragma once
#include <ostream>
#include <kern/wide_strings.h>
// std::wcout and its kind, in the locale "C": a character over 127 cannot be written and breaks the stream.
namespace std {
class wostream {
    ostream out_;

public:
    explicit wostream(streambuf *buffer) : out_(buffer) {}
    bool good() const { return out_.good(); }
    bool fail() const { return out_.fail(); }
    bool bad() const { return out_.bad(); }
    explicit operator bool() const { return !out_.fail(); }
    bool operator!() const { return out_.fail(); }
    void clear() { out_.clear(); }
    wostream &flush()
    {
        out_.flush();
        return *this;
    }
    wostream &put(wchar_t c) { return write(&c, 1); }
    wostream &write(const wchar_t *text, streamsize n)
    {
        for (streamsize i = 0; i < n && out_.good(); i++) {
            if ((unsigned int)text[i] < 128) out_.put((char)text[i]);
            else out_.setstate(ios_base::badbit);
        }
        return *this;
    }
    streamsize width() const { return out_.width(); }
    streamsize width(streamsize n) { return out_.width(n); }
    streamsize precision(streamsize n) { return out_.precision(n); }
    ios_base::fmtflags setf(ios_base::fmtflags flags) { return out_.setf(flags); }
    ios_base::fmtflags setf(ios_base::fmtflags flags, ios_base::fmtflags mask) { return out_.setf(flags, mask); }
    ostream &__narrow() { return out_; }
    // As text is written: with the width, whose fill may come before or after.
    wostream &__text(const wchar_t *text, size_t n)
    {
        string narrow;
        for (size_t i = 0; i < n; i++) {
            if ((unsigned int)text[i] >= 128) {
                out_ << narrow;
                out_.setstate(ios_base::badbit);
                return *this;
            }
            narrow += (char)text[i];
        }
        out_ << narrow;
        return *this;
    }
    wostream &operator<<(wostream &(*change)(wostream &)) { return change(*this); }
    wostream &operator<<(ios_base &(*change)(ios_base &))
    {
        change(out_);
        return *this;
    }
};
template <class T, class = enable_if_t<is_arithmetic<T>::value || is_pointer<T>::value>> wostream &operator<<(wostream &o, T value)
{
    o.__narrow() << value;
    return o;
}
inline wostream &operator<<(wostream &o, wchar_t c) { return o.__text(&c, 1); }
inline wostream &operator<<(wostream &o, const wchar_t *text) { return o.__text(text, char_traits<wchar_t>::length(text)); }
inline wostream &operator<<(wostream &o, const char *text)
{
    o.__narrow() << text;
    return o;
}
inline wostream &operator<<(wostream &o, const wstring &text) { return o.__text(text.data(), text.size()); }
inline wostream &operator<<(wostream &o, wstring_view text) { return o.__text(text.data(), text.size()); }
inline wostream &endl(wostream &o) { return o.put(L'\n').flush(); }
inline wostream &flush(wostream &o) { return o.flush(); }
static wostream wcout(&__out_buffer);
static wostream wcerr(&__error_buffer);
}
