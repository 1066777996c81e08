#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <string>
#include <vector>
#include <iostream>
#include <sstream>
#include <list>
#include <deque>
#include <queue>
#include <algorithm>
using namespace std;
struct Task {
    int pri;
    string name;
    bool operator<(const Task& o) const { return pri < o.pri; }
};
struct KeyHash {
    size_t operator()(const pair<int,int>& p) const { return p.first * 31 + p.second; }
};
int main() {
    string text = "the quick brown fox jumps over the lazy dog the end of the fox";
    map<string, int> freq;
    istringstream in(text);
    string w;
    while (in >> w) freq[w]++;
    for (const auto &kv : freq) cout << kv.first << ":" << kv.second << " ";
    cout << endl;
    unordered_map<string, int> uf;
    istringstream in2(text);
    while (in2 >> w) ++uf[w];
    for (auto &p : uf) cout << p.first << "=" << p.second << " ";
    cout << endl;
    unordered_map<int, int> ui;
    for (int i = 0; i < 40; i++) ui[i * 7 % 97] = i;
    for (auto &p : ui) cout << p.first << " ";
    cout << endl;
    ui.erase(7);
    ui.erase(ui.begin());
    cout << ui.size() << endl;
    for (auto [k, v] : ui) cout << k + v << " ";
    cout << endl;
    unordered_set<int> us = {3, 1, 4, 1, 5, 9, 2, 6};
    for (int x : us) cout << x << " ";
    cout << us.count(4) << us.size() << endl;
    multimap<int, string> mm;
    mm.insert({2, "b"});
    mm.insert({1, "a"});
    mm.insert({2, "c"});
    for (auto &p : mm) cout << p.first << p.second << " ";
    cout << mm.count(2) << endl;
    set<pair<int,int>> sp;
    sp.insert({3, 4});
    sp.insert({1, 2});
    sp.emplace(1, 1);
    for (auto &p : sp) cout << p.first << "," << p.second << " ";
    cout << endl;
    multiset<int> ms = {5, 3, 5, 1};
    ms.erase(ms.find(5));
    for (int x : ms) cout << x;
    cout << endl;
    auto it = freq.lower_bound("fox");
    cout << it->first << " " << (++it)->first << " " << (--it)->first << endl;
    for (auto r = freq.rbegin(); r != freq.rend(); ++r) cout << r->first[0];
    cout << endl;
    map<int, vector<int>> g;
    g[1].push_back(2);
    g[1].push_back(3);
    g[2] = {4, 5};
    for (auto &[node, adj] : g) {
        cout << node << "->";
        for (int a : adj) cout << a << ",";
    }
    cout << endl;
    priority_queue<Task> pq;
    pq.push({3, "c"});
    pq.push({9, "z"});
    pq.push({5, "m"});
    while (!pq.empty()) {
        cout << pq.top().name;
        pq.pop();
    }
    cout << endl;
    priority_queue<int, vector<int>, greater<int>> mh;
    for (int x : {5, 1, 8, 3}) mh.push(x);
    while (mh.size()) {
        cout << mh.top();
        mh.pop();
    }
    cout << endl;
    queue<pair<int,int>> q;
    q.push({1, 2});
    q.push(make_pair(3, 4));
    q.emplace(5, 6);
    cout << q.front().second << q.back().first << endl;
    deque<int> d = {1, 2, 3};
    d.push_front(0);
    d.pop_back();
    sort(d.begin(), d.end(), greater<int>());
    for (int x : d) cout << x;
    cout << endl;
    list<int> l = {4, 2, 9, 1};
    l.sort();
    l.reverse();
    l.remove(9);
    l.push_front(7);
    for (int x : l) cout << x;
    cout << endl;
    unordered_map<pair<int,int>, double, KeyHash> pk;
    pk[{1, 2}] = 1.5;
    cout << pk[{1, 2}] << pk.count({2, 1}) << endl;
    map<string, map<string, int>> nested;
    nested["a"]["x"] = 1;
    nested["a"]["y"] = 2;
    cout << nested["a"].size() << nested.at("a").at("y") << endl;
    map<char, int> cm;
    for (char c : text) if (c != ' ') cm[c]++;
    auto mx = max_element(cm.begin(), cm.end(), [](const pair<const char,int>&a, const pair<const char,int>&b){ return a.second < b.second; });
    cout << mx->first << mx->second << endl;
    unordered_map<double,int> ud;
    ud[1.5]=1;
    ud[2.5]=2;
    ud[-3]=3;
    for (auto&p:ud) cout<<p.first<<" ";
    cout<<endl;
    map<int,int> m2 = {{1,10},{2,20}};
    if (auto f = m2.find(2); f != m2.end()) cout << f->second << endl;
    m2.erase(m2.begin());
    cout << m2.size() << m2.empty() << endl;
    auto [pos, ok] = m2.insert({2, 5});
    cout << ok << pos->second << endl;
    return 0;
}
