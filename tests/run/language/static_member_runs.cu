// The initialiser of a static data member runs though nothing uses the member: factories register themselves so.
#include <cstdio>

static int count;
static bool note(const char *text)
{
    count++;
    puts(text);
    return true;
}

struct Outside {
    static bool registered;
    static int later();
};
bool Outside::registered = note("outside");

struct Inside {
    struct Inner {
        inline static bool registered = note("inner");
    };
    inline static bool registered = note("inside");
};

bool global = note("global");

template <class T> struct Each {
    static bool registered;
};
template <class T> bool Each<T>::registered = note("never");
template <> bool Each<int>::registered = note("specialised member");

template <class T> bool of_type = note("never");
template <> bool of_type<int> = note("specialised variable");

int main()
{
    printf("%d\n", count);
}
