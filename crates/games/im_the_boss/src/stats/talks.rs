//! Tokens and promises: who offers what, what is taken, what is kept, and what a token brings.

use std::hint::select_unpredictable;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::Average;
use crate::action::{KIND_GROUPS, KIND_NAMES};
use crate::event::{Event, Status};
use ludometer_model::Seat;
use ludometer_model::small_table::BySeat;
use ludometer_stats::{Cell, Figures, GameEnd, Mean, Merge, Report, Row, Table as CsvTable};

/// Counts of one kind of promise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Kind<N> {
    offers: N,
    offers_accepted: N,
    asks: N,
    asks_accepted: N,
    kept: N,
    broken: N,
    void: N,
    tokens: N,
    /// Dollars that the tokens brought at the settlement, by their share alone.
    brought: i64,
}

impl<N: AddAssign> Kind<N> {
    fn add<M: Copy + Into<N>>(&mut self, other: &Kind<M>) {
        let Kind { offers, offers_accepted, asks, asks_accepted, kept, broken, void, tokens, brought } =
            *other;
        self.offers += offers.into();
        self.offers_accepted += offers_accepted.into();
        self.asks += asks.into();
        self.asks_accepted += asks_accepted.into();
        self.kept += kept.into();
        self.broken += broken.into();
        self.void += void.into();
        self.tokens += tokens.into();
        self.brought += brought;
    }
}

type Kinds<N> = [Kind<N>; KIND_GROUPS];

#[derive(Clone, Debug, Default, PartialEq, Figures, Merge, Serialize, Deserialize)]
pub(super) struct Talks {
    /// By bot and kind, and by seat and kind.
    bots: Vec<Kinds<u64>>,
    seats: Vec<Kinds<u64>>,
    /// Times that talk was possible.
    #[figure("ib_windows_per_round", "per round")]
    windows: Average,
    /// Tokens given.
    #[figure("ib_tokens_per_round", "per round")]
    tokens: Average,
    /// What a token brought at the settlement.
    #[figure("ib_token_worth", "dollars")]
    token_worth: Average,
    /// Pay in the round of the seat that holds a token.
    #[figure("ib_token_holder_pay", "dollars")]
    promiser_pay: Average,
    /// Offers of promises.
    #[figure("ib_offers", "per game")]
    offers: Mean,
    /// Offers of promises that were accepted.
    #[figure("ib_offers_accepted", "per game")]
    offers_accepted: Mean,
    /// Requests for promises.
    #[figure("ib_asks", "per game")]
    asks: Mean,
    /// Requests for promises that were accepted.
    #[figure("ib_asks_accepted", "per game")]
    asks_accepted: Mean,
    /// Promises made.
    #[figure("ib_promises_made", "per game")]
    made: Mean,
    /// Promises kept.
    #[figure("ib_promises_kept", "per game")]
    kept: Mean,
    /// Promises broken.
    #[figure("ib_promises_broken", "per game")]
    broken: Mean,
    /// Promises that became void.
    #[figure("ib_promises_void", "per game")]
    void: Mean,
    /// Tokens without a promise.
    #[figure("ib_plain_tokens", "per game")]
    plain: Mean,
    /// Strikes.
    #[figure("ib_strikes", "per game")]
    strikes: Mean,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

/// Of the play that is watched: bots are known at its end only.
#[derive(Clone, Debug, Default, PartialEq)]
struct Now {
    seats: BySeat<Kinds<u32>>,
    /// The kind of each seat's token in this round.
    token: BySeat<Option<usize>>,
    windows: i64,
    given: i64,
    strikes: u32,
    /// The worth of a share at the settlement.
    value: i64,
}

impl Talks {
    pub(super) fn new(bots: usize, seats: usize) -> Self {
        Self {
            bots: vec![[Kind::default(); KIND_GROUPS]; bots],
            seats: vec![[Kind::default(); KIND_GROUPS]; seats],
            ..Self::default()
        }
    }

    #[inline(always)]
    pub(super) fn event(&mut self, event: &Event) {
        let now = &mut self.now;
        match *event {
            Event::FirstBoss { seats, .. } => {
                // The tallies of seats that nobody has stay empty: half of four thousand bytes.
                now.seats.first_mut(seats).fill(Kinds::default());
                now.strikes = 0;
            }
            Event::Round { .. } => {
                now.token = BySeat::default();
                now.windows = 0;
                now.given = 0;
            }
            Event::Window { .. } => now.windows += 1,
            Event::Offered { seat, kind, .. } => now.seats[seat][kind.group()].offers += 1,
            Event::Asked { seat, kind } => now.seats[seat][kind.group()].asks += 1,
            Event::Token { to, kind, asked, .. } => {
                let group = kind.group();
                let tally = &mut now.seats[to][group];
                tally.tokens += 1;
                *(if asked { &mut tally.asks_accepted } else { &mut tally.offers_accepted }) += 1;
                now.token[to] = Some(group);
                now.given += 1;
            }
            Event::Promise { seat, kind, status } => {
                let tally = &mut now.seats[seat][kind.group()];
                match status {
                    Status::Kept => tally.kept += 1,
                    Status::Broken => tally.broken += 1,
                    Status::Void => tally.void += 1,
                    Status::Open => {}
                }
            }
            Event::Strike { .. } => now.strikes += 1,
            Event::Settle { value, .. } => {
                now.value = value;
                self.windows.add(now.windows);
                self.tokens.add(now.given);
            }
            Event::Due { seat, reverses, paid, .. } => {
                // Nothing is added to any one kind where there is no token.
                let token = u8::from(now.token[seat].is_some());
                let group = now.token[seat].unwrap_or(0);
                let share = select_unpredictable(reverses % 2 == 1, -now.value, now.value);
                let brought = share * i64::from(token);
                now.seats[seat][group].brought += brought;
                self.token_worth.add_many(brought, token.into());
                self.promiser_pay.add_many(paid * i64::from(token), token.into());
            }
            _ => {}
        }
    }

    pub(super) fn finish(&mut self, finish: &GameEnd<'_>) {
        let mut all = Kind::<u32>::default();
        let mut plain = 0;
        for seat in Seat::all(finish.outcome.seats) {
            let mine = &self.now.seats[seat];
            let bot = self.bots.get_mut(usize::from(finish.bots[seat]));
            for sums in bot.into_iter().chain(self.seats.get_mut(seat.index())) {
                sums.iter_mut().zip(mine).for_each(|(sum, kind)| sum.add(kind));
            }
            for kind in mine {
                all.add(kind);
            }
            plain += mine[0].tokens;
        }
        let made = all.kept + all.broken + all.void;
        let Self {
            bots: _,
            seats: _,
            windows,
            tokens,
            token_worth,
            promiser_pay,
            offers,
            offers_accepted,
            asks,
            asks_accepted,
            made: made_tally,
            kept,
            broken,
            void,
            plain: plain_tally,
            strikes,
            now,
        } = self;
        [windows, tokens, token_worth, promiser_pay].into_iter().for_each(Average::close);
        let counts = [
            (offers, all.offers),
            (offers_accepted, all.offers_accepted),
            (asks, all.asks),
            (asks_accepted, all.asks_accepted),
            (made_tally, made),
            (kept, all.kept),
            (broken, all.broken),
            (void, all.void),
            (plain_tally, plain),
            (strikes, now.strikes),
        ];
        for (mean, count) in counts {
            mean.add(i64::from(count));
        }
    }

    pub(super) fn write_tables(&self, bots: &[String], out: &mut Report) {
        let bots = bots.iter().map(|bot| Cell::Text(bot.clone()));
        out.tables.push(by_kind(bots.zip(&self.bots)));
        let seats = (0_u64..).map(Cell::from);
        let mut by_seat = by_kind(seats.zip(&self.seats));
        (by_seat.name, by_seat.columns[0]) = ("ib_seat_promises", "seat");
        out.tables.push(by_seat);
    }
}

/// A row of `ib_promises.csv`: a bot and a kind of promise. `ib_seat_promises.csv` has the same for seats.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "ib_promises")]
pub struct PromiseRow {
    /// Name of the bot.
    pub strategy: Cell,
    /// Kind of promise.
    pub kind: String,
    /// Offers.
    pub offers: u64,
    /// Offers that are accepted.
    pub offers_accepted: u64,
    /// Requests.
    pub asks: u64,
    /// Requests that are accepted.
    pub asks_accepted: u64,
    /// Promises.
    pub promises_made: u64,
    /// Promises that are kept.
    pub kept: u64,
    /// Promises that are broken.
    pub broken: u64,
    /// Promises that come to nothing.
    pub void: u64,
    /// Tokens given.
    pub tokens: u64,
    /// Mean dollars that a token brings at the settlement.
    pub token_worth: Option<f64>,
}

/// Returns the table of all kinds of promises for each bot or seat.
fn by_kind<'a>(rows: impl Iterator<Item = (Cell, &'a Kinds<u64>)>) -> CsvTable {
    let row = |key: &Cell, name: &str, kind: &Kind<u64>| PromiseRow {
        strategy: key.clone(),
        kind: name.to_owned(),
        offers: kind.offers,
        offers_accepted: kind.offers_accepted,
        asks: kind.asks,
        asks_accepted: kind.asks_accepted,
        promises_made: kind.kept + kind.broken + kind.void,
        kept: kind.kept,
        broken: kind.broken,
        void: kind.void,
        tokens: kind.tokens,
        token_worth: (kind.tokens > 0).then(|| kind.brought as f64 / kind.tokens as f64),
    };
    let row = &row;
    CsvTable::of(
        rows.flat_map(|(key, kinds)| {
            KIND_NAMES.iter().zip(kinds).map(move |(name, kind)| row(&key, name, kind))
        }),
    )
}
