#pragma once
#include <kern/exceptions.h>
#include <string>
#include <vector>
// Names of types as a program reads them (Itanium C++ ABI, 5.1), worded as libiberty does.
namespace __cxxabiv1 {
// What stands before and behind the name that a declaration of the type would have.
struct __readable_type {
    std::string left, right;
    // A function or an array, whose name would stand in the middle; of one that yields another such type, right behind what is there.
    bool is_declarator = false, is_tight = false;
    std::string text() const { return left + (is_declarator && !is_tight && right[0] == '(' ? " " : "") + right; }
};
class __demangler {
    const char *at_;
    bool failed_ = false;
    // What `S_`, `S0_`, … stand for.
    std::vector<__readable_type> seen_;

    bool take(char c)
    {
        if (*at_ != c) return false;
        at_++;
        return true;
    }
    __readable_type fail()
    {
        failed_ = true;
        return {};
    }
    __readable_type note(const __readable_type &t)
    {
        seen_.push_back(t);
        return t;
    }
    size_t number()
    {
        size_t n = 0;
        if (*at_ < '0' || *at_ > '9') failed_ = true;
        while (*at_ >= '0' && *at_ <= '9' && n < 1000000) n = 10 * n + (size_t)(*at_++ - '0');
        return n;
    }
    std::string source_name()
    {
        size_t n = number();
        std::string name;
        for (; n > 0 && *at_; n--) name += *at_++;
        if (n > 0) failed_ = true;
        if (name.compare(0, 10, "_GLOBAL__N") == 0) return "(anonymous namespace)";
        return name;
    }
    static const char *builtin(char c)
    {
        switch (c) {
        case 'v': return "void";
        case 'w': return "wchar_t";
        case 'b': return "bool";
        case 'c': return "char";
        case 'a': return "signed char";
        case 'h': return "unsigned char";
        case 's': return "short";
        case 't': return "unsigned short";
        case 'i': return "int";
        case 'j': return "unsigned int";
        case 'l': return "long";
        case 'm': return "unsigned long";
        case 'x': return "long long";
        case 'y': return "unsigned long long";
        case 'n': return "__int128";
        case 'o': return "unsigned __int128";
        case 'f': return "float";
        case 'd': return "double";
        case 'e': return "long double";
        case 'z': return "...";
        default: return nullptr;
        }
    }
    __readable_type substitution()
    {
        size_t n = 0;
        if (*at_ != '_') {
            for (; (*at_ >= '0' && *at_ <= '9') || (*at_ >= 'A' && *at_ <= 'Z'); at_++) n = 36 * n + (size_t)(*at_ <= '9' ? *at_ - '0' : *at_ - 'A' + 10);
            n++;
        }
        if (!take('_') || n >= seen_.size()) return fail();
        return seen_[n];
    }
    std::string literal()
    {
        char kind = *at_;
        std::string type = this->type().text();
        std::string value = take('n') ? "-" : "";
        while (*at_ && *at_ != 'E') value += *at_++;
        if (!take('E')) failed_ = true;
        switch (kind) {
        case 'b': return value == "0" ? "false" : "true";
        case 'i': return value;
        case 'j': return value + "u";
        case 'l': return value + "l";
        case 'm': return value + "ul";
        case 'x': return value + "ll";
        case 'y': return value + "ull";
        default: return "(" + type + ")" + value;
        }
    }
    // The arguments up to an `E`, each behind a comma but the first.
    void arguments(std::string &list)
    {
        while (!failed_ && !take('E')) {
            if (take('J')) {
                arguments(list);
                continue;
            }
            std::string one = take('L') ? literal() : type().text();
            list += (list.empty() ? "" : ", ") + one;
        }
    }
    std::string template_arguments()
    {
        std::string list;
        arguments(list);
        return "<" + list + (!list.empty() && list.back() == '>' ? " >" : ">");
    }
    std::string unqualified()
    {
        if (*at_ == 'U' && (at_[1] == 't' || at_[1] == 'l')) {
            at_ += 2;
            size_t n = *at_ == '_' ? 1 : number() + 2;
            if (!take('_')) failed_ = true;
            return "{unnamed type#" + std::to_string(n) + "}";
        }
        return source_name();
    }
    // What stands between `N` and `E`.
    std::string nested()
    {
        std::string name;
        while (!failed_ && !take('E')) {
            if (take('I')) {
                name += template_arguments();
            } else if (*at_ == 'S') {
                at_++;
                name = take('t') ? "std" : abbreviation_or_seen().text();
                continue;
            } else {
                std::string one = unqualified();
                name += (name.empty() ? "" : "::") + one;
            }
            if (*at_ != 'E') note({name, ""});
        }
        return name;
    }
    __readable_type abbreviation_or_seen()
    {
        if (take('a')) return {"std::allocator", ""};
        if (take('s')) return {"std::string", ""};
        if (take('i')) return {"std::istream", ""};
        if (take('o')) return {"std::ostream", ""};
        if (take('d')) return {"std::iostream", ""};
        return substitution();
    }
    __readable_type named(const std::string &name)
    {
        __readable_type made = note({name, ""});
        return take('I') ? note({name + template_arguments(), ""}) : made;
    }
    // Around what stands inside: a pointer, a reference, a pointer to member.
    static __readable_type wrapped(__readable_type inner, const std::string &sign)
    {
        bool is_member = sign.find(':') != std::string::npos;
        if (inner.is_declarator) return {inner.left + (inner.is_tight ? "(" : " (") + sign, ")" + inner.right};
        return {inner.left + (is_member ? " " : "") + sign, inner.right};
    }
    __readable_type function()
    {
        __readable_type result = type();
        std::string list;
        while (!failed_ && !take('E')) {
            std::string one = type().text();
            list += (list.empty() ? "" : ", ") + one;
        }
        return {result.left, "(" + (list == "void" ? "" : list) + ")" + result.right, true, !result.right.empty()};
    }

public:
    explicit __demangler(const char *name) : at_(name) {}
    bool is_done() const { return !failed_ && !*at_; }
    __readable_type type()
    {
        char c = *at_;
        if (failed_ || !c) return fail();
        if (c >= '0' && c <= '9') return named(source_name());
        if (c == 'K' || c == 'V') {
            std::string quals;
            if (take('V')) quals = " volatile";
            if (take('K')) quals = " const" + quals;
            __readable_type inner = type();
            if (inner.is_declarator && inner.right[0] == '(') return note({inner.left, inner.right + quals, true});
            return note(inner.is_declarator ? __readable_type{inner.left + quals, inner.right, true} : __readable_type{inner.left + quals, inner.right});
        }
        at_++;
        switch (c) {
        case 'P': return note(wrapped(type(), "*"));
        case 'R': return note(wrapped(type(), "&"));
        case 'O': return note(wrapped(type(), "&&"));
        case 'F': return note(function());
        case 'A': {
            std::string bound = *at_ == '_' ? "" : std::to_string(number());
            if (!take('_')) return fail();
            __readable_type inner = type();
            std::string rest = inner.is_declarator ? inner.right.substr(inner.right[0] == ' ') : inner.right;
            return note({inner.left, " [" + bound + "]" + rest, true});
        }
        case 'M': {
            std::string of = type().text();
            return note(wrapped(type(), of + "::*"));
        }
        case 'N': {
            std::string name = nested();
            return note({name, ""});
        }
        case 'S':
            if (take('t')) return named("std::" + unqualified());
            else {
                // `Sa` names a template; the others, and what was seen, are whole types.
                bool is_whole = *at_ != 'a';
                __readable_type known = abbreviation_or_seen();
                if (take('I')) return note({known.text() + template_arguments(), ""});
                return is_whole ? known : note(known);
            }
        case 'D':
            if (take('n')) return {"decltype(nullptr)", ""};
            if (take('s')) return {"char16_t", ""};
            if (take('i')) return {"char32_t", ""};
            if (take('u')) return {"char8_t", ""};
            return fail();
        default: break;
        }
        at_--;
        if (*at_ == 'U') return note({unqualified(), ""});
        const char *known = builtin(c);
        if (!known) return fail();
        at_++;
        return {known, ""};
    }
};
// `buffer` is the caller's, of `*length` bytes, or null: what is too long for it gets memory of its own. Names of functions are not
// read: status -2, as for what is no name.
inline char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status)
{
    int ignored;
    if (!status) status = &ignored;
    if (!mangled || (buffer && !length)) {
        *status = -3;
        return nullptr;
    }
    __demangler reader(mangled);
    std::string text = reader.type().text();
    if (!reader.is_done()) {
        *status = -2;
        return nullptr;
    }
    *status = 0;
    if (!buffer || *length < text.size() + 1) {
        buffer = (char *)realloc(buffer, text.size() + 1);
        if (length) *length = text.size() + 1;
    }
    memcpy(buffer, text.c_str(), text.size() + 1);
    return buffer;
}
}
