// Candidates whose substitution fails ([temp.deduct]/8) are asked for at each call: they are no instances, however often they
// fail. What failed may hold once more is declared.
#include <cstdio>
#include <type_traits>

template <int n> struct Tag {};

#define OVERLOAD(n) template <class T, class = std::enable_if_t<std::is_same<T, Tag<n>>::value>> int weight(T, Tag<n> * = nullptr) { return n; }
OVERLOAD(1)
OVERLOAD(2)
OVERLOAD(3)
OVERLOAD(4)
OVERLOAD(5)
OVERLOAD(6)
OVERLOAD(7)
OVERLOAD(8)
OVERLOAD(9)
OVERLOAD(10)
OVERLOAD(11)
OVERLOAD(12)
OVERLOAD(13)
OVERLOAD(14)
OVERLOAD(15)
OVERLOAD(16)
OVERLOAD(17)
OVERLOAD(18)
OVERLOAD(19)
OVERLOAD(20)
template <class T, class = std::enable_if_t<std::is_floating_point<T>::value>> int weight(T value) { return (int)(2 * value); }

// `sizeof` of a class that is complete later.
template <class T> auto size(T *) -> decltype(sizeof(T)) { return sizeof(T); }
inline int size(...) { return -1; }

struct Late;
int early_size(Late *late) { return (int)size(late); }
struct Late {
    int values[3];
};
int late_size(Late *late) { return (int)size(late); }

// A function that argument-dependent lookup finds later ([temp.dep.candidate]).
template <class T> auto ask(T t, int) -> decltype(answer(t)) { return answer(t); }
template <class T> int ask(T, long) { return -1; }

struct Someone {};
int early_answer() { return ask(Someone(), 0); }
int answer(Someone) { return 42; }
int late_answer() { return ask(Someone(), 0); }

// A class that converts to what is asked for, which a conversion by another class may not rely on ([over.best.ics]/4).
struct Text {
    const char *text;
};
struct Name {
    operator Text() const { return {"name"}; }
};
struct Shown {
    const char *text;
    template <class T, class = std::enable_if_t<std::is_convertible<T, Text>::value>> Shown(const T &from) : text(Text(from).text) {}
};
const char *shown(Shown s) { return s.text; }
const char *shown(...) { return "nothing"; }

#define TEN(x) x x x x x x x x x x
#define THOUSAND(x) TEN(TEN(TEN(x)))

int main()
{
    long sum = 0;
    THOUSAND(sum += weight(1.5f);)
    THOUSAND(sum += weight(2.5);)
    std::printf("%ld %d\n", sum, weight(Tag<7>()));
    Late late;
    std::printf("%d %d\n", early_size(&late), late_size(&late));
    std::printf("%d %d\n", early_answer(), late_answer());
    std::printf("%s %s\n", shown(Name()), shown(3));
    struct Local {
        int values[5];
    };
    std::printf("%d\n", (int)size((Local *)nullptr));
}
