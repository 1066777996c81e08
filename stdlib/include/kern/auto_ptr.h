#pragma once
// What C++17 took out of <memory> and libstdc++ keeps.
namespace std {
template <class T> struct auto_ptr_ref {
    T *p;
};
template <class T> class auto_ptr {
    T *p_;

public:
    typedef T element_type;
    explicit auto_ptr(T *p = nullptr) noexcept : p_(p) {}
    auto_ptr(auto_ptr &other) noexcept : p_(other.release()) {}
    template <class U> auto_ptr(auto_ptr<U> &other) noexcept : p_(other.release()) {}
    auto_ptr(auto_ptr_ref<T> other) noexcept : p_(other.p) {}
    ~auto_ptr() { delete p_; }
    auto_ptr &operator=(auto_ptr &other) noexcept
    {
        reset(other.release());
        return *this;
    }
    template <class U> auto_ptr &operator=(auto_ptr<U> &other) noexcept
    {
        reset(other.release());
        return *this;
    }
    auto_ptr &operator=(auto_ptr_ref<T> other) noexcept
    {
        reset(other.p);
        return *this;
    }
    T &operator*() const noexcept { return *p_; }
    T *operator->() const noexcept { return p_; }
    T *get() const noexcept { return p_; }
    T *release() noexcept
    {
        T *p = p_;
        p_ = nullptr;
        return p;
    }
    void reset(T *p = nullptr) noexcept
    {
        if (p != p_) delete p_;
        p_ = p;
    }
    template <class U> operator auto_ptr_ref<U>() noexcept { return auto_ptr_ref<U>{release()}; }
    template <class U> operator auto_ptr<U>() noexcept { return auto_ptr<U>(release()); }
};
}
