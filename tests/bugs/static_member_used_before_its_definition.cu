// A function of the class uses the member before the definition outside says what it starts as.
#include <cstdio>
struct Counted {
    static int next;
    static const char *name;
    int id;
    Counted() : id(next++) {}
    const char *called() const { return name; }
};
int Counted::next = 5;
const char *Counted::name = "counted";
int main()
{
    Counted a, b;
    printf("%d %d %s %d\n", a.id, b.id, b.called(), Counted::next);
}
