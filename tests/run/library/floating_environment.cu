// The direction of rounding: there is one, and no other is taken for it.
#include <cfenv>
#include <cstdio>

int main()
{
    std::printf("%d\n", std::fegetround() == FE_TONEAREST);
    std::printf("%d\n", std::fesetround(FE_TONEAREST));
    std::printf("%d\n", std::fesetround(12345) != 0);
    std::printf("%d\n", fegetround() == FE_TONEAREST);
    volatile double one = 1, three = 3;
    std::printf("%a\n", one / three);
}
