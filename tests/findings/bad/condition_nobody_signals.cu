#include <condition_variable>
#include <mutex>
std::mutex lock;
std::condition_variable ready;
bool is_ready;
int main()
{
    std::unique_lock<std::mutex> guard(lock);
    ready.wait(guard, [] { return is_ready; }); //~ ERROR[R0408] the program waits for a condition
}
