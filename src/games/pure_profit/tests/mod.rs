//! Tests by clause, worked examples, invariants, knowledge, metrics and yardsticks.

mod yardsticks;
