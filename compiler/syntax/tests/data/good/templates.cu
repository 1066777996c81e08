// Templates of every kind.
template <typename T, T v> struct integral_constant { static constexpr T value = v; typedef T value_type; using type = integral_constant; constexpr operator T() const { return v; } };
typedef integral_constant<bool, true> true_type;
using false_type = integral_constant<bool, false>;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> constexpr bool is_int_v = is_same<T, int>::value;
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
template <typename T> struct remove_reference<T[]> { typedef T type; };
template <typename T, int N> struct remove_reference<T[N]> { typedef T type; };
template <typename R, typename... A> struct remove_reference<R(A...)> { typedef R type; };
template <typename R, typename... A> struct remove_reference<R (*)(A...)> { typedef R type; };
template <typename T> typename remove_reference<T>::type &&move(T &&t) noexcept { return static_cast<typename remove_reference<T>::type &&>(t); }
template <typename T> T &&forward(typename remove_reference<T>::type &t) { return static_cast<T &&>(t); }
template <class T, int N = 4, template <class, int> class C = integral_constant> struct Array {
    typedef T value_type;
    typedef T *iterator;
    using self = Array<T, N, C>;
    T data[N];
    iterator begin() { return data; }
    iterator end() { return data + N; }
    template <class U> Array &assign(const Array<U, N, C> &other) { for (int i = 0; i < N; ++i) data[i] = other.data[i]; return *this; }
    struct Node { Node *next; T value; };
    Node *head;
    void push(const T &v);
    template <class U> U convert(U u) const;
    static int count;
};
template <class T, int N, template <class, int> class C> void Array<T, N, C>::push(const T &v) { Node *n = new Node{head, v}; head = n; value_type x = v; }
template <class T, int N, template <class, int> class C> template <class U> U Array<T, N, C>::convert(U u) const { return u; }
template <class T, int N, template <class, int> class C> int Array<T, N, C>::count = 0;
template <> struct Array<bool, 8> { int bits; };
template <> inline void Array<char, 4>::push(const char &v) {}
template struct Array<double, 3>;
extern template struct Array<float, 3>;
template <typename... Ts> struct Tuple;
template <> struct Tuple<> {};
template <typename H, typename... R> struct Tuple<H, R...> : Tuple<R...> { H head; static constexpr int size = 1 + sizeof...(R); Tuple(H h, R... r) : Tuple<R...>(r...), head(h) {} };
template <typename... A> int sum(A... a) { return (a + ... + 0); }
template <typename... A> bool all(A... a) { return (... && a); }
template <typename... A> void each(A &&...a) { (void(a), ...); int unused[] = {(forward<A>(a), 0)...}; sum(forward<A>(a)...); }
template <int... I> struct seq {};
template <typename T> T max(T a, T b) { return a < b ? b : a; }
template <typename T, typename = enable_if_t<is_same<T, int>::value && !is_same<T, bool>::value>> T only(T t) { return t; }
template <typename T, typename T::type * = nullptr> void tagged(T) {}
template <typename T, enable_if_t<(sizeof(T) > 4), int> = 0> void big(T) {}
template <typename F> auto apply(F f) -> decltype(f(1)) { return f(1); }
template <typename T> struct Outer { template <typename U> struct rebind { typedef Outer<U> other; }; };
template <typename T> void dependent(T t) {
    typename T::value_type x = t.front();
    typedef typename T::template rebind<int>::other Other;
    t.template call<int>(3);
    T::template stat<4>();
    if (T::size < 3 || T::size > 4) return;
    Array<Array<int, (3 > 2) ? 2 : 1>, 2> nested;
    Array<Array<int, 2>> close;
    auto v = Array<int, 2>{{1, 2}};
    int k = max<int>(1, 2) + max<unsigned char>('a', 'b');
    bool less = x < k, more = k > 3;
    Array<int, 2>::count = 3;
    Array<int, 2>::iterator it = v.begin();
    for (auto &e : v) e += 1;
    for (int i : {1, 2, 3}) k += i;
    seq<1, 2, 3> s;
    if constexpr (is_int_v<T>) { k = 1; } else if constexpr (sizeof(T) > 4) k = 2;
    static_assert(is_same<int, int>::value, "same");
    static_assert(sizeof(T) >= 1);
    auto lambda = [=, &k](int a, auto b) mutable -> int { return a + k; };
    auto gen = [n = 3, &m = k]() { return n + m; };
    [] { return 1; }();
    apply([](int a) { return a * 2; });
    integral_constant<int, -1> neg;
    integral_constant<bool, (1 < 2)> cmp;
    is_same<int (*)(float), void (T::*)() const> fp;
    const int shifted = k >> 2;
    Array<int, (k >> 1)> *q = 0;
}
template <typename T> struct Stack { Stack(int n); ~Stack(); int size; T *p; bool operator<(const Stack<T> &o) const; template <typename U> bool operator==(const Stack<U> &); };
template <typename T> Stack<T>::Stack(int n) : size(n), p(new T[n]) {}
template <typename T> Stack<T>::~Stack() { delete[] p; }
template <typename T> bool Stack<T>::operator<(const Stack<T> &o) const { return size < o.size; }
template <int B> __global__ void kernel(int *p) { __shared__ int s[B]; p[threadIdx_x()] = s[0]; }
__device__ int threadIdx_x();
template <class T, int A, int B> __global__ __launch_bounds__(256, 2) void gemm(const T *__restrict__ a, T *b) {}
struct dim3_t { dim3_t(int n); };
int main() {
    int *p = 0; dim3_t g(1), b(2);
    kernel<16><<<1, 32>>>(p);
    gemm<float, 4, 8><<<g, b, 0, 0>>>((const float *)p, (float *)p);
    void (*f)(int *) = kernel<4>;
    f<<<1, 2>>>(p);
    (*f)<<<(1 >> 0), 2>>>(p);
    return 0;
}
