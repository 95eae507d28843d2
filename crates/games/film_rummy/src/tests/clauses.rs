//! Clauses of section 7 that no worked example covers, and readings of section 9.

use super::{dealt, rules_with, scene};
use crate::{ACTIONS, FilmEvent, TurnKind};
use ludometer_model::{Event, Game, Rng, SHARE_UNITS, Seat, Streams};
use ludometer_playable::Playable;

#[test]
fn fr_9_each_seat_deals_equally_often() {
    for seats in 2..=4 {
        let game = rules_with(seats, &[]);
        let mut state = game.new_state();
        let mut counts = [0_u32; 4];
        for seed in 0..4000 {
            game.deal(&mut state, &mut Streams::new(seed, 0).chance(), &mut ludometer_model::Silent);
            counts[state.board.dealer.index()] += 1;
        }
        let fair = 4000 / seats as u32;
        assert!(counts[..seats].iter().all(|c| c.abs_diff(fair) < 190), "{counts:?}");
    }
    assert_eq!(dealt(4, &["deal.first_dealer=2"], 5).0.board.dealer.index(), 2);
}

#[test]
fn fr_10_same_seed_same_deal() {
    assert_eq!(dealt(3, &[], 8).0, dealt(3, &[], 8).0);
    assert_ne!(dealt(3, &[], 8).0.hands, dealt(3, &[], 9).0.hands);
}

#[test]
fn fr_10_fr_64_fr_68_each_shuffle_counts_for_its_own_clause() {
    // Name in traces, clause and cards of each shuffle.
    let shuffles = |events: &[FilmEvent]| -> Vec<(String, &str, u64)> {
        let all = events.iter().map(|e| (serde_json::to_value(e).unwrap(), e.event_kind().unwrap()));
        all.filter(|(json, _)| json["event"].as_str().unwrap().starts_with("shuffle"))
            .map(|(json, place)| {
                let kind = &crate::event::EVENT_KINDS[place];
                assert_eq!(Some(json["event"].as_str().unwrap()), kind.name.split(' ').next());
                (json["event"].as_str().unwrap().to_owned(), &*kind.clause, json["cards"].as_u64().unwrap())
            })
            .collect()
    };
    assert_eq!(shuffles(&dealt(3, &[], 1).1), [("shuffle_deck".to_owned(), "FR-10", 125)]);
    // 125 less two cards in the pile and hands of 1, 1 and 5, the card given being out of seat 1's.
    let mut s = scene(3, &[]).hand(0, "technical_defect C.b1").hand(1, "F.b1 F.b2").start();
    s.act("play_interaction(technical_defect)").act("target(1)").act("give(F.b1)");
    assert_eq!(shuffles(&s.events), [("shuffle_stock".to_owned(), "FR-64", 116)]);
    // 125 less hands of 2, 5 and 5 and the last card of the stock.
    let mut s = scene(3, &[]).hand(0, "C.b1 C.b2").stock(1).start().before_draw();
    s.act("draw_stock");
    assert_eq!(shuffles(&s.events), [("shuffle".to_owned(), "FR-68", 112)]);
    // A guard counts plain shuffles: the refill alone is one.
    let plain = crate::event::EVENT_KINDS.iter().filter(|h| h.name.split(' ').next() == Some("shuffle"));
    assert_eq!(plain.count(), 1);
}

#[test]
fn fr_11_fr_13_fr_14_hands_stock_and_pile() {
    for (seats, size, stock) in [(2, 10, 104), (3, 10, 94), (4, 10, 84), (4, 7, 96)] {
        let (state, events) = dealt(seats, &[&format!("deal.hand_size={size}")], 1);
        assert!(state.hands[..seats].iter().all(|h| h.size() == size));
        assert_eq!((state.stock.len(), state.board.pile.len()), (stock, 1));
        // One card at a time, from the dealer's left on.
        let order: Vec<usize> = events
            .iter()
            .filter_map(|e| {
                if let FilmEvent::Draw { seat, dealt: true, .. } = e { Some(seat.index()) } else { None }
            })
            .collect();
        let first = (state.board.dealer.index() + 1) % seats;
        assert!(order.iter().enumerate().all(|(i, s)| *s == (first + i) % seats));
        assert_eq!(order.len(), size * seats);
    }
}

#[test]
fn fr_12_hidden_hands_make_no_difference_to_a_view() {
    let one = scene(3, &[]).hand(0, "C.b1 C.b2").hand(1, "F.b1 F.b2").hand(2, "P.b1 P.b2").start();
    let two = scene(3, &[]).hand(0, "C.b1 C.b2").hand(1, "I.b1 J").hand(2, "spy R.x2").start();
    assert_eq!(one.view(0), two.view(0));
    assert_ne!(one.view(1), two.view(1));
}

#[test]
fn fr_15_fr_16_fr_17_order_of_play() {
    let game = rules_with(4, &["deal.first_dealer=3"]);
    let mut rng = Rng::from_words([4, 4, 4]);
    let mut state = game.new_state();
    let mut log = Vec::new();
    game.deal(&mut state, &mut rng, &mut log);
    let mut order = Vec::new();
    for _ in 0..6 {
        order.push(game.to_move(&state).unwrap().index());
        assert_eq!(state.board.phase.name(), "draw");
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut rng, &mut log);
        assert_eq!(state.board.phase.name(), "act");
        let discard = {
            legal.clear();
            game.legal(&state, &mut legal);
            *legal.iter().find(|a| a.to_string().starts_with("discard(")).unwrap()
        };
        game.apply(&mut state, discard, &mut rng, &mut log);
    }
    assert_eq!(order, [0, 1, 2, 3, 0, 1]);
}

#[test]
fn fr_18_fr_29_one_draw_one_discard() {
    let mut s = scene(3, &[]).pile("J").hand(0, "C.b1 C.b2").start().before_draw();
    s.act("draw_pile");
    assert_eq!((s.cards(0).as_str(), s.state.board.pile.len()), ("C.b1 C.b2 J", 0));
    assert_eq!(s.legal(), ["discard(C.b1)", "discard(C.b2)", "discard(J)"]);
    s.act("discard(C.b1)");
    assert_eq!((s.top().as_str(), s.state.board.pile.len(), s.mover()), ("C.b1", 1, Some(1)));
}

#[test]
fn fr_21_fr_22_fr_23_fr_24_fr_27_melding_and_hitting_are_free_choices() {
    let mut s = scene(3, &[])
        .meld(1, "C 1 2 3 4 5 6; 1 2 3 4 5")
        .hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 F.b6 C.x6 F.x1 F.x2 J C.b1")
        .start();
    assert!(s.may("meld(feminist)") && s.may("discard(F.b1)") && !s.may("hit(C.x6)"));
    s.act("meld(feminist)");
    while s.may("natural") {
        s.act("natural");
    }
    // Hits in the turn of the film, four of them; each may be declined.
    assert!(s.may("hit(C.x6)") && s.may("discard(C.x6)"));
    s.act("hit(C.x6)").act("target(1)").act("hit(F.x1)").act("target(0)");
    s.act("hit(F.x2)").act("target(0)").act("hit(J)");
    assert_eq!(s.legal(), ["target(0)", "target(1)"]);
    s.act("target(1)");
    assert_eq!(
        (s.film(1).as_str(), s.film(0).as_str()),
        ("C{b: 1 2 3 4 5 6; x: 1 2 3 4 5 6 J}", "F{b: 1 2 3 4 5 6; x: 1 2}")
    );
    assert_eq!(s.legal(), ["discard(C.b1)"]);
    let second =
        scene(3, &[]).meld(0, "C 1 2 3 4 5 6;").hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 F.b6 R.b1").start();
    assert!(second.legal().iter().all(|w| !w.starts_with("meld")));
}

#[test]
fn fr_30_fr_33_fr_36_films_of_three_places_with_two_extras() {
    let sizes = [
        "set.categories=[\"lead\", \"script\", \"music\"]",
        "set.extras=[\"prop\", \"photo\"]",
        "deal.hand_size=5",
    ];
    let mut s =
        scene(3, &sizes).meld(1, "C 1 2 3; 1 J").hand(0, "F.b1 F.b2 F.b3 F.x1 F.x2 C.x2 R.b1 J").start();
    assert!(!s.may("hit(F.x1)") && s.may("exchange(C.x2)"));
    s.act("meld(feminist)").act("natural").act("natural").act("natural");
    assert!(s.may("hit(J)"));
    s.act("hit(F.x1)").act("target(0)").act("hit(F.x2)").act("target(0)");
    // Both films have their two extras.
    assert!(!s.may("hit(J)") && !s.may("hit(C.x2)"));
    s.act("exchange(C.x2)").act("target(1)");
    assert_eq!((s.film(0).as_str(), s.film(1).as_str()), ("F{b: 1 2 3; x: 1 2}", "C{b: 1 2 3; x: 1 2}"));
    assert_eq!(s.cards(0), "R.b1 J J");
}

#[test]
fn fr_26_a_basic_card_is_never_a_hit() {
    let s = scene(3, &[]).meld(0, "F 1 2 3 4 5 6;").hand(0, "F.b1 C.b2").start();
    assert_eq!(s.legal(), ["discard(F.b1)", "discard(C.b2)"]);
}

#[test]
fn fr_39_fr_40_jokers_and_one_real_card() {
    let five = scene(3, &[]).hand(0, "F.b1 J J J J J R.b1").start();
    assert!(five.may("meld(feminist)") && five.may("meld(romance)"));
    let six = scene(3, &[]).hand(0, "J J J J J J spy").start();
    assert_eq!(six.legal(), ["discard(J)", "discard(spy)", "play_interaction(spy)"]);
    let two = scene(3, &["set.min_natural=2"]).hand(0, "F.b1 J J J J J R.b1").start();
    assert!(!two.may("meld(feminist)"));
    // At the least number of real cards, no joker may take another's place.
    let mut tight = scene(3, &["set.min_natural=2"]).hand(0, "F.b1 F.b2 J J J J J").start();
    tight.act("meld(feminist)");
    assert_eq!(tight.film(0), "F{b: 1 2 J J J J; x:}");
}

#[test]
fn fr_48_three_kinds_of_action_cards() {
    let s = scene(3, &[])
        .meld(0, "F 1 2 3 4 5 6;")
        .meld(1, "F 1 2 3 4 5 6;")
        .hand(0, "pos_any neg_any spy")
        .start();
    assert_eq!(
        s.legal(),
        [
            "discard(pos_any)",
            "discard(neg_any)",
            "discard(spy)",
            "play_positive(pos_any)",
            "play_negative(neg_any)",
            "play_interaction(spy)",
        ]
    );
    // With one card left only the plain discard is offered (RD-10).
    let last = scene(3, &[]).meld(0, "F 1 2 3 4 5 6;").hand(0, "pos_any").start();
    assert_eq!(last.legal(), ["discard(pos_any)"]);
}

#[test]
fn fr_57_a_card_fits_the_genres_of_its_setting() {
    // Two genres each that no card has by default, other ones for each card.
    let genres = ["feminist", "classic", "parody", "romance", "indie"];
    let listed = |card: usize| [genres[card % 5], genres[(card + 2) % 5]];
    let settings: Vec<String> =
        (0..12).map(|card| format!("action.{}.genres={:?}", ACTIONS[card], listed(card))).collect();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    for (genre, label) in genres.iter().zip(["F", "C", "P", "R", "I"]) {
        let film = format!("{label} 1 2 3 4 5 6;");
        let s = scene(2, &settings).meld(0, &film).meld(1, &film).pile("J");
        let s = s.hand(0, &ACTIONS[..12].join(" ")).start();
        let fitting = (0..12).filter(|card| listed(*card).contains(genre)).map(|card| {
            format!("play_{}({})", if card < 6 { "positive" } else { "negative" }, ACTIONS[card])
        });
        let offered: Vec<String> = s.legal().into_iter().filter(|a| a.starts_with("play_")).collect();
        assert_eq!(offered, fitting.collect::<Vec<_>>(), "{genre}");
    }
}

#[test]
fn fr_61_the_thief_draws_each_card_equally_often() {
    let s = scene(3, &[]).hand(0, "thief C.b1").hand(1, "F.b1 F.b1 J P.b2").start();
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..4000 {
        let mut state = s.state.clone();
        let mut rng = Rng::from_words([seed, 3, 3]);
        let mut log = Vec::new();
        for word in ["play_interaction(thief)", "target(1)"] {
            let mut legal = Vec::new();
            s.game.legal(&state, &mut legal);
            let action = *legal.iter().find(|a| a.to_string() == word).unwrap();
            s.game.apply(&mut state, action, &mut rng, &mut log);
        }
        let stolen = log.iter().find_map(|e| match e {
            FilmEvent::Steal { card, chosen: false, .. } => Some(card.to_string()),
            _ => None,
        });
        *counts.entry(stolen.unwrap()).or_insert(0_u32) += 1;
    }
    assert!(counts["F.b1"].abs_diff(2000) < 190, "{counts:?}");
    assert!(counts["J"].abs_diff(1000) < 165 && counts["P.b2"].abs_diff(1000) < 165, "{counts:?}");
}

#[test]
fn fr_65_a_defect_on_one_card_does_nothing() {
    let mut s = scene(3, &[]).hand(0, "technical_defect C.b1").hand(1, "J").start();
    s.act("play_interaction(technical_defect)").act("target(1)");
    assert!(s.events.iter().any(|e| matches!(e, FilmEvent::Fizzle { .. })));
    assert_eq!((s.cards(1).as_str(), s.mover()), ("J", Some(1)));
}

#[test]
fn fr_74_the_deal_goes_round() {
    let game = rules_with(4, &["match.mode=deals", "deal.first_dealer=1"]);
    let mut rng = Rng::from_words([9, 9, 9]);
    let mut state = game.new_state();
    let mut log = Vec::new();
    game.deal(&mut state, &mut rng, &mut log);
    let mut legal = Vec::new();
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[rng.index(legal.len())];
        game.apply(&mut state, action, &mut rng, &mut log);
    }
    let dealers: Vec<usize> = log
        .iter()
        .filter_map(|e| if let FilmEvent::Deal { dealer, .. } = e { Some(dealer.index()) } else { None })
        .collect();
    assert_eq!(dealers, [1, 2, 3, 0]);
    let turns = log.iter().filter(|e| matches!(e, FilmEvent::Turn { .. })).count() as u32;
    assert_eq!(game.outcome(&state).turns, turns);
    // Rounds count slots: extra turns don't add to them.
    let extra = log.iter().filter(|e| matches!(e, FilmEvent::Turn { kind: TurnKind::Extra, .. })).count();
    assert_eq!(game.outcome(&state).round_units, SHARE_UNITS / 4 * (u64::from(turns) - extra as u64));
}

#[test]
fn fr_75_an_unfinished_deal_has_no_winner() {
    let mut s = scene(3, &[]).hand(0, "C.b1 C.b2").hand(1, "J").hand(2, "spy J").start();
    s.state.board.turn = 2000;
    s.act("discard(C.b1)");
    assert_eq!(s.mover(), None);
    let outcome = s.outcome();
    assert!(outcome.unfinished && outcome.winners().next().is_none());
    assert_eq!((outcome.ranks.first(3), outcome.scores.first(3)), (&[0, 0, 0][..], &[5, 20, 30][..]));
    // An extra turn is checked against the limit too.
    let mut extra = scene(3, &[]).meld(0, "F 1 2 3 4 5 6;").hand(0, "pos_any C.b2").start();
    extra.state.board.turn = 2000;
    extra.act("play_positive(pos_any)");
    assert!(extra.outcome().unfinished);
}

#[test]
fn the_turn_limit_is_the_setting() {
    for (settings, limit) in [(&[][..], 2000), (&["limits.max_turns=50"], 50)] {
        for turn in [limit - 1, limit] {
            let mut s = scene(3, settings).hand(0, "C.b1 C.b2").start();
            s.state.board.turn = turn;
            s.act("discard(C.b1)");
            assert_eq!(s.mover().is_none(), turn == limit, "turn {turn} of {limit}");
        }
    }
}

#[test]
fn a_deal_is_dead_if_no_open_extra_place_has_a_card_left() {
    let dead = |settings: &[&str], films: &[&str]| {
        let mut s = scene(2, settings).hand(0, "R.b1 R.b2").hand(1, "P.b1");
        for (seat, film) in films.iter().enumerate() {
            s = s.meld(seat, film);
        }
        let mut s = s.start();
        s.state.board.turn = 2000;
        s.act("discard(R.b1)");
        s.events.iter().any(|e| matches!(e, FilmEvent::DealEnd { winner: None, dead: true }))
    };
    let full = "F 1 2 3 4 5 6; 1 2 3 4 5 6 7";
    let open = "C 1 2 3 4 5 6; 1 2 3 4 5 6";
    assert!(dead(&[], &[full, full.replace('F', "C").as_str()]));
    assert!(!dead(&[], &[full]));
    assert!(!dead(&["rules.interaction_timing=free"], &[full, full.replace('F', "C").as_str()]));
    // The last place of the second film takes C.x7 or a joker.
    let (no_extra, no_joker) = ("deck.copies.classic.still_photo=0", "deck.jokers=0");
    assert!(!dead(&[no_joker], &[full, open]) && !dead(&[no_extra], &[full, open]));
    assert!(dead(&[no_extra, no_joker], &[full, open]));
    // The only joker stands for F.b2, or for F.x7 in a full film: the real card would free it.
    for (film, real) in [
        ("F 1 J 3 4 5 6; 1 2 3 4 5 6 7", "deck.copies.feminist.supporting_performer"),
        ("F 1 2 3 4 5 6; 1 2 3 4 5 6 J", "deck.copies.feminist.still_photo"),
    ] {
        assert!(!dead(&[no_extra, "deck.jokers=1"], &[film, open]));
        assert!(dead(&[no_extra, "deck.jokers=1", &format!("{real}=0")], &[film, open]));
    }
}

#[test]
fn fr_72_each_sort_of_card_has_its_value() {
    let mut s = scene(3, &["score.set_card=3", "score.action_card=7", "score.joker=50"])
        .meld(0, "F 1 2 3 4 5 6;")
        .hand(0, "C.b2")
        .hand(1, "F.b1 F.x2 J spy")
        .hand(2, "pos_any neg_any thief J J")
        .start();
    s.act("discard(C.b2)");
    // 3 + 3 + 50 + 7, and 3 x 7 + 2 x 50.
    assert_eq!(s.outcome().scores.first(3), [0, 63, 121]);
}

#[test]
fn the_standing_is_minus_cards_and_in_a_match_minus_points() {
    for (mode, standing) in [("single", [-2, -1, -3]), ("points", [-72, -76, -98])] {
        let s = scene(3, &[&format!("match.mode={mode}")]).totals(&[70, 75, 95]);
        let s = s.hand(0, "C.b1 C.b2").hand(1, "J").hand(2, "spy J J").start();
        assert_eq!(s.game.progress(&s.state).first(3), standing);
    }
}

#[test]
fn places_of_a_single_deal_go_by_points() {
    let mut s = scene(4, &[])
        .meld(0, "F 1 2 3 4 5 6;")
        .hand(0, "C.b2")
        .hand(1, "J")
        .hand(2, "spy C.b1 C.b3")
        .hand(3, "C.x1")
        .start();
    s.act("discard(C.b2)");
    assert_eq!(s.outcome().ranks.first(4), [1, 3, 3, 2]);
    let mut free = scene(3, &["score.set_card=0"])
        .meld(0, "F 1 2 3 4 5 6;")
        .hand(0, "C.b2")
        .hand(1, "C.b1")
        .hand(2, "J")
        .start();
    free.act("discard(C.b2)");
    assert_eq!(free.outcome().ranks.first(3), [1, 2, 3]);
    assert_eq!(free.game.to_move(&free.state), None::<Seat>);
}
