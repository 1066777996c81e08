// Strings of other characters, traits, wide functions of C.
#include <cwchar>
#include <cwctype>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iomanip>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>
#include <algorithm>
#include <clocale>

struct ci_traits : std::char_traits<char> {
    static char up(char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
    static bool eq(char a, char b) { return up(a) == up(b); }
    static bool lt(char a, char b) { return up(a) < up(b); }
    static int compare(const char *a, const char *b, size_t n)
    {
        for (; n--; a++, b++) {
            if (up(*a) < up(*b)) return -1;
            if (up(*a) > up(*b)) return 1;
        }
        return 0;
    }
    static const char *find(const char *s, size_t n, const char &c)
    {
        for (; n--; s++)
            if (eq(*s, c)) return s;
        return nullptr;
    }
};
typedef std::basic_string<char, ci_traits> ci_string;

template <class C> size_t vowels(const std::basic_string<C> &s)
{
    size_t n = 0;
    for (C c : s) n += c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
    return n;
}
template <class C, class T, class A> std::basic_string<C, T, A> twice(const std::basic_string<C, T, A> &s) { return s + s; }

int main()
{
    std::wstring w = L"hello";
    w += L" wide";
    w += L'!';
    printf("%zu %zu %d\n", w.size(), sizeof(w), (int)w[0]);
    std::wcout << w << L" " << 42 << L" " << 2.5 << std::endl;
    std::wcout.width(8);
    std::wcout << L"right" << L'|';
    std::wcout.width(6);
    std::wcout << std::left << L"l" << L"|\n";
    std::wcout << std::hex << 255 << std::dec << L' ' << true << L"\n";
    printf("%zu %zu %d\n", w.find(L"wide"), w.find(L'z'), w.compare(L"hello"));
    std::wstring part = w.substr(6, 4);
    std::wcout << part << L" " << part.length() << L"\n";
    w.insert(5, L",").replace(0, 1, L"J").erase(w.size() - 1);
    std::wcout << w << L'\n';
    std::wstring longer(20, L'x');
    std::swap(w, longer);
    std::wcout << w << L" " << longer << L"\n";
    std::wcout << (std::wstring(L"abc") < std::wstring(L"abd")) << (L"a" + std::wstring(L"b") == L"ab") << L"\n";

    std::u16string u = u"sixteen";
    std::u32string t = U"thirty-two";
    printf("%zu %zu %zu %zu\n", u.size(), t.size(), sizeof(u), sizeof(t));
    printf("%zu %zu %zu\n", vowels(u), vowels(t), vowels(std::string("a queue")));
    std::u16string euro = u"\u20ac";
    printf("%zu %x\n", euro.size(), (unsigned)euro[0]);
    printf("%zu %zu\n", std::u16string(u"\U0001F600").size(), std::u32string(U"\U0001F600").size());

    ci_string a = "Hello", b = "HELLO";
    printf("%d %zu\n", a == b, a.find("LL"));
    printf("%s\n", twice(a).c_str());
    printf("%s\n", twice(std::string("ab")).c_str());
    std::basic_string<char> plain = "basic";
    std::string &same = plain;
    printf("%s %d\n", same.c_str(), std::is_same<std::string, std::basic_string<char>>::value);
    printf("%d %d\n", std::char_traits<char>::compare("abc", "abd", 3) < 0, (int)std::char_traits<char>::length("four"));
    printf("%d\n", (int)std::char_traits<char>::to_int_type('\xff'));

    std::map<std::wstring, int> ages = {{L"bob", 3}, {L"al", 4}};
    for (auto &p : ages) std::wcout << p.first << L'=' << p.second << L'\n';
    std::unordered_set<std::wstring> set = {L"x", L"y", L"x"};
    printf("%zu\n", set.size());
    std::wstring_view view = w;
    printf("%zu %d\n", view.size(), view.substr(0, 3) == L"xxx");
    std::vector<wchar_t> letters(longer.begin(), longer.end());
    std::sort(letters.begin(), letters.end());
    std::wcout << std::wstring(letters.begin(), letters.end()) << L"\n";

    wchar_t room[32];
    wcscpy(room, L"copy");
    wcscat(room, L" this");
    printf("%zu %d %d\n", wcslen(room), wcscmp(room, L"copy that") > 0, wcsncmp(room, L"copy", 4));
    printf("%td %td\n", wcschr(room, L't') - room, wcsstr(room, L"th") - room);
    for (wchar_t *c = room; *c; c++) *c = towupper(*c);
    char narrow[16];
    wchar_t wide[16];
    printf("%zu %zu\n", mbstowcs(wide, "bytes", 16), wcstombs(narrow, L"wide", 16));
    printf("%s %ld %g %d %d\n", narrow, wcstol(L"123abc", nullptr, 10), wcstod(L"2.5", nullptr), iswdigit(L'7') != 0, iswalpha(L'7') != 0);
    try {
        w.at(99);
    } catch (std::out_of_range &e) {
        printf("%s\n", e.what());
    }
}
