// The tree of a search: nodes that hold sorted runs of edges, all in two arrays made once. Nothing is allocated while searching;
// when the arrays are full the tree stops growing and goes on counting.
//
// An edge is an act of a seat. Chance has no edges: a node stands for what was decided on the way to it, in whatever worlds it was
// met, so the acts possible at it differ from visit to visit. `available` counts the visits at which an act could have been chosen.
#pragma once
#include <algorithm>
#include <vector>

#include "core/action.hpp"
#include "core/seat.hpp"

namespace trestle {

// An action as one number that sorts like it.
inline u64 key_of(const Action& a) { return __builtin_bswap64(__builtin_bit_cast(u64, a)); }

struct Edge {
  Action action;
  u32 visits = 0;
  u32 available = 0;
  float total = 0;  // of the rewards of the seat that acts
  float guess = 0;  // its reward as first judged
  u32 child = 0;    // a node; 0 = none, for the root is nobody's child
  Seat seat = Seat::A;
  u8 filler[3] = {};

  float mean() const { return visits == 0 ? guess : total / static_cast<float>(visits); }
};
static_assert(sizeof(Edge) == 32);

struct Node {
  u32 first = 0;
  u16 count = 0, room = 0;
};

class Tree {
 public:
  Tree(u32 nodes_max, u32 edges_max) : nodes_(nodes_max), edges_(edges_max) { clear(); }

  void clear() {
    nodes_[0] = {};
    nodes_used_ = 1;
    edges_used_ = 0;
  }
  u32 nodes_used() const { return nodes_used_; }
  Edge& edge(u32 i) { return edges_[i]; }
  const Edge& edge(u32 i) const { return edges_[i]; }
  const Node& node(u32 i) const { return nodes_[i]; }

  // The node below an edge, made now if need be; 0 when there is no room for one.
  u32 below(u32 edge) {
    Edge& e = edges_[edge];
    if (e.child == 0 && nodes_used_ < nodes_.size()) {
      e.child = nodes_used_++;
      nodes_[e.child] = {};
    }
    return e.child;
  }

  // Makes sure that the node has an edge for each of these acts (ascending) of the seat. `made(edge)` is called for the new ones.
  // False: no room. Edges of this node may move; those of other nodes stay.
  template <class List, class Made>
  bool cover(u32 node, Seat seat, const List& acts, Made&& made) {
    const u32 missing = count_missing(node, seat, acts);
    if (missing == 0) return true;
    if (!grow(node, missing)) return false;
    Node& n = nodes_[node];
    // From the back, so that every edge moves at most once.
    u32 to = n.first + n.count + missing, from = n.first + n.count;
    std::size_t act = acts.size();
    while (act > 0) {
      const Edge* last = from > n.first ? &edges_[from - 1] : nullptr;
      if (last && after(*last, seat, acts[act - 1])) {
        edges_[--to] = edges_[--from];
      } else if (last && last->seat == seat && key_of(last->action) == key_of(acts[act - 1])) {
        edges_[--to] = edges_[--from];
        --act;
      } else {
        Edge& fresh = edges_[--to];
        fresh = Edge{};
        fresh.action = acts[--act];
        fresh.seat = seat;
        made(fresh);
      }
    }
    n.count = static_cast<u16>(n.count + missing);
    return true;
  }

  // visit(edge index, index in acts) for each act of the seat that has an edge; acts ascending.
  template <class List, class Visit>
  void each(u32 node, Seat seat, const List& acts, Visit&& visit) const {
    const Node& n = nodes_[node];
    u32 e = n.first;
    const u32 end = n.first + n.count;
    for (std::size_t i = 0; i < acts.size(); ++i) {
      while (e < end && before(edges_[e], seat, acts[i])) ++e;
      if (e == end) return;
      if (edges_[e].seat == seat && key_of(edges_[e].action) == key_of(acts[i])) visit(e++, i);
    }
  }

  // What lies below an edge becomes the whole tree of `into`.
  void keep(u32 edge, Tree& into) const {
    into.clear();
    if (edges_[edge].child != 0) copy(edges_[edge].child, 0, into);
  }

 private:
  static bool before(const Edge& e, Seat seat, const Action& a) { return e.seat != seat ? e.seat < seat : key_of(e.action) < key_of(a); }
  static bool after(const Edge& e, Seat seat, const Action& a) { return e.seat != seat ? e.seat > seat : key_of(e.action) > key_of(a); }

  template <class List>
  u32 count_missing(u32 node, Seat seat, const List& acts) const {
    u32 found = 0;
    each(node, seat, acts, [&](u32, std::size_t) { ++found; });
    return static_cast<u32>(acts.size()) - found;
  }

  bool grow(u32 node, u32 more) {
    Node& n = nodes_[node];
    const u32 needed = n.count + more;
    if (needed <= n.room) return true;
    const u32 room = n.count == 0 ? needed : needed + needed / 2;
    if (edges_used_ + room > edges_.size() || room > 0xffff) return false;
    std::copy_n(edges_.data() + n.first, n.count, edges_.data() + edges_used_);
    n.first = edges_used_;
    n.room = static_cast<u16>(room);
    edges_used_ += room;
    return true;
  }

  void copy(u32 from, u32 to, Tree& into) const {
    const Node& n = nodes_[from];
    const u32 first = into.edges_used_;
    into.edges_used_ += n.count;
    into.nodes_[to] = {first, n.count, n.count};
    for (u32 i = 0; i < n.count; ++i) {
      const Edge& e = edges_[n.first + i];
      into.edges_[first + i] = e;
      if (e.child == 0) continue;
      const u32 child = into.nodes_used_++;
      into.edges_[first + i].child = child;
      copy(e.child, child, into);
    }
  }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  u32 nodes_used_ = 1, edges_used_ = 0;
};

}  // namespace trestle
