// What would start another process, and amounts of money.
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>
int main()
{
    system("clear");
    FILE *list = popen("ls", "r");
    std::cout << std::put_money(1250);
    return list == nullptr;
}
