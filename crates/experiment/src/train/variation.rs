//! The tables among which a network learns: numbers of players, and rule sets around a base.

use ludometer_bots::Scope;
use ludometer_model::{Origin, Rng, RuleIssue, RuleSet, Value, range_ends};

use crate::design::{Axis, DesignError};

/// A key that is varied.
#[derive(Clone, Debug, PartialEq)]
struct Varied {
    key: String,
    /// Its values as they are written: `2..6`, or `a,b,c`.
    written: String,
    values: Vec<Value>,
}

/// Rule sets and numbers of players among which the tables of lessons are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    base: RuleSet,
    players: Vec<usize>,
    varied: Vec<Varied>,
}

/// The share of the tables that are under the base rules.
const BASE: f64 = 0.5;

/// The share of the keys that differ from the base at the others: in some a few, in some all.
const CHANGED: [f64; 3] = [0.1, 0.4, 1.0];

impl Variation {
    /// Returns tables for these numbers of players, at least one, all under this rule set.
    pub const fn new(base: RuleSet, players: Vec<usize>) -> Self {
        Self { base, players, varied: Vec::new() }
    }

    /// Returns the rule set around which the others are drawn.
    pub const fn base(&self) -> &RuleSet {
        &self.base
    }

    /// Returns the numbers of players.
    pub fn players(&self) -> &[usize] {
        &self.players
    }

    /// Returns the keys that are varied with their values, as they are written.
    pub fn varied(&self) -> impl Iterator<Item = (&str, &str)> {
        self.varied.iter().map(|varied| (varied.key.as_str(), varied.written.as_str()))
    }

    /// Returns what a network learns that learns at these tables.
    pub fn scope(&self) -> Scope {
        let players = self.players.iter().map(|&players| players as u64).collect();
        let varied = self.varied().map(|(key, written)| (key.to_owned(), written.to_owned())).collect();
        Scope::new(&self.base, players, varied)
    }

    /// Varies a whole number from half to one and a half of its value in the base, by 1 at least. Other keys stay as they
    /// are.
    pub fn vary_count(&mut self, key: &str) {
        let Some(&Value::Int(usual)) = self.base.get(key) else { return };
        let reach = (usual / 2).max(1);
        let values: Vec<i64> =
            (usual - reach..=usual + reach).filter(|&value| self.admits(key, &Value::Int(value))).collect();
        if let (Some(low), Some(high)) = (values.first(), values.last())
            && low < high
        {
            let written = format!("{low}..{high}");
            let values = values.into_iter().map(Value::Int).collect();
            self.varied.push(Varied { key: key.to_owned(), written, values });
        }
    }

    /// Varies a key among the values of an axis.
    ///
    /// # Errors
    /// [`DesignError::Axis`] for a text that is none, [`DesignError::Twice`] for a key that is varied already; what is
    /// wrong with a key or a value.
    pub fn vary(&mut self, text: &str) -> Result<(), VaryError> {
        let axis = Axis::parse(text)?;
        if self.varied.iter().any(|varied| varied.key == axis.name) {
            return Err(DesignError::Twice { name: axis.name }.into());
        }
        let mut values = Vec::new();
        for value in &axis.values {
            let mut rules = self.base.clone();
            rules.set_by("--vary", &format!("{}={value}", axis.name))?;
            values.extend(rules.get(&axis.name).cloned());
        }
        let listed = text.split_once('=').map_or("", |(_, listed)| listed);
        let by_one = range_ends(listed).filter(|_| !listed.contains(':'));
        let written = by_one.map_or_else(|| axis.values.join(","), |(low, high)| format!("{low}..{high}"));
        self.varied.push(Varied { key: axis.name, written, values });
        Ok(())
    }

    fn admits(&self, key: &str, value: &Value) -> bool {
        self.base.clone().set(key, value, Origin::Default).is_ok()
    }

    /// Draws a table: a number of players, and half of the time the base rules, otherwise others.
    pub fn draw(&self, rng: &mut Rng) -> (usize, RuleSet) {
        let players = self.players[rng.index(self.players.len())];
        let rules = if rng.chance(BASE) { self.base.clone() } else { self.draw_rules(rng) };
        (players, rules)
    }

    /// Draws a rule set in which some of the keys are varied.
    pub fn draw_rules(&self, rng: &mut Rng) -> RuleSet {
        let mut rules = self.base.clone();
        let changed = CHANGED[rng.index(CHANGED.len())];
        for Varied { key, values, .. } in &self.varied {
            let value = &values[rng.index(values.len())];
            if rng.chance(changed) {
                // Each value was set in the base before.
                let _ = rules.set(key, value, Origin::Option("--vary".to_owned()));
            }
        }
        rules
    }
}

/// A `--vary` that can't be learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaryError {
    /// It means nothing.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// A key or a value that is none.
    #[error("{}", .0.message)]
    Rules(RuleIssue),
}

impl From<RuleIssue> for VaryError {
    fn from(issue: RuleIssue) -> Self {
        Self::Rules(issue)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use ludometer_model::Schema;

    fn base() -> RuleSet {
        let text = "game = \"g\"\nusual_seats = 2\n\n[messages]\nunknown = \"no {key}\"\nrange = \"{key}: {value}, not {range}\"\n\
            [[param]]\nkey = \"deck.a\"\ndefault = 6\nrange = [0, 8]\nabout = \"a\"\nfrom = \"source\"\n\
            [[param]]\nkey = \"deck.b\"\ndefault = 1\nrange = [0, 8]\nabout = \"b\"\nfrom = \"source\"\n\
            [[param]]\nkey = \"flag\"\ndefault = false\nflag = true\nabout = \"c\"\nfrom = \"source\"\n";
        RuleSet::defaults(Arc::new(Schema::parse(text).unwrap()))
    }

    #[test]
    fn counts_vary_around_their_defaults_and_the_scope_tells() {
        let mut variation = Variation::new(base(), vec![2, 3]);
        variation.vary_count("deck.a");
        variation.vary_count("deck.b");
        variation.vary_count("flag");
        let varied: Vec<_> = variation.varied().collect();
        assert_eq!(varied, [("deck.a", "3..8"), ("deck.b", "0..2")]);
        variation.vary("flag=true,false").unwrap();
        let scope = variation.scope();
        let mut rng = Rng::from_words([1, 2, 3]);
        let (mut plain, mut seen) = (0, [false; 9]);
        for _ in 0..2000 {
            let (players, rules) = variation.draw(&mut rng);
            assert_eq!(scope.unknown(&rules, players), None);
            plain += usize::from(rules == base());
            seen[rules.count("deck.a")] = true;
        }
        assert!((1000..1500).contains(&plain), "{plain}");
        assert_eq!(seen, [false, false, false, true, true, true, true, true, true]);
        let mut beyond = base();
        beyond.set_text("deck.a=2").unwrap();
        assert_eq!(scope.unknown(&beyond, 2).unwrap(), "`deck.a` 2 (it learned 3..8)");
        assert_eq!(scope.unknown(&base(), 4).unwrap(), "to play with 4 players");
        let narrow = Variation::new(base(), vec![2]).scope();
        assert_eq!(narrow.unknown(&beyond, 2).unwrap(), "this rule set");
        assert_eq!(narrow.unknown(&base(), 2), None);
    }

    #[test]
    fn what_cannot_be_varied_is_refused() {
        let mut variation = Variation::new(base(), vec![2]);
        variation.vary("deck.a=2..4").unwrap();
        let mut fault = |text: &str| variation.vary(text).unwrap_err().to_string();
        assert!(fault("deck.a=1,2").contains("varied twice"));
        assert!(fault("deck.c=1,2").contains("no deck.c"));
        assert!(fault("deck.b=1..20").contains("deck.b: 9, not 0..8"));
        assert!(fault("deck.b").contains("there is no `=`"));
    }
}
