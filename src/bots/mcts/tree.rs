//! The tree of a search: nodes in one arena, children as linked lists.

use crate::model::Seat;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Nobody chose below this node yet.
const NOBODY: u8 = u8::MAX;

/// Different seats chose below this node: what came between decided who.
const DIFFERENT: u8 = u8::MAX - 1;

/// A node: one action after its parent's.
#[derive(Clone, Copy)]
pub(super) struct Node<A> {
    pub(super) action: A,
    first_child: u32,
    next_sibling: u32,
    pub(super) visits: u32,
    /// Iterations in which the action was legal while the parent was passed.
    pub(super) available: u32,
    /// Sum of rewards of the seat that chose the action.
    pub(super) reward: f64,
    /// Who chooses after it.
    next_seat: u8,
}

impl<A> Node<A> {
    const fn new(action: A, next_sibling: u32) -> Self {
        Self {
            action,
            first_child: NONE,
            next_sibling,
            visits: 0,
            available: 1,
            reward: 0.0,
            next_seat: NOBODY,
        }
    }

    /// The mean reward of the seat that chose the action.
    pub(super) fn mean(&self) -> f64 {
        self.reward / f64::from(self.visits.max(1))
    }
}

/// A tree whose buffers outlive it.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    /// Where the next tree is gathered when a part of this one is kept.
    spare: Vec<Node<A>>,
}

impl<A: Copy + PartialEq> Tree<A> {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), spare: Vec::new() }
    }

    /// Forgets everything but a root, whose action is never read.
    pub(super) fn clear(&mut self, any: A) {
        self.nodes.clear();
        self.nodes.push(Node::new(any, NONE));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &Node<A> {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: u32) -> &mut Node<A> {
        &mut self.nodes[id as usize]
    }

    pub(super) fn children(&self, parent: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.nodes.get(parent as usize).map_or(NONE, |n| n.first_child);
        std::iter::from_fn(move || {
            let here = next;
            next = self.nodes.get(here as usize)?.next_sibling;
            Some(here)
        })
    }

    /// Writes the node of each legal action to `known`, or [`NONE`]; gives the number of actions
    /// without one.
    #[inline]
    pub(super) fn find(&self, parent: u32, legal: &[A], known: &mut Vec<u32>) -> usize {
        known.clear();
        known.resize(legal.len(), NONE);
        let mut unknown = legal.len();
        let mut child = self.node(parent).first_child;
        while child != NONE {
            let node = self.node(child);
            if let Some(i) = legal.iter().position(|a| *a == node.action) {
                known[i] = child;
                unknown -= 1;
            }
            child = node.next_sibling;
        }
        unknown
    }

    /// Adds the node of an action.
    pub(super) fn grow(&mut self, parent: u32, action: A) -> u32 {
        let id = self.nodes.len() as u32;
        let next_sibling = self.node(parent).first_child;
        self.nodes.push(Node::new(action, next_sibling));
        self.node_mut(parent).first_child = id;
        id
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

    /// True if this seat chose below the node whenever anyone did.
    fn always_followed_by(&self, id: u32, seat: Seat) -> bool {
        usize::from(self.node(id).next_seat) == seat.index()
    }

    /// Makes the root's child of this action the root if it is always this seat that decides next;
    /// else forgets the tree.
    pub(super) fn descend(&mut self, action: A, seat: Seat) {
        let child = self.children(0).find(|&child| self.node(child).action == action);
        match child {
            Some(child) if self.always_followed_by(child, seat) => self.keep(child),
            _ => self.forget(),
        }
    }

    /// Keeps the tree below this node, which becomes the root.
    fn keep(&mut self, root: u32) {
        self.spare.clear();
        self.spare.push(Node { next_sibling: NONE, ..*self.node(root) });
        // Breadth first: a node that was gathered still names its first child by its old number.
        let mut done = 0;
        while done < self.spare.len() {
            let mut child = self.spare[done].first_child;
            let mut before = NONE;
            while child != NONE {
                let id = self.spare.len() as u32;
                let node = *self.node(child);
                child = node.next_sibling;
                self.spare.push(Node { next_sibling: NONE, ..node });
                match before {
                    NONE => self.spare[done].first_child = id,
                    before => self.spare[before as usize].next_sibling = id,
                }
                before = id;
            }
            done += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_below_an_action_is_kept_whole() {
        let me = Seat::new(1);
        let mut tree = Tree::new();
        tree.clear('-');
        let a = tree.grow(0, 'a');
        let b = tree.grow(0, 'b');
        let b_c = tree.grow(b, 'c');
        let b_d = tree.grow(b, 'd');
        let b_c_e = tree.grow(b_c, 'e');
        tree.grow(a, 'f');
        tree.note_seat(b, me);
        for (id, visits) in [(b, 9), (b_c, 5), (b_d, 3), (b_c_e, 4)] {
            tree.node_mut(id).visits = visits;
        }
        tree.descend('b', me);
        let list = |tree: &Tree<char>, parent| {
            tree.children(parent).map(|i| (tree.node(i).action, tree.node(i).visits)).collect::<Vec<_>>()
        };
        assert_eq!(tree.node(0).visits, 9);
        assert_eq!(list(&tree, 0), [('d', 3), ('c', 5)]);
        let c = tree.children(0).find(|&i| tree.node(i).action == 'c').unwrap();
        assert_eq!(list(&tree, c), [('e', 4)]);
        assert_eq!(tree.nodes.len(), 4, "nothing else is kept");
    }

    #[test]
    fn nothing_is_kept_where_another_seat_may_decide_next() {
        let (me, other) = (Seat::new(0), Seat::new(1));
        for seats in [&[other][..], &[me, other], &[]] {
            let mut tree = Tree::new();
            tree.clear('-');
            let a = tree.grow(0, 'a');
            for &seat in seats {
                tree.note_seat(a, seat);
            }
            tree.descend('a', me);
            assert!(tree.is_empty(), "{seats:?}");
        }
    }
}
