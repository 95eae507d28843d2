//! Invalid settings with their messages, in the order of the spec's checks.

use crate::games::Playable;
use crate::games::film_rummy::FilmRummy;
use crate::model::RuleSet;

fn refusal(seats: usize, settings: &[&str]) -> String {
    let mut rules = RuleSet::defaults(FilmRummy::schema());
    for setting in settings {
        if let Err(fault) = rules.set_text(setting) {
            return fault.message;
        }
    }
    let Err(error) = FilmRummy::new(seats, &rules) else { return "accepted".to_owned() };
    error.faults.iter().map(|f| f.message.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn unknown_keys() {
    assert_eq!(refusal(4, &["xyzzy=4"]), "unknown key xyzzy; `ludometer rules film-rummy` lists all keys");
    assert!(refusal(4, &["deck.joker=4"]).starts_with("unknown key deck.joker"));
    for key in ["deck.copies.western.script", "deck.copies.indie.stunt"] {
        assert_eq!(refusal(4, &[&format!("{key}=1")]), format!("unknown key {key}"));
    }
    assert_eq!(refusal(4, &["deck.copies.indie.script=1", "deck.copies.indie.prop=0"]), "accepted");
}

#[test]
fn values_out_of_range_name_what_is_allowed() {
    let cases = [
        ("deal.hand_size=4", "deal.hand_size = 4: allowed are 5..20"),
        ("deal.first_dealer=9", "deal.first_dealer = 9: allowed are \"random\" or a seat"),
        ("deal.first_dealer=4", "deal.first_dealer = 4: allowed are \"random\" or a seat"),
        ("deal.first_dealer=eldest", "deal.first_dealer = eldest: allowed are \"random\" or a seat"),
        ("set.genres=[]", "set.genres = []: allowed are 1..8 ids"),
        ("set.genres=[\"a\", \"a\"]", "set.genres = [\"a\", \"a\"]: allowed are 1..8 ids"),
        ("set.categories=[\"a\"]", "set.categories = [\"a\"]: allowed are 2..10 ids"),
        ("set.extras=[\"a b\"]", "set.extras = [\"a b\"]: allowed are 0..12 ids"),
        ("set.extras=[\"script\"]", "set.extras = [\"script\"]: allowed are 0..12 ids"),
        ("set.min_natural=7", "set.min_natural = 7: allowed are 1..number of categories"),
        ("set.min_natural=0", "set.min_natural = 0: allowed are 1..number of categories"),
        ("deck.basic_copies=7", "deck.basic_copies = 7: allowed are 0..6"),
        ("deck.jokers=31", "deck.jokers = 31: allowed are 0..30"),
        ("deck.action.spy=21", "deck.action.spy = 21: allowed are 0..20"),
        ("score.joker=101", "score.joker = 101: allowed are 0..100"),
        ("match.mode=many", "match.mode = many: allowed are single, points, deals"),
        ("match.points_limit=4", "match.points_limit = 4: allowed are 5..1000"),
        ("match.deals=101", "match.deals = 101: allowed are 0..100"),
        ("limits.max_turns=49", "limits.max_turns = 49: allowed are 50..100000"),
        ("rules.thief_sees_hand=1", "rules.thief_sees_hand = 1: allowed are true, false"),
        ("rules.interaction_timing=late", "rules.interaction_timing = late: allowed are as_discard, free"),
        ("rules.negative_limit=none", "rules.negative_limit = none: allowed are circuit, fixed_round"),
        (
            "action.pos_any.genres=indie",
            "action.pos_any.genres = indie: allowed are \"all\" or a list of genre ids",
        ),
        ("players.min=7", "players.min = 7: allowed are 2..6"),
    ];
    for (setting, message) in cases {
        assert_eq!(refusal(4, &[setting]), message);
    }
}

#[test]
fn fr_1_seats() {
    assert_eq!(refusal(1, &[]), "players.count = 1: allowed are 2 to 4");
    assert_eq!(refusal(5, &[]), "players.count = 5: allowed are 2 to 4");
    assert_eq!(refusal(8, &[]), "players.count = 8: allowed are 2 to 4");
    assert_eq!(refusal(2, &["players.min=3"]), "players.count = 2: allowed are 3 to 4");
    assert_eq!(refusal(6, &["players.max=6"]), "accepted");
}

#[test]
fn cross_checks() {
    assert_eq!(
        refusal(4, &["deck.basic_copies=0", "deck.extra_copies=0", "deck.jokers=24"]),
        "deck too small: 44 cards, 45 needed to deal 10 to 4 players"
    );
    assert_eq!(refusal(4, &["deal.hand_size=5"]), "hand of 5 can never publish a set of 6");
    assert_eq!(refusal(4, &["deal.hand_size=5", "rules.go_out_needs_discard=false"]), "accepted");
    assert_eq!(refusal(2, &["deck.basic_copies=0", "deck.extra_copies=6"]), "no genre can ever be published");
    assert_eq!(
        refusal(2, &["deck.extra_copies=0", "deck.jokers=3"]),
        "nobody can ever go out: 3 cards can be hit, 4 needed"
    );
    assert_eq!(
        refusal(2, &["set.extras=[\"prop\"]"]),
        "nobody can ever go out: 2 cards can be hit, 4 needed"
    );
    for list in ["[]", "[\"western\"]"] {
        assert_eq!(
            refusal(4, &[&format!("action.neg_any.genres={list}")]),
            "action neg_any: unknown or empty genres"
        );
        let unused = ["deck.action.neg_any=0", &format!("action.neg_any.genres={list}")];
        assert_eq!(refusal(4, &unused), "accepted");
    }
    assert_eq!(
        refusal(4, &["match.mode=points", "score.set_card=0"]),
        "a points match needs card values of at least 1"
    );
    // The first that applies is named.
    assert_eq!(
        refusal(5, &["match.mode=points", "score.set_card=0", "deal.hand_size=5"]),
        "players.count = 5: allowed are 2 to 4"
    );
}

#[test]
fn every_default_is_as_the_spec_has_it() {
    let rules = RuleSet::defaults(FilmRummy::schema());
    assert_eq!(rules.entries().len(), 58);
    assert_eq!((rules.int("deal.hand_size"), rules.int("limits.max_turns")), (10, 2000));
    assert_eq!(FilmRummy::seats_allowed(&rules), (2, 4));
    // A rule file written from the defaults reads back as the same rules.
    let mut again = RuleSet::defaults(FilmRummy::schema());
    again.read_toml(&rules.to_toml(), "rules.toml").unwrap();
    assert_eq!(again.hash(), rules.hash());
}

#[test]
fn the_largest_game_has_192_kinds() {
    let ids = |word: &str, n: usize| -> String {
        let list: Vec<String> = (0..n).map(|i| format!("\"{word}{i}\"")).collect();
        list.join(", ")
    };
    let mut settings = vec![
        format!("set.genres=[{}]", ids("g", 8)),
        format!("set.categories=[{}]", ids("c", 10)),
        format!("set.extras=[{}]", ids("x", 12)),
        "deck.basic_copies=6".to_owned(),
        "deck.extra_copies=6".to_owned(),
        "deck.jokers=30".to_owned(),
        "deal.hand_size=20".to_owned(),
        "players.max=6".to_owned(),
        "limits.max_turns=100".to_owned(),
    ];
    for id in crate::games::film_rummy::ACTIONS {
        settings.push(format!("deck.action.{id}=20"));
        if !["spy", "thief", "technical_defect"].contains(&id) {
            settings.push(format!("action.{id}.genres=all"));
        }
    }
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let game = super::scene::rules_with(6, &settings);
    assert_eq!((game.cards().len(), game.params().cards), (192, 1386));
    crate::run::check(&game, 2, 5).unwrap();
    // Genres with the same first letter are told apart.
    assert_eq!(game.cards()[0].name, "G1.b1");
}
