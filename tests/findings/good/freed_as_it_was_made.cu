// Memory that is freed as it was made, by libraries and operators too.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>
struct alignas(64) Wide { float x[16]; };
struct Base { virtual ~Base() {} };
struct Derived : Base { std::string name = "a name that is too long for the object itself"; };
int main()
{
    int *a = new int[4], *b = new int, *c = (int *)malloc(8), *d = (int *)calloc(2, 4), *e = new (std::nothrow) int[3];
    c = (int *)realloc(c, 100);
    delete[] a; delete b; free(c); free(d); delete[] e;
    int *few = new int[3]{1, 2, 3};
    Derived *two = new Derived[2], *more = new Derived[2]{{}, {}};
    delete[] few; delete[] two; delete[] more;
    Wide *w = new Wide;
    delete w;
    void *raw = ::operator new(16);
    ::operator delete(raw);
    int *placed = new (::operator new(sizeof(int))) int(3);
    delete placed;
    Base *base = new Derived;
    delete base;
    std::unique_ptr<int[]> array(new int[8]);
    std::unique_ptr<Base> one = std::make_unique<Derived>();
    std::shared_ptr<Base> shared = std::make_shared<Derived>();
    std::map<int, std::string> names = {{1, "one"}};
    std::unordered_map<int, int> counts;
    for (int i = 0; i < 100; i++) counts[i] = i;
    std::vector<std::string> texts(10, "many letters that do not fit into the object");
    try {
        int *f = new int[2];
        delete[] f;
        throw 1;
    } catch (int) {
    }
    char *line = nullptr;
    size_t size = 0;
    FILE *f = tmpfile();
    fputs("a line\n", f);
    rewind(f);
    if (getline(&line, &size, f) > 0) printf("%s", line);
    free(line);
    fclose(f);
    fflush(nullptr);
}
