#include "common_host.h"
#include <memory>

int counter = 40;

int next() { return counter += 2 + calls(); }

void refuse(const std::string &what)
{
    auto kept = std::make_unique<int>(1);
    throw std::runtime_error("no " + what);
}

namespace {
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const override { return side * side; }
};
}

Shape *make_square(double side) { return new Square(side); }
