// Shapes, polymorphism, visitor, smart pointers
#include <iostream>
#include <memory>
#include <vector>
#include <cmath>
#include <iomanip>
#include <algorithm>
#include <string>
#include <map>
#include <functional>
#include <numeric>
#include <sstream>
class Circle; class Rectangle; class Group;
struct Visitor {
    virtual void visit(const Circle &) = 0;
    virtual void visit(const Rectangle &) = 0;
    virtual void visit(const Group &) = 0;
    virtual ~Visitor() = default;
};
class Shape {
    static int alive_;
    std::string label_;
protected:
    explicit Shape(std::string l) : label_(std::move(l)) { ++alive_; }
public:
    Shape(const Shape &s) : label_(s.label_ + "'") { ++alive_; }
    virtual ~Shape() { --alive_; }
    virtual double area() const = 0;
    virtual double perimeter() const { return 0; }
    virtual std::unique_ptr<Shape> clone() const = 0;
    virtual void accept(Visitor &v) const = 0;
    const std::string &label() const { return label_; }
    static int alive() { return alive_; }
    friend std::ostream &operator<<(std::ostream &os, const Shape &s) { return s.print(os << '<' << s.label_ << ": ") << '>'; }
protected:
    virtual std::ostream &print(std::ostream &os) const { return os << "area " << area(); }
};
int Shape::alive_ = 0;
class Circle : public Shape {
    double r_;
public:
    Circle(std::string l, double r) : Shape(std::move(l)), r_(r) {}
    double area() const override { return M_PI * r_ * r_; }
    double perimeter() const override { return 2 * M_PI * r_; }
    std::unique_ptr<Shape> clone() const override { return std::make_unique<Circle>(*this); }
    void accept(Visitor &v) const override { v.visit(*this); }
    double radius() const { return r_; }
};
class Rectangle : public Shape {
protected:
    double w_, h_;
public:
    Rectangle(std::string l, double w, double h) : Shape(std::move(l)), w_(w), h_(h) {}
    double area() const override { return w_ * h_; }
    double perimeter() const override { return 2 * (w_ + h_); }
    std::unique_ptr<Shape> clone() const override { return std::unique_ptr<Shape>(new Rectangle(*this)); }
    void accept(Visitor &v) const override { v.visit(*this); }
    std::ostream &print(std::ostream &os) const override { return Shape::print(os) << " (" << w_ << 'x' << h_ << ')'; }
};
class Square final : public Rectangle {
public:
    Square(std::string l, double s) : Rectangle(std::move(l), s, s) {}
    std::unique_ptr<Shape> clone() const override { return std::make_unique<Square>(*this); }
};
class Group : public Shape {
    std::vector<std::unique_ptr<Shape>> parts_;
public:
    explicit Group(std::string l) : Shape(std::move(l)) {}
    Group(const Group &g) : Shape(g) { for (auto &p : g.parts_) parts_.push_back(p->clone()); }
    Group &add(std::unique_ptr<Shape> s) { parts_.push_back(std::move(s)); return *this; }
    template <class T, class... A> Group &make(A &&...a) { return add(std::make_unique<T>(std::forward<A>(a)...)); }
    double area() const override { return std::accumulate(parts_.begin(), parts_.end(), 0.0, [](double s, auto &p) { return s + p->area(); }); }
    std::unique_ptr<Shape> clone() const override { return std::make_unique<Group>(*this); }
    void accept(Visitor &v) const override { v.visit(*this); for (auto &p : parts_) p->accept(v); }
    auto begin() const { return parts_.begin(); }
    auto end() const { return parts_.end(); }
    size_t size() const { return parts_.size(); }
};
struct Counter : Visitor {
    std::map<std::string, int> n;
    double radii = 0;
    void visit(const Circle &c) override { n["circle"]++; radii += c.radius(); }
    void visit(const Rectangle &r) override { n[dynamic_cast<const Square *>(&r) ? "square" : "rectangle"]++; }
    void visit(const Group &g) override { n["group of " + std::to_string(g.size())]++; }
};
int main() {
    {
        Group all("all");
        all.make<Circle>("c1", 1.5).make<Rectangle>("r1", 2.0, 3.5).make<Square>("s1", 2.0);
        auto inner = std::make_unique<Group>("inner");
        inner->make<Circle>("c2", 0.5).make<Square>("s2", 4);
        all.add(std::move(inner));
        for (const auto &s : all) std::cout << *s << '\n';
        std::cout << std::fixed << std::setprecision(3) << all.area() << "\n" << std::defaultfloat;
        auto copy = all.clone();
        std::cout << "alive " << Shape::alive() << '\n';
        Counter c;
        copy->accept(c);
        for (auto &[k, v] : c.n) std::cout << std::setw(12) << std::left << k << v << '\n';
        std::cout << c.radii << '\n';
        std::vector<const Shape *> sorted;
        for (auto &s : all) sorted.push_back(s.get());
        std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->area() > b->area(); });
        for (auto s : sorted) std::cout << s->label() << ' ' << std::hex << std::showbase << (int)s->area() << std::dec << ' ';
        std::cout << '\n';
        std::ostringstream os;
        os << *copy << std::boolalpha << ' ' << (copy->perimeter() == 0);
        std::cout << os.str() << ' ' << os.str().size() << '\n';
        std::function<double(const Shape &)> f = &Shape::area;
        std::cout << f(*sorted[0]) << ' ' << std::mem_fn(&Shape::perimeter)(*sorted[1]) << '\n';
    }
    std::cout << "alive " << Shape::alive() << std::endl;
}
