//! The tree of a search: nodes in one arena, the children of a node side by side.
//!
//! Children stand in the order of the legal actions they were made from, as far as these always
//! come in one order: then a search walks both lists at once and looks nothing up. What selection
//! reads of a child is kept apart from the rest, so that all children of a node are few cache lines.

use std::ops::Range;

use ludometer_model::Seat;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Nobody chose below this node yet.
const NOBODY: u8 = u8::MAX;

/// Different seats chose below this node: what came between decided who.
const DIFFERENT: u8 = u8::MAX - 1;

/// Some child was not legal when the node was passed: each counts for itself how often it was.
const APART: u32 = u32::MAX;

/// Room for children that a node has at first, at most.
const FIRST_ROOM: usize = 16;

/// The data of a node that selection reads: one action after its parent's.
#[derive(Clone, Copy)]
pub(super) struct ChildStats<A> {
    /// The mean reward of the seat that chose the action.
    pub(super) mean: f64,
    /// One over the root of the visits: what the exploration term shrinks by.
    pub(super) inverse_root: f64,
    /// Iterations in which the action was legal while the parent was passed, if that is counted here
    /// (see [`Tree::pass`]).
    pub(super) available: u32,
    pub(super) action: A,
}

/// The rest of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Sum of rewards of the seat that chose the action.
    pub(super) reward: f64,
    pub(super) visits: u32,
    /// The first of its children, which stand in a row, their number, and how many have room there.
    first: u32,
    children: u32,
    room: u32,
    /// Iterations that passed the node while all its children were legal, or [`APART`].
    passed: u32,
    /// How many siblings were there before it.
    pub(super) older: u32,
    /// The seat that chooses after it.
    next_seat: u8,
}

impl Node {
    const fn new(older: u32) -> Self {
        Self { reward: 0.0, visits: 0, first: 0, children: 0, room: 0, passed: 0, older, next_seat: NOBODY }
    }

    const fn range(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.children as usize
    }
}

impl<A> ChildStats<A> {
    const fn new(action: A) -> Self {
        Self { mean: 0.0, inverse_root: 0.0, available: 1, action }
    }
}

/// A tree whose buffers outlive it.
pub(super) struct Tree<A> {
    stats: Vec<ChildStats<A>>,
    nodes: Vec<Node>,
    /// Places taken in both lists. What stands behind them is left from earlier trees, so that nothing
    /// has to be filled in again.
    taken: usize,
}

impl<A: Copy + PartialEq> Tree<A> {
    pub(super) const fn new() -> Self {
        Self { stats: Vec::new(), nodes: Vec::new(), taken: 0 }
    }

    /// Forgets everything but a root, whose action is never read.
    pub(super) fn clear(&mut self, any: A) {
        self.taken = 0;
        let root = self.take(1, any);
        self.put(root, ChildStats::new(any), Node::new(0));
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.taken == 0
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.taken = 0;
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn child(&self, id: u32) -> &ChildStats<A> {
        &self.stats[id as usize]
    }

    #[inline]
    pub(super) fn child_mut(&mut self, id: u32) -> &mut ChildStats<A> {
        &mut self.stats[id as usize]
    }

    /// Counts a visit that gave this reward to the seat that chose the node. `inverse_root` is given the
    /// number of visits, for [`ChildStats::inverse_root`].
    #[inline]
    pub(super) fn visit(&mut self, id: u32, reward: f64, inverse_root: impl Fn(u32) -> f64) {
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        node.reward += reward;
        let child = &mut self.stats[id as usize];
        child.mean = node.reward / f64::from(node.visits);
        child.inverse_root = inverse_root(node.visits);
    }

    pub(super) fn children(&self, parent: u32) -> Range<u32> {
        self.nodes[..self.taken]
            .get(parent as usize)
            .map_or(0..0, |node| node.first..node.first + node.children)
    }

    /// Returns the children, in their order.
    #[inline]
    pub(super) fn siblings(&self, parent: u32) -> &[ChildStats<A>] {
        &self.stats[self.node(parent).range()]
    }

    /// Returns the children, to change, and the place of the first.
    #[inline]
    pub(super) fn siblings_mut(&mut self, parent: u32) -> (&mut [ChildStats<A>], u32) {
        let node = &self.nodes[parent as usize];
        (&mut self.stats[node.range()], node.first)
    }

    /// Counts an iteration that passes the node while all its children are legal: gives the number of
    /// them, which is how often each child was available, or nothing if the children differ in that and
    /// count for themselves. One number in place of one a child is what selection has to write then.
    #[inline]
    pub(super) fn pass(&mut self, parent: u32) -> Option<u32> {
        let node = &mut self.nodes[parent as usize];
        if node.passed == APART {
            return None;
        }
        node.passed += 1;
        Some(node.passed)
    }

    /// Lets the children count from now on for themselves how often they were available.
    pub(super) fn part(&mut self, parent: u32) {
        let passed = std::mem::replace(&mut self.nodes[parent as usize].passed, APART);
        if passed != APART {
            for child in self.siblings_mut(parent).0 {
                child.available = passed;
            }
        }
    }

    /// Writes the node of each legal action to `known`, or [`NONE`]; gives the number of actions
    /// without one.
    #[inline]
    pub(super) fn find(&self, parent: u32, legal: &[A], known: &mut Vec<u32>) -> usize {
        known.clear();
        known.resize(legal.len(), NONE);
        let mut unknown = legal.len();
        // Actions mostly come in the order of the children: the search begins behind the last one found.
        let mut from = 0;
        for (id, child) in (self.node(parent).first..).zip(self.siblings(parent)) {
            let (before, behind) = legal.split_at(from);
            let found = behind.iter().position(|a| *a == child.action).map(|i| from + i);
            if let Some(i) = found.or_else(|| before.iter().position(|a| *a == child.action)) {
                known[i] = id;
                unknown -= 1;
                from = i + 1;
            }
        }
        unknown
    }

    /// Adds the node of an action as the child in this place. `legal` actions are there in all: as
    /// many children may come.
    pub(super) fn grow(&mut self, parent: u32, at: usize, action: A, legal: usize) -> u32 {
        let Node { first, children, room, .. } = *self.node(parent);
        let mut first = first as usize;
        let count = children as usize;
        if children == room {
            let room = if room == 0 { legal.clamp(1, FIRST_ROOM) } else { 2 * count };
            let place = self.take(room, action);
            self.stats.copy_within(first..first + count, place);
            self.nodes.copy_within(first..first + count, place);
            first = place;
            let parent = &mut self.nodes[parent as usize];
            parent.first = place as u32;
            parent.room = room as u32;
        }
        let id = first + at;
        self.stats.copy_within(id..first + count, id + 1);
        self.nodes.copy_within(id..first + count, id + 1);
        self.put(id, ChildStats::new(action), Node::new(children));
        self.nodes[parent as usize].children += 1;
        id as u32
    }

    /// Takes this many places.
    fn take(&mut self, places: usize, any: A) -> usize {
        let place = self.taken;
        self.taken += places;
        if self.taken > self.nodes.len() {
            // Many at once: the lists are never shortened.
            let length = (2 * self.taken).max(256);
            self.stats.resize(length, ChildStats::new(any));
            self.nodes.resize(length, Node::new(0));
        }
        place
    }

    fn put(&mut self, id: usize, child: ChildStats<A>, node: Node) {
        self.stats[id] = child;
        self.nodes[id] = node;
    }

    /// Takes note of who chooses below this node.
    #[inline]
    pub(super) fn note_seat(&mut self, id: u32, seat: Seat) {
        let seat = seat.index() as u8;
        let next = &mut self.nodes[id as usize].next_seat;
        if *next != seat {
            *next = if *next == NOBODY { seat } else { DIFFERENT };
        }
    }

    /// Returns true if this seat chose below the node whenever anyone did.
    fn always_followed_by(&self, id: u32, seat: Seat) -> bool {
        usize::from(self.node(id).next_seat) == seat.index()
    }

    /// Makes the root's child of this action the root if it is always this seat that decides next;
    /// else forgets the tree. `spare` gathers what is kept.
    pub(super) fn descend(&mut self, action: A, seat: Seat, spare: &mut Self) {
        let child = self.children(0).find(|&child| self.child(child).action == action);
        match child {
            Some(child) if self.always_followed_by(child, seat) => self.keep(child, spare),
            _ => self.forget(),
        }
    }

    /// Keeps the tree below this node, which becomes the root.
    fn keep(&mut self, root: u32, spare: &mut Self) {
        spare.clear(self.child(root).action);
        spare.put(0, *self.child(root), *self.node(root));
        // Breadth first: a node that was gathered still names its children by their old places.
        let mut done = 0;
        while done < spare.taken {
            let old = spare.nodes[done].range();
            if !old.is_empty() {
                let place = spare.take(old.len(), self.stats[old.start].action);
                spare.stats[place..place + old.len()].copy_from_slice(&self.stats[old.clone()]);
                spare.nodes[place..place + old.len()].copy_from_slice(&self.nodes[old.clone()]);
                spare.nodes[done].first = place as u32;
            }
            spare.nodes[done].room = old.len() as u32;
            done += 1;
        }
        // Copied back and not swapped: so each list keeps to its use, and to the length it has grown to.
        let kept = spare.taken;
        self.stats[..kept].copy_from_slice(&spare.stats[..kept]);
        self.nodes[..kept].copy_from_slice(&spare.nodes[..kept]);
        self.taken = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the list of a node's children, with their visits.
    fn list(tree: &Tree<char>, parent: u32) -> Vec<(char, u32)> {
        tree.children(parent).map(|i| (tree.child(i).action, tree.node(i).visits)).collect()
    }

    fn child(tree: &Tree<char>, parent: u32, action: char) -> u32 {
        tree.children(parent).find(|&i| tree.child(i).action == action).unwrap()
    }

    #[test]
    fn children_stand_in_their_places_when_they_outgrow_their_room() {
        let mut tree = Tree::new();
        tree.clear('-');
        let b = tree.grow(0, 0, 'b', 2);
        tree.grow(b, 0, 'x', 1);
        tree.grow(0, 1, 'd', 2);
        for (at, action) in [(1, 'c'), (0, 'a'), (4, 'e')] {
            tree.grow(0, at, action, 2);
        }
        assert_eq!(list(&tree, 0).iter().map(|(a, _)| *a).collect::<String>(), "abcde");
        let b = child(&tree, 0, 'b');
        assert_eq!(list(&tree, b), [('x', 0)]);
        let older: Vec<u32> = tree.children(0).map(|i| tree.node(i).older).collect();
        assert_eq!(older, [3, 0, 2, 1, 4]);
        let mut known = Vec::new();
        assert_eq!(tree.find(0, &['e', 'z', 'a', 'b'], &mut known), 1);
        let found: Vec<_> = known.iter().map(|&i| (i != NONE).then(|| tree.child(i).action)).collect();
        assert_eq!(found, [Some('e'), None, Some('a'), Some('b')]);
    }

    #[test]
    fn children_count_for_themselves_once_one_was_not_legal() {
        let mut tree = Tree::new();
        tree.clear('-');
        assert_eq!(tree.pass(0), Some(1));
        tree.grow(0, 0, 'a', 2);
        assert_eq!(tree.pass(0), Some(2));
        tree.grow(0, 1, 'b', 2);
        assert_eq!(tree.pass(0), Some(3));
        let available = |tree: &Tree<char>| tree.siblings(0).iter().map(|c| c.available).collect::<Vec<_>>();
        tree.part(0);
        assert_eq!(available(&tree), [3, 3]);
        assert_eq!(tree.pass(0), None);
        tree.siblings_mut(0).0[1].available += 1;
        tree.part(0);
        assert_eq!(available(&tree), [3, 4], "once is enough");
    }

    #[test]
    fn the_part_below_an_action_is_kept_whole() {
        let me = Seat::new(1);
        let (mut tree, mut spare) = (Tree::new(), Tree::new());
        tree.clear('-');
        let a = tree.grow(0, 0, 'a', 2);
        tree.grow(a, 0, 'f', 1);
        let b = tree.grow(0, 1, 'b', 2);
        let b_c = tree.grow(b, 0, 'c', 2);
        tree.grow(b_c, 0, 'e', 1);
        tree.grow(b, 1, 'd', 2);
        tree.note_seat(b, me);
        for (path, visits) in [("b", 9), ("bc", 5), ("bd", 3), ("bce", 4)] {
            let id = path.chars().fold(0, |id, action| child(&tree, id, action));
            for _ in 0..visits {
                tree.visit(id, 0.5, |_| 1.0);
            }
        }
        tree.descend('b', me, &mut spare);
        assert_eq!(tree.node(0).visits, 9);
        assert_eq!(list(&tree, 0), [('c', 5), ('d', 3)]);
        let c = child(&tree, 0, 'c');
        assert_eq!((list(&tree, c), tree.child(c).mean), (vec![('e', 4)], 0.5));
        assert_eq!(tree.taken, 4, "nothing else is kept");
        tree.grow(c, 1, 'g', 1);
        assert_eq!(list(&tree, c), [('e', 4), ('g', 0)]);
    }

    #[test]
    fn nothing_is_kept_where_another_seat_may_decide_next() {
        let (me, other) = (Seat::new(0), Seat::new(1));
        for seats in [&[other][..], &[me, other], &[]] {
            let (mut tree, mut spare) = (Tree::new(), Tree::new());
            tree.clear('-');
            let a = tree.grow(0, 0, 'a', 1);
            for &seat in seats {
                tree.note_seat(a, seat);
            }
            tree.descend('a', me, &mut spare);
            assert!(tree.is_empty(), "{seats:?}");
        }
    }
}
