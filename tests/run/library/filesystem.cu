// Files, directories and paths of the standard library.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
namespace fs = std::filesystem;

// Each run has a directory of its own, whose name is left out of what it prints.
static std::string place;
static std::string shown(const fs::path &p)
{
    std::string text = p.string();
    size_t at = text.find(place);
    return at == std::string::npos ? text : text.replace(at, place.size(), "PLACE");
}

int main()
{
    char made[] = "/tmp/kern_filesystem_XXXXXX";
    place = mkdtemp(made);
    fs::path base = fs::path(place) / "base";
    std::cout << fs::exists(base) << fs::create_directories(base / "a" / "b") << fs::create_directory(base / "c") << fs::create_directory(base / "c")
              << fs::is_directory(base) << "\n";
    fs::path p = base / "a" / "data.tar.gz";
    std::ofstream(p) << "hello";
    std::cout << shown(p) << " " << p.filename() << " " << p.stem() << " " << p.extension() << " " << shown(p.parent_path()) << "\n";
    std::cout << fs::file_size(p) << fs::is_regular_file(p) << fs::is_empty(base / "c") << "\n";
    fs::path q = p;
    q.replace_extension(".txt");
    std::cout << shown(q) << " " << q.filename().string() << " " << q.has_extension() << q.is_absolute() << "\n";
    fs::rename(p, q);
    std::cout << fs::exists(p) << fs::exists(q) << "\n";
    fs::copy_file(q, base / "copy.txt");
    std::cout << fs::file_size(base / "copy.txt") << "\n";
    std::vector<std::string> names;
    for (const auto &e : fs::directory_iterator(base)) names.push_back(e.path().filename().string() + (e.is_directory() ? "/" : ""));
    std::sort(names.begin(), names.end());
    for (auto &n : names) std::cout << n << " ";
    std::cout << "\n";
    names.clear();
    for (auto &e : fs::recursive_directory_iterator(base)) names.push_back(shown(e.path()));
    std::sort(names.begin(), names.end());
    for (auto &n : names) std::cout << n << " ";
    std::cout << "\n";
    try {
        fs::file_size(base / "nope");
    } catch (const fs::filesystem_error &e) {
        std::cout << shown(e.what()) << " " << e.code().value() << " " << shown(e.path1()) << "\n";
    }
    try {
        fs::remove(base);
    } catch (const fs::filesystem_error &e) {
        std::cout << shown(e.what()) << "\n";
    }
    std::error_code ec;
    auto n = fs::file_size("nope", ec);
    std::cout << (n == static_cast<std::uintmax_t>(-1)) << ec.value() << " " << ec.message() << "\n";
    std::cout << fs::remove(q) << fs::remove(q) << fs::remove_all(place) << fs::exists(base) << (fs::current_path() / "x" == fs::absolute("x")) << "\n";
    for (auto s : {"/a/b/../c.txt", "a", "", "/", "a/", "./x", ".hidden", "a.b.c", "..", "//net/x", "a//b", "a/./b/..", "../../x", "/.."}) {
        fs::path z = s;
        std::cout << s << ": " << z.filename() << z.stem() << z.extension() << z.parent_path() << z.root_path() << z.relative_path() << z.lexically_normal() << " "
                  << std::distance(z.begin(), z.end()) << "\n";
    }
    std::cout << (fs::path("a") / "/b") << (fs::path("a/") / "b") << (fs::path("a") += "b") << (fs::path("a") < fs::path("b")) << (fs::path("a/b") == "a/b") << "\n";
    fs::path r = "x/y.z";
    std::cout << r.replace_filename("w.q");
    std::cout << r.remove_filename() << fs::path("/a/d").lexically_relative("/a/b/c") << fs::path("/a/b/c").lexically_relative("/a/d") << "\n";
    for (auto &part : fs::path("/u/v/w")) std::cout << part << ",";
    std::string as = fs::path("m/n");
    std::cout << as << " " << fs::path("q").c_str() << "\n";
}
