#pragma once
#include <iomanip>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>
// Paths ([fs.class.path]) as POSIX writes them.
namespace std {
namespace filesystem {
class __path_iterator;
class path {
    std::string text_;

    // Where the part behind the directories starts.
    size_t name_at() const
    {
        size_t slash = text_.rfind('/');
        return slash == std::string::npos ? 0 : slash + 1;
    }
    // Where the extension starts, which `.`, `..` and a dot at the start are none of.
    size_t dot_at() const
    {
        size_t name = name_at(), dot = text_.rfind('.');
        if (dot == std::string::npos || dot <= name || text_.size() - name == 2 && text_[name] == '.' && text_[name + 1] == '.') return text_.size();
        return dot;
    }
    size_t behind_root() const
    {
        size_t at = 0;
        while (at < text_.size() && text_[at] == '/') at++;
        return at;
    }

public:
    typedef char value_type;
    typedef std::string string_type;
    static constexpr char preferred_separator = '/';
    enum format : unsigned char { native_format, generic_format, auto_format };
    typedef __path_iterator iterator;
    typedef __path_iterator const_iterator;

    path() noexcept {}
    path(const path &p) : text_(p.text_) {}
    path(path &&p) noexcept : text_(std::move(p.text_)) {}
    path(const std::string &s, format = auto_format) : text_(s) {}
    path(std::string &&s, format = auto_format) : text_(std::move(s)) {}
    path(const char *s, format = auto_format) : text_(s) {}
    path(string_view s, format = auto_format) : text_(s) {}
    template <class I, class = typename iterator_traits<I>::iterator_category> path(I first, I last, format = auto_format) : text_(first, last) {}
    path &operator=(const path &p)
    {
        text_ = p.text_;
        return *this;
    }
    path &operator=(path &&p) noexcept
    {
        text_ = std::move(p.text_);
        return *this;
    }
    path &assign(const path &p) { return *this = p; }
    path &operator/=(const path &p)
    {
        if (p.is_absolute()) return *this = p;
        if (has_filename()) text_ += '/';
        text_ += p.text_;
        return *this;
    }
    path &append(const path &p) { return *this /= p; }
    path &operator+=(const path &p)
    {
        text_ += p.text_;
        return *this;
    }
    path &operator+=(char c)
    {
        text_ += c;
        return *this;
    }
    path &concat(const path &p) { return *this += p; }
    void clear() noexcept { text_.clear(); }
    path &make_preferred() { return *this; }
    path &remove_filename()
    {
        text_.erase(name_at());
        return *this;
    }
    path &replace_filename(const path &name)
    {
        remove_filename();
        return *this /= name;
    }
    path &replace_extension(const path &extension = path())
    {
        text_.erase(dot_at());
        if (!extension.empty() && extension.text_[0] != '.') text_ += '.';
        text_ += extension.text_;
        return *this;
    }
    void swap(path &p) noexcept { text_.swap(p.text_); }

    const std::string &native() const noexcept { return text_; }
    const char *c_str() const noexcept { return text_.c_str(); }
    operator std::string() const { return text_; }
    std::string string() const { return text_; }
    std::string u8string() const { return text_; }
    std::string generic_string() const { return text_; }

    bool empty() const noexcept { return text_.empty(); }
    bool is_absolute() const { return !text_.empty() && text_[0] == '/'; }
    bool is_relative() const { return !is_absolute(); }
    path root_name() const { return path(); }
    path root_directory() const { return is_absolute() ? path("/") : path(); }
    path root_path() const { return root_directory(); }
    path relative_path() const { return path(text_.substr(behind_root())); }
    path parent_path() const
    {
        size_t root = behind_root(), end = name_at();
        if (end <= root) return root < text_.size() ? root_path() : *this;
        while (end > root && text_[end - 1] == '/') end--;
        return path(text_.substr(0, end));
    }
    path filename() const { return path(text_.substr(name_at())); }
    path stem() const
    {
        size_t name = name_at();
        return path(text_.substr(name, dot_at() - name));
    }
    path extension() const { return path(text_.substr(dot_at())); }
    bool has_root_name() const { return false; }
    bool has_root_directory() const { return is_absolute(); }
    bool has_root_path() const { return is_absolute(); }
    bool has_relative_path() const { return behind_root() < text_.size(); }
    bool has_parent_path() const { return !parent_path().empty(); }
    bool has_filename() const { return name_at() < text_.size(); }
    bool has_stem() const { return !stem().empty(); }
    bool has_extension() const { return dot_at() < text_.size(); }

    iterator begin() const;
    iterator end() const;
    int compare(const path &p) const noexcept;
    path lexically_normal() const;
    path lexically_relative(const path &base) const;
    path lexically_proximate(const path &base) const
    {
        path relative = lexically_relative(base);
        return relative.empty() ? *this : relative;
    }

    friend path operator/(const path &a, const path &b)
    {
        path joined(a);
        joined /= b;
        return joined;
    }
    friend bool operator==(const path &a, const path &b) noexcept { return a.compare(b) == 0; }
    friend bool operator!=(const path &a, const path &b) noexcept { return a.compare(b) != 0; }
    // Of a path and a text: in libstdc++ the operators of strings are templates, which take no paths.
    friend bool operator==(const path &a, const std::string &b) { return a == path(b); }
    friend bool operator==(const std::string &a, const path &b) { return path(a) == b; }
    friend bool operator==(const path &a, const char *b) { return a == path(b); }
    friend bool operator==(const char *a, const path &b) { return path(a) == b; }
    friend bool operator!=(const path &a, const std::string &b) { return a != path(b); }
    friend bool operator!=(const std::string &a, const path &b) { return path(a) != b; }
    friend bool operator!=(const path &a, const char *b) { return a != path(b); }
    friend bool operator!=(const char *a, const path &b) { return path(a) != b; }
    friend bool operator<(const path &a, const path &b) noexcept { return a.compare(b) < 0; }
    friend bool operator>(const path &a, const path &b) noexcept { return a.compare(b) > 0; }
    friend bool operator<=(const path &a, const path &b) noexcept { return a.compare(b) <= 0; }
    friend bool operator>=(const path &a, const path &b) noexcept { return a.compare(b) >= 0; }
    friend ostream &operator<<(ostream &s, const path &p) { return s << quoted(p.text_); }
    friend istream &operator>>(istream &s, path &p)
    {
        std::string text;
        s >> quoted(text);
        p = path(text);
        return s;
    }
};

// Goes over the root directory, the names, and an empty one behind a `/` at the end.
class __path_iterator {
    vector<path> parts_;
    size_t at_ = 0;

public:
    typedef bidirectional_iterator_tag iterator_category;
    typedef path value_type;
    typedef ptrdiff_t difference_type;
    typedef const path *pointer;
    typedef const path &reference;
    __path_iterator() {}
    __path_iterator(const path &p, bool is_end)
    {
        const auto &text = p.native();
        size_t n = text.size(), at = 0;
        while (at < n && text[at] == '/') at++;
        if (at) parts_.push_back(path("/"));
        while (at < n) {
            size_t end = text.find('/', at);
            if (end > n) end = n;
            parts_.push_back(path(text.substr(at, end - at)));
            for (at = end; at < n && text[at] == '/'; at++) {}
            if (at == n && end < n) parts_.push_back(path());
        }
        if (is_end) at_ = parts_.size();
    }
    reference operator*() const { return parts_[at_]; }
    pointer operator->() const { return &parts_[at_]; }
    __path_iterator &operator++()
    {
        ++at_;
        return *this;
    }
    __path_iterator operator++(int)
    {
        __path_iterator old(*this);
        ++at_;
        return old;
    }
    __path_iterator &operator--()
    {
        --at_;
        return *this;
    }
    __path_iterator operator--(int)
    {
        __path_iterator old(*this);
        --at_;
        return old;
    }
    friend bool operator==(const __path_iterator &a, const __path_iterator &b) { return a.at_ == b.at_; }
    friend bool operator!=(const __path_iterator &a, const __path_iterator &b) { return a.at_ != b.at_; }
};
inline __path_iterator path::begin() const { return __path_iterator(*this, false); }
inline __path_iterator path::end() const { return __path_iterator(*this, true); }
inline int path::compare(const path &p) const noexcept
{
    if (is_absolute() != p.is_absolute()) return is_absolute() ? 1 : -1;
    iterator a = begin(), a_end = end(), b = p.begin(), b_end = p.end();
    for (; a != a_end && b != b_end; ++a, ++b) {
        int order = a->text_.compare(b->text_);
        if (order) return order;
    }
    return a != a_end ? 1 : b != b_end ? -1 : 0;
}
inline path path::lexically_normal() const
{
    vector<path> kept;
    bool ends_in_slash = false;
    for (const path &part : *this) {
        const std::string &name = part.text_;
        ends_in_slash = name.empty() || name == "." || name == "..";
        if (name.empty() || name == ".") continue;
        if (name == ".." && !kept.empty() && kept.back().text_ != "..") {
            if (kept.back().text_ != "/") kept.pop_back();
            continue;
        }
        kept.push_back(part);
    }
    path normal;
    for (const path &part : kept) normal /= part;
    if (normal.empty()) return empty() ? path() : path(".");
    if (ends_in_slash && kept.back().text_ != ".." && normal.has_filename()) normal.text_ += '/';
    return normal;
}
inline path path::lexically_relative(const path &base) const
{
    if (is_absolute() != base.is_absolute()) return path();
    iterator a = begin(), a_end = end(), b = base.begin(), b_end = base.end();
    while (a != a_end && b != b_end && a->text_ == b->text_) {
        ++a;
        ++b;
    }
    if (a == a_end && b == b_end) return path(".");
    int up = 0;
    for (; b != b_end; ++b) {
        if (b->text_ == "..") up--;
        else if (!b->text_.empty() && b->text_ != ".") up++;
    }
    if (up < 0) return path();
    if (up == 0 && (a == a_end || a->text_.empty())) return path(".");
    path relative;
    for (; up > 0; up--) relative /= path("..");
    for (; a != a_end; ++a) relative /= *a;
    return relative;
}
inline void swap(path &a, path &b) noexcept { a.swap(b); }
inline size_t hash_value(const path &p) noexcept
{
    size_t mixed = 0;
    for (const path &part : p) mixed = mixed * 31 + hash<string>()(part.native());
    return mixed;
}
inline path u8path(const string &s) { return path(s); }
}
template <> struct hash<filesystem::path> {
    size_t operator()(const filesystem::path &p) const noexcept { return filesystem::hash_value(p); }
};
}
