#include <string>
#include <vector>
void loud(int) {}
void quiet(int) noexcept {}
struct S {
    void go() const {}
};
void take(void (*f)(int) noexcept) { f(1); }
template <bool b> void told(void (*)(int) noexcept(b)) = delete;
int main()
{
    void (*plain)(int) = quiet;
    void (*steady)(int) noexcept = plain;
    void (*named)(int) noexcept = loud;
    void (S::*member)() const noexcept = &S::go;
    void (&reference)(int) noexcept = loud;
    take(loud);
    static_cast<void (*)(int) noexcept>(plain);
    void (**nested)(int) noexcept = &plain;
    return 0;
}
