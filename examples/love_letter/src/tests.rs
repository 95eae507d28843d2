//! Tests by rule, of what seats know, and of the contract.

use ludometer::bots::BotSpec;
use ludometer::games::{Compiled as _, Playable as _};
use ludometer::model::{Game as _, Rng, RuleSet, Seat, Stock, Streams};
use ludometer::run::{AnyGame as _, Hooks, Loaded, Plan, Seating, audit, check};
use ludometer::stats::StrategyRow;

use crate::game::LoveLetter;
use crate::table::Card::{Baron, Countess, Guard, Handmaid, King, Priest, Prince, Princess};
use crate::table::{Action, Card, KINDS, PlayEvent, SEATS, State};

fn rules(settings: &[&str]) -> RuleSet {
    let mut rules = RuleSet::defaults(LoveLetter::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    rules
}

fn game(seats: usize) -> LoveLetter {
    LoveLetter::new(seats, &rules(&[])).unwrap()
}

fn rng() -> Rng {
    Rng::from_words([1, 2, 3])
}

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

/// A table in play and what has happened at it.
struct Scene {
    game: LoveLetter,
    state: State,
    events: Vec<PlayEvent>,
}

impl Scene {
    /// Seat 0 is to move with the first hand and this drawn card; all other cards are in the stock.
    fn new(hands: &[Card], drawn: Card) -> Self {
        let game = game(hands.len());
        let mut state = State::default();
        game.deal(&mut state, &mut rng(), &mut Vec::new());
        state.open.clear();
        state.drawn = None;
        for (place, card) in state.hands.iter_mut().zip(hands) {
            *place = Some(*card);
        }
        let mut held = [0; KINDS];
        hands.iter().chain([&drawn]).for_each(|&card| held[card as usize] += 1);
        state.stock = Stock::new(game.deck).without(&held);
        state.drawn = Some(drawn);
        Self { game, state, events: Vec::new() }
    }

    /// Gives the mover this card instead of the one that it drew.
    fn redraw(&mut self, card: Card) {
        let mut rest = *self.state.stock.copies();
        rest[self.state.drawn.unwrap() as usize] += 1;
        rest[card as usize] -= 1;
        self.state.drawn = Some(card);
        self.state.stock = Stock::new(rest);
    }

    fn legal(&self) -> Vec<String> {
        let mut legal: Vec<Action> = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal.iter().map(ToString::to_string).collect()
    }

    /// Plays the legal action with this text.
    fn play(&mut self, text: &str) {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        let action = legal.into_iter().find(|action| action.to_string() == text);
        let action = action.unwrap_or_else(|| panic!("{text} is not among {:?}", self.legal()));
        self.game.apply(&mut self.state, action, &mut rng(), &mut self.events);
        self.game.audit(&self.state).unwrap();
    }

    /// Leaves these cards in the stock, the last one of them aside; the others lie open.
    fn stock(&mut self, cards: &[Card]) {
        let mut left = [0; KINDS];
        for &card in cards {
            left[card as usize] += 1;
        }
        let open = self.state.stock.without(&left);
        for (card, &copies) in Card::ALL.into_iter().zip(open.copies()) {
            self.state.open.push_many(card, copies);
        }
        self.state.stock = Stock::new(left);
    }

    fn is_out(&self, seat: usize) -> bool {
        self.state.out[seat]
    }

    /// Returns what a seat knows of another one's card.
    fn knows(&self, watcher: usize, holder: usize) -> Option<Card> {
        self.game.view(&self.state, seat(watcher)).shown.hands[holder]
    }

    fn tokens(&self) -> [u8; SEATS] {
        self.state.tokens
    }
}

#[test]
fn ll_2_and_3_a_round_begins() {
    for (seats, open) in [(2, 3), (3, 0), (4, 0)] {
        let game = game(seats);
        let (mut state, mut events) = (State::default(), Vec::new());
        game.deal(&mut state, &mut rng(), &mut events);
        assert_eq!(state.hands.iter().flatten().count(), seats);
        assert_eq!(state.open.len(), open);
        // One lies aside.
        assert_eq!(state.stock.len(), 16 - open - seats - 1);
        assert_eq!(game.to_move(&state), Some(seat(0)));
        assert!(matches!(events[0], PlayEvent::Round { round: 1, .. }));
    }
}

#[test]
fn ll_4_a_pair_is_one_choice_and_the_other_card_stays() {
    let mut scene = Scene::new(&[Handmaid, King, Baron], Handmaid);
    assert_eq!(scene.legal(), ["handmaid"]);
    scene.redraw(Countess);
    assert_eq!(scene.legal(), ["handmaid", "countess"]);
    scene.play("handmaid");
    assert_eq!(scene.state.hands[0], Some(Countess));
    assert_eq!(scene.game.to_move(&scene.state), Some(seat(1)));
}

#[test]
fn ll_6_and_10_without_a_seat_to_choose_a_card_does_nothing() {
    let mut scene = Scene::new(&[Handmaid, Baron, Priest], Guard);
    scene.play("handmaid");
    scene.redraw(Handmaid);
    scene.play("handmaid");
    scene.redraw(Prince);
    assert_eq!(scene.legal(), ["priest", "prince 2"], "both others are protected");
    scene.play("priest");
    assert_eq!(scene.knows(2, 0), None);
    // Its own turn ends a seat's protection.
    assert_eq!(scene.state.protected, [false, true, false, false]);
}

#[test]
fn ll_7_a_guard_puts_out_who_holds_the_named_card() {
    let mut scene = Scene::new(&[Guard, King, Baron], Priest);
    assert!(!scene.legal().iter().any(|action| action.ends_with("guard")), "{:?}", scene.legal());
    scene.play("guard 2 king");
    assert!(!scene.is_out(2));
    assert!(scene.state.excluded[2].contains(&King));
    let mut scene = Scene::new(&[Guard, King, Baron], Priest);
    scene.play("guard 1 king");
    assert!(scene.is_out(1) && scene.state.discards[1].contains(&King));
    assert_eq!(scene.game.to_move(&scene.state), Some(seat(2)), "seat 1 is passed over");
}

#[test]
fn ll_8_a_priest_looks_at_a_card() {
    let mut scene = Scene::new(&[Priest, King, Baron], Guard);
    scene.play("priest 1");
    assert_eq!((scene.knows(0, 1), scene.knows(2, 1), scene.knows(1, 0)), (Some(King), None, None));
    assert!(scene.game.view(&scene.state, seat(1)).shown.known[1][0]);
    scene.redraw(Guard);
    scene.play("guard 2 princess");
    assert_eq!(scene.knows(0, 1), Some(King));
    let mut scene = Scene::new(&[Priest, Guard, Baron], Handmaid);
    scene.play("priest 1");
    scene.redraw(Guard);
    scene.play("guard 2 princess");
    assert_eq!(scene.knows(0, 1), None, "it may have been the other Guard");
}

#[test]
fn ll_9_a_baron_puts_out_the_lower_card() {
    let mut scene = Scene::new(&[Baron, Priest, King], Prince);
    scene.play("baron 1");
    assert!(scene.is_out(1) && !scene.is_out(0));
    assert!(scene.state.excluded[0].contains(&Priest) && !scene.state.excluded[0].contains(&Baron));
    let mut scene = Scene::new(&[Baron, King, Priest], Prince);
    scene.play("baron 1");
    assert!(scene.is_out(0) && !scene.is_out(1));
    let mut scene = Scene::new(&[Baron, Prince, Priest], Prince);
    scene.play("baron 1");
    assert!(!scene.is_out(0) && !scene.is_out(1));
    assert_eq!([scene.knows(0, 1), scene.knows(1, 0), scene.knows(2, 1)], [Some(Prince), Some(Prince), None]);
}

#[test]
fn ll_11_a_prince_makes_a_seat_draw_anew() {
    let mut scene = Scene::new(&[Prince, Baron, Priest], King);
    scene.state.exclude(1, Some(King));
    scene.play("prince 1");
    assert!(scene.state.discards[1].contains(&Baron));
    assert!(scene.state.hands[1].is_some() && !scene.state.excluded[1].contains(&King));
    let mut scene = Scene::new(&[Prince, Baron, Princess], King);
    scene.play("prince 2");
    assert!(scene.is_out(2));
    // The card aside is the last one; then the round ends, here by the higher card.
    let mut scene = Scene::new(&[Prince, Baron], King);
    scene.stock(&[Princess]);
    scene.play("prince 1");
    let drew =
        |event: &PlayEvent| matches!(event, PlayEvent::Draw { seat, card: Princess } if seat.index() == 1);
    assert!(scene.events.iter().any(drew));
    assert_eq!(scene.tokens(), [0, 1, 0, 0]);
}

#[test]
fn ll_12_a_king_trades_cards_and_what_is_known_of_them() {
    let mut scene = Scene::new(&[King, Baron, Guard], Priest);
    scene.state.known[1][2] = true;
    scene.state.exclude(1, Some(King));
    scene.play("king 1");
    assert_eq!(scene.state.hands[..3], [Some(Baron), Some(Priest), Some(Guard)]);
    assert_eq!((scene.knows(0, 1), scene.knows(1, 0)), (Some(Priest), Some(Baron)));
    assert_eq!((scene.knows(2, 0), scene.knows(2, 1)), (None, None), "a third seat loses track");
    assert!(scene.state.excluded[0].contains(&King) && scene.state.excluded[1].contains(&Countess));
    assert_eq!(scene.game.view(&scene.state, seat(0)).shown.known[0], [false, true, false, false]);
}

#[test]
fn ll_13_the_countess_leaves_before_king_and_prince() {
    for card in [King, Prince] {
        assert_eq!(Scene::new(&[Countess, Baron, Guard], card).legal(), ["countess"]);
        assert_eq!(Scene::new(&[card, Baron, Guard], Countess).legal(), ["countess"]);
    }
    let mut scene = Scene::new(&[King, Baron, Guard], Priest);
    scene.play("king 1");
    assert!(scene.state.excluded[1].contains(&Countess), "it was traded away");
}

#[test]
fn ll_14_the_princess_puts_out_her_holder() {
    let mut scene = Scene::new(&[Princess, Baron, Guard], Handmaid);
    scene.play("princess");
    assert!(scene.is_out(0));
    assert!(scene.state.discards[0].contains(&Handmaid), "the other card lies open too");
}

#[test]
fn ll_15_and_17_the_last_one_wins_and_begins() {
    let mut scene = Scene::new(&[Priest, King], Guard);
    scene.play("priest 1");
    scene.redraw(Guard);
    scene.play("guard 0 princess");
    scene.redraw(Priest);
    scene.play("guard 1 king");
    assert_eq!(scene.tokens(), [1, 0, 0, 0]);
    assert_eq!((scene.state.round, scene.game.to_move(&scene.state)), (2, Some(seat(0))));
}

#[test]
fn ll_16_at_the_end_of_the_stock_the_highest_card_wins() {
    let mut scene = Scene::new(&[Priest, King, Baron], Handmaid);
    scene.stock(&[Guard]);
    scene.play("handmaid");
    assert_eq!(scene.tokens(), [0, 1, 0, 0]);
    assert_eq!(scene.game.to_move(&scene.state), Some(seat(1)));
    // Equal cards: the higher sum in front of the seat, and if that is equal too, both.
    for (before, tokens) in [(Guard, [1, 0, 0, 0]), (Handmaid, [1, 1, 0, 0])] {
        let mut scene = Scene::new(&[Prince, Prince, Baron], Handmaid);
        scene.stock(&[Guard]);
        let place = scene.state.open.iter().position(|&card| card == before).unwrap();
        let mut open: Vec<Card> = scene.state.open.iter().copied().collect();
        open.swap_remove(place);
        scene.state.open.clear();
        scene.state.open.extend_from_slice(&open);
        scene.state.discards[1].push(before);
        scene.play("handmaid");
        assert_eq!(scene.tokens(), tokens);
    }
}

#[test]
fn ll_18_enough_tokens_win() {
    let mut scene = Scene::new(&[Priest, King, Baron], Handmaid);
    scene.stock(&[Guard]);
    scene.state.tokens = [3, 4, 4, 0];
    scene.play("handmaid");
    assert_eq!(scene.game.to_move(&scene.state), None);
    let outcome = scene.game.outcome(&scene.state);
    assert_eq!((outcome.ranks.first(3), outcome.scores.first(3)), (&[3, 1, 2][..], &[3, 5, 4][..]));
}

#[test]
fn states_that_differ_in_hidden_cards_alone_look_alike() {
    let scene = Scene::new(&[Baron, King, Priest], Guard);
    let mut other = Scene::new(&[Baron, Princess, Handmaid], Guard);
    assert_eq!(scene.game.view(&scene.state, seat(0)), other.game.view(&other.state, seat(0)));
    other.state.known[1][2] = true;
    assert_eq!(scene.game.view(&scene.state, seat(0)), other.game.view(&other.state, seat(0)));
    // Nor does the mover's drawn card show to the others.
    let [a, b] = [Guard, Prince].map(|drawn| Scene::new(&[Baron, King, Priest], drawn));
    assert_eq!(a.game.view(&a.state, seat(1)), b.game.view(&b.state, seat(1)));
}

#[test]
fn determinized_states_keep_to_what_is_known() {
    let mut scene = Scene::new(&[Guard, King, Baron, Countess], Handmaid);
    scene.play("guard 2 princess");
    scene.redraw(Priest);
    scene.play("priest 3");
    let view = scene.game.view(&scene.state, seat(1));
    let (mut world, mut rng) = (State::default(), rng());
    let mut held = [0; 8];
    for _ in 0..4000 {
        scene.game.determinize(&view, &mut rng, &mut world);
        scene.game.audit(&world).unwrap();
        assert_eq!((world.hands[1], world.hands[3]), (Some(King), Some(Countess)));
        assert_ne!(world.hands[2], Some(Princess));
        held[world.hands[2].unwrap() as usize] += 1;
    }
    // Of the 12 cards that seat 1 can't place, 11 can be seat 2's: each comes up as often.
    let expected = [4, 1, 2, 2, 2, 0, 0, 0].map(|copies| copies * 4000 / 11);
    for (count, expected) in held.into_iter().zip(expected) {
        assert!(i32::abs_diff(count, expected) < 110, "{held:?} {expected}");
    }
}

#[test]
fn the_contract_is_kept() {
    for seats in 2..=SEATS {
        check(&game(seats), 80, 1).unwrap();
    }
    // Many Guards; no card that a Guard could name but Priests; a small deck without Guards.
    for settings in [
        &["deck.guard=12", "deck.princess=0", "deck.king=0", "deck.countess=0"][..],
        &[
            "deck.guard=9",
            "deck.baron=0",
            "deck.handmaid=0",
            "deck.prince=0",
            "deck.king=0",
            "deck.countess=0",
            "deck.princess=0",
        ],
        &["deck.guard=0", "deck.priest=1", "deck.baron=0", "setup.open_cards=0", "win.tokens_four=20"],
    ] {
        for seats in 2..=SEATS {
            let game = LoveLetter::new(seats, &rules(settings)).unwrap();
            check(&game, 60, 2).unwrap();
        }
    }
    // With nothing but Guards, none has an effect, and nothing is hidden: too few plays to find fault with that.
    let others = ["priest", "baron", "handmaid", "prince", "king", "countess", "princess"];
    let mut guards = rules(&["deck.guard=9"]);
    for card in others {
        guards.set_text(&format!("deck.{card}=0")).unwrap();
    }
    check(&LoveLetter::new(4, &guards).unwrap(), 4, 3).unwrap();
    let small = rules(&["deck.guard=0", "deck.priest=0", "deck.baron=0", "deck.prince=0"]);
    let error = LoveLetter::new(4, &small).unwrap_err();
    assert_eq!(error.to_string(), "the deck has 5 cards; 4 seats need 6");
}

#[test]
fn cards_are_conserved_in_random_plays() {
    for play in 0..300 {
        let game = game(2 + play as usize % 3);
        let streams = Streams::new(5, play);
        let (mut chance, mut rng) = (streams.chance(), streams.seat(seat(0)));
        let (mut state, mut legal) = (State::default(), Vec::new());
        game.deal(&mut state, &mut chance, &mut Vec::new());
        while game.to_move(&state).is_some() {
            game.audit(&state).unwrap();
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action, &mut chance, &mut Vec::new());
        }
        game.audit(&state).unwrap();
    }
}

#[test]
fn greedy_does_not_peek() {
    for seats in 2..=SEATS {
        let bots = vec![BotSpec::parse("greedy", LoveLetter::definition()).unwrap(); seats];
        let audit = audit(&Loaded::with(game(seats), rules(&[])), &bots, 2000, 3, Hooks::none()).unwrap();
        assert!(audit.positions == 2000 && audit.different > 1000, "{audit:?}");
    }
}

#[test]
fn greedy_beats_random() {
    let game = Loaded::<LoveLetter>::new(4, rules(&[])).unwrap();
    let bots = ["greedy", "random", "random", "random"].map(|bot| game.bot(bot).unwrap());
    let plan =
        Plan { seed: 1, plays: 0..400, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let batch = game.simulate(&bots, &plan, Hooks::none(), None).unwrap();
    let strategies: Vec<StrategyRow> = batch.report.rows();
    assert!(strategies[0].win_rate.value.unwrap() > 0.6, "{strategies:?}");
}
