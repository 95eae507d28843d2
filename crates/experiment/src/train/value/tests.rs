use super::*;

/// A school in which positions with the first number set are won, and exams ask for just that.
struct Simple {
    budget: u64,
    lessons: Vec<Lesson>,
    reported: usize,
    /// Games of exams that were announced and not played.
    left: u64,
    kept: Vec<Course>,
    /// It is interrupted in the lesson with this game.
    stop_at: u64,
    /// Other bots to be beaten.
    rivals: usize,
}

impl School for Simple {
    type Error = ();

    fn used(&self, games: u64) -> f64 {
        (games as f64 / self.budget as f64).min(1.0)
    }

    fn exam_games(&self) -> u64 {
        1000
    }

    fn lessons(
        &mut self,
        _: &Arc<Network>,
        past: &[Arc<Network>],
        lesson: &Lesson,
    ) -> Result<Option<Samples>, ()> {
        assert!(past.len() <= KEPT);
        if lesson.games.contains(&self.stop_at) {
            return Ok(None);
        }
        self.lessons.push(lesson.clone());
        let bits = lesson.games.clone().map(|game| (game % 2) as f32);
        let rows = bits.clone().flat_map(|bit| [bit, 1.0 - bit, 1.0]).collect();
        Ok(Some(Samples { rows, targets: bits.collect() }))
    }

    fn tables(&self) -> usize {
        2 + self.rivals
    }

    fn rivals(&self) -> Range<usize> {
        2..2 + self.rivals
    }

    fn exam(&mut self, player: &Player<'_>, table: usize, games: Range<u64>) -> Result<Option<Estimate>, ()> {
        // Those between lessons are not announced.
        self.left = self.left.saturating_sub(games.end - games.start);
        let value =
            |row: &[f32]| f64::from(player.network.value(row, &mut ludometer_learn::Workspace::default()));
        let apart = value(&[1.0, 0.0, 1.0]) - value(&[0.0, 1.0, 1.0]);
        // Rivals are beaten by more caution.
        let caution = if table < 2 { 0.005 } else { 0.04 };
        let best = (0.5 + apart / 2.0) - (player.margin - caution).abs() * if table < 2 { 1.0 } else { 2.0 };
        let share = if player.temperature.is_finite() { best / (1.0 + player.temperature) } else { 0.1 };
        let interval = Some((share - 0.02, share + 0.02));
        Ok(Some(Estimate { value: Some(share), interval, games: games.end - games.start }))
    }

    fn examined(&mut self, _: &CurvePoint) {
        self.reported += 1;
    }

    fn keep(&mut self, course: &Course) -> Result<(), ()> {
        self.kept.push(course.clone());
        Ok(())
    }

    fn proving(&mut self, games: u64) {
        self.left = games;
    }
}

/// Returns a school with room for so many games.
fn simple(budget: u64) -> Simple {
    Simple {
        budget,
        lessons: Vec::new(),
        reported: 0,
        left: 0,
        kept: Vec::new(),
        stop_at: u64::MAX,
        rivals: 0,
    }
}

#[test]
fn lessons_are_learned_and_examined() {
    let mut school = simple(80_000);
    let learned = learn_values(&mut school, Course::new(3, 1)).unwrap();
    assert!(!learned.interrupted && learned.is_better(2), "{:?}", learned.proofs);
    assert!(learned.proofs[0].value.unwrap() > 0.9);
    assert_eq!(learned.proofs.iter().map(|proof| proof.games).collect::<Vec<_>>(), [6000, 2000]);
    let levels: Vec<f64> = learned.levels.iter().map(|level| level.temperature).collect();
    assert_eq!(school.left, 0);
    assert_eq!((levels.len(), levels[0], levels[4]), (5, f64::INFINITY, 0.0));
    assert_eq!((learned.margin, learned.curve.len(), school.reported), (0.005, 12, 12));
    assert!(learned.curve.windows(2).all(|pair| pair[0].games < pair[1].games));
    // A fifth is watched, and no game is played twice.
    let watched = school.lessons.iter().take_while(|lesson| lesson.company == Company::Watched).count();
    assert_eq!(watched as u64, (80_000_u64 / 5).div_ceil(WATCHED_ROUND));
    assert!(school.lessons.windows(2).all(|pair| pair[0].games.end == pair[1].games.start));
    assert_eq!(learned, learn_values(&mut simple(80_000), Course::new(3, 1)).unwrap());
}

#[test]
fn caution_is_set_against_all_who_are_to_be_beaten() {
    let mut school = Simple { rivals: 1, ..simple(30_000) };
    let learned = learn_values(&mut school, Course::new(3, 1)).unwrap();
    assert_eq!((learned.margin, school.left), (0.04, 0));
    assert_eq!(learned.proofs.iter().map(|proof| proof.games).collect::<Vec<_>>(), [6000, 2000, 2000]);
}

#[test]
fn what_was_kept_goes_on_to_the_same_end() {
    let whole = learn_values(&mut simple(30_000), Course::new(3, 2)).unwrap();
    let mut stopped = Simple { stop_at: 20_001, ..simple(30_000) };
    let part = learn_values(&mut stopped, Course::new(3, 2)).unwrap();
    assert!(part.interrupted && part.games < 20_001 && part.proofs.is_empty());
    let kept = stopped.kept.pop().unwrap();
    assert_eq!(kept.games(), part.games);
    let bytes = kept.to_bytes().unwrap();
    let back = Course::from_bytes(&bytes, 3).unwrap().unwrap();
    assert!(Course::from_bytes(&bytes, 4).unwrap().is_none() && Course::from_bytes(&bytes[1..], 3).is_err());
    assert_eq!(back, kept);
    assert_eq!(learn_values(&mut simple(30_000), back).unwrap(), whole);
    // After each exam, at the end of the lessons, and that is all.
    let mut all = simple(30_000);
    learn_values(&mut all, Course::new(3, 2)).unwrap();
    assert_eq!(all.kept.len(), EXAMS as usize + 1);
}
