//! The contents of a script, in sentences, and its parts that were used in games or never.

use std::collections::{BTreeMap, BTreeSet};

use ludometer_model::{CardMove, Event as _, Kind, counted};

use crate::ScriptGame;
use crate::event::What;

/// Parts that were used in games.
#[derive(Default)]
pub(super) struct Used {
    /// By step, the actions that were offered.
    pub(super) offered: BTreeMap<String, BTreeSet<usize>>,
    pub(super) chosen: BTreeSet<usize>,
    pub(super) drawn: BTreeSet<usize>,
    pub(super) played: BTreeSet<usize>,
    pub(super) notes: BTreeSet<usize>,
}

impl Used {
    /// Counts what was announced.
    pub(super) fn events(&mut self, game: &ScriptGame, events: &mut Vec<crate::ScriptEvent>) {
        for event in events.drain(..) {
            match event.card() {
                Some(CardMove::Drawn { kind, .. }) => self.drawn.insert(kind),
                Some(CardMove::Played { kind, .. }) => self.played.insert(kind),
                None => false,
            };
            if event.what == What::Note {
                self.notes.extend(
                    event.event_kind().and_then(|kind| kind.checked_sub(game.shared.events.engine_kinds())),
                );
            }
        }
    }
}

/// Names what was never used.
pub(super) fn unused(game: &ScriptGame, used: &Used) -> Vec<String> {
    let scan = &game.shared.file.scan;
    let mut names = Vec::new();
    names.extend(
        scan.steps
            .iter()
            .filter(|step| !used.offered.contains_key(&step.name))
            .map(|step| format!("step.{} (line {}): no seat came to it", step.name, step.line)),
    );
    let offered: BTreeSet<usize> = used.offered.values().flatten().copied().collect();
    for (kind, act) in scan.acts.iter().enumerate() {
        if !offered.contains(&kind) {
            names.push(format!("act.{} (line {}): never allowed", act.name, act.line));
        } else if !used.chosen.contains(&kind) {
            names.push(format!("act.{} (line {}): allowed, but never chosen", act.name, act.line));
        }
    }
    if game.layout().zones.iter().any(crate::layout::Zone::is_hand) {
        let cards = game.shared.declared.cards.iter().enumerate();
        // A card that no act plays from a hand does its work by lying there.
        let cards = cards.filter(|&(kind, card)| card.copies > 0 && game.is_played(kind));
        names.extend(cards.filter_map(|(kind, card)| {
            let how = match (used.drawn.contains(&kind), used.played.contains(&kind)) {
                (_, true) => return None,
                (true, false) => "drawn, but never played",
                (false, false) => "never in a hand",
            };
            Some(format!("card {}: {how}", card.name))
        }));
    }
    let notes = scan.notes.iter().enumerate().filter(|(note, _)| !used.notes.contains(note));
    names.extend(notes.map(|(_, note)| format!("note \"{note}\": never announced")));
    names
}

/// Says what the script says, as a rulebook would.
pub(super) fn summary(game: &ScriptGame, used: &Used) -> Vec<String> {
    let (file, layout) = (&game.shared.file, game.layout());
    let (low, high, usual) = file.facts.seats;
    let kind = match file.facts.kind {
        Kind::Competitive | Kind::Solo => "A game",
        Kind::Cooperative => "A cooperative game",
        Kind::Teams => "A game of teams",
    };
    let mut lines = vec![if low == high {
        format!("{kind} for {}.", counted(low as u64, "player"))
    } else {
        format!("{kind} for {low} to {high} players, usually {usual}.")
    }];
    let cards = &game.shared.declared.cards;
    if !cards.is_empty() {
        let copies: u64 = cards.iter().map(|card| card.copies).sum();
        lines.push(format!("{} of {}.", counted(copies, "card"), counted(cards.len() as u64, "kind")));
    }
    let mut last = "";
    for zone in &layout.zones {
        if zone.name != last {
            lines.push(zone.sentence());
            last = &zone.name;
        }
    }
    let public: BTreeSet<&str> =
        layout.numbers.iter().filter(|number| number.is_shown).map(|number| number.name.as_str()).collect();
    if !public.is_empty() {
        lines.push(format!("Everybody sees these numbers: {}.", list(&public)));
    }
    let secret: BTreeSet<&str> = layout.secrets.iter().map(|secret| secret.name.as_str()).collect();
    if !secret.is_empty() {
        lines.push(format!("Each player sees only their own of these numbers: {}.", list(&secret)));
    }
    for step in &file.scan.steps {
        let Some(offered) = used.offered.get(&step.name) else { continue };
        let acts: BTreeSet<&str> =
            offered.iter().filter_map(|&act| Some(&*file.scan.acts.get(act)?.name)).collect();
        let who = if file.scan.together.contains(&step.name) {
            "all who are asked choose at once, without seeing the others' choices"
        } else if file.scan.secretly.contains(&step.name) {
            "those who are asked choose, one choice after another, and nobody sees the others' choices before all have finished"
        } else {
            "a player chooses"
        };
        lines.push(format!("In `{}` {who}: {}.", step.name, list(&acts)));
    }
    if !file.facts.params.is_empty() {
        lines.push(format!("{} can be changed.", counted(file.facts.params.len() as u64, "parameter")));
    }
    lines
}

/// Joins names by commas.
fn list(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}
