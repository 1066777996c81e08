// Where empty bases and [[no_unique_address]] members lie: at no address that another object of their class has.
#include <cstddef>
#include <cstdio>
struct Empty {};
struct Other {};
struct Tail { Tail() {} int n; char c; };
struct Member { [[no_unique_address]] Empty e; int x; };
struct Behind { int x; [[no_unique_address]] Empty e; };
struct Two { [[no_unique_address]] Empty a; [[no_unique_address]] Empty b; };
struct TwoKinds { [[no_unique_address]] Empty a; [[no_unique_address]] Other b; char c; };
struct Both { [[no_unique_address]] Empty a, b; char c, d; };
struct Padding { [[no_unique_address]] Tail t; char c; };
struct NoPadding { Tail t; char c; };
struct OnlyEmpty { [[no_unique_address]] Empty e; };
struct One : Empty { int x; };
struct Again : Empty, One {};
struct Below : One { Empty e; };
struct First : Empty { Empty e; int x; };
struct Array : Empty { Empty e[3]; };
struct Alone : Empty {};
struct Chain : Alone, Other {};
struct Twice : Alone, Member {};
struct Deep { One a; Again b; };
struct alignas(16) Wide {};
struct OfWide : Wide { char c; };

#define SHOW(T) printf(#T " %zu %zu %d\n", sizeof(T), alignof(T), __is_empty(T))
int main()
{
    SHOW(Member);
    SHOW(Behind);
    SHOW(Two);
    SHOW(TwoKinds);
    SHOW(Both);
    SHOW(Padding);
    SHOW(NoPadding);
    SHOW(OnlyEmpty);
    SHOW(Again);
    SHOW(Below);
    SHOW(First);
    SHOW(Array);
    SHOW(Chain);
    SHOW(Twice);
    SHOW(Deep);
    SHOW(OfWide);
    Again again;
    printf("%td %td\n", (char *)&again.x - (char *)&again, (char *)(One *)&again - (char *)&again);
    Twice twice;
    printf("%d\n", (void *)(Empty *)(Alone *)&twice != (void *)&twice.e);
    Both both{{}, {}, 'c', 'd'};
    both.b = Empty();
    both.a = both.b;
    Behind behind{0x01020304, {}};
    behind.e = Empty{};
    Behind copy = behind;
    printf("%c %c %x %x\n", both.c, both.d, behind.x, copy.x);
    Padding padding;
    padding.c = 'p';
    padding.t.n = 5;
    padding.t = Tail();
    printf("%c\n", padding.c);
    constexpr Behind constant{7, {}};
    constexpr Behind other = constant;
    static_assert(other.x == 7, "");
}
