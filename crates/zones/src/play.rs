//! Games by their rules: a setup, choices one by one, and places when a game is over.

use crate::bytes::{i32_at, set_i32, set_u16, u16_at};
use crate::layout::{MOST_SEATS, head};
use crate::moves::tag;
use crate::secretly;
use crate::table::{End, Fault, Outcome, Running, Table};

/// Rules of a game. Seats, steps, acts and kinds count from 1.
pub trait Rules {
    /// Deals the cards and begins the first turn.
    fn setup(&mut self, table: &mut Table<'_>) -> Outcome<()>;
    /// Begins the turn of a seat.
    fn turn(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<()>;
    /// Lists what a seat may do.
    fn step(&mut self, table: &mut Table<'_>, step: usize, seat: usize) -> Outcome<()>;
    /// Carries a choice out.
    fn act(&mut self, table: &mut Table<'_>, act: usize, seat: usize, args: [u16; 3]) -> Outcome<()>;
    /// Follows when all have chosen or were asked in a step.
    fn after(&mut self, table: &mut Table<'_>, step: usize) -> Outcome<()>;
    /// Returns the score of a seat; 0 where there is none.
    fn score(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<i64>;
    /// Returns what parts seats with the same score, the most first.
    fn tiebreak(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<f64>;
    /// Returns the number of the side, from 1, of a seat, where sides are drawn.
    fn side(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<usize>;
}

/// The sides of a game.
#[derive(Clone, Debug, Default)]
pub enum Sides {
    /// Each seat plays for itself.
    #[default]
    None,
    /// For each seat, from 0, the seats of its side as bits.
    Fixed(Vec<u16>),
    /// They are drawn in each game.
    Drawn,
}

/// The points of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Points {
    /// There are none.
    #[default]
    None,
    /// The most win.
    Most,
    /// The fewest win.
    Fewest,
}

/// How a game is won.
#[derive(Clone, Debug, Default)]
pub struct Contest {
    /// All seats win or lose together, or one plays alone.
    pub together: bool,
    /// The sides.
    pub sides: Sides,
    /// From this score on the table wins.
    pub target: Option<i64>,
    /// The rules say themselves which games are won, so that a score alone is none of them.
    pub has_named_wins: bool,
    /// The points.
    pub points: Points,
    /// Something parts those with the same score.
    pub has_tiebreak: bool,
}

impl Contest {
    /// Returns the seats, as bits, that win and lose with this one, from 1.
    pub fn party(&self, rules: &mut impl Rules, table: &mut Table<'_>, seat: usize) -> Outcome<u16> {
        if self.together {
            return Ok((1 << table.layout.seats) - 1);
        }
        match &self.sides {
            Sides::None => Ok(1 << (seat - 1)),
            Sides::Fixed(sides) => Ok(sides.get(seat - 1).copied().unwrap_or(1 << (seat - 1))),
            Sides::Drawn => {
                let side = rules.side(table, seat)?;
                self.side_seats(rules, table, side)
            }
        }
    }

    /// Returns the seats, as bits, of a side that is drawn, from 1.
    pub fn side_seats(&self, rules: &mut impl Rules, table: &mut Table<'_>, side: usize) -> Outcome<u16> {
        let mut seats = 0;
        for seat in 1..=table.layout.seats {
            if rules.side(table, seat)? == side {
                seats |= 1 << (seat - 1);
            }
        }
        Ok(seats)
    }

    const fn has_sides(&self) -> bool {
        !matches!(self.sides, Sides::None)
    }

    /// Returns true if one score is better than another.
    fn is_better(&self, one: i64, other: i64) -> bool {
        one != other && (one > other) != (self.points == Points::Fewest)
    }
}

/// Sets up a game in a state of zeros with the numbers that were declared.
pub fn deal(rules: &mut impl Rules, contest: &Contest, table: &mut Table<'_>) -> Outcome<()> {
    begin(table);
    table.run.chance.fix(true);
    if table.run.listens {
        table.announce_numbers(tag::START, [0; 3])?;
    }
    rules.setup(table)?;
    table.run.chance.fix(false);
    settle(rules, contest, table, || "game.setup".to_owned())
}

fn begin(table: &mut Table<'_>) {
    let run = &mut *table.run;
    run.events.clear();
    run.running = Running::Act;
    run.guard = 0;
    run.answered = (0, 0);
    run.end = End::default();
    run.claim.clear();
}

/// Carries a choice of the seat to move out.
pub fn apply(rules: &mut impl Rules, contest: &Contest, table: &mut Table<'_>, action: u64) -> Outcome<()> {
    begin(table);
    let (seat, mut pending) = (table.mover(), u16_at(table.bytes, head::PENDING));
    if table.is_in_secret() {
        let root = table.bytes[head::ROOT];
        let to = secretly::add(rules, table, seat, action)?;
        if to > 0 {
            table.bytes[head::STEP] = to;
            return Ok(());
        }
        // Others see that it has finished, and not after how many choices.
        table.bytes[head::STEP] = root;
    }
    let decisions = i32_at(table.bytes, head::DECISIONS);
    set_i32(table.bytes, head::DECISIONS, decisions.wrapping_add(1));
    if pending == 0 {
        table.bytes[head::MOVER] = 0;
        table.run.answered = (table.bytes[head::STEP], seat as u8);
        carry_out(rules, table, seat, action)?;
        return settle(rules, contest, table, || act_name(table.layout, action));
    }
    if !table.is_in_secret() {
        let seal = head::SEALS + 8 * (seat - 1);
        table.bytes[seal..seal + 8].copy_from_slice(&action.to_le_bytes());
    }
    pending &= !(1 << (seat - 1));
    set_u16(table.bytes, head::PENDING, pending);
    if pending != 0 {
        table.bytes[head::MOVER] = pending.trailing_zeros() as u8 + 1;
        return Ok(());
    }
    let step = if table.is_in_secret() {
        secretly::carry_out_all(rules, table)?
    } else {
        reveal_choices(rules, table)?
    };
    rules.after(table, step)?;
    settle(rules, contest, table, || format!("after.{}", table.layout.steps[step - 1]))
}

/// Announces that a choice is carried out, which stands behind the announcement.
pub(crate) fn announce_choice(table: &mut Table<'_>, seat: usize, choice: [u8; 8]) -> Outcome<()> {
    if table.run.listens {
        table.announce(tag::CHOOSE, 0, [seat, 0, 0])?;
        table.announce(0, 0, [0; 3])?;
        if let Some(behind) = table.run.events.last_mut() {
            *behind = choice;
        }
    }
    Ok(())
}

/// All have chosen: their choices are carried out in turn. Returns the step that they chose in.
fn reveal_choices(rules: &mut impl Rules, table: &mut Table<'_>) -> Outcome<usize> {
    let (asked, step) = (u16_at(table.bytes, head::ASKED), table.bytes[head::STEP]);
    table.run.answered = (step, 0);
    set_u16(table.bytes, head::ASKED, 0);
    table.bytes[head::MOVER] = 0;
    for seat in (1..=table.layout.seats).filter(|seat| asked & 1 << (seat - 1) != 0) {
        let at = head::SEALS + 8 * (seat - 1);
        let mut choice = [0; 8];
        choice.copy_from_slice(&table.bytes[at..at + 8]);
        announce_choice(table, seat, choice)?;
        let action = u64::from_le_bytes(choice);
        carry_out(rules, table, seat, action)?;
        if table.bytes[head::MOVER] != 0 || table.bytes[head::FLAGS] != 0 {
            return Err(Fault::new(format!(
                "{} is one of several choices at once: what follows them all stands in after.{}",
                act_name(table.layout, action),
                table.layout.steps[usize::from(step) - 1]
            )));
        }
    }
    let seals = head::SEALS..head::SEALS + 8 * table.layout.seats;
    table.bytes[seals].fill(0);
    Ok(usize::from(table.bytes[head::STEP]))
}

pub(crate) fn carry_out(
    rules: &mut impl Rules,
    table: &mut Table<'_>,
    seat: usize,
    action: u64,
) -> Outcome<()> {
    let [third, second, first, act] = [0, 16, 32, 48].map(|bits| (action >> bits) as u16);
    rules.act(table, usize::from(act), seat, [first, second, third])
}

pub(crate) fn act_name(layout: &crate::layout::Layout, action: u64) -> String {
    let name = (action >> 48) as usize;
    format!("act.{}", name.checked_sub(1).and_then(|act| layout.acts.get(act)).map_or("?", String::as_str))
}

/// What was carried out must lead on, or end the game, whose places are found then.
fn settle(
    rules: &mut impl Rules,
    contest: &Contest,
    table: &mut Table<'_>,
    what: impl FnOnce() -> String,
) -> Outcome<()> {
    let mut flags = table.bytes[head::FLAGS];
    if !table.layout.roles.is_empty() {
        table.tell_roles()?;
    }
    if table.mover() == 0 && flags == 0 {
        return Err(Fault::new(format!(
            "{} ends and nobody is to move: it must lead on with go, together or end_turn, or end the game",
            what()
        )));
    }
    if flags == 0 && i32_at(table.bytes, head::DECISIONS) as u32 >= table.layout.most_decisions {
        flags = head::UNFINISHED;
        table.stop(flags);
    }
    if flags != 0 {
        table.bytes[head::MOVER] = 0;
        rank(rules, contest, table)?;
    }
    Ok(())
}

/// Writes places and scores of a game that is over.
fn rank(rules: &mut impl Rules, contest: &Contest, table: &mut Table<'_>) -> Outcome<()> {
    let seats = table.layout.seats;
    let all_seats: u16 = (1 << seats) - 1;
    let mut scores = [0; MOST_SEATS];
    for seat in 1..=seats {
        let score = rules.score(table, seat)?;
        let Ok(whole) = i32::try_from(score) else {
            return Err(Fault::new(format!(
                "game.score gives {score}: scores are whole numbers from -2147483648 to 2147483647"
            )));
        };
        set_i32(table.bytes, head::SCORES + 4 * (seat - 1), whole);
        scores[seat - 1] = score;
    }
    // The first seat of each one's side, whose place and score count.
    let mut leads = [0; MOST_SEATS];
    for seat in 1..=seats {
        let alone = !contest.has_sides() && !contest.together;
        leads[seat - 1] =
            if alone { seat } else { contest.party(rules, table, seat)?.trailing_zeros() as usize + 1 };
    }
    if table.run.end.by_score {
        for seat in 1..=seats {
            let lead = leads[seat - 1];
            if scores[seat - 1] != scores[lead - 1] {
                return Err(Fault::new(format!(
                    "game.score gives {} for seat {lead} and {} for seat {seat}, which win and lose together: give \
                     both the score of their side",
                    scores[lead - 1],
                    scores[seat - 1]
                )));
            }
            if contest.has_tiebreak && contest.has_sides() && seat != lead {
                let (of_lead, of_seat) = (rules.tiebreak(table, lead)?, rules.tiebreak(table, seat)?);
                if of_lead != of_seat {
                    return Err(Fault::new(format!(
                        "game.tiebreak gives {of_lead} for seat {lead} and {of_seat} for seat {seat}, which win and lose \
                         together: give both that of their side"
                    )));
                }
            }
        }
        // Who plays together wins at a score, or has one.
        if contest.together {
            let is_missed = match contest.target {
                Some(target) => contest.is_better(target, scores[0]),
                None => contest.has_named_wins,
            };
            if contest.points == Points::None || is_missed {
                table.run.end.nobody_wins = true;
            } else {
                table.run.end.winners = all_seats;
            }
        }
    }
    // Where all lose, nobody is left to win.
    if table.run.end.losers == all_seats {
        table.run.end.nobody_wins = true;
    }
    let mut first = 0_u16;
    for seat in 1..=seats {
        let mut place = 1;
        for other in (1..=seats).filter(|&other| other != seat) {
            place += u8::from(is_ahead(rules, contest, table, other, seat, &leads, &scores)?);
        }
        let side =
            if matches!(contest.sides, Sides::Drawn) { 16 * rules.side(table, seat)? as u8 } else { 0 };
        table.bytes[head::PLACES + seat - 1] = place + side;
        if place == 1 {
            first |= 1 << (leads[seat - 1] - 1);
        }
    }
    let (winners, losers) = (table.run.end.winners, table.run.end.losers);
    set_u16(table.bytes, head::LOSERS, losers);
    // Neither one side alone, nor who wins by name or is spared together, is a tie.
    let are_spared = losers != 0 && contest.points == Points::None && !contest.has_tiebreak;
    let joint =
        if contest.has_sides() { first.count_ones() <= 1 } else { are_spared || winners.count_ones() > 1 };
    table.bytes[head::NOBODY_WINS] = match (table.run.end.nobody_wins, joint) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 0,
    };
    Ok(())
}

/// Returns true if a seat comes before another one.
fn is_ahead(
    rules: &mut impl Rules,
    contest: &Contest,
    table: &mut Table<'_>,
    one: usize,
    other: usize,
    leads: &[usize; MOST_SEATS],
    scores: &[i64; MOST_SEATS],
) -> Outcome<bool> {
    if table.run.end.nobody_wins {
        return Ok(false);
    }
    let class =
        |seat: usize| match (table.run.end.winners >> (seat - 1) & 1, table.run.end.losers >> (seat - 1) & 1)
        {
            (1, _) => 2,
            (_, 1) => 0,
            _ => 1,
        };
    let (x, y) = (class(one), class(other));
    if x != y || x != 1 {
        return Ok(x > y);
    }
    let (one, other) = (leads[one - 1], leads[other - 1]);
    let (x, y) = (scores[one - 1], scores[other - 1]);
    if x != y {
        return Ok(contest.is_better(x, y));
    }
    if !contest.has_tiebreak {
        return Ok(false);
    }
    Ok(rules.tiebreak(table, one)? > rules.tiebreak(table, other)?)
}

/// Lists what a seat may do in the step that is asked; with `guard` only what it sees may be read.
pub fn list(rules: &mut impl Rules, table: &mut Table<'_>, seat: usize, guard: bool) -> Outcome<()> {
    table.run.actions.clear();
    table.run.guard = if guard { seat } else { 0 };
    let in_secret = table.is_in_secret();
    let step = if in_secret {
        // What the seat knows of its own choices counts only for what it may see.
        table.run.tracks = guard;
        match secretly::enter(rules, table, seat)? {
            0 => return Err(Fault::new(format!("seat {seat} has finished what it chooses in secret"))),
            step => usize::from(step),
        }
    } else {
        usize::from(table.bytes[head::STEP])
    };
    table.run.running = Running::Step;
    let listed = rules.step(table, step, seat);
    table.run.running = Running::Act;
    table.run.guard = 0;
    if in_secret {
        secretly::leave(table);
    }
    listed
}
