// `chdir`, `fchdir`, `getcwd` (POSIX): relative paths start at the directory that a program went to; a file that was open stays.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

static std::string here()
{
    char text[4096];
    return getcwd(text, sizeof text) ? text : "?";
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        printf("%s: %s\n", path, strerror(errno));
        return;
    }
    fputs(text, file);
    fclose(file);
}

static std::string get(const char *path)
{
    char text[64] = "";
    FILE *file = fopen(path, "r");
    if (!file) return strerror(errno);
    if (!fgets(text, sizeof text, file)) text[0] = 0;
    fclose(file);
    return text;
}

static void go(const char *path, const std::string &expected)
{
    int gone = chdir(path);
    printf("%d %d\n", gone, here() == expected);
}

int main()
{
    const std::string start = here();
    char name[] = "/tmp/working_directory_XXXXXX";
    if (!mkdtemp(name)) return 1;
    printf("%d\n", chdir(name));
    const std::string top = here();
    printf("%d %d\n", top != start, top.size() >= strlen(name));
    if (mkdir("a", 0777) || mkdir("a/b", 0777)) return 2;
    put("one", "1");
    put("a/two", "2");
    int file = open("a/three", O_RDWR | O_CREAT, 0666);
    go("a", top + "/a");
    printf("%s %s %s\n", get("two").c_str(), get("../one").c_str(), get("one").c_str());
    printf("%d\n", (int)write(file, "3", 1));
    close(file);
    printf("%s %s\n", get("three").c_str(), get((top + "/a/three").c_str()).c_str());

    int back = open(".", O_RDONLY);
    struct stat about;
    char byte;
    printf("%d %d\n", back >= 0, fstat(back, &about) == 0 && S_ISDIR(about.st_mode));
    int gone = (int)read(back, &byte, 1);
    printf("%d %s\n", gone, strerror(errno));
    go("b/../b/.", top + "/a/b");
    put("four", "4");
    gone = fchdir(back);
    printf("%d %d %s\n", gone, here() == top + "/a", get("b/four").c_str());
    close(back);
    gone = fchdir(back);
    printf("%d %s\n", gone, strerror(errno));
    file = open("two", O_RDONLY);
    gone = fchdir(file);
    printf("%d %s\n", gone, strerror(errno));
    close(file);
    file = open("two", O_RDONLY | O_DIRECTORY);
    printf("%d %s\n", file, strerror(errno));
    gone = chdir("two");
    printf("%d %s\n", gone, strerror(errno));
    gone = chdir("absent");
    printf("%d %s %d\n", gone, strerror(errno), here() == top + "/a");
    gone = chdir("");
    printf("%d %s\n", gone, strerror(errno));

    std::filesystem::current_path("..");
    printf("%d %d\n", std::filesystem::current_path() == top, std::filesystem::exists("a/b"));
    std::error_code error;
    std::filesystem::current_path("absent", error);
    printf("%d\n", error.value());
    char within[] = "within_XXXXXX";
    file = mkstemp(within);
    printf("%d %d %d\n", file >= 0, (int)strlen(within), access((top + "/" + within).c_str(), F_OK));
    close(file);
    gone = rename("one", "a/one");
    printf("%d %d\n", gone, access((top + "/a/one").c_str(), F_OK));
    for (const char *each : {(const char *)within, "a/one", "a/two", "a/three", "a/b/four"}) printf("%d ", unlink(each));
    for (const char *each : {"a/b", "a"}) printf("%d ", rmdir(each));
    printf("\n");
    go(start.c_str(), start);
    printf("%d\n", rmdir(name));
}
