//! What a card is worth to who draws it, by a simulation that shares no code with `card_holding.csv`: deal, play to a draw,
//! put a random card in the place of the one drawn, play both games on, count. Nothing is used but the rules
//! ([`Game`]) and a greedy bot; cards come from new random numbers each time, and so does all that follows.
//!
//! Where the intervals of both exclude zero, the signs must agree. The small comparison is a test; the large one, whose
//! table is in `reports/card-worth.csv`, is `just card-worth`.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::collections::BTreeMap;

use ludometer::bots::{BotSpec, Greedy, Strategy};
use ludometer::games::Compiled;
use ludometer::games::even_odd::EvenOdd;
use ludometer::games::film_rummy::FilmRummy;
use ludometer::games::pure_profit::PureProfit;
use ludometer::model::{CardMove, Decision, Event as _, Game, Rng, RuleSet, SHARE_UNITS, Seat, Silent};
use ludometer::registry::GAMES;
use ludometer::run::{CardHoldingRow, Plan, Seating, Work};

/// A draw: the state before the action that drew, the action, and whose hand the card came to.
struct Draw<G: Game> {
    before: G::State,
    action: G::Action,
    seat: Seat,
}

/// Games of a game design with a greedy bot in every seat.
struct Simulation<'a, G: Compiled> {
    game: &'a G,
    rng: Rng,
    bots: Vec<Greedy<G>>,
}

impl<G: Compiled> Simulation<'_, G> {
    /// Returns the choice of the bot in the seat that is to move; none when the game is over.
    fn choice(&mut self, state: &G::State) -> Option<G::Action> {
        let seat = self.game.to_move(state)?;
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let decision = Decision::new(self.game, state, seat, &legal);
        let chosen = self.bots[seat.index()].decide(&decision, &mut self.rng).unwrap();
        Some(legal[chosen])
    }

    /// Plays a game and returns one of its draws, all of them being as likely.
    fn draw(&mut self) -> Option<Draw<G>> {
        let mut state = self.game.new_state();
        self.game.deal(&mut state, &mut self.rng, &mut Silent);
        let (mut draws, mut kept) = (0, None);
        while let Some(action) = self.choice(&state) {
            let before = state.clone();
            let mut log: Vec<G::Event> = Vec::new();
            self.game.apply(&mut state, action, &mut self.rng, &mut log);
            let mut seats: Vec<Seat> = drawn::<G>(&log).map(|(seat, _)| seat).collect();
            seats.sort_unstable();
            seats.dedup();
            if seats.is_empty() {
                continue;
            }
            draws += 1;
            if self.rng.index(draws) == 0 {
                let seat = seats[self.rng.index(seats.len())];
                kept = Some(Draw { before, action, seat });
            }
        }
        kept
    }

    /// Draws anew and plays on: the kinds of cards that came, and the seat's share of the win.
    fn play_on(&mut self, draw: &Draw<G>) -> Option<(Vec<usize>, f64)> {
        let mut state = draw.before.clone();
        let mut log: Vec<G::Event> = Vec::new();
        self.game.apply(&mut state, draw.action, &mut self.rng, &mut log);
        let own = drawn::<G>(&log).filter(|(seat, _)| *seat == draw.seat);
        let mut kinds: Vec<usize> = own.map(|(_, kind)| kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        while let Some(action) = self.choice(&state) {
            self.game.apply(&mut state, action, &mut self.rng, &mut Silent);
        }
        let outcome = self.game.outcome(&state);
        let won = outcome.win_units()[draw.seat] as f64 / SHARE_UNITS as f64;
        outcome.has_places().then_some((kinds, won))
    }
}

fn drawn<G: Game>(log: &[G::Event]) -> impl Iterator<Item = (Seat, usize)> {
    log.iter().filter_map(|event| match event.card() {
        Some(CardMove::Drawn { seat, kind }) => Some((seat, kind)),
        _ => None,
    })
}

/// Pairs of games for a kind of card: in how many of the two it was drawn, and how much more often the seat won with it.
#[derive(Default)]
struct Worth(Vec<(f64, f64)>);

impl Worth {
    /// Returns its worth, and half of the 95 % interval of this ratio of sums.
    fn value(&self) -> (f64, f64) {
        let drawn: f64 = self.0.iter().map(|(drawn, _)| drawn).sum();
        let value = self.0.iter().map(|(_, gain)| gain).sum::<f64>() / drawn;
        let squares: f64 = self.0.iter().map(|(drawn, gain)| (gain - value * drawn).powi(2)).sum();
        (value, 1.96 * squares.sqrt() / drawn)
    }
}

/// Plays so many pairs of games: what each kind of card is worth that was drawn.
fn simulate<G: Compiled>(pairs: u64) -> BTreeMap<String, (f64, f64)> {
    let game = G::new(G::schema().usual_seats, &RuleSet::defaults(G::schema())).unwrap();
    let bots = (0..game.seats()).map(|_| Greedy::usual(&game)).collect();
    let mut games = Simulation { game: &game, rng: Rng::from_words([2012, 7, 1]), bots };
    let mut worth: BTreeMap<usize, Worth> = BTreeMap::new();
    for _ in 0..pairs {
        let Some(draw) = games.draw() else { continue };
        let (Some(one), Some(other)) = (games.play_on(&draw), games.play_on(&draw)) else { continue };
        for (this, that) in [(&one, &other), (&other, &one)] {
            for &kind in this.0.iter().filter(|kind| !that.0.contains(kind)) {
                worth.entry(kind).or_default().0.push((1.0, this.1 - that.1));
            }
        }
        for &kind in one.0.iter().filter(|kind| other.0.contains(kind)) {
            worth.entry(kind).or_default().0.push((2.0, 0.0));
        }
    }
    let cards = game.cards();
    worth.into_iter().map(|(kind, worth)| (cards[kind].name.clone(), worth.value())).collect()
}

/// Returns the values of `card_holding.csv` from so many pairs of games, with the intervals that hold for all cards.
fn written<G: Compiled>(pairs: u64) -> BTreeMap<String, (f64, f64, f64)> {
    let entry = GAMES.iter().find(|entry| *entry.id() == *G::definition().id).unwrap();
    let schema = entry.schema();
    let game = entry.load(schema.usual_seats, RuleSet::defaults(schema)).unwrap();
    let bots = vec![BotSpec::parse("greedy", game.design()).unwrap(); game.seats()];
    let plan =
        Plan { seed: 5, plays: 0..pairs, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let table = game.probes().card_holding(&bots, &plan, Work::unwatched(), pairs).unwrap().unwrap();
    let row = |row: CardHoldingRow| {
        let (low, high) = row.adjusted?;
        Some((row.card, (row.value.value?, low, high)))
    };
    table.rows().unwrap().into_iter().filter_map(row).collect()
}

/// A card for which both are sure.
struct Both {
    row: String,
    agree: bool,
}

fn compared<G: Compiled>(written_pairs: u64, own_pairs: u64) -> Vec<Both> {
    let (written, own) = (written::<G>(written_pairs), simulate::<G>(own_pairs));
    let sure = written.iter().filter(|(_, (_, low, high))| *low > 0.0 || *high < 0.0);
    let both = |(card, (value, low, high)): (&String, &(f64, f64, f64))| {
        let (mine, half) = *own.get(card)?;
        let row = format!(
            "{},{card},{value:.4},{low:.4},{high:.4},{mine:.4},{:.4},{:.4}",
            G::definition().id,
            mine - half,
            mine + half
        );
        (mine.abs() > half).then_some(Both { row, agree: (mine > 0.0) == (*value > 0.0) })
    };
    sure.filter_map(both).collect()
}

#[test]
fn signs_agree_with_a_simulation_of_its_own() {
    let both = compared::<PureProfit>(30_000, 15_000);
    assert!(both.len() >= 4, "{} cards", both.len());
    assert!(
        both.iter().all(|card| card.agree),
        "{:?}",
        both.iter().map(|card| &card.row).collect::<Vec<_>>()
    );
}

#[test]
#[ignore = "takes minutes: just card-worth"]
fn signs_agree_in_three_games() {
    let mut both = compared::<PureProfit>(200_000, 100_000);
    both.extend(compared::<EvenOdd>(200_000, 100_000));
    both.extend(compared::<FilmRummy>(200_000, 100_000));
    println!("game,card,value,adjusted_low,adjusted_high,own_value,own_low,own_high");
    for card in &both {
        println!("{}", card.row);
    }
    let agree = both.iter().filter(|card| card.agree).count();
    assert_eq!(agree, both.len(), "of {} cards {agree} have the same sign", both.len());
}
