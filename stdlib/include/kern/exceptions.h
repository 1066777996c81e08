#pragma once
#include <stdlib.h>
#include <string.h>
#include <kern/hash.h>
#include <kern/write.h>
// Types and exceptions at run time, in the words of the Itanium C++ ABI (2.9.5 "RTTI Layout"; "Exception Handling", 2).
// What is thrown lies behind its `__cxa_exception`. A function that an exception leaves returns with `__cxa_thrown` set, which
// its caller looks at; that is what `throw` and `try` compile to, and these functions are what they call.
namespace std { class type_info; }
namespace __cxxabiv1 {
struct __base_class_type_info {
    const std::type_info *__base_type;
    // Of a virtual base, which is a negative number: where the object's table says it.
    long __offset;
    unsigned long __is_public;
};
enum { __pointer_type = 1, __pointer_to_const = 2 };
}
namespace std {
// One object a type, made by the compiler, which fills the members in their order.
class type_info {
public:
    const char *__type_name;
    const char *__readable;
    const __cxxabiv1::__base_class_type_info *__bases;
    unsigned long __base_count;
    const type_info *__pointee;
    unsigned long __flags;

    type_info(const type_info &) = delete;
    const char *name() const noexcept { return __type_name; }
    bool before(const type_info &t) const noexcept { return strcmp(__type_name, t.__type_name) < 0; }
    size_t hash_code() const noexcept { return __hash_bytes(__type_name, strlen(__type_name)); }
    bool operator==(const type_info &t) const noexcept { return this == &t; }
    bool operator!=(const type_info &t) const noexcept { return this != &t; }
};
class exception {
public:
    exception() noexcept {}
    virtual ~exception() noexcept {}
    virtual const char *what() const noexcept { return "std::exception"; }
};
class bad_exception : public exception {
public:
    const char *what() const noexcept override { return "std::bad_exception"; }
};
class bad_alloc : public exception {
public:
    const char *what() const noexcept override { return "std::bad_alloc"; }
};
class bad_array_new_length : public bad_alloc {
public:
    const char *what() const noexcept override { return "std::bad_array_new_length"; }
};
class bad_cast : public exception {
public:
    const char *what() const noexcept override { return "std::bad_cast"; }
};
class bad_typeid : public exception {
public:
    const char *what() const noexcept override { return "std::bad_typeid"; }
};
// The text of an exception, which copies share.
class __shared_text {
    struct text {
        long references;
        char characters[1];
    };
    text *text_;

public:
    explicit __shared_text(const char *from)
    {
        size_t n = strlen(from) + 1;
        text_ = (text *)malloc(sizeof(long) + n);
        text_->references = 1;
        memcpy(text_->characters, from, n);
    }
    __shared_text(const __shared_text &t) noexcept : text_(t.text_) { text_->references++; }
    __shared_text &operator=(const __shared_text &t) noexcept
    {
        t.text_->references++;
        if (--text_->references == 0) free(text_);
        text_ = t.text_;
        return *this;
    }
    ~__shared_text()
    {
        if (--text_->references == 0) free(text_);
    }
    const char *c_str() const noexcept { return text_->characters; }
};
// Any string will do, so that <string> is not needed here.
class logic_error : public exception {
    __shared_text what_;

public:
    explicit logic_error(const char *what) : what_(what) {}
    template <class S, class = decltype(declval<const S &>().c_str())> explicit logic_error(const S &what) : what_(what.c_str()) {}
    const char *what() const noexcept override { return what_.c_str(); }
};
class runtime_error : public exception {
    __shared_text what_;

public:
    explicit runtime_error(const __shared_text &what) : what_(what) {}
    explicit runtime_error(const char *what) : what_(what) {}
    template <class S, class = decltype(declval<const S &>().c_str())> explicit runtime_error(const S &what) : what_(what.c_str()) {}
    const char *what() const noexcept override { return what_.c_str(); }
};
class invalid_argument : public logic_error {
public:
    using logic_error::logic_error;
};
class out_of_range : public logic_error {
public:
    using logic_error::logic_error;
};
class length_error : public logic_error {
public:
    using logic_error::logic_error;
};
class domain_error : public logic_error {
public:
    using logic_error::logic_error;
};
class range_error : public runtime_error {
public:
    using runtime_error::runtime_error;
};
class overflow_error : public runtime_error {
public:
    using runtime_error::runtime_error;
};
class underflow_error : public runtime_error {
public:
    using runtime_error::runtime_error;
};
typedef void (*terminate_handler)();
inline terminate_handler __terminate_handler;
}
namespace __cxxabiv1 {
struct alignas(16) __cxa_exception {
    const std::type_info *type;
    void (*destroy)(void *);
    // Who holds it: what is on its way up, the handlers that caught it, `exception_ptr`s.
    long references;
    // Those that are being handled below it.
    __cxa_exception *below;
    // What a handler of a base class's pointer refers to.
    void *adjusted;
};
// An active `try`: the types that its handlers take, null for `...`.
struct __cxa_try {
    __cxa_try *outer;
    const std::type_info *const *types;
    long count;
    __cxa_try(const std::type_info *const *handled, long n);
    ~__cxa_try();
};
// The object on its way up.
inline void *__cxa_thrown;
inline thread_local __cxa_try *__cxa_tries;
inline thread_local __cxa_exception *__cxa_caught;
inline thread_local int __cxa_uncaught;

inline __cxa_try::__cxa_try(const std::type_info *const *handled, long n) : outer(__cxa_tries), types(handled), count(n) { __cxa_tries = this; }
inline __cxa_try::~__cxa_try() { __cxa_tries = outer; }
inline __cxa_exception *__cxa_header(void *object) { return (__cxa_exception *)object - 1; }

// A base of a type in the object at `object`; null stays null.
inline char *__base_at(char *object, const __base_class_type_info &base)
{
    if (!object) return object;
    return object + (base.__offset < 0 ? *(long *)(*(char **)object + base.__offset) : base.__offset);
}
// The bases of one type that an object has, those that `part` is not a base of aside if there is such a part.
struct __found_bases {
    const std::type_info *wanted;
    const std::type_info *part_type;
    char *part;
    char *first;
    long count;
    bool is_public;
};
inline bool __has_part(const std::type_info *of, char *object, const std::type_info *type, char *part)
{
    if (of == type) return object == part;
    for (unsigned long i = 0; i < of->__base_count; i++) {
        const __base_class_type_info &base = of->__bases[i];
        if (base.__is_public && __has_part(base.__base_type, __base_at(object, base), type, part)) return true;
    }
    return false;
}
inline void __find_bases(const std::type_info *of, char *object, bool is_public, __found_bases &found)
{
    if (of == found.wanted) {
        if (found.part && !__has_part(of, object, found.part_type, found.part)) return;
        if (found.count && found.first == object) {
            found.is_public |= is_public;
            return;
        }
        if (!found.count++) {
            found.first = object;
            found.is_public = is_public;
        }
        return;
    }
    for (unsigned long i = 0; i < of->__base_count; i++) {
        const __base_class_type_info &base = of->__bases[i];
        __find_bases(base.__base_type, __base_at(object, base), is_public && base.__is_public, found);
    }
}
// Whether an object of type `of` has one public `base`, which is then what `object` points at.
inline bool __to_base(const std::type_info *of, const std::type_info *base, char *&object)
{
    __found_bases found = {base, nullptr, nullptr, nullptr, 0, false};
    __find_bases(of, object, true, found);
    if (found.count != 1 || !found.is_public) return false;
    object = found.first;
    return true;
}
// What a handler of type `handled` gets of the object; null if the handler does not take it ([except.handle] 3).
inline void *__cxa_match(void *object, const std::type_info *handled)
{
    const std::type_info *thrown = __cxa_header(object)->type;
    if (thrown == handled) return object;
    if (thrown == &typeid(decltype(nullptr)) && handled->__flags & __pointer_type) {
        char *&adjusted = (char *&)__cxa_header(object)->adjusted;
        adjusted = nullptr;
        return &adjusted;
    }
    if (thrown->__flags & handled->__flags & __pointer_type) {
        if ((thrown->__flags & ~handled->__flags) & __pointer_to_const) return nullptr;
        char *&adjusted = (char *&)__cxa_header(object)->adjusted;
        adjusted = *(char **)object;
        if (handled->__pointee == &typeid(void)) return &adjusted;
        return __to_base(thrown->__pointee, handled->__pointee, adjusted) ? &adjusted : nullptr;
    }
    if ((thrown->__flags | handled->__flags) & __pointer_type) return nullptr;
    char *base = (char *)object;
    return __to_base(thrown, handled, base) ? base : nullptr;
}
inline void __say(const char *text) { ::write(2, text, strlen(text)); }
// Says what nobody caught, and ends the program.
[[noreturn]] inline void __say_uncaught(void *object)
{
    if (!object) {
        __say("terminate called without an active exception\n");
        abort();
    }
    __say("terminate called after throwing an instance of '");
    __say(__cxa_header(object)->type->__readable);
    __say("'\n");
    void *known = __cxa_match(object, &typeid(std::exception));
    if (known) {
        __say("  what():  ");
        __say(((std::exception *)known)->what());
        __say("\n");
    }
    abort();
}
// What [except.terminate] does: the program's handler, or what stands in its place.
[[noreturn]] inline void __cxa_terminate(void *object)
{
    if (!std::__terminate_handler) __say_uncaught(object);
    if (object) {
        __cxa_header(object)->below = __cxa_caught;
        __cxa_caught = __cxa_header(object);
    }
    std::__terminate_handler();
    abort();
}
inline void *__cxa_allocate_exception(unsigned long size, const std::type_info *type, void (*destroy)(void *))
{
    __cxa_exception *made = (__cxa_exception *)malloc(sizeof(__cxa_exception) + size);
    made->type = type;
    made->destroy = destroy;
    made->references = 1;
    made->below = nullptr;
    return made + 1;
}
inline void __cxa_release(__cxa_exception *e)
{
    if (--e->references > 0) return;
    if (e->destroy) e->destroy(e + 1);
    free(e);
}
inline void __cxa_throw(void *object)
{
    for (__cxa_try *at = __cxa_tries; at; at = at->outer) {
        for (long i = 0; i < at->count; i++) {
            if (!at->types[i] || __cxa_match(object, at->types[i])) {
                __cxa_uncaught++;
                __cxa_thrown = object;
                return;
            }
        }
    }
    __cxa_terminate(object);
}
inline void __cxa_rethrow()
{
    if (!__cxa_caught) __cxa_terminate(nullptr);
    __cxa_caught->references++;
    __cxa_throw(__cxa_caught + 1);
}
// No handler here takes it: it goes on.
inline void __cxa_resume(void *object) { __cxa_thrown = object; }
// A handler, from its first statement to its end.
struct __cxa_handler {
    __cxa_exception *below;
    explicit __cxa_handler(void *object) : below(__cxa_caught)
    {
        __cxa_uncaught--;
        __cxa_caught = __cxa_header(object);
    }
    ~__cxa_handler()
    {
        __cxa_exception *done = __cxa_caught;
        __cxa_caught = below;
        __cxa_release(done);
    }
};
[[noreturn]] inline void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] inline void __cxa_bad_typeid() { throw std::bad_typeid(); }
// The whole object of which `part` is one with virtual functions, and its type.
inline void *__whole(void *part) { return (char *)part + (*(long **)part)[-2]; }
inline const std::type_info &__type_of(const void *part) { return *(*(const std::type_info *const **)part)[-1]; }
inline const std::type_info &__cxa_typeid(const void *part)
{
    if (!part) __cxa_bad_typeid();
    return __type_of(part);
}
// `dynamic_cast` of a pointer to a `from`: to the one object of which it is a base, or else the one such base of the whole
// ([expr.dynamic.cast]/8).
inline void *__dynamic_cast(void *part, const std::type_info *from, const std::type_info *to)
{
    if (!part) return nullptr;
    const std::type_info *of = &__type_of(part);
    char *whole = (char *)__whole(part);
    __found_bases found = {to, from, (char *)part, nullptr, 0, false};
    __find_bases(of, whole, true, found);
    if (found.count == 1) return found.first;
    return __has_part(of, whole, from, (char *)part) && __to_base(of, to, whole) ? whole : nullptr;
}
inline void *__dynamic_cast_of_reference(void *part, const std::type_info *from, const std::type_info *to)
{
    void *found = __dynamic_cast(part, from, to);
    if (!found) __cxa_bad_cast();
    return found;
}
inline void *__dynamic_cast_to_void(void *part) { return part ? __whole(part) : nullptr; }
}
namespace abi = __cxxabiv1;
namespace std {
[[noreturn]] inline void terminate() noexcept { __cxxabiv1::__cxa_terminate(__cxxabiv1::__cxa_caught ? __cxxabiv1::__cxa_caught + 1 : nullptr); }
[[noreturn]] inline void __default_terminate() { __cxxabiv1::__say_uncaught(__cxxabiv1::__cxa_caught ? __cxxabiv1::__cxa_caught + 1 : nullptr); }
inline terminate_handler get_terminate() noexcept { return __terminate_handler ? __terminate_handler : &__default_terminate; }
inline terminate_handler set_terminate(terminate_handler f) noexcept
{
    terminate_handler before = get_terminate();
    __terminate_handler = f;
    return before;
}
inline int uncaught_exceptions() noexcept { return __cxxabiv1::__cxa_uncaught; }
inline bool uncaught_exception() noexcept { return __cxxabiv1::__cxa_uncaught > 0; }
class exception_ptr {
    void *object_;

public:
    exception_ptr() noexcept : object_(nullptr) {}
    exception_ptr(nullptr_t) noexcept : object_(nullptr) {}
    explicit exception_ptr(void *object) noexcept : object_(object)
    {
        if (object) __cxxabiv1::__cxa_header(object)->references++;
    }
    exception_ptr(const exception_ptr &p) noexcept : exception_ptr(p.object_) {}
    exception_ptr(exception_ptr &&p) noexcept : object_(p.object_) { p.object_ = nullptr; }
    exception_ptr &operator=(exception_ptr p) noexcept
    {
        void *mine = object_;
        object_ = p.object_;
        p.object_ = mine;
        return *this;
    }
    ~exception_ptr()
    {
        if (object_) __cxxabiv1::__cxa_release(__cxxabiv1::__cxa_header(object_));
    }
    explicit operator bool() const noexcept { return object_; }
    void *__object() const noexcept { return object_; }
    bool operator==(const exception_ptr &p) const noexcept { return object_ == p.object_; }
    bool operator!=(const exception_ptr &p) const noexcept { return object_ != p.object_; }
};
inline exception_ptr current_exception() noexcept { return exception_ptr(__cxxabiv1::__cxa_caught ? __cxxabiv1::__cxa_caught + 1 : nullptr); }
// An exception on its way up belongs to its pointers as well.
inline void __start_again(void *object)
{
    __cxxabiv1::__cxa_header(object)->references++;
    __cxxabiv1::__cxa_throw(object);
}
[[noreturn]] inline void rethrow_exception(exception_ptr p) { __start_again(p.__object()); }
template <class E> exception_ptr make_exception_ptr(E e) noexcept
{
    try {
        throw e;
    } catch (...) {
        return current_exception();
    }
}
[[noreturn]] inline void __throw_bad_alloc() { throw bad_alloc(); }
typedef void (*new_handler)();
inline new_handler __new_handler;
// Where there is no memory: the program's handler may make some ([new.delete.single] 3).
inline void *__new_again(unsigned long size)
{
    for (;;) {
        if (!__new_handler) __throw_bad_alloc();
        __new_handler();
        if (void *memory = __kern_new(size)) return memory;
    }
}
[[noreturn]] inline void __throw_out_of_range(const char *what) { throw out_of_range(what); }
[[noreturn]] inline void __throw_logic_error(const char *what) { throw logic_error(what); }
[[noreturn]] inline void __throw_invalid_argument(const char *what) { throw invalid_argument(what); }
[[noreturn]] inline void __throw_length_error(const char *what) { throw length_error(what); }
[[noreturn]] inline void __throw_domain_error(const char *what) { throw domain_error(what); }
[[noreturn]] inline void __throw_overflow_error(const char *what) { throw overflow_error(what); }
[[noreturn]] inline void __throw_runtime_error(const char *what) { throw runtime_error(what); }
}
// What the library's containers call for memory; in their place stand the program's own `operator new` and
// `operator delete`, if it has them.
constexpr void *__cxa_new(unsigned long size)
{
    void *memory = __kern_new(size);
    return memory ? memory : std::__new_again(size);
}
// What `new` calls in a program that has `catch`: only `delete`, or `delete[]`, is to free it.
inline void *__cxa_operator_new(unsigned long size)
{
    void *memory = __kern_new_single(size);
    return memory ? memory : std::__new_again(size);
}
inline void *__cxa_operator_new_array(unsigned long size)
{
    void *memory = __kern_new_array(size);
    return memory ? memory : std::__new_again(size);
}
constexpr void __cxa_delete(void *memory) { __kern_delete(memory); }
constexpr void __cxa_delete(void *memory, unsigned long) { __kern_delete(memory); }
