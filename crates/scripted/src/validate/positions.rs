//! Positions, looked at closely: what the seats may know and are offered, and who is asked only because of a card that it
//! holds, which all others can tell and bots don't know.

use std::collections::BTreeMap;

use ludometer_model::{Game as _, Rng, Seat, Silent, player};
use ludometer_playable::Playable as _;

use crate::error::ScriptError;
use crate::layout::ZoneKind;
use crate::{ScriptAction, ScriptGame, ScriptState};

/// A position that is looked at closely.
pub(super) struct Look<'a> {
    pub(super) state: &'a ScriptState,
    pub(super) mover: Seat,
    pub(super) legal: &'a [ScriptAction],
}

impl Look<'_> {
    /// Deals the hidden cards anew for each seat: it must not notice, nor be offered anything else.
    pub(super) fn holds(
        &self,
        game: &ScriptGame,
        world: &mut ScriptState,
        side: &mut Rng,
        determinized: &mut u64,
    ) -> Result<(), String> {
        game.audit(self.state)?;
        let step = game.phase_name(game.phase(self.state)).to_owned();
        for seat in Seat::all(game.seats()) {
            let view = game.view(self.state, seat);
            game.determinize(&view, side, world);
            if let Some(error) = game.fault_of(world) {
                return Err(format!(
                    "hidden cards dealt anew for {} in step.{step}: {error}",
                    player(seat.index())
                ));
            }
            if game.view(world, seat) != view {
                return Err(format!(
                    "{} can tell a state dealt anew in step.{step} from the true one",
                    player(seat.index())
                ));
            }
            game.audit(world)?;
            *determinized += 1;
            let mut imagined = Vec::new();
            game.legal(world, &mut imagined);
            if seat == self.mover && imagined != self.legal {
                return Err(format!(
                    "step.{step} offers what follows from cards that {} can't see",
                    player(seat.index())
                ));
            }
            let mut chance = side.clone();
            game.apply(world, imagined[0], side, &mut Silent);
            if let Some(error) = game.fault_of(world) {
                return Err(self.mistake(game, imagined[0], seat, &error, &mut chance));
            }
        }
        Ok(())
    }

    /// Names the mistake of an action in a state dealt anew for a seat: as one of the true state, if that has it as well
    /// with the same random numbers.
    fn mistake(
        &self,
        game: &ScriptGame,
        action: ScriptAction,
        seat: Seat,
        error: &ScriptError,
        chance: &mut Rng,
    ) -> String {
        let tried = if self.legal.contains(&action) { action } else { self.legal[0] };
        let mut state = self.state.clone();
        game.apply(&mut state, tried, chance, &mut Silent);
        match game.fault_of(&state) {
            Some(own) if own.line == error.line => format!("`{}`: {own}", game.action_text(tried)),
            _ => {
                let action = game.action_text(action);
                let who = player(seat.index());
                format!(
                    "`{action}` in a state that {who} can't tell from the true one: {error}. If the rules let all conclude \
                     that it can't be so, say it with `holds`, `lacks` or `reveal`, or ask every seat that might be meant"
                )
            }
        }
    }
}

/// Positions of each step that are looked at, at each table.
const POSITIONS: u32 = 12;

/// Worlds that are imagined of each position.
const WORLDS: usize = 60;

/// So many are imagined, at the most, where a card seems to be given away.
const MORE_WORLDS: usize = 600;

/// Of these, so many must come to the same question, and so many to another course, before anything is said.
const SAME: i32 = 8;
const OTHER: i32 = 4;

/// Worlds that are imagined after the question.
const LOOKS: u32 = 300;

/// The chance below which it is no accident that a card was there each time.
const ACCIDENT: f64 = 1e-6;

/// A choice that led to another seat being asked.
pub(super) struct Question<'a> {
    pub(super) before: &'a ScriptState,
    pub(super) action: ScriptAction,
    /// The random numbers with which it was carried out.
    pub(super) chance: &'a Rng,
    pub(super) after: &'a ScriptState,
}

/// Findings at one table.
#[derive(Default)]
pub(super) struct Asked {
    /// Positions looked at, by step.
    looked: BTreeMap<String, u32>,
    /// The cards that being asked in a step gives away, each with the positions in which it did.
    pub(super) given_away: BTreeMap<(String, usize), u32>,
}

impl Asked {
    /// Looks at a question: in worlds that its asker can't tell from the true one, the same choice leads to it only where
    /// the seat that is asked holds a certain card, and yet what the asker knows afterwards leaves open whether it does.
    pub(super) fn see(&mut self, game: &ScriptGame, question: &Question<'_>, side: &mut Rng) {
        let Question { before, action, chance, after } = question;
        let (Some(asker), Some(asked)) = (game.to_move(before), game.to_move(after)) else { return };
        // Of several that choose at once nobody is asked because of another's choice.
        if asker == asked || action.is_sealed() || game.turn(before) != game.turn(after) {
            return;
        }
        let step = game.phase_name(game.phase(after)).to_owned();
        let looked = self.looked.entry(step.clone()).or_default();
        if *looked == POSITIONS {
            return;
        }
        *looked += 1;
        let (known, seen) = (game.view(before, asker), game.view(after, asker));
        let kinds = game.layout().kinds;
        let mut world = game.new_state();
        // How likely the seat lacks each card, as far as the asker knows afterwards: at least, by three standard deviations.
        let mut least = vec![0.0; kinds];
        let (mut always, mut same, mut other) = (vec![true; kinds], 0, 0);
        let is_given = |least: f64, same: i32| (1.0 - least).powi(same) < ACCIDENT;
        for imagined in 0..MORE_WORLDS {
            if imagined == WORLDS {
                if same < SAME || other < OTHER {
                    return;
                }
                for _ in 0..LOOKS {
                    game.determinize(&seen, side, &mut world);
                    for (kind, least) in least.iter_mut().enumerate() {
                        let lacks = game.fault_of(&world).is_none() && !holds(game, &world, asked, kind);
                        *least += f64::from(u8::from(lacks)) / f64::from(LOOKS);
                    }
                }
                for least in &mut least {
                    *least = (*least - 3.0 * (*least * (1.0 - *least) / f64::from(LOOKS)).sqrt()).max(0.0);
                }
            }
            let is_open = |kind: usize| always[kind] && least[kind] > 0.0 && !is_given(least[kind], same);
            if imagined >= WORLDS && !(0..kinds).any(is_open) {
                break;
            }
            game.determinize(&known, side, &mut world);
            let mut legal = Vec::new();
            game.legal(&world, &mut legal);
            if game.fault_of(&world).is_some() || !legal.contains(action) {
                continue;
            }
            game.apply(&mut world, *action, &mut (*chance).clone(), &mut Silent);
            if game.fault_of(&world).is_some() {
                continue;
            }
            if game.view(&world, asker) == seen {
                same += 1;
                for (kind, always) in always.iter_mut().enumerate() {
                    *always &= holds(game, &world, asked, kind);
                }
            } else if game.to_move(&world) != Some(asked) || game.phase(&world) != game.phase(after) {
                other += 1;
            }
        }
        for kind in (0..kinds).filter(|&kind| always[kind] && is_given(least[kind], same)) {
            *self.given_away.entry((step.clone(), kind)).or_default() += 1;
        }
    }
}

/// Returns true if a bag of the seat holds this kind of card, from 0.
fn holds(game: &ScriptGame, state: &ScriptState, seat: Seat, kind: usize) -> bool {
    let zones = game.layout().zones.iter();
    zones
        .filter(|zone| zone.kind == ZoneKind::Bag && zone.owner == Some(seat) && zone.kinds.contains(kind))
        .any(|zone| state.bytes[zone.counts() + kind] > 0)
}

/// Says what being asked gives away, a sentence for each card of each step.
pub(super) fn leaks(game: &ScriptGame, tables: &[Asked]) -> Vec<String> {
    let mut found: BTreeMap<(&str, usize), u32> = BTreeMap::new();
    for ((step, kind), positions) in tables.iter().flat_map(|asked| &asked.given_away) {
        *found.entry((step, *kind)).or_default() += positions;
    }
    let names = game.names();
    let cards = &game.shared.declared.cards;
    let line = |step: &str| {
        let routine = game.shared.file.scan.steps.iter().find(|routine| routine.name == step);
        routine.map_or_else(String::new, |routine| format!(" (line {})", routine.line))
    };
    // One position may be an accident of the cards.
    let said = found.into_iter().filter(|(_, positions)| *positions > 1).map(|((step, kind), _)| {
        let card = cards.get(kind).map_or_else(String::new, |card| names.card(&card.name));
        format!(
            "step.{step}{}: that a seat is asked tells all others that it holds {card}, and bots don't take it into account: ask \
             every seat that might hold it, and offer the choice to the holder alone",
            line(step)
        )
    });
    said.collect()
}
