// `class C;` by itself declares a class of the scope where it stands, also where another one of that name is known outside.
#include <cstdio>
#include <memory>
struct Impl { int outer = 1; };
class Window {
    class Impl;
    std::unique_ptr<Impl> impl;

public:
    Window();
    ~Window();
    int size() const;
};
class Window::Impl {
public:
    int width = 7;
};
Window::Window() : impl(new Impl) {}
Window::~Window() = default;
int Window::size() const { return impl->width; }
namespace n {
struct Impl;
Impl *none = nullptr;
struct Impl { double d = 2.5; };
}
int main()
{
    struct Impl;
    Impl *local = nullptr;
    struct Impl { char c = 'x'; } one;
    local = &one;
    Window w;
    printf("%d %d %g %c\n", w.size(), ::Impl().outer, n::Impl().d, local->c);
}
