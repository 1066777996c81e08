// What enumerations promote to: the first of int, unsigned int, long and unsigned long that holds their values, whatever they are stored as.
#include <cstdio>
#include <type_traits>
enum Wide { wide = 0xFFFFFFFFFF };
enum Widest { widest = 0xFFFFFFFFFFFFFFFF };
enum Mixed { below = -1, above = 0xFFFFFFFF };
enum Half { half = 0x80000000 };
enum Fixed : unsigned long { fixed = 1 };
int which(int) { return 1; }
int which(unsigned) { return 2; }
int which(long) { return 3; }
int which(unsigned long) { return 4; }
int main()
{
    printf("%d %d %d %d %d\n", which(wide), which(widest), which(below), which(half), which(fixed));
    printf("%d %d %d\n", std::is_same_v<decltype(+wide), long>, std::is_same_v<decltype(wide | 1), long>, -wide < 0);
    printf("%d %d\n", std::is_same_v<std::underlying_type_t<Wide>, unsigned long>, std::is_same_v<decltype(+fixed), unsigned long>);
}
