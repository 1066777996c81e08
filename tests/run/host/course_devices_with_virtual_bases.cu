// Virtual inheritance: devices, mixins, streams
#include <iostream>
#include <string>
#include <vector>
#include <memory>
#include <typeinfo>
#include <map>
#include <sstream>
class Ios { protected: int state_ = 0; std::string id_; Ios(std::string id) : id_(std::move(id)) { std::cout << "ios(" << id_ << ") "; } Ios() : Ios("default") {}
public: virtual ~Ios() { std::cout << "~ios(" << id_ << ") "; } explicit operator bool() const { return state_ == 0; } void set(int s) { state_ |= s; } int state() const { return state_; } virtual std::string describe() const { return "ios:" + id_; } };
class Input : public virtual Ios { protected: std::string text_; size_t at_ = 0; public: explicit Input(std::string t) : Ios("in"), text_(std::move(t)) { std::cout << "input "; } ~Input() override { std::cout << "~input "; } Input &operator>>(int &n) { while (at_ < text_.size() && text_[at_] == ' ') at_++; if (at_ == text_.size() || !isdigit((unsigned char)text_[at_])) { set(4); return *this; } n = 0; while (at_ < text_.size() && isdigit((unsigned char)text_[at_])) n = n * 10 + (text_[at_++] - '0'); return *this; } std::string describe() const override { return "input/" + Ios::describe(); } };
class Output : public virtual Ios { protected: std::string out_; public: Output() : Ios("out") { std::cout << "output "; } ~Output() override { std::cout << "~output "; } template <class T> Output &operator<<(const T &t) { std::ostringstream o; o << t; out_ += o.str(); return *this; } const std::string &str() const { return out_; } std::string describe() const override { return "output/" + Ios::describe(); } };
class Both : public Input, public Output { public: explicit Both(std::string t) : Ios("both"), Input(std::move(t)) { std::cout << "both "; } ~Both() override { std::cout << "~both "; } std::string describe() const override { return Input::describe() + "+" + Output::describe(); } };
class Logged : public Both { int n_; public: Logged(std::string t, int n) : Ios("logged"), Both(std::move(t)), n_(n) {} std::string describe() const override { return "log" + std::to_string(n_) + ":" + Both::describe(); } };
struct Entity { int id; Entity(int i = -1) : id(i) {} virtual ~Entity() = default; virtual void update(std::ostream &o) { o << "e" << id << ' '; } };
struct Movable : virtual Entity { double x = 0, v; Movable(double speed) : v(speed) {} void update(std::ostream &o) override { x += v; o << "m" << x << ' '; } virtual void stop() { v = 0; } };
struct Living : virtual Entity { int hp; Living(int h) : hp(h) {} void update(std::ostream &o) override { hp -= 3; o << "h" << hp << ' '; } bool dead() const { return hp <= 0; } };
struct Named { std::string name; Named(std::string n) : name(std::move(n)) {} virtual ~Named() = default; virtual const std::string &title() const { return name; } };
struct Player : Movable, Living, Named { Player(int id, std::string n) : Entity(id), Movable(1.5), Living(10), Named(std::move(n)) {} void update(std::ostream &o) override { o << title() << "#" << id << ": "; Movable::update(o); Living::update(o); o << '\n'; } };
struct Ghost : Movable { Ghost() : Entity(99), Movable(4) {} void stop() override { v = -v; } };
struct Animal { virtual ~Animal() = default; virtual Animal *clone() const = 0; virtual std::string noise() const = 0; };
struct Mammal : virtual Animal { int legs = 4; Mammal *clone() const override = 0; };
struct Winged : virtual Animal { int wings = 2; std::string noise() const override { return "flap"; } };
struct Bat : Mammal, Winged { Bat() { legs = 2; } Bat *clone() const override { return new Bat(*this); } std::string noise() const override { return "squeak+" + Winged::noise(); } };
struct Dog : Mammal { Dog *clone() const override { return new Dog(*this); } std::string noise() const override { return "woof"; } };
template <class T> struct Observable : virtual Entity { std::vector<T> seen; void see(T t) { seen.push_back(t); } };
struct Watcher : Observable<int>, Observable<std::string> { Watcher() : Entity(5) {} size_t total() const { return Observable<int>::seen.size() + Observable<std::string>::seen.size(); } };
int main() {
    { Both b("12 34 x"); std::cout << '\n'; int p = 0, q = 0, r = 7; b >> p >> q; std::cout << p << q << (b ? " good " : " bad "); b >> r; std::cout << r << (b ? " good " : " bad ") << b.state(); b << p << "," << 2.5; std::cout << ' ' << b.str() << ' ' << b.describe() << '\n'; Ios &i = b; i.set(1); Output &o = b; std::cout << o.state() << typeid(i).name() << (dynamic_cast<Input *>(&o) == &b) << (dynamic_cast<Logged *>(&i) == nullptr) << '\n'; }
    std::cout << '\n'; { std::unique_ptr<Ios> p = std::make_unique<Logged>("5", 3); std::cout << p->describe() << '\n'; } std::cout << '\n'; { Input alone("1"); std::cout << alone.describe() << ' '; } std::cout << '\n';
    std::vector<std::shared_ptr<Entity>> all{std::make_shared<Player>(1, "Ann"), std::make_shared<Ghost>(), std::make_shared<Entity>(3), std::make_shared<Living>(2)};
    for (int step = 0; step < 4; step++) { for (auto &e : all) { e->update(std::cout); if (auto m = std::dynamic_pointer_cast<Movable>(e); m && step == 1) m->stop(); if (auto l = dynamic_cast<Living *>(e.get())) if (l->dead()) std::cout << "dead" << l->id << ' '; } std::cout << '\n'; }
    Player a(7, "A"), c(8, "C"); a = c; std::cout << a.id << a.name << a.hp << ' '; Entity &slice = a; slice = Entity(55); std::cout << a.id << c.id << '\n'; Player d = a; d.id = 3; std::cout << d.id << a.id << d.title() << '\n';
    std::vector<std::unique_ptr<Animal>> zoo; zoo.emplace_back(new Bat); zoo.emplace_back(new Dog); for (size_t i = 0; i < 2; i++) zoo.emplace_back(zoo[i]->clone()); for (auto &z : zoo) { std::cout << z->noise(); if (auto m = dynamic_cast<Mammal *>(z.get())) std::cout << m->legs; if (auto w = dynamic_cast<Winged *>(z.get())) std::cout << 'w' << w->wings; std::cout << ' '; } std::cout << '\n'; Bat bat; Mammal *m = &bat; std::unique_ptr<Mammal> copy(m->clone()); std::cout << copy->noise() << copy->legs << sizeof(Bat) << sizeof(Player) - sizeof(std::string) << '\n';
    Watcher w; w.Observable<int>::see(4); w.Observable<std::string>::see("s"); w.Observable<std::string>::see("t"); std::cout << w.total() << w.id << '\n'; std::map<std::string, Ios *> none; std::cout << none.size() << std::endl;
}
