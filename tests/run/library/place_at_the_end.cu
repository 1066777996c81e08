// A stream at its end says no place, as its sentry fails there, until it is cleared.
#include <iostream>
#include <sstream>
int main()
{
    std::istringstream in("1 23");
    int a, b;
    in >> a;
    std::cout << in.tellg() << ' ';
    in >> b;
    std::cout << in.eof() << in.fail() << ' ' << in.tellg() << ' ' << in.fail() << ' ';
    in.clear();
    std::cout << in.tellg() << ' ';
    in.seekg(2);
    in >> b;
    std::cout << b << '\n';
}
