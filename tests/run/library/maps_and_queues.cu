#include <map>
#include <unordered_map>
#include <set>
#include <string>
#include <iostream>
#include <utility>
#include <tuple>
#include <queue>
#include <stack>
#include <deque>
#include <list>
using namespace std;
int main() {
    map<string,int> m;
    m["one"]=1;
    m["two"]=2;
    m["three"]=3;
    m["one"]++;
    for(auto &kv: m) cout<<kv.first<<"="<<kv.second<<endl;
    if(m.find("four")==m.end()) cout<<"no four"<<endl;
    cout<<m.count("two")<<m.size()<<endl;
    for(map<string,int>::iterator it=m.begin(); it!=m.end(); ++it) cout<<it->first<<" ";
    cout<<endl;
    m.erase("one");
    m.insert({"zero",0});
    m.insert(make_pair("nine",9));
    cout<<m.size()<<m.begin()->first<<endl;
    unordered_map<int,double> u;
    u[3]=1.5;
    u[4]=2.5;
    cout<<u[3]+u.at(4)<<u.count(7)<<endl;
    set<int> s={5,1,3,1};
    s.insert(2);
    for(int x: s) cout<<x;
    cout<<s.count(3)<<endl;
    pair<int,float> p(1,2.5f);
    auto q=make_pair(string("k"),7);
    cout<<p.first<<p.second<<q.first<<q.second<<endl;
    tuple<int,double,string> t(1,2.5,"three");
    cout<<get<0>(t)<<get<1>(t)<<get<2>(t)<<endl;
    int a;
    double b;
    string c;
    tie(a,b,c)=t;
    cout<<a<<b<<c<<endl;
    queue<int> qu;
    qu.push(1);
    qu.push(2);
    cout<<qu.front()<<qu.size();
    qu.pop();
    cout<<qu.front()<<endl;
    stack<int> st;
    st.push(1);
    st.push(2);
    cout<<st.top();
    st.pop();
    cout<<st.top()<<st.empty()<<endl;
    priority_queue<int> pq;
    pq.push(3);
    pq.push(9);
    pq.push(4);
    cout<<pq.top();
    pq.pop();
    cout<<pq.top()<<endl;
    deque<int> d;
    d.push_back(1);
    d.push_front(0);
    cout<<d[0]<<d[1]<<d.size()<<endl;
    list<int> l;
    l.push_back(4);
    l.push_front(3);
    for(int x:l) cout<<x;
    cout<<endl;
    map<int,vector<int>> mv;
    mv[2].push_back(4);
    mv[2].push_back(5);
    cout<<mv[2].size()<<mv.size()<<endl;
    for(const auto& [k,v]: mv) cout<<k<<":"<<v.size()<<endl;
    return 0;
}
