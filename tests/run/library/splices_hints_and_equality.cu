// Lists spliced within themselves, hints where keys are equal, containers with equal elements compared.
#include <iostream>
#include <list>
#include <forward_list>
#include <unordered_set>
#include <unordered_map>
#include <map>
#include <set>
using namespace std;
template <class L> void show(const L &l){ for (auto &x : l) cout << x << ' '; cout << '\n'; }
int main(){
  list<int> l{1,2,3,4,5,6};
  l.splice(l.begin(), l, next(l.begin(),3), l.end()); show(l);
  l.splice(l.end(), l, l.begin()); show(l);
  l.splice(l.end(), l, l.begin(), next(l.begin(),2)); show(l);
  l.splice(next(l.begin(),2), l, l.begin(), next(l.begin(),2)); show(l);
  l.splice(l.begin(), l, l.begin(), l.begin()); show(l);
  list<int> m{7,8}; l.splice(next(l.begin()), m, m.begin(), m.end()); show(l); cout << l.size() << m.size() << '\n';
  l.splice(l.begin(), m); l.splice(l.begin(), m, m.begin(), m.end()); show(l);
  forward_list<int> f{1,2,3,4,5,6};
  f.splice_after(f.before_begin(), f, next(f.begin(),2)); show(f);
  f.splice_after(f.before_begin(), f, next(f.begin(),2), f.end()); show(f);
  f.splice_after(f.begin(), f, f.begin(), next(f.begin(),3)); show(f);
  f.splice_after(f.begin(), f, f.before_begin()); show(f);
  f.splice_after(next(f.begin(),3), f, f.begin(), next(f.begin(),3)); show(f);
  unordered_multiset<int> u{1,1,2}, v{1,2,2}, w{2,1,1}; cout << (u==v) << (u==w) << (u!=v) << '\n';
  unordered_multimap<int,int> um{{1,1},{1,2},{1,1}}, vm{{1,2},{1,2},{1,1}}, wm{{1,2},{1,1},{1,1}}; cout << (um==vm) << (um==wm) << '\n';
  multimap<int,int> mm{{1,0},{1,1},{2,5}};
  mm.emplace_hint(mm.begin(), 1, 100); mm.emplace_hint(next(mm.begin(),2), 1, 200); mm.emplace_hint(mm.end(), 1, 300); mm.emplace_hint(mm.end(), 9, 300); mm.insert(mm.begin(), {2,77}); mm.insert(next(mm.begin()), make_pair(0,77));
  for (auto &p : mm) cout << p.first << ':' << p.second << ' '; cout << '\n';
  multiset<int> ms{1,1,3}; auto it = ms.emplace_hint(ms.begin(), 1); cout << distance(ms.begin(), it); it = ms.insert(ms.end(), 1); cout << distance(ms.begin(), it); it = ms.insert(next(ms.begin(),2), 1); cout << distance(ms.begin(), it) << '\n';
  map<int,int> p; auto q = p.emplace_hint(p.end(), 5, 6); q = p.emplace_hint(q, 4, 7); q = p.emplace_hint(q, 5, 9); cout << q->first << q->second << p.size() << '\n';
  set<int> s{1,2,3}; cout << *s.insert(s.end(), 2) << *s.emplace_hint(s.begin(), 9) << s.size() << '\n';
}
