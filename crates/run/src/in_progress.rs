//! Which play a thread is at: what a panic of a game or a bot is reported with, so that it can be played again.

use std::cell::Cell;

thread_local! {
    static PLAY: Cell<Option<PlayId>> = const { Cell::new(None) };
}

/// The identity of a play, beside rules and bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayId {
    /// The seed of the batch.
    pub seed: u64,
    /// The number of the game in the batch.
    pub play: u64,
}

/// This thread is at a play until this is dropped.
pub struct UnderWay;

impl UnderWay {
    /// Notes that this thread begins a game.
    pub fn begin(seed: u64, play: u64) -> Self {
        PLAY.set(Some(PlayId { seed, play }));
        Self
    }

    /// Returns the play that this thread is at.
    pub fn here() -> Option<PlayId> {
        // A thread may panic while its own values go.
        PLAY.try_with(Cell::get).ok().flatten()
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        PLAY.set(None);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::play::{Seating, Table};
    use super::super::test_game::{Mistake, Toy};
    use super::*;
    use ludometer_bots::BotSpec;
    use ludometer_playable::Compiled as _;
    use ludometer_stats::{Observer, Step};

    /// The knowledge of the play at each decision.
    #[derive(Default)]
    struct Seen(Vec<Option<PlayId>>);

    impl Observer<Toy> for Seen {
        fn step(&mut self, _: &Step<Toy>) {
            self.0.push(UnderWay::here());
        }
    }

    #[test]
    fn it_is_known_as_long_as_the_play_lasts() {
        assert_eq!(UnderWay::here(), None);
        let play = UnderWay::begin(7, 5);
        assert_eq!(UnderWay::here(), Some(PlayId { seed: 7, play: 5 }));
        drop(play);
        assert_eq!(UnderWay::here(), None);
    }

    #[test]
    fn every_play_at_a_table_says_which_it_is() {
        let bots = ["random"; 2].map(|bot| BotSpec::parse(bot, Toy::definition()).unwrap());
        let mut table = Table::new(&Toy(Mistake::None), &bots, Seating::Rotate, 7);
        let mut seen = Seen::default();
        table.play(5, &mut seen, &AtomicBool::new(false), None).unwrap();
        assert!(!seen.0.is_empty());
        assert!(seen.0.iter().all(|&at| at == Some(PlayId { seed: 7, play: 5 })), "{:?}", seen.0);
        assert_eq!(UnderWay::here(), None);
    }
}
