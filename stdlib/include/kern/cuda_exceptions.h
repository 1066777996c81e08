#pragma once
#include <kern/exceptions.h>
#include <array>
#include <exception>
// What the classes of `cuda::std` throw. In kernels there are no exceptions: they end.
namespace cuda::std {
using ::std::exception;
class bad_optional_access : public exception {
public:
    const char *what() const noexcept override { return "bad optional access"; }
};
class bad_variant_access : public exception {
    const char *reason_;

public:
    bad_variant_access() noexcept : reason_("bad variant access") {}
    explicit bad_variant_access(const char *reason) noexcept : reason_(reason) {}
    const char *what() const noexcept override { return reason_; }
};
__host__ inline void __throw_bad_optional_access() { throw bad_optional_access(); }
__device__ inline void __throw_bad_optional_access() { __trap(); }
__host__ inline void __throw_bad_variant_access(const char *reason) { throw bad_variant_access(reason); }
__device__ inline void __throw_bad_variant_access(const char *) { __trap(); }
__host__ inline void __throw_bad_index(const char *where, size_t i, size_t n) { ::std::__throw_bad_index(where, i, n); }
__device__ inline void __throw_bad_index(const char *, size_t, size_t) { __trap(); }
}
