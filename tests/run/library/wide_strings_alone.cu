// Strings of wide characters, whose members take views that the program does not name.
#include <cstdio>
#include <string>

int main()
{
    std::wstring w = L"ab";
    w += L"c";
    std::u32string u = U"xyz";
    u.insert(1, U"--").erase(0, 1);
    printf("%zu %zu %zu %zu %d\n", w.size(), w.find(L'c'), u.size(), u.rfind(U'-'), w.compare(L"abd"));
}
