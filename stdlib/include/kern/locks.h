#pragma once
#include <chrono>
#include <system_error>
#include <pthread.h>
#include <utility>
namespace std {
// Nanoseconds as waits take them: none is waited for less than no time.
template <class R, class P> inline long __wait_time(const chrono::duration<R, P> &d)
{
    long n = chrono::duration_cast<chrono::nanoseconds>(d).count();
    return n < 0 ? 0 : n;
}
template <class C, class D> inline long __wait_until(const chrono::time_point<C, D> &t) { return __wait_time(t - C::now()); }

struct defer_lock_t {};
struct try_to_lock_t {};
struct adopt_lock_t {};
inline constexpr defer_lock_t defer_lock{};
inline constexpr try_to_lock_t try_to_lock{};
inline constexpr adopt_lock_t adopt_lock{};

template <class M> class lock_guard {
    M &m_;

public:
    typedef M mutex_type;
    explicit lock_guard(M &m) : m_(m) { m_.lock(); }
    lock_guard(M &m, adopt_lock_t) : m_(m) {}
    lock_guard(const lock_guard &) = delete;
    lock_guard &operator=(const lock_guard &) = delete;
    ~lock_guard() { m_.unlock(); }
};
template <class M> class unique_lock {
    M *m_;
    bool owns_;

public:
    typedef M mutex_type;
    unique_lock() noexcept : m_(nullptr), owns_(false) {}
    explicit unique_lock(M &m) : m_(&m), owns_(true) { m.lock(); }
    unique_lock(M &m, defer_lock_t) noexcept : m_(&m), owns_(false) {}
    unique_lock(M &m, try_to_lock_t) : m_(&m), owns_(m.try_lock()) {}
    unique_lock(M &m, adopt_lock_t) noexcept : m_(&m), owns_(true) {}
    template <class R, class P> unique_lock(M &m, const chrono::duration<R, P> &d) : m_(&m), owns_(m.try_lock_for(d)) {}
    unique_lock(const unique_lock &) = delete;
    unique_lock(unique_lock &&l) noexcept : m_(l.m_), owns_(l.owns_)
    {
        l.m_ = nullptr;
        l.owns_ = false;
    }
    unique_lock &operator=(unique_lock &&l) noexcept
    {
        if (owns_) unlock();
        m_ = l.m_;
        owns_ = l.owns_;
        l.m_ = nullptr;
        l.owns_ = false;
        return *this;
    }
    ~unique_lock()
    {
        if (owns_) m_->unlock();
    }
    void lock()
    {
        __check();
        m_->lock();
        owns_ = true;
    }
    bool try_lock()
    {
        __check();
        return owns_ = m_->try_lock();
    }
    template <class R, class P> bool try_lock_for(const chrono::duration<R, P> &d)
    {
        __check();
        return owns_ = m_->try_lock_for(d);
    }
    template <class C, class D> bool try_lock_until(const chrono::time_point<C, D> &t)
    {
        __check();
        return owns_ = m_->try_lock_until(t);
    }
    void unlock()
    {
        if (!owns_) __throw_system_error(EPERM);
        owns_ = false;
        m_->unlock();
    }
    M *release() noexcept
    {
        M *m = m_;
        m_ = nullptr;
        owns_ = false;
        return m;
    }
    void swap(unique_lock &l) noexcept
    {
        std::swap(m_, l.m_);
        std::swap(owns_, l.owns_);
    }
    bool owns_lock() const noexcept { return owns_; }
    explicit operator bool() const noexcept { return owns_; }
    M *mutex() const noexcept { return m_; }
    void __check() const
    {
        if (!m_) __throw_system_error(EPERM);
        if (owns_) __throw_system_error(EDEADLK);
    }
};
}
