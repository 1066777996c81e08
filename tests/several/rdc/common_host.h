#pragma once
#include <stdexcept>
#include <string>

extern int counter;
int next();
void refuse(const std::string &what);
extern "C" int add_all(const int *values, int count);

inline int calls()
{
    static int count = 0;
    return ++count;
}

struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
};
Shape *make_square(double side);

inline std::string greeting = std::string("hello ") + "from a header";
