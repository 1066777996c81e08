// Formatted output of wide characters only: the stream is of one kind.
#include <cstdio>
#include <cwchar>
#include <clocale>
int main()
{
    setlocale(LC_ALL, "");
    wprintf(L"%ls %d %s %5.2f|%-5d|%c%lc\n", L"wide", 7, "narrow", 3.14159, 42, 'c', L'w');
    wprintf(L"[%10ls][%-6s][%.2ls][%*d][%-*ls]\n", L"right", "left", L"cut", 5, 12, 6, L"x");
    wprintf(L"%x %o %X %lu %lld %zu %hd %c%%\n", 255, 8, 255, 123456789012UL, -5LL, (size_t)9, (short)-3, 65);
    wprintf(L"%e %g %08.3f %+d % d %#x\n", 12345.678, 0.0001, 3.14159, 5, 5, 255);
    int n = fwprintf(stdout, L"%ls\n", L"four");
    wprintf(L"%d\n", n);
    wchar_t small[4];
    n = swprintf(small, 4, L"%d", 12345);
    wprintf(L"%d\n", n);
    n = swprintf(small, 4, L"%d", 123);
    wprintf(L"%d %ls\n", n, small);
    fputws(L"text\n", stdout);
    putwchar(L'p');
    fputwc(L'\n', stdout);
    wchar_t list[] = L"one two  three", *rest;
    for (wchar_t *p = wcstok(list, L" ", &rest); p; p = wcstok(nullptr, L" ", &rest)) wprintf(L"[%ls]", p);
    wprintf(L"\n");
}
