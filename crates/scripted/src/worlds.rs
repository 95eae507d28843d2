//! Hidden cards dealt to the places where they may lie: of all deals that agree with what is certain, each is as likely as any
//! other, all cards told apart.
//!
//! Cards that may lie in the same places are a class. How many cards of each class go to each place is drawn by the number
//! of deals that each choice leaves open, which is counted class by class and place by place, and remembered by what is
//! still free. Places that share no class are dealt to apart. Where there are too many positions to count
//! ([`MOST_COUNTED`]), cards are exchanged at random instead ([`EXCHANGES`] times for each card): that comes near.

use ludometer_model::{Contradiction, KindSet, Places, Rng, deal_hidden};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most positions of a count that are remembered, steps between them, and choices in a row.
const MOST_COUNTED: usize = 5_000;
const MOST_STEPS: usize = 50_000;
const MOST_STAGES: usize = 500;

/// The most classes: a set of kinds holds them.
const MOST_CLASSES: usize = 256;

/// Tries to exchange a card, for each card.
const EXCHANGES: usize = 40;

/// Cards that may lie in the same places and count for the same limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    pub(crate) cards: u16,
    /// Bits of places.
    pub(crate) places: u64,
    /// Bits of limits.
    pub(crate) limits: u64,
}

/// A certain number of cards of some classes that lies in some places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    /// Bits of places.
    pub(crate) places: u64,
    pub(crate) least: u16,
    pub(crate) most: u16,
}

/// Cards to deal, and the places they may go to. At most 64 places and 64 limits.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Puzzle {
    pub(crate) classes: Vec<Class>,
    /// The cards that go to each place.
    pub(crate) rooms: Vec<u16>,
    pub(crate) limits: Vec<Limit>,
}

impl Puzzle {
    /// Empties the puzzle.
    pub(crate) fn clear(&mut self) {
        self.classes.clear();
        self.rooms.clear();
        self.limits.clear();
    }

    /// Adds cards of a kind: to the class of those that may lie in the same places. Returns the class.
    pub(crate) fn add(&mut self, cards: u16, places: u64, limits: u64) -> usize {
        let same = |class: &Class| class.places == places && class.limits == limits;
        if let Some(class) = self.classes.iter().position(same) {
            self.classes[class].cards += cards;
            return class;
        }
        self.classes.push(Class { cards, places, limits });
        self.classes.len() - 1
    }

    /// Returns true if cards can be dealt place by place, from the tightest to the loosest, each card that fits as likely as
    /// any other: of any two places one takes all that the other takes, or nothing of it.
    pub(crate) fn is_nested(&self) -> bool {
        let takes = |place: usize| {
            let taken =
                self.classes.iter().enumerate().filter(move |(_, class)| class.places >> place & 1 != 0);
            taken.fold(KindSet::NONE, |set, (class, _)| set.with(class))
        };
        let all = self.rooms.len();
        self.limits.is_empty()
            && self.classes.len() <= MOST_CLASSES
            && (0..all).all(|one| {
                let first = takes(one);
                (one + 1..all).all(|other| {
                    let (second, both) = (takes(other), first.and(takes(other)));
                    both.is_empty() || both == first || both == second
                })
            })
    }
}

/// Places that take the same cards.
#[derive(Clone, Debug)]
struct Group {
    room: u16,
    places: Vec<usize>,
    classes: KindSet,
}

/// A step of the count: how many cards of a class go to a group.
#[derive(Clone, Copy, Debug)]
struct Stage {
    class: usize,
    group: usize,
    /// Bits of the limits of its place that the class counts for.
    limits: u64,
    /// The logarithm of the chance that a card of the class goes there and to none of the groups that follow, if only rooms counted.
    odds: f64,
    /// That of the chance that it goes to one of those.
    other_odds: f64,
    /// All other groups that take the class have theirs.
    is_last: bool,
}

/// Places and classes that have to do with each other.
#[derive(Clone, Debug, Default)]
struct Part {
    stages: Vec<Stage>,
    groups: Vec<Group>,
    /// The numbers of the classes.
    classes: Vec<usize>,
    /// The numbers of the limits.
    limits: Vec<usize>,
    /// How many cards a limit has to be told apart: beyond what it asks for, the number says nothing.
    met: Vec<u16>,
    /// The weights of what can follow, by stage and what is free.
    counted: FxHashMap<(u16, u128), f64>,
    is_too_large: bool,
}

/// What is free, in the course of a count.
#[derive(Clone, Debug, Default)]
struct Free {
    rooms: Vec<u16>,
    /// Cards that count for each limit.
    met: Vec<u16>,
    /// Cards of the class that are not placed yet.
    left: u16,
}

/// The fewest and the most cards of a class that can lie in a place.
pub(crate) type Range = (u16, u16);

/// Deals hidden cards; remembers the last count, since worlds are imagined of one position many times.
#[derive(Debug, Default)]
pub(crate) struct Dealer {
    puzzle: Puzzle,
    parts: Vec<Part>,
    is_possible: bool,
    free: Free,
    logs: Vec<f64>,
    /// Steps of the count that goes on.
    steps: usize,
    /// Cards of each class of a group, in turn.
    row: Vec<u8>,
    weights: Vec<f64>,
}

impl Dealer {
    /// Deals the cards: gives the place and the class of each, those of one place in random order.
    ///
    /// # Errors
    /// [`Contradiction`] if no deal agrees with what is certain.
    pub(crate) fn deal(
        &mut self,
        puzzle: &Puzzle,
        rng: &mut Rng,
        mut give: impl FnMut(usize, usize),
    ) -> Result<(), Contradiction> {
        self.take(puzzle)?;
        for number in 0..self.parts.len() {
            let mut part = std::mem::take(&mut self.parts[number]);
            let mut row = std::mem::take(&mut self.row);
            row.clear();
            let dealt = self.deal_part(&mut part, &mut row, rng);
            let mut rest = row.as_mut_slice();
            for group in part.groups.iter().filter(|_| dealt.is_ok()) {
                let (cards, others) = rest.split_at_mut(usize::from(group.room));
                rest = others;
                rng.shuffle(cards);
                let mut cards = cards.iter();
                for &place in &group.places {
                    for &class in cards.by_ref().take(usize::from(self.puzzle.rooms[place])) {
                        give(place, usize::from(class));
                    }
                }
            }
            self.row = row;
            self.parts[number] = part;
            dealt?;
        }
        Ok(())
    }

    /// Tells the fewest and the most cards of each class that can lie in each place, none of the others. Returns false where that
    /// is too long to count, or where no deal agrees with what is certain.
    pub(crate) fn ranges(&mut self, puzzle: &Puzzle, mut tell: impl FnMut(usize, usize, Range)) -> bool {
        if self.take(puzzle).is_err() {
            return false;
        }
        let mut all = true;
        for number in 0..self.parts.len() {
            let mut part = std::mem::take(&mut self.parts[number]);
            let found = self.ranges_of(&mut part);
            all &= found.is_some();
            if let Some(found) = found {
                for (&(class, group), &(low, high)) in &found {
                    let group = &part.groups[group];
                    for &place in &group.places {
                        let room = self.puzzle.rooms[place];
                        tell(place, class, (low.saturating_sub(group.room - room), high.min(room)));
                    }
                }
            }
            self.parts[number] = part;
        }
        all
    }

    /// Takes over a puzzle, unless it is the last one again.
    fn take(&mut self, puzzle: &Puzzle) -> Result<(), Contradiction> {
        // A puzzle without cards is the first one again, and none was divided.
        if self.puzzle != *puzzle || self.parts.is_empty() {
            self.puzzle.clone_from(puzzle);
            self.is_possible = self.divide();
            let most = puzzle.classes.iter().map(|class| usize::from(class.cards)).max().unwrap_or(0);
            for n in self.logs.len()..=most {
                self.logs.push(if n == 0 { 0.0 } else { self.logs[n - 1] + (n as f64).ln() });
            }
        }
        if self.is_possible { Ok(()) } else { Err(Contradiction) }
    }

    /// Divides the puzzle into parts; returns false if the cards can't fill the places.
    fn divide(&mut self) -> bool {
        let Puzzle { classes, rooms, limits } = &self.puzzle;
        self.parts.clear();
        if classes.len() > MOST_CLASSES {
            return false;
        }
        let mut open: u64 =
            rooms.iter().enumerate().filter(|(_, room)| **room > 0).map(|(at, _)| 1 << at).sum();
        let mut dealt = 0;
        while open != 0 {
            let mut places = open & open.wrapping_neg();
            loop {
                let touched = classes.iter().filter(|class| class.cards > 0 && class.places & places != 0);
                let more = touched.fold(places, |places, class| places | class.places & open);
                let limits = limits.iter().filter(|limit| limit.places & places != 0);
                let more = limits.fold(more, |places, limit| places | limit.places & open);
                if more == places {
                    break;
                }
                places = more;
            }
            open &= !places;
            let mut part = Part::default();
            let inside = |class: &Class| class.cards > 0 && class.places & places != 0;
            part.classes = (0..classes.len()).filter(|&class| inside(&classes[class])).collect();
            part.limits = (0..limits.len()).filter(|&limit| limits[limit].places & places != 0).collect();
            let told_apart = |&limit: &usize| {
                let Limit { places, least, most } = limits[limit];
                let rooms = rooms.iter().enumerate().filter(|(place, _)| places >> place & 1 != 0);
                let room: u16 = rooms.map(|(_, room)| room).sum();
                if most < room { most } else { least }
            };
            part.met = part.limits.iter().map(told_apart).collect();
            for place in (0..rooms.len()).filter(|place| places >> place & 1 != 0) {
                let taken = part.classes.iter().filter(|&&class| classes[class].places >> place & 1 != 0);
                let taken = taken.fold(KindSet::NONE, |set, &class| set.with(class));
                let is_limited =
                    |place: usize| part.limits.iter().any(|&limit| limits[limit].places >> place & 1 != 0);
                let same = |group: &&mut Group| {
                    group.classes == taken && !is_limited(place) && !is_limited(group.places[0])
                };
                match part.groups.iter_mut().find(same) {
                    Some(group) => {
                        group.room += rooms[place];
                        group.places.push(place);
                    }
                    None => {
                        part.groups.push(Group { room: rooms[place], places: vec![place], classes: taken });
                    }
                }
            }
            let room: usize = part.groups.iter().map(|group| usize::from(group.room)).sum();
            let cards: usize = part.classes.iter().map(|&class| usize::from(classes[class].cards)).sum();
            if room != cards {
                return false;
            }
            dealt += cards;
            part.groups.sort_by_key(|group| group.room);
            // Those that fit the fewest places first: they leave little open.
            part.classes.sort_by_key(|&class| classes[class].places.count_ones());
            part.set_stages(classes, limits);
            part.is_too_large = part.stages.len() > MOST_STAGES;
            self.parts.push(part);
        }
        dealt == classes.iter().map(|class| usize::from(class.cards)).sum::<usize>()
    }

    /// Makes everything of a part free.
    fn begin(&mut self, part: &Part) {
        self.steps = 0;
        let free = &mut self.free;
        free.rooms.clear();
        free.rooms.extend(part.groups.iter().map(|group| group.room));
        free.met.clear();
        free.met.resize(part.limits.len(), 0);
        free.left = part.classes.first().map_or(0, |&class| self.puzzle.classes[class].cards);
    }

    /// Puts the classes of the cards of each group, one after the other, into the row.
    fn deal_part(&mut self, part: &mut Part, row: &mut Vec<u8>, rng: &mut Rng) -> Result<(), Contradiction> {
        self.begin(part);
        if part.is_too_large || self.count(part, 0).is_none() {
            part.is_too_large = true;
            return self.exchange(part, row, rng);
        }
        let mut shares = std::mem::take(&mut self.weights);
        let all: usize = part.groups.iter().map(|group| usize::from(group.room)).sum();
        row.resize(all, 0);
        self.begin(part);
        let mut result = Ok(());
        for at in 0..part.stages.len() {
            let stage = part.stages[at];
            let most = self.free.left.min(self.free.rooms[stage.group]);
            shares.clear();
            let mut sum = 0.0;
            for cards in 0..=most {
                let weight = self.weight(part, at, cards).unwrap_or(0.0);
                sum += weight;
                shares.push(weight);
            }
            if sum <= 0.0 {
                result = Err(Contradiction);
                break;
            }
            let mut point = rng.unit() * sum;
            let mut chosen = shares.iter().rposition(|&weight| weight > 0.0).unwrap_or(0);
            for (cards, &weight) in shares.iter().enumerate() {
                if point < weight {
                    chosen = cards;
                    break;
                }
                point -= weight;
            }
            // A group is filled from its front.
            let before: usize = part.groups[..stage.group].iter().map(|group| usize::from(group.room)).sum();
            let filled = usize::from(part.groups[stage.group].room - self.free.rooms[stage.group]);
            row[before + filled..before + filled + chosen].fill(stage.class as u8);
            self.step(part, at, chosen as u16);
        }
        self.weights = shares;
        result
    }

    /// Places so many cards of a stage, and goes on to the next one.
    fn step(&mut self, part: &Part, at: usize, cards: u16) {
        let stage = part.stages[at];
        self.free.rooms[stage.group] -= cards;
        self.free.left -= cards;
        for (met, &limit) in self.free.met.iter_mut().zip(&part.limits) {
            if stage.limits >> limit & 1 != 0 {
                *met += cards;
            }
        }
        if stage.is_last
            && let Some(next) = part.stages.get(at + 1)
        {
            self.free.left = self.puzzle.classes[next.class].cards;
        }
    }

    /// Returns the weight of all that can follow once so many cards are placed: nothing where there is too much to count.
    fn weight(&mut self, part: &mut Part, at: usize, cards: u16) -> Option<f64> {
        let stage = part.stages[at];
        let left = self.free.left;
        if stage.is_last && cards != left {
            return Some(0.0);
        }
        let too_many = |(met, &limit): (&u16, &usize)| {
            stage.limits >> limit & 1 != 0 && met + cards > self.puzzle.limits[limit].most
        };
        if self.free.met.iter().zip(&part.limits).any(too_many) {
            return Some(0.0);
        }
        let (mut ways, rest) = (self.logs[usize::from(left)], left - cards);
        ways -= self.logs[usize::from(cards)] + self.logs[usize::from(rest)];
        ways += f64::from(cards) * stage.odds;
        if rest > 0 {
            ways += f64::from(rest) * stage.other_odds;
        }
        self.step(part, at, cards);
        let following = self.count(part, at + 1);
        // Back to where it was.
        self.free.rooms[stage.group] += cards;
        self.free.left = left;
        for (met, &limit) in self.free.met.iter_mut().zip(&part.limits) {
            if stage.limits >> limit & 1 != 0 {
                *met -= cards;
            }
        }
        Some(ways.exp() * following?)
    }

    /// Returns the weight of all ways to go on from a stage.
    fn count(&mut self, part: &mut Part, at: usize) -> Option<f64> {
        let Some(&stage) = part.stages.get(at) else {
            let mut limits = self.free.met.iter().zip(&part.limits);
            return Some(f64::from(u8::from(
                limits.all(|(&met, &limit)| met >= self.puzzle.limits[limit].least),
            )));
        };
        let key = (at as u16, part.key(&self.free)?);
        if let Some(&weight) = part.counted.get(&key) {
            return Some(weight);
        }
        self.steps += usize::from(self.free.left) + 1;
        let mut sum = 0.0;
        for cards in 0..=self.free.left.min(self.free.rooms[stage.group]) {
            sum += self.weight(part, at, cards)?;
        }
        if part.counted.len() >= MOST_COUNTED || self.steps > MOST_STEPS {
            return None;
        }
        part.counted.insert(key, sum);
        Some(sum)
    }

    /// Returns the fewest and the most cards of each class in each group.
    fn ranges_of(&mut self, part: &mut Part) -> Option<FxHashMap<(usize, usize), Range>> {
        self.begin(part);
        if part.is_too_large || self.count(part, 0).is_none() {
            part.is_too_large = true;
            return None;
        }
        self.begin(part);
        let (mut found, mut seen) = (FxHashMap::default(), FxHashSet::default());
        self.follow(part, 0, &mut found, &mut seen);
        Some(found)
    }

    /// Follows all ways from a stage that lead to a deal.
    fn follow(
        &mut self,
        part: &mut Part,
        at: usize,
        found: &mut FxHashMap<(usize, usize), Range>,
        seen: &mut FxHashSet<(u16, u128)>,
    ) {
        let Some(&stage) = part.stages.get(at) else { return };
        let key = part.key(&self.free).map(|key| (at as u16, key));
        if key.is_none_or(|key| !seen.insert(key)) {
            return;
        }
        for cards in 0..=self.free.left.min(self.free.rooms[stage.group]) {
            if self.weight(part, at, cards).unwrap_or(0.0) <= 0.0 {
                continue;
            }
            let range = found.entry((stage.class, stage.group)).or_insert((cards, cards));
            *range = (range.0.min(cards), range.1.max(cards));
            let before = self.free.clone();
            self.step(part, at, cards);
            self.follow(part, at + 1, found, seen);
            self.free = before;
        }
    }

    /// Deals somehow, then exchanges cards of different places at random, as long as what is certain allows it.
    fn exchange(&mut self, part: &Part, row: &mut Vec<u8>, rng: &mut Rng) -> Result<(), Contradiction> {
        row.clear();
        for &class in &part.classes {
            row.extend(std::iter::repeat_n(class as u8, usize::from(self.puzzle.classes[class].cards)));
        }
        let places: Vec<Places> =
            part.groups.iter().map(|group| Places { count: group.room, allowed: group.classes }).collect();
        deal_hidden(row, &places, rng)?;
        // The first group's stand last.
        row.reverse();
        let group_of: Vec<usize> = (0..part.groups.len())
            .flat_map(|at| std::iter::repeat_n(at, usize::from(part.groups[at].room)))
            .collect();
        let amiss = |met: &[i32]| -> i32 {
            let each = met.iter().zip(&part.limits).map(|(&met, &limit)| {
                let limit = self.puzzle.limits[limit];
                (i32::from(limit.least) - met).max(met - i32::from(limit.most)).max(0)
            });
            each.sum()
        };
        let counts = |class: u8, group: usize, limit: usize| {
            let of_place = self.puzzle.limits[limit].takes(&part.groups[group]);
            of_place && self.puzzle.classes[usize::from(class)].limits >> limit & 1 != 0
        };
        let mut met: Vec<i32> = part
            .limits
            .iter()
            .map(|&limit| {
                row.iter().zip(&group_of).filter(|&(&class, &group)| counts(class, group, limit)).count()
                    as i32
            })
            .collect();
        let mut wrong = amiss(&met);
        // What the first deal has wrong is put right on the way.
        for _ in 0..EXCHANGES * row.len() * if wrong > 0 { 4 } else { 1 } {
            let (i, j) = (rng.index(row.len()), rng.index(row.len()));
            let (one, other, here, there) = (row[i], row[j], group_of[i], group_of[j]);
            let fits = |class: u8, group: usize| part.groups[group].classes.contains(usize::from(class));
            if one == other || here == there || !fits(one, there) || !fits(other, here) {
                continue;
            }
            let mut after = met.clone();
            for (after, &limit) in after.iter_mut().zip(&part.limits) {
                let change = |class, group| i32::from(counts(class, group, limit));
                *after += change(one, there) + change(other, here) - change(one, here) - change(other, there);
            }
            let then = amiss(&after);
            if then <= wrong {
                row.swap(i, j);
                (met, wrong) = (after, then);
            }
        }
        Ok(())
    }
}

impl Limit {
    fn takes(&self, group: &Group) -> bool {
        group.places.iter().any(|place| self.places >> place & 1 != 0)
    }
}

impl Part {
    /// Lays down the order in which cards are placed.
    fn set_stages(&mut self, classes: &[Class], limits: &[Limit]) {
        for &class in &self.classes {
            let groups = (0..self.groups.len()).filter(|&at| self.groups[at].classes.contains(class));
            let groups: Vec<usize> = groups.collect();
            let mut rest: f64 = groups.iter().map(|&at| f64::from(self.groups[at].room)).sum();
            for (place, &group) in groups.iter().enumerate() {
                let room = f64::from(self.groups[group].room);
                let of_group = |limit: &&usize| {
                    classes[class].limits >> **limit & 1 != 0 && limits[**limit].takes(&self.groups[group])
                };
                let odds = room / rest;
                self.stages.push(Stage {
                    class,
                    group,
                    limits: self.limits.iter().filter(of_group).map(|limit| 1 << limit).sum(),
                    odds: odds.ln(),
                    other_odds: (1.0 - odds).ln(),
                    is_last: place + 1 == groups.len(),
                });
                rest -= room;
            }
        }
    }

    /// Returns what is free as one number, if it fits.
    fn key(&self, free: &Free) -> Option<u128> {
        let (mut key, mut bits) = (0, 0);
        let mut add = |value: u16, most: u16| {
            let width = u16::BITS - most.leading_zeros();
            key = key << width | u128::from(value);
            bits += width;
        };
        for (group, &room) in self.groups.iter().zip(&free.rooms) {
            add(room, group.room);
        }
        for (&most, &met) in self.met.iter().zip(&free.met) {
            add(met.min(most), most);
        }
        add(free.left, u16::MAX);
        (bits <= u128::BITS).then_some(key)
    }
}
