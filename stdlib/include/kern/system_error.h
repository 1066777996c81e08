#pragma once
#include <errno.h>
#include <kern/exceptions.h>
#include <string.h>
// Errors of the system as exceptions (C++17 [syserr]); without <string>, which <system_error> adds.
namespace std {
enum class errc {
    operation_not_permitted = EPERM,
    no_such_file_or_directory = ENOENT,
    interrupted = EINTR,
    io_error = EIO,
    resource_unavailable_try_again = EAGAIN,
    not_enough_memory = ENOMEM,
    permission_denied = EACCES,
    device_or_resource_busy = EBUSY,
    file_exists = EEXIST,
    not_a_directory = ENOTDIR,
    is_a_directory = EISDIR,
    invalid_argument = EINVAL,
    result_out_of_range = ERANGE,
    resource_deadlock_would_occur = EDEADLK
};
class error_category {
public:
    const char *__name;
    const char *name() const noexcept { return __name; }
    const char *message(int value) const { return strerror(value); }
    bool operator==(const error_category &c) const noexcept { return this == &c; }
    bool operator!=(const error_category &c) const noexcept { return this != &c; }
};
inline error_category __generic_category = {"generic"};
inline error_category __system_category = {"system"};
inline error_category __future_category = {"future"};
inline const error_category &generic_category() noexcept { return __generic_category; }
inline const error_category &system_category() noexcept { return __system_category; }
inline const error_category &future_category() noexcept { return __future_category; }
class error_code {
    int value_;
    const error_category *category_;

public:
    error_code() noexcept : value_(0), category_(&__system_category) {}
    error_code(int value, const error_category &category) noexcept : value_(value), category_(&category) {}
    error_code(errc e) noexcept : value_((int)e), category_(&__generic_category) {}
    int value() const noexcept { return value_; }
    const error_category &category() const noexcept { return *category_; }
    const char *message() const { return category_->message(value_); }
    explicit operator bool() const noexcept { return value_ != 0; }
    void clear() noexcept { *this = error_code(); }
    bool operator==(const error_code &c) const noexcept { return value_ == c.value_ && category_ == c.category_; }
    bool operator!=(const error_code &c) const noexcept { return !(*this == c); }
};
typedef error_code error_condition;
inline error_code make_error_code(errc e) noexcept { return error_code(e); }
class system_error : public runtime_error {
    error_code code_;

    static __shared_text joined(const char *what, const error_code &code)
    {
        char text[256];
        strncpy(text, what, sizeof(text) - 1);
        text[sizeof(text) - 1] = 0;
        strncat(text, ": ", sizeof(text) - strlen(text) - 1);
        strncat(text, code.message(), sizeof(text) - strlen(text) - 1);
        return __shared_text(text);
    }

public:
    explicit system_error(const error_code &code) : runtime_error(code.message()), code_(code) {}
    system_error(const error_code &code, const char *what) : runtime_error(joined(what, code)), code_(code) {}
    template <class S> system_error(const error_code &code, const S &what) : system_error(code, what.c_str()) {}
    system_error(int value, const error_category &category) : system_error(error_code(value, category)) {}
    template <class S> system_error(int value, const error_category &category, const S &what) : system_error(error_code(value, category), what) {}
    const error_code &code() const noexcept { return code_; }
};
[[noreturn]] inline void __throw_system_error(int value) { throw system_error(error_code(value, __generic_category)); }
}
