//! The layout of a state, as a script that was loaded declares it.

use mlua::{Function, Table};

use ludometer_model::{KindSet, Seat};

use crate::layout::{Cells, Layout, Number, Secret, Visible, Zone, ZoneKind};

/// A kind of card.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) copies: u64,
    pub(crate) is_blank: bool,
    /// The number of its deck; 0 where it belongs to none.
    pub(crate) deck: usize,
}

/// The declarations of a script beside its parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) layout: Layout,
    pub(crate) cards: Vec<Card>,
    /// The line of `game.setup`.
    pub(crate) setup_line: usize,
    /// True if there is a `game.score`; the next one, if there is a `game.estimate`.
    pub(crate) has_score: bool,
    pub(crate) has_estimate: bool,
    /// After so many decisions a game is broken off.
    pub(crate) most_decisions: u32,
    /// The turns at which a game is broken off, by the script's limit or by the engine's of decisions.
    pub(crate) most_turns: u64,
    /// The least and the most that a seat can score, where searches play for the score and not for the win.
    pub(crate) payoff: Option<(f64, f64)>,
}

/// True if there are scores; if there are estimates; where numbers and cards stand; a row's bytes and kinds; the most turns.
pub(crate) type Figures = (bool, bool, usize, usize, usize, usize, u64);

/// Reads what the script declared.
pub(crate) fn read(host: &Table, seats: usize) -> mlua::Result<Declarations> {
    let figures: Function = host.get::<Table>("functions")?.get("figures")?;
    let (has_score, has_estimate, numbers, total, row, width, most_turns): Figures = figures.call(())?;
    let names: Vec<String> = host.get("kinds")?;
    let copies: Vec<u64> = host.get("copies")?;
    let decks: Vec<String> = host.get("decks")?;
    let blank: Vec<bool> = host.get("blank")?;
    let numbered: Vec<usize> = host.get("deck_of")?;
    let cards = names.into_iter().zip(copies).zip(blank).zip(numbered);
    let card = |(((name, copies), is_blank), deck)| Card { name, copies, is_blank, deck };
    let cards: Vec<Card> = cards.map(card).collect();
    let mut zones = Vec::new();
    for zone in host.get::<Table>("zones")?.sequence_values::<Table>() {
        zones.push(read_zone(&zone?, &decks)?);
    }
    let (numbers, end) = read_numbers(host, numbers, seats)?;
    debug_assert!(end <= total, "numbers stand in front of the cards");
    let layout = Layout {
        bytes: host.get("bytes")?,
        plain: host.get("plain_bytes")?,
        row,
        width,
        kinds: cards.len(),
        total,
        seats,
        sealed: host.get("sealed")?,
        zones,
        numbers,
        secrets: read_secrets(host)?,
        cells: read_cells(host)?,
    };
    let payoff = read_payoff(host)?;
    let most_decisions = host.get("most_decisions")?;
    if payoff.is_some() && !has_score {
        return Err(mlua::Error::runtime("game.payoff is for games with game.score"));
    }
    let setup_line = host.get("setup_line")?;
    Ok(Declarations {
        layout,
        cards,
        setup_line,
        has_score,
        has_estimate,
        most_decisions,
        most_turns,
        payoff,
    })
}

fn read_payoff(host: &Table) -> mlua::Result<Option<(f64, f64)>> {
    let payoff: Option<Table> = host.get::<Table>("api")?.get::<Table>("game")?.get("payoff")?;
    let Some(payoff) = payoff else { return Ok(None) };
    match (payoff.get(1)?, payoff.get(2)?) {
        (Some(low), Some(high)) if low < high => Ok(Some((low, high))),
        _ => {
            let what = "`game.payoff = { least, most }` needs two numbers, the least and the most that a seat can score";
            Err(mlua::Error::runtime(what))
        }
    }
}

fn read_zone(zone: &Table, decks: &[String]) -> mlua::Result<Zone> {
    let deck: String = zone.get("deck")?;
    let owner: usize = zone.get("owner")?;
    let kinds = decks.iter().enumerate().filter(|(_, other)| deck.is_empty() || **other == deck);
    let fresh: bool = zone.get("fresh")?;
    Ok(Zone {
        name: zone.get("name")?,
        kind: match zone.get("kind")? {
            1 => ZoneKind::Bag,
            2 => ZoneKind::List,
            3 => ZoneKind::Stack,
            _ => ZoneKind::Row,
        },
        visible: match zone.get("vis")? {
            0 => Visible::All,
            1 => Visible::Owner,
            2 => Visible::Nobody,
            _ => Visible::Others,
        },
        owner: owner.checked_sub(1).map(Seat::new),
        off: zone.get("_off")?,
        know: zone.get("_know")?,
        width: zone.get("width")?,
        cap: zone.get("cap")?,
        fresh,
        deck: zone.get("only")?,
        kinds: if fresh { KindSet::ALL } else { kinds.fold(KindSet::NONE, |set, (kind, _)| set.with(kind)) },
    })
}

/// Returns the public numbers from this place on, and where they end.
fn read_numbers(host: &Table, from: usize, seats: usize) -> mlua::Result<(Vec<Number>, usize)> {
    let mut off = from;
    let mut numbers = Vec::new();
    let mut add = |name: String, seat| {
        numbers.push(Number { name, seat, off });
        off += 4;
    };
    for name in host.get::<Vec<String>>("vnames")? {
        add(name, None);
    }
    for entry in host.get::<Table>("seatv")?.sequence_values::<Table>() {
        let name: String = entry?.get("name")?;
        Seat::all(seats).for_each(|seat| add(name.clone(), Some(seat)));
    }
    Ok((numbers, off))
}

fn read_secrets(host: &Table) -> mlua::Result<Vec<Secret>> {
    let read = |entry: mlua::Result<Table>| {
        let entry = entry?;
        Ok(Secret {
            name: entry.get("name")?,
            off: entry.get("_off")?,
            low: entry.get("low")?,
            high: entry.get("high")?,
        })
    };
    host.get::<Table>("secrets")?.sequence_values().map(read).collect()
}

fn read_cells(host: &Table) -> mlua::Result<Vec<Cells>> {
    let read = |entry: mlua::Result<Table>| {
        let entry = entry?;
        Ok(Cells { name: entry.get("name")?, off: entry.get("_off")?, count: entry.get("n")? })
    };
    host.get::<Table>("cells")?.sequence_values().map(read).collect()
}
