#pragma once
#include <kern/exceptions.h>
#include <new>
#include <type_traits>
#include <utility>
// std::allocator, and what containers ask of an allocator of the program's.
namespace std {
template <class T> class allocator {
    __kern_all_constexpr20
public:
    typedef T value_type;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef true_type propagate_on_container_move_assignment;
    typedef true_type is_always_equal;
    template <class U> struct rebind {
        typedef allocator<U> other;
    };
    constexpr allocator() noexcept {}
    template <class U> constexpr allocator(const allocator<U> &) noexcept {}
    T *allocate(size_t n, const void * = nullptr)
    {
        if (n > (size_t)-1 / 2 / sizeof(T)) {
            if (n > (size_t)-1 / sizeof(T)) throw bad_array_new_length();
            __throw_bad_alloc();
        }
        return (T *)__cxa_new(n * sizeof(T));
    }
    void deallocate(T *p, size_t n) { __cxa_delete(p, n * sizeof(T)); }
    template <class U, class... A> void construct(U *p, A &&...a) { ::new ((void *)p) U(std::forward<A>(a)...); }
    template <class U> void destroy(U *p) { p->~U(); }
    size_t max_size() const noexcept { return (size_t)-1 / 2 / sizeof(T); }
};
template <class T, class U> constexpr bool operator==(const allocator<T> &, const allocator<U> &) noexcept { return true; }
template <class T, class U> constexpr bool operator!=(const allocator<T> &, const allocator<U> &) noexcept { return false; }

// What an allocator says of itself, and what is taken for granted where it says nothing ([allocator.requirements]).
template <class A, class V = void> struct __copied_along : false_type {};
template <class A> struct __copied_along<A, void_t<typename A::propagate_on_container_copy_assignment>> : A::propagate_on_container_copy_assignment {};
template <class A, class V = void> struct __moved_along : false_type {};
template <class A> struct __moved_along<A, void_t<typename A::propagate_on_container_move_assignment>> : A::propagate_on_container_move_assignment {};
template <class A, class V = void> struct __swapped_along : false_type {};
template <class A> struct __swapped_along<A, void_t<typename A::propagate_on_container_swap>> : A::propagate_on_container_swap {};
template <class A, class V = void> struct __always_equal : is_empty<A> {};
template <class A> struct __always_equal<A, void_t<typename A::is_always_equal>> : A::is_always_equal {};
template <class A, class V = void> struct __chosen_for_copies {
    static constexpr A of(const A &a) { return a; }
};
template <class A> struct __chosen_for_copies<A, void_t<decltype(declval<const A &>().select_on_container_copy_construction())>> {
    static constexpr A of(const A &a) { return a.select_on_container_copy_construction(); }
};
template <class A, class U> struct __rebound;
template <template <class> class A, class T, class U> struct __rebound<A<T>, U> { typedef A<U> type; };
template <class A, class U> using __rebound_t = typename __rebound<A, U>::type;
template <class A> struct allocator_traits {
    __kern_all_constexpr20
    typedef A allocator_type;
    typedef typename A::value_type value_type;
    typedef value_type *pointer;
    typedef const value_type *const_pointer;
    typedef void *void_pointer;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef bool_constant<__copied_along<A>::value> propagate_on_container_copy_assignment;
    typedef bool_constant<__moved_along<A>::value> propagate_on_container_move_assignment;
    typedef bool_constant<__swapped_along<A>::value> propagate_on_container_swap;
    typedef bool_constant<__always_equal<A>::value> is_always_equal;
    template <class U> using rebind_alloc = __rebound_t<A, U>;
    template <class U> using rebind_traits = allocator_traits<__rebound_t<A, U>>;
    static pointer allocate(A &a, size_t n) { return a.allocate(n); }
    static void deallocate(A &a, pointer p, size_t n) { a.deallocate(p, n); }
    template <class U, class... B> static void construct(A &, U *p, B &&...b) { ::new ((void *)p) U(std::forward<B>(b)...); }
    template <class U> static void destroy(A &, U *p) { p->~U(); }
    static size_t max_size(const A &) { return (size_t)-1 / sizeof(value_type); }
    static A select_on_container_copy_construction(const A &a) { return __chosen_for_copies<A>::of(a); }
};

// A program's allocator, in no room if it has no data; nothing where it is the library's own.
template <class A> struct __with_allocator : A {
    __kern_all_constexpr20
    typedef typename A::value_type T;
    static constexpr bool is_own = false;
    __with_allocator() {}
    explicit __with_allocator(const A &a) : A(a) {}
    A for_copies() const { return __chosen_for_copies<A>::of(*this); }
    A &allocator_itself() { return *this; }
    bool has_equal(const A &a) const { return __always_equal<A>::value || static_cast<const A &>(*this) == a; }
    T *allocate_some(size_t n) { return A::allocate(n); }
    void free_some(T *p, size_t n) { A::deallocate(p, n); }
    A allocator_of() const { return *this; }
};
template <class T> struct __with_allocator<allocator<T>> {
    __kern_all_constexpr20
    static constexpr bool is_own = true;
    __with_allocator() {}
    explicit __with_allocator(const allocator<T> &) {}
    T *allocate_some(size_t n) { return (T *)__cxa_new(n * sizeof(T)); }
    void free_some(T *p, size_t n) { __cxa_delete(p, n * sizeof(T)); }
    allocator<T> allocator_of() const { return allocator<T>(); }
    allocator<T> for_copies() const { return allocator<T>(); }
    bool has_equal(const allocator<T> &) const { return true; }
};
}
