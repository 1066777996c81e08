// Special members that print: a matrix, calls nested in calls.
#include <iostream>
#include <iomanip>
#include <initializer_list>
#include <vector>
#include <cassert>
static int depth = 0;
struct Log { const char *w; Log(const char *w) : w(w) { std::cout << std::setw(2 * depth++) << "" << "> " << w << '\n'; } ~Log() { std::cout << std::setw(2 * --depth) << "" << "< " << w << '\n'; } };
template <typename T> class Matrix {
    size_t r, c; T *d;
public:
    Matrix(size_t r, size_t c, T v = T()) : r(r), c(c), d(new T[r * c]) { Log l("sized"); std::fill(d, d + r * c, v); }
    Matrix(std::initializer_list<std::initializer_list<T>> l) : r(l.size()), c(l.begin()->size()), d(new T[r * c]) { Log g("list"); T *p = d; for (auto &row : l) for (auto x : row) *p++ = x; }
    Matrix(const Matrix &o) : r(o.r), c(o.c), d(new T[r * c]) { Log l("copy"); std::copy(o.d, o.d + r * c, d); }
    Matrix(Matrix &&o) noexcept : r(o.r), c(o.c), d(o.d) { Log l("move"); o.d = nullptr; o.r = o.c = 0; }
    Matrix &operator=(const Matrix &o) { Log l("copy="); if (this == &o) return *this; T *n = new T[o.r * o.c]; std::copy(o.d, o.d + o.r * o.c, n); delete[] d; d = n; r = o.r; c = o.c; return *this; }
    Matrix &operator=(Matrix &&o) noexcept { Log l("move="); std::swap(r, o.r); std::swap(c, o.c); std::swap(d, o.d); return *this; }
    ~Matrix() { Log l(d ? "destroy" : "destroy empty"); delete[] d; }
    T &operator()(size_t i, size_t j) { return d[i * c + j]; }
    const T &operator()(size_t i, size_t j) const { return d[i * c + j]; }
    static Matrix identity(size_t n) { Matrix m(n, n); for (size_t i = 0; i < n; i++) m(i, i) = 1; return m; }
    Matrix transpose() const { Matrix t(c, r); for (size_t i = 0; i < r; i++) for (size_t j = 0; j < c; j++) t(j, i) = (*this)(i, j); return t; }
    Matrix &operator+=(const Matrix &o) { for (size_t i = 0; i < r * c; i++) d[i] += o.d[i]; return *this; }
    Matrix operator-() const { Matrix m = *this; for (size_t i = 0; i < r * c; i++) m.d[i] = -m.d[i]; return m; }
    friend Matrix operator+(Matrix a, const Matrix &b) { a += b; return a; }
    friend Matrix operator+(const Matrix &a, Matrix &&b) { b += a; return std::move(b); }
    friend Matrix operator*(const Matrix &a, const Matrix &b) { assert(a.c == b.r); Matrix m(a.r, b.c); for (size_t i = 0; i < a.r; i++) for (size_t j = 0; j < b.c; j++) for (size_t k = 0; k < a.c; k++) m(i, j) += a(i, k) * b(k, j); return m; }
    friend Matrix operator*(T s, Matrix m) { for (size_t i = 0; i < m.r * m.c; i++) m.d[i] *= s; return m; }
    Matrix pow(unsigned n) const { Matrix r = identity(this->r), b = *this; while (n) { if (n & 1) r = r * b; b = b * b; n >>= 1; } return r; }
    friend std::ostream &operator<<(std::ostream &o, const Matrix &m) { for (size_t i = 0; i < m.r; i++) { for (size_t j = 0; j < m.c; j++) o << std::setw(6) << m(i, j); o << '\n'; } return o; }
};
template <class M> M twice(M m) { M r = m + m; return r; }
auto deduced(int n) { Matrix<int> m(1, n, n); return m; }
template <int N> struct Chain { Matrix<int> m; Chain() : m(Matrix<int>::identity(N)) { std::cout << "chain " << N << '\n'; } };
int main() {
    Matrix<int> a{{1, 2}, {3, 4}};
    std::cout << "A\n"; auto b = a.transpose(); std::cout << b;
    std::cout << "B\n"; auto c = a + b; std::cout << c;
    std::cout << "C\n"; auto d = a + (b + c); std::cout << d;
    std::cout << "D\n"; a = a * b; std::cout << a;
    std::cout << "E\n"; a = 2 * -a + Matrix<int>::identity(2); std::cout << a;
    std::cout << "F\n"; std::cout << Matrix<int>{{1, 1}, {1, 0}}.pow(5);
    std::cout << "G\n"; std::cout << twice(Matrix<double>{{1.5, 2.5}});
    std::cout << "H\n"; auto e = deduced(3); std::cout << e;
    std::cout << "I\n"; Chain<2> ch; Chain<2> dh(ch); dh = std::move(ch);
    std::cout << "J\n"; std::vector<Matrix<int>> v; for (int i = 1; i < 4; i++) v.push_back(deduced(i)); v.insert(v.begin() + 1, a); v.pop_back();
    std::cout << "K\n"; std::vector<Matrix<int>> w{a, b}; w.assign(2, c); w.swap(v); v.clear();
    std::cout << "end\n";
}
