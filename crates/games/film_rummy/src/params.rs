//! The rule set, typed and checked (spec, sections 3 and 8).

use super::card::{ACTIONS, Face, MAX_GENRES, MAX_KINDS, Naming};
use ludometer_model::{RuleError, RuleSet, Value};

/// How many deals a play has (`match.mode`, FR-71 to FR-76).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchMode {
    /// One deal; its winner wins.
    Single,
    /// Deals until some total reaches this many points.
    Points(u32),
    /// This many deals.
    Deals(u16),
}

/// The first dealer (`deal.first_dealer`, FR-9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstDealer {
    /// Drawn by lot.
    Random,
    /// This seat.
    Seat(u8),
}

/// The toggles of section 8.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toggles {
    /// RD-2: going out takes a discard.
    pub go_out_needs_discard: bool,
    /// RD-4: interaction cards are played freely before the turn's end.
    pub free_interaction: bool,
    /// RD-4: interaction cards are played at the start of others' turns as well.
    pub any_turn_interaction: bool,
    /// RD-6: the thief sees the hand and picks.
    pub thief_sees_hand: bool,
    /// RD-11: no exchange before one's own meld.
    pub exchange_needs_own_meld: bool,
    /// RD-12: an exchanged joker must be placed in the same turn.
    pub exchanged_joker_must_be_placed: bool,
    /// RD-13: a possible exchange of an extra must be done before the turn ends.
    pub extra_exchange_compulsory: bool,
    /// RD-9: rounds for the limit of negative cards are fixed.
    pub fixed_round: bool,
    /// RD-19: the defect may be played on oneself.
    pub defect_self_target: bool,
    /// RD-21: the top of the pile stays at a refill.
    pub refill_keep_top: bool,
    /// RD-24: a card taken from the pile may be discarded at once.
    pub may_rediscard_taken_card: bool,
    /// RD-23: a joker may take a place whose real card is in hand.
    pub meld_joker_choice: bool,
}

impl Toggles {
    /// Returns true if an interaction card can be played beside the turn's discard: hands shrink by it.
    #[inline]
    pub const fn interactions_shrink(&self) -> bool {
        self.free_interaction || self.any_turn_interaction
    }
}

/// All parameters.
#[derive(Clone, Debug)]
pub struct Params {
    /// Seats at the table.
    pub seats: usize,
    /// Cards dealt to each seat (FR-11).
    pub hand_size: usize,
    /// The first dealer.
    pub first_dealer: FirstDealer,
    /// The number of genres.
    pub genres: usize,
    /// Basic places of a meld (C).
    pub categories: usize,
    /// Kinds of extra cards of a genre (E).
    pub extras: usize,
    /// Basic places that must hold a real card (FR-40).
    pub min_natural: u32,
    /// The names of the cards.
    pub naming: &'static Naming,
    /// The printed face of each kind of card.
    pub faces: [Face; MAX_KINDS],
    /// For each kind the row it counts in: a one in byte g for a basic card of genre g, else nothing.
    pub(super) rows: [u64; MAX_KINDS],
    /// The same for extras.
    pub(super) extra_rows: [u64; MAX_KINDS],
    /// The kind number of the joker; action cards follow it.
    joker: u8,
    /// The high bit of byte g for genre g.
    pub(super) genre_marks: u64,
    /// For each genre the positive and negative cards that fit it, bit i for the i-th action card.
    pub(super) fits: [u16; MAX_GENRES],
    /// Copies in play of each kind.
    pub copies: [u8; MAX_KINDS],
    /// Cards in play (N).
    pub cards: usize,
    /// Blank cards in the box, never in play (FR-8).
    pub blanks: usize,
    /// Points for a set card, an action card, a joker (FR-72).
    pub points: [u32; 3],
    /// How many deals a play has.
    pub mode: MatchMode,
    /// Turns after which a deal is unfinished.
    pub max_turns: u32,
    /// The toggles.
    pub toggles: Toggles,
}

impl Params {
    /// Reads and checks a rule set, in the order of the spec.
    ///
    /// # Errors
    /// The first setting that can't be played.
    pub fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        let genres = plain_ids(rules, "set.genres")?;
        let categories = plain_ids(rules, "set.categories")?;
        let extras = plain_ids(rules, "set.extras")?;
        if let Some(shared) = extras.iter().find(|id| categories.contains(id)) {
            // deck.copies could not tell them apart.
            let why = format!("\"{shared}\" is in the set already, as one of set.categories");
            return Err(refused(rules, "set.extras", &why));
        }
        let min_natural = rules.count("set.min_natural");
        if min_natural > categories.len() {
            return Err(out_of_range(rules, "set.min_natural"));
        }
        let first_dealer = match rules.get("deal.first_dealer") {
            Some(Value::Int(seat)) if *seat < seats as i64 => FirstDealer::Seat(*seat as u8),
            Some(Value::Int(_)) => return Err(out_of_range(rules, "deal.first_dealer")),
            _ => FirstDealer::Random,
        };
        let naming = Naming::of(&genres, &categories, &extras);
        let mut copies = [0; MAX_KINDS];
        let per_genre = naming.per_genre();
        let joker = usize::from(naming.joker());
        for (kind, count) in copies.iter_mut().enumerate().take(joker) {
            let basic = kind % per_genre < categories.len();
            *count = rules.count(if basic { "deck.basic_copies" } else { "deck.extra_copies" }) as u8;
        }
        for (key, value) in rules.entries() {
            let Some(rest) = key.strip_prefix("deck.copies.") else { continue };
            let place = rest.split_once('.').and_then(|(genre, card)| {
                let genre = genres.iter().position(|g| g == genre)?;
                let slot = categories.iter().chain(&extras).position(|c| c == card)?;
                Some(genre * per_genre + slot)
            });
            let Some(kind) = place else { return Err(fault(rules, key, format!("unknown key {key}"))) };
            if let Value::Int(count) = value {
                copies[kind] = *count as u8;
            }
        }
        copies[joker] = rules.count("deck.jokers") as u8;
        for (i, id) in ACTIONS.iter().enumerate() {
            copies[joker + 1 + i] = rules.count(&format!("deck.action.{id}")) as u8;
        }
        for id in &ACTIONS[..12] {
            let key = format!("action.{id}.genres");
            if matches!(rules.get(&key), Some(Value::Text(word)) if word != "all") {
                return Err(out_of_range(rules, &key));
            }
        }

        let mut faces = [Face::Joker; MAX_KINDS];
        for (kind, face) in faces.iter_mut().enumerate().take(joker) {
            let (genre, slot) = ((kind / per_genre) as u8, kind % per_genre);
            *face = match slot.checked_sub(categories.len()) {
                None => Face::Basic { genre, category: slot as u8 },
                Some(extra) => Face::Extra { genre, extra: extra as u8 },
            };
        }
        let mut bad_genres = None;
        for (i, id) in ACTIONS.iter().enumerate() {
            faces[joker + 1 + i] = match i {
                0..12 => {
                    let listed = listed_genres(rules, id, &genres);
                    if listed.is_none() && copies[joker + 1 + i] > 0 && bad_genres.is_none() {
                        bad_genres = Some(*id);
                    }
                    let listed = listed.unwrap_or_default();
                    if i < 6 { Face::Positive(listed) } else { Face::Negative(listed) }
                }
                12 => Face::Spy,
                13 => Face::Thief,
                _ => Face::Defect,
            };
        }

        let row = |face: Face| if let Face::Basic { genre, .. } = face { 1 << (8 * genre) } else { 0 };
        let extra_row = |face: Face| if let Face::Extra { genre, .. } = face { 1 << (8 * genre) } else { 0 };
        let mut fits = [0; MAX_GENRES];
        for (i, face) in faces[joker + 1..=joker + ACTIONS.len()].iter().enumerate() {
            let (Face::Positive(on) | Face::Negative(on)) = *face else { continue };
            for (genre, fits) in fits.iter_mut().enumerate() {
                *fits |= u16::from(on >> genre & 1) << i;
            }
        }
        let mode = match rules.word("match.mode") {
            "points" => MatchMode::Points(rules.int("match.points_limit") as u32),
            "deals" => match rules.count("match.deals") {
                0 => MatchMode::Deals(seats as u16),
                deals => MatchMode::Deals(deals as u16),
            },
            _ => MatchMode::Single,
        };
        let flag = |key: &str| rules.flag(&format!("rules.{key}"));
        let params = Self {
            seats,
            hand_size: rules.count("deal.hand_size"),
            first_dealer,
            genres: genres.len(),
            categories: categories.len(),
            extras: extras.len(),
            min_natural: min_natural as u32,
            naming,
            faces,
            rows: faces.map(row),
            extra_rows: faces.map(extra_row),
            joker: naming.joker(),
            genre_marks: (0..genres.len()).fold(0, |marks, genre| marks | 0x80 << (8 * genre)),
            fits,
            copies,
            cards: copies.iter().map(|&c| usize::from(c)).sum(),
            blanks: rules.count("deck.blanks"),
            points: ["score.set_card", "score.action_card", "score.joker"].map(|k| rules.count(k) as u32),
            mode,
            max_turns: rules.count("limits.max_turns") as u32,
            toggles: Toggles {
                go_out_needs_discard: flag("go_out_needs_discard"),
                free_interaction: rules.word("rules.interaction_timing") == "free",
                any_turn_interaction: rules.word("rules.interaction_timing") == "any_turn",
                thief_sees_hand: flag("thief_sees_hand"),
                exchange_needs_own_meld: flag("exchange_needs_own_meld"),
                exchanged_joker_must_be_placed: flag("exchanged_joker_must_be_placed"),
                extra_exchange_compulsory: flag("extra_exchange_compulsory"),
                fixed_round: rules.word("rules.negative_limit") == "fixed_round",
                defect_self_target: flag("defect_self_target"),
                refill_keep_top: flag("refill_keep_top"),
                may_rediscard_taken_card: flag("may_rediscard_taken_card"),
                meld_joker_choice: flag("meld_joker_choice"),
            },
        };
        params.check(rules, bad_genres)?;
        Ok(params)
    }

    /// Makes the cross-checks of section 3.
    fn check(&self, rules: &RuleSet, bad_genres: Option<&str>) -> Result<(), RuleError> {
        let Self { seats: n, hand_size: h, categories: c, cards, .. } = *self;
        let (min, max) = (rules.count("players.min"), rules.count("players.max"));
        if n < min || n > max {
            let message = format!("players.count = {n}: allowed are {min} to {max}");
            return Err(fault(rules, "players.count", message));
        }
        let need = n * (h + 1) + 1;
        if cards < need {
            return Err(RuleError::new(format!(
                "deck too small: {cards} cards, {need} needed to deal {h} to {n} players"
            )));
        }
        if h < c - usize::from(!self.toggles.go_out_needs_discard) {
            return Err(RuleError::new(format!("hand of {h} can never publish a set of {c}")));
        }
        let jokers = usize::from(self.copies[usize::from(self.joker())]);
        let publishable = |genre: usize| {
            let with = (0..c).filter(|&k| self.copies[genre * (c + self.extras) + k] > 0).count();
            with >= self.min_natural as usize && c - with <= jokers
        };
        if !(0..self.genres).any(publishable) {
            return Err(RuleError::new("no genre can ever be published"));
        }
        let extra_cards: usize = (0..self.genres * (c + self.extras))
            .filter(|kind| kind % (c + self.extras) >= c)
            .map(|kind| usize::from(self.copies[kind]))
            .sum();
        let have = (extra_cards + jokers).min(n * self.extras);
        if h > c && have < h - c {
            let need = h - c;
            return Err(RuleError::new(format!(
                "nobody can ever go out: {have} cards can be hit, {need} needed"
            )));
        }
        if let Some(id) = bad_genres {
            let key = format!("action.{id}.genres");
            return Err(fault(rules, &key, format!("action {id}: unknown or empty genres")));
        }
        if matches!(self.mode, MatchMode::Points(_)) && self.points.contains(&0) {
            return Err(RuleError::new("a points match needs card values of at least 1"));
        }
        Ok(())
    }

    /// Returns the number of card kinds.
    #[inline]
    pub fn kinds(&self) -> usize {
        self.naming.kinds()
    }

    /// Returns the number of set cards of one genre.
    #[inline(always)]
    pub const fn per_genre(&self) -> usize {
        self.categories + self.extras
    }

    /// Returns the kind number of the joker.
    #[inline(always)]
    pub const fn joker(&self) -> u8 {
        self.joker
    }

    /// Returns the face of a kind, as it is printed.
    #[inline(always)]
    pub const fn face(&self, kind: u8) -> Face {
        self.faces[kind as usize]
    }

    /// Returns the kind of a basic card.
    #[inline(always)]
    pub const fn basic(&self, genre: u8, category: u32) -> u8 {
        genre * (self.categories + self.extras) as u8 + category as u8
    }

    /// Returns the kind of an extra card.
    #[inline(always)]
    pub const fn extra(&self, genre: u8, extra: u32) -> u8 {
        self.basic(genre, self.categories as u32 + extra)
    }

    /// Returns a mask of all extras.
    #[inline(always)]
    pub const fn all_extras(&self) -> u16 {
        (1 << self.extras) - 1
    }

    /// Returns a mask of all categories.
    #[inline(always)]
    pub const fn all_categories(&self) -> u16 {
        (1 << self.categories) - 1
    }

    /// Points for a card left in hand.
    #[inline]
    pub const fn value(&self, kind: u8) -> u32 {
        match self.face(kind) {
            Face::Basic { .. } | Face::Extra { .. } => self.points[0],
            Face::Joker => self.points[2],
            _ => self.points[1],
        }
    }
}

/// Returns the genres on a card, or `None` if the list is empty or names one that isn't there.
fn listed_genres(rules: &RuleSet, id: &str, genres: &[String]) -> Option<u8> {
    match rules.get(&format!("action.{id}.genres"))? {
        Value::Text(_) => Some(((1_u16 << genres.len()) - 1) as u8),
        Value::List(list) if !list.is_empty() => list.iter().try_fold(0, |mask, value| {
            let Value::Text(id) = value else { return None };
            genres.iter().position(|g| g == id).map(|g| mask | 1 << g)
        }),
        _ => None,
    }
}

/// Reads a list of ids, of which keys of rule files and texts of actions are made.
///
/// # Errors
/// The first id that can't stand there, or that is listed twice.
fn plain_ids(rules: &RuleSet, key: &str) -> Result<Vec<String>, RuleError> {
    let mut ids = Vec::new();
    for value in rules.list(key) {
        let text = if let Value::Text(text) = value { text.as_str() } else { "" };
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if text.is_empty() || !text.chars().all(plain) {
            return Err(refused(rules, key, &format!("{value} is none: letters, digits, _ and - only")));
        }
        if ids.iter().any(|id| id == text) {
            return Err(refused(rules, key, &format!("{value} is in the list twice")));
        }
        ids.push(text.to_owned());
    }
    Ok(ids)
}

/// Returns the error about a value that is outside its range.
fn out_of_range(rules: &RuleSet, key: &str) -> RuleError {
    fault(rules, key, range_message(rules, key))
}

/// Returns the error about a value that is of the right kind and length, but wrong in this way.
fn refused(rules: &RuleSet, key: &str, why: &str) -> RuleError {
    fault(rules, key, format!("{}; {why}", range_message(rules, key)))
}

fn range_message(rules: &RuleSet, key: &str) -> String {
    let param = rules.schema().find(key);
    let range = param.map_or_else(String::new, ludometer_model::Param::range_text);
    let value = match rules.get(key) {
        Some(Value::Text(word)) => word.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    format!("{key} = {value}: allowed are {range}")
}

/// Returns a fault of this key alone.
fn fault(rules: &RuleSet, key: &str, message: String) -> RuleError {
    RuleError { faults: vec![rules.fault(key, message)] }
}
