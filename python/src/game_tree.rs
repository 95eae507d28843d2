//! A small game as a whole, as arrays.

use std::sync::atomic::AtomicBool;

use ludometer_run::AnyGame;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use numpy::PyArray1;

use crate::value_error;

/// The kinds of nodes: the rules leave something to chance, a seat chooses, or the game is over.
const KINDS: [i64; 3] = [0, 1, 2];

/// Returns the tree of a game as a dict of arrays.
pub(crate) fn whole<'py>(py: Python<'py>, game: &dyn AnyGame) -> PyResult<Bound<'py, PyDict>> {
    use ludometer_learn::Node;

    let stop = AtomicBool::new(false);
    let whole = game.learning().whole(&stop).map_err(value_error)?;
    let tree = whole.tree();
    let [mut kinds, mut sets, mut memories, mut firsts, mut counts] = [const { Vec::<i64>::new() }; 5];
    for node in &tree.nodes {
        let (kind, set, memory, first, count) = match node {
            Node::Chance { edges } => (KINDS[0], 0, 0, edges.start, edges.len()),
            Node::Choice { set, memory, edges } => (KINDS[1], *set, *memory, edges.start, edges.len()),
            Node::End { rewards } => (KINDS[2], 0, 0, *rewards, 0),
        };
        kinds.push(kind);
        sets.push(set as i64);
        memories.push(memory as i64);
        firsts.push(first as i64);
        counts.push(count as i64);
    }
    let dict = PyDict::new(py);
    let columns =
        [("kind", kinds), ("set", sets), ("memory", memories), ("first", firsts), ("count", counts)];
    for (name, column) in columns {
        dict.set_item(name, PyArray1::from_vec(py, column))?;
    }
    let next = tree.next.iter().map(|&next| next as i64).collect::<Vec<_>>();
    dict.set_item("next", PyArray1::from_vec(py, next))?;
    dict.set_item("chance", PyArray1::from_slice(py, &tree.chances))?;
    dict.set_item("reward", PyArray1::from_slice(py, &tree.rewards))?;
    let seats = tree.sets.iter().map(|set| set.seat as i64).collect::<Vec<_>>();
    dict.set_item("seat_of_set", PyArray1::from_vec(py, seats))?;
    let (keys, views, actions) = (PyList::empty(py), PyList::empty(py), PyList::empty(py));
    for known in whole.known() {
        keys.append(format!("{:016x}", known.key))?;
        views.append(known.view.to_string())?;
        actions.append(PyList::new(py, &known.actions)?)?;
    }
    dict.set_item("key_of_set", keys)?;
    dict.set_item("view_of_set", views)?;
    dict.set_item("actions_of_set", actions)?;
    Ok(dict)
}
