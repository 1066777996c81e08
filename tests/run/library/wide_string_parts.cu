// Functions of wide strings that take views, places and iterators.
#include <cstdio>
#include <cwchar>
#include <stdexcept>
#include <string>
#include <string_view>

using std::wstring;
using std::wstring_view;

static void show(const char *what, const wstring &s)
{
    std::printf("%s: [", what);
    for (wchar_t c : s) std::putchar((char)c);
    std::printf("] %zu\n", s.size());
}

template <class F> static void refuse(const char *what, F f)
{
    try {
        f();
        std::printf("%s: accepted\n", what);
    } catch (const std::out_of_range &e) {
        std::printf("%s: %s\n", what, e.what());
    }
}

int main()
{
    const wstring_view v = L"one two three";
    const wstring t = L"alpha beta";
    show("made", wstring(v, 4, 3));
    wstring s;
    show("assigned", s.assign(v, 4));
    show("assigned", s.assign(v, 0, 3));
    show("appended", s.append(v, 3, 4));
    show("appended", s.append(t, 5));
    show("inserted", s.insert(0, v, 8, 2));
    show("inserted", s.insert(2, t, 0, 3));
    s.insert(s.begin(), 3, L'-');
    s.insert(s.end(), {L'x', L'y'});
    s.insert(s.begin() + 3, t.begin(), t.begin() + 2);
    show("by places", s);
    show("replaced", s.replace(0, 5, v, 4, 3));
    show("replaced", s.replace(0, 3, t, 6));
    show("replaced", s.replace(s.begin(), s.begin() + 4, v.substr(8)));
    show("replaced", s.replace(s.begin(), s.begin() + 5, L"xyz"));
    show("replaced", s.replace(s.begin(), s.begin() + 1, L"12345", 2));
    show("replaced", s.replace(s.begin(), s.begin() + 2, 3, L'#'));
    show("replaced", s.replace(s.end() - 2, s.end(), t.begin(), t.end()));
    show("replaced", s.replace(0, 0, 2, L'0'));
    s.erase(s.begin());
    s.erase(s.begin(), s.begin() + 2);
    show("erased", s);
    show("erased", s.erase(20));
    std::printf("%d %d %d %d %d\n", t.compare(6, 4, wstring_view(L"beta")), t.compare(0, 5, v, 0, 3) < 0, t.compare(6, 4, L"betas", 4),
                t.compare(0, 5, L"alphb") < 0, t.compare(0, 1, t, 4, 1));
    std::printf("%zu %zu %zu %zu\n", t.find(L"abc", 1, 1), t.rfind(L"ax", 8, 1), t.find_first_of(L"bz", 0, 2), t.find_last_not_of(L"at", wstring::npos, 2));
    std::printf("%zu %zu %zu\n", v.find(L"tx", 2, 1), v.find_first_of(L't'), v.find_last_not_of(L'e'));
    std::printf("%d %d %d %d %d\n", t < L"beta", L"beta" > t, t <= L"alpha", L"alpha" <= t, L"z" >= t);
    std::printf("%lc%lc\n", (wint_t)*t.crbegin(), (wint_t)*(t.crend() - 1));
    std::printf("%d\n", std::hash<wstring_view>()(t) == std::hash<wstring>()(t));
    show("sum", t + L"!" + L'?');
    wstring own = L"abcdef";
    show("of itself", own.insert(2, wstring_view(own).substr(3)));
    show("of itself", own.replace(0, 2, own, 4, 3));
    refuse("assign", [&] { s.assign(v, 14); });
    refuse("append", [&] { s.append(v, 15, 1); });
    refuse("insert", [&] { s.insert(100, v); });
    refuse("insert", [&] { s.insert(0, v, 99); });
    refuse("replace", [&] { s.replace(0, 1, v, 77, 1); });
}
