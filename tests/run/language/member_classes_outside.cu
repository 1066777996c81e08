// Classes of a class (and of a class template) that are defined outside of it.
#include <cstdio>
template <class T> class List {
    struct Node;
    Node *head = nullptr;
    int count = 0;

public:
    class Iter;
    ~List();
    void push(T v);
    T front() const;
    Iter begin();
    Iter end();
    int size() const { return count; }
};
template <class T> struct List<T>::Node {
    T value;
    Node *next;
    Node(T v, Node *n) : value(v), next(n) {}
};
template <class T> class List<T>::Iter {
    Node *at;

public:
    explicit Iter(Node *n) : at(n) {}
    T &operator*() { return at->value; }
    Iter &operator++();
    bool operator!=(const Iter &other) const { return at != other.at; }
};
template <class T> typename List<T>::Iter &List<T>::Iter::operator++()
{
    at = at->next;
    return *this;
}
template <class T> void List<T>::push(T v)
{
    head = new Node(v, head);
    count++;
}
template <class T> T List<T>::front() const { return head->value; }
template <class T> List<T>::~List()
{
    while (head) {
        Node *next = head->next;
        delete head;
        head = next;
    }
}
template <class T> typename List<T>::Iter List<T>::begin() { return Iter(head); }
template <class T> typename List<T>::Iter List<T>::end() { return Iter(nullptr); }

class Outer {
    enum Kind { none, some = 3 };
    class Inner;
    Inner *inner;

public:
    Outer();
    ~Outer();
    int kind() const;
};
class Outer::Inner {
public:
    Kind kind = some;
    struct Deep;
};
struct Outer::Inner::Deep { Kind kind; };
Outer::Outer() : inner(new Inner) {}
Outer::~Outer() { delete inner; }
int Outer::kind() const { return inner->kind + Inner::Deep{some}.kind; }
int main()
{
    List<int> l;
    for (int i = 0; i < 4; i++) l.push(i * i);
    for (int &v : l) v += 1;
    for (int v : l) printf("%d ", v);
    List<const char *> words;
    words.push("word");
    printf("%d %s %d\n", l.size(), words.front(), Outer().kind());
}
