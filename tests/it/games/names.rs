//! Names of things for people, and of features for networks.

use std::collections::BTreeSet;

use super::*;

/// Cards, actions, phases and clauses have names for people, and nothing else is named.
#[test]
fn every_game_names_its_things_for_people() {
    for entry in GAMES.iter() {
        let (game, schema) = (usual(entry), entry.schema());
        let given = &schema.names;
        let design = game.design();
        let clauses = design.event_kinds.iter().map(|event| event.clause.as_ref());
        let clauses: BTreeSet<&str> =
            clauses.flat_map(|c| c.split([' ', ','])).filter(|c| !c.is_empty()).collect();
        let known: [(&str, BTreeSet<&str>, BTreeSet<&str>); 3] = [
            (
                "action",
                given.actions.keys().map(String::as_str).collect(),
                design.action_kinds.iter().map(String::as_str).collect(),
            ),
            (
                "phase",
                given.phases.keys().map(String::as_str).collect(),
                design.phases.iter().map(String::as_str).collect(),
            ),
            ("clause", given.clauses.keys().map(String::as_str).collect(), clauses),
        ];
        for (kind, named, there) in known {
            let missing: Vec<_> = named.symmetric_difference(&there).collect();
            assert!(
                missing.is_empty(),
                "{}: {kind} without a name, or a name without one: {missing:?}",
                entry.id()
            );
        }
        let titles: BTreeSet<&str> = game.cards().iter().map(|card| card.title.as_str()).collect();
        assert_eq!(titles.len(), game.cards().len(), "{}: each card has a name of its own", entry.id());
        for card in game.cards() {
            assert!(!card.title.contains('_') && card.title != card.name, "{}: {}", entry.id(), card.title);
        }
        assert_eq!(game.names().cards.len(), game.cards().len());
    }
}

/// A network reads the same features at every table and under every rule set.
#[test]
fn features_are_the_same_at_all_tables() {
    for entry in GAMES.iter() {
        let rules = RuleSet::defaults(entry.schema());
        let (fewest, most) = entry.seats_allowed(&rules);
        let features = |seats| entry.load(seats, rules.clone()).unwrap().learning().features();
        let first = features(fewest);
        assert!(first.len() > 100, "{}", entry.id());
        for seats in fewest + 1..=most {
            assert_eq!(features(seats), first, "{} at {seats} seats", entry.id());
        }
        let different: BTreeSet<_> = first.iter().collect();
        assert_eq!(different.len(), first.len(), "{}: features of one name", entry.id());
    }
}
