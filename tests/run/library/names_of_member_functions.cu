// The names of types of member functions (Itanium C++ ABI, 5.1.5): `const` is part of them.
#include <cstdio>
#include <cxxabi.h>
#include <cstdlib>
#include <typeinfo>

struct L {
    int plain(int) { return 0; }
    int constant(int) const { return 0; }
};
template <class T> struct Of {};

static void show(const std::type_info &t)
{
    int status = 0;
    char *text = abi::__cxa_demangle(t.name(), nullptr, nullptr, &status);
    std::printf("%s %s\n", t.name(), text);
    std::free(text);
}

int main()
{
    show(typeid(&L::plain));
    show(typeid(&L::constant));
    show(typeid(Of<int (L::*)(int) const>));
    show(typeid(void (*)(int (L::*)(L *) const, L *)));
    std::printf("%d\n", typeid(&L::plain) == typeid(&L::constant));
}
