//! Defaults and ranges, the deck as it is set, and invalid settings with their messages, in the order of
//! the spec's checks.

use super::{dealt, rules_with};
use crate::{ACTIONS, FilmRummy};
use ludometer_model::{RuleSet, Value};
use ludometer_playable::{Compiled, Playable};

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
}

#[test]
fn values_out_of_range_name_what_is_allowed() {
    let cases = [
        ("deal.hand_size=4", "deal.hand_size = 4: allowed are 5..20"),
        ("deal.first_dealer=9", "deal.first_dealer = 9: allowed are \"random\" or a seat"),
        ("deal.first_dealer=4", "deal.first_dealer = 4: allowed are \"random\" or a seat"),
        ("deal.first_dealer=eldest", "deal.first_dealer = eldest: allowed are \"random\" or a seat"),
        ("set.genres=[]", "set.genres = []: allowed are 1..8 ids"),
        (
            "set.genres=[\"a\", \"a\"]",
            "set.genres = [\"a\", \"a\"]: allowed are 1..8 ids; \"a\" is in the list twice",
        ),
        ("set.categories=[\"a\"]", "set.categories = [\"a\"]: allowed are 2..10 ids"),
        (
            "set.extras=[\"a b\"]",
            "set.extras = [\"a b\"]: allowed are 0..12 ids; \"a b\" is none: letters, digits, _ and - only",
        ),
        (
            "set.extras=[\"prop\", \"script\"]",
            "set.extras = [\"prop\", \"script\"]: allowed are 0..12 ids; \"script\" is in the set already, \
             as one of set.categories",
        ),
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
        (
            "rules.interaction_timing=late",
            "rules.interaction_timing = late: allowed are as_discard, free, any_turn",
        ),
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

/// Section 3: key, default, range.
const PARAMETERS: &str = r#"players.count = 4: players.min..players.max
players.min = 2: 2..6
players.max = 4: 2..6
deal.hand_size = 10: 5..20
deal.first_dealer = "random": "random" or a seat
set.genres = ["feminist", "classic", "parody", "romance", "indie"]: 1..8 ids
set.categories = ["lead_performer", "supporting_performer", "director", "script", "location", "music"]: 2..10 ids
set.extras = ["prop", "costume", "lighting", "camera_angle", "close_up", "editing", "still_photo"]: 0..12 ids
set.min_natural = 1: 1..number of categories
deck.basic_copies = 2: 0..6
deck.extra_copies = 1: 0..6
deck.jokers = 10: 0..30
deck.blanks = 1: 0..5
deck.action.pos_any = 2: 0..20
deck.action.pos_feminist_classic = 1: 0..20
deck.action.pos_classic_parody = 1: 0..20
deck.action.pos_parody_romance = 1: 0..20
deck.action.pos_romance_indie = 1: 0..20
deck.action.pos_indie_feminist = 1: 0..20
deck.action.neg_any = 2: 0..20
deck.action.neg_feminist_classic = 1: 0..20
deck.action.neg_classic_parody = 1: 0..20
deck.action.neg_parody_romance = 1: 0..20
deck.action.neg_romance_indie = 1: 0..20
deck.action.neg_indie_feminist = 1: 0..20
deck.action.spy = 2: 0..20
deck.action.thief = 2: 0..20
deck.action.technical_defect = 2: 0..20
action.pos_any.genres = "all": "all" or a list of genre ids
action.pos_feminist_classic.genres = ["feminist", "classic"]: "all" or a list of genre ids
action.pos_classic_parody.genres = ["classic", "parody"]: "all" or a list of genre ids
action.pos_parody_romance.genres = ["parody", "romance"]: "all" or a list of genre ids
action.pos_romance_indie.genres = ["romance", "indie"]: "all" or a list of genre ids
action.pos_indie_feminist.genres = ["indie", "feminist"]: "all" or a list of genre ids
action.neg_any.genres = "all": "all" or a list of genre ids
action.neg_feminist_classic.genres = ["feminist", "classic"]: "all" or a list of genre ids
action.neg_classic_parody.genres = ["classic", "parody"]: "all" or a list of genre ids
action.neg_parody_romance.genres = ["parody", "romance"]: "all" or a list of genre ids
action.neg_romance_indie.genres = ["romance", "indie"]: "all" or a list of genre ids
action.neg_indie_feminist.genres = ["indie", "feminist"]: "all" or a list of genre ids
score.set_card = 5: 0..100
score.action_card = 10: 0..100
score.joker = 20: 0..100
match.mode = "single": single, points, deals
match.points_limit = 100: 5..1000
match.deals = 0: 0..100
limits.max_turns = 2000: 50..100000
rules.go_out_needs_discard = true: true, false
rules.interaction_timing = "as_discard": as_discard, free, any_turn
rules.thief_sees_hand = false: true, false
rules.exchange_needs_own_meld = false: true, false
rules.exchanged_joker_must_be_placed = false: true, false
rules.extra_exchange_compulsory = false: true, false
rules.negative_limit = "circuit": circuit, fixed_round
rules.defect_self_target = false: true, false
rules.refill_keep_top = false: true, false
rules.may_rediscard_taken_card = true: true, false
rules.meld_joker_choice = true: true, false"#;

#[test]
fn every_default_and_range_is_as_the_spec_has_it() {
    let rules = RuleSet::defaults(FilmRummy::schema());
    let range = |key: &str| FilmRummy::schema().find(key).unwrap().range_text();
    let found: Vec<String> =
        rules.entries().iter().map(|(key, value)| format!("{key} = {value}: {}", range(key))).collect();
    assert_eq!(found, PARAMETERS.lines().collect::<Vec<_>>());
    assert_eq!(FilmRummy::seats_allowed(&rules), (2, 4));
}

#[test]
fn a_rule_file_with_every_key_changed_reads_back() {
    let defaults = RuleSet::defaults(FilmRummy::schema());
    let mut changed = defaults.clone();
    for (key, value) in defaults.entries() {
        let other = match (key, value) {
            (_, Value::Int(number)) => (number + 1).to_string(),
            (_, Value::Bool(flag)) => (!flag).to_string(),
            (_, Value::List(list)) => Value::List(list[1..].to_vec()).to_string(),
            ("deal.first_dealer", _) => "2".to_owned(),
            ("match.mode", _) => "points".to_owned(),
            ("rules.interaction_timing", _) => "free".to_owned(),
            ("rules.negative_limit", _) => "fixed_round".to_owned(),
            _ => "[\"indie\"]".to_owned(),
        };
        changed.set_text(&format!("{key}={other}")).unwrap();
        assert_ne!(changed.get(key), Some(value), "{key}");
    }
    changed.set_text("deck.copies.indie.script=3").unwrap();
    let mut again = RuleSet::defaults(FilmRummy::schema());
    again.read_toml(&changed.to_toml(), "rules.toml").unwrap();
    assert_eq!(again.entries(), changed.entries());
}

#[test]
fn fr_3_fr_4_fr_5_fr_8_the_deck_is_as_set() {
    let mut settings: Vec<String> = [
        "deck.basic_copies=3",
        "deck.extra_copies=2",
        "deck.copies.indie.script=1",
        "deck.copies.feminist.prop=0",
        "deck.jokers=7",
        "deck.blanks=4",
    ]
    .map(str::to_owned)
    .to_vec();
    settings.extend(ACTIONS.iter().enumerate().map(|(i, id)| format!("deck.action.{id}={i}")));
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let game = rules_with(3, &settings);
    for card in game.cards() {
        let copies = match card.name.as_str() {
            "I.b4" => 1,
            "F.x1" => 0,
            "J" => 7,
            name if name.contains(".b") => 3,
            name if name.contains(".x") => 2,
            name => ACTIONS.iter().position(|id| *id == name).unwrap(),
        };
        assert_eq!(card.copies, copies as u64, "{}", card.name);
    }
    // 5 x (6 x 3 + 7 x 2) - 2 - 2 set cards, 7 jokers, 0 + 1 + ... + 14 action cards, no blank.
    assert_eq!((game.params().cards, game.params().blanks), (268, 4));
    // Less three hands of 10 and the first card of the pile.
    assert_eq!(dealt(3, &settings, 1).0.stock.len(), 237);
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
    for id in ACTIONS {
        settings.push(format!("deck.action.{id}=20"));
        if !["spy", "thief", "technical_defect"].contains(&id) {
            settings.push(format!("action.{id}.genres=all"));
        }
    }
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let game = rules_with(6, &settings);
    assert_eq!((game.cards().len(), game.params().cards), (192, 1386));
    ludometer_run::check(&game, 2, 5).unwrap();
    // Genres with the same first letter are distinguished.
    assert_eq!(game.cards()[0].name, "G1.b1");
}
