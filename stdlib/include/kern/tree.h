#pragma once
// Red-black trees, as libstdc++ has them: links, how one is put in or taken out, and the order of nodes.
namespace std {
// A node without its value; `child` has the lesser one first. The header is one too: parent of the root, and with the first and the last
// node as children. It is red, which the root never is.
struct __tree_link {
    bool is_red;
    __tree_link *parent;
    __tree_link *child[2];
};
inline __tree_link *__outermost(__tree_link *l, int side)
{
    while (l->child[side]) l = l->child[side];
    return l;
}
// The node beside `l` in order.
inline __tree_link *__tree_beside(__tree_link *l, int side)
{
    if (l->child[side]) return __outermost(l->child[side], !side);
    __tree_link *p = l->parent;
    while (l == p->child[side]) {
        l = p;
        p = p->parent;
    }
    // Of a root that has no such child the header is found twice.
    return l->child[side] != p ? p : l;
}
inline __tree_link *__next_link(__tree_link *l) { return __tree_beside(l, 1); }
inline __tree_link *__link_before(__tree_link *l) { return l->is_red && l->parent && l->parent->parent == l ? l->child[1] : __tree_beside(l, 0); }
// Puts `by` where `l` is below its parent.
inline void __tree_replace(__tree_link *l, __tree_link *by, __tree_link &header)
{
    if (header.parent == l) header.parent = by;
    else l->parent->child[l->parent->child[1] == l] = by;
}
// Makes the child of the other side the parent of `l`.
inline void __tree_rotate(__tree_link *l, int side, __tree_link &header)
{
    __tree_link *up = l->child[!side];
    l->child[!side] = up->child[side];
    if (up->child[side]) up->child[side]->parent = l;
    up->parent = l->parent;
    __tree_replace(l, up, header);
    up->child[side] = l;
    l->parent = up;
}
inline void __tree_insert(__tree_link *l, __tree_link *p, int side, __tree_link &header)
{
    l->parent = p;
    l->child[0] = l->child[1] = nullptr;
    l->is_red = true;
    if (p == &header) header.parent = header.child[0] = header.child[1] = l;
    else {
        p->child[side] = l;
        if (p == header.child[side]) header.child[side] = l;
    }
    while (l != header.parent && l->parent->is_red) {
        __tree_link *above = l->parent->parent;
        int here = l->parent == above->child[1];
        __tree_link *other = above->child[!here];
        above->is_red = true;
        if (other && other->is_red) {
            l->parent->is_red = other->is_red = false;
            l = above;
            continue;
        }
        if (l == l->parent->child[!here]) {
            l = l->parent;
            __tree_rotate(l, here, header);
        }
        l->parent->is_red = false;
        __tree_rotate(above, !here, header);
    }
    header.parent->is_red = false;
}
inline bool __is_black(const __tree_link *l) { return !l || !l->is_red; }
// Takes a node out of its tree.
inline void __tree_remove(__tree_link *l, __tree_link &header)
{
    bool was_red = l->is_red;
    __tree_link *below, *p;
    if (l->child[0] && l->child[1]) {
        // The next one comes to its place.
        __tree_link *next = __outermost(l->child[1], 0);
        below = next->child[1];
        p = next;
        if (next != l->child[1]) {
            p = next->parent;
            if (below) below->parent = p;
            p->child[0] = below;
            next->child[1] = l->child[1];
            l->child[1]->parent = next;
        }
        next->child[0] = l->child[0];
        l->child[0]->parent = next;
        __tree_replace(l, next, header);
        next->parent = l->parent;
        was_red = next->is_red;
        next->is_red = l->is_red;
    } else {
        below = l->child[l->child[0] == nullptr];
        p = l->parent;
        if (below) below->parent = p;
        __tree_replace(l, below, header);
        for (int side = 0; side < 2; side++)
            if (header.child[side] == l) header.child[side] = below ? __outermost(below, side) : p;
    }
    if (was_red) return;
    while (below != header.parent && __is_black(below)) {
        int here = below != p->child[0];
        __tree_link *other = p->child[!here];
        if (other->is_red) {
            other->is_red = false;
            p->is_red = true;
            __tree_rotate(p, here, header);
            other = p->child[!here];
        }
        if (__is_black(other->child[0]) && __is_black(other->child[1])) {
            other->is_red = true;
            below = p;
            p = p->parent;
            continue;
        }
        if (__is_black(other->child[!here])) {
            other->child[here]->is_red = false;
            other->is_red = true;
            __tree_rotate(other, !here, header);
            other = p->child[!here];
        }
        other->is_red = p->is_red;
        p->is_red = false;
        if (other->child[!here]) other->child[!here]->is_red = false;
        __tree_rotate(p, here, header);
        break;
    }
    if (below) below->is_red = false;
}
} // namespace std
