//! The counts, with the names of their figures and columns.

use ludometer_stats::figure_enum;

figure_enum! {
    /// Counts per game. Dollars where the name says so.
    pub(super) enum Count {
        /// Payments for landing on a Worker.
        Payments = "gs_payments", "per game", Mean;
        /// Of the payments, those in full.
        PaymentsFull = "gs_payments_full", "per game", Mean;
        /// Of the payments, those that were not asked for.
        PaymentsUnasked = "gs_payments_unasked", "per game", Mean;
        /// Of the payments, those with too little money.
        PaymentsShort = "gs_payments_short", "per game", Mean;
        /// Of the payments, haggled ones.
        PaymentsHaggled = "gs_payments_haggled", "per game", Mean;
        /// Dollars paid for landing on Workers.
        RentDollars = "gs_rent_dollars", "dollars per game", Mean;
        /// Of these dollars, those to retired owners.
        RentRetiredDollars = "gs_rent_retired_dollars", "dollars per game", Mean;
        /// Free passes used.
        FreePasses = "gs_free_passes", "per game", Mean;
        /// Donuts used.
        Donuts = "gs_donuts", "per game", Mean;
        /// Fights.
        Fights = "gs_fights", "per game", Mean;
        /// Fights that were begun by proximity.
        ProximityFights = "gs_proximity_fights", "per game", Mean;
        /// Payments that were refused or could not be made.
        Stiffs = "gs_stiffs", "per game", Mean;
        /// The dollars of these payments.
        StiffedDollars = "gs_stiffed_dollars", "dollars per game", Mean;
        /// Dollars that owners let go.
        ForgivenDollars = "gs_forgiven_dollars", "dollars per game", Mean;
        /// Turns begun without money.
        BrokeTurns = "gs_broke_turns", "per game", Mean;
        /// Turns skipped.
        SkippedTurns = "gs_skipped_turns", "per game", Mean;
        /// Payments that an owner did not notice.
        MissedClaims = "gs_missed_claims", "per game", Mean;
        /// What owners who missed a claim would have got: the price, or all that the lander had.
        MissedDollars = "gs_missed_dollars", "dollars per game", Mean;
        /// Claims made late.
        LateClaims = "gs_late_claims", "per game", Mean;
        /// Bribes offered.
        BribesOffered = "gs_bribes_offered", "per game", Mean;
        /// Bribes taken.
        BribesTaken = "gs_bribes_taken", "per game", Mean;
        /// Rolls to recruit.
        RecruitRolls = "gs_recruit_rolls", "per game", Mean;
        /// Rolls to recruit that succeeded.
        Recruits = "gs_recruits", "per game", Mean;
        /// Workers without an owner at the end.
        OpenWorkers = "gs_open_workers", "per game", Mean;
        /// Workers won in fights.
        FightWorkers = "gs_fight_workers", "per game", Mean;
        /// Workers lost on squares.
        SquareWorkers = "gs_square_workers", "per game", Mean;
        /// Workers that went from one seat to another: in fights and by theft.
        WorkerChanges = "gs_worker_changes", "per game", Mean;
        /// Score cards drawn for doubles.
        DrawsDoubles = "gs_draws_doubles", "per game", Mean;
        /// Score cards drawn while retired.
        DrawsRetired = "gs_draws_retired", "per game", Mean;
        /// Score cards drawn on squares.
        DrawsSquares = "gs_draws_squares", "per game", Mean;
        /// Draws from an empty stock.
        DrawsEmpty = "gs_draws_empty", "per game", Mean;
        /// Offers of trade.
        Offers = "gs_offers", "per game", Mean;
        /// Counter-offers.
        Counters = "gs_counters", "per game", Mean;
        /// Trades made.
        Trades = "gs_trades", "per game", Mean;
        /// Dollars of trades.
        TradeDollars = "gs_trade_dollars", "dollars per game", Mean;
        /// Haggles.
        Haggles = "gs_haggles", "per game", Mean;
        /// Haggles that were agreed on.
        HagglesAgreed = "gs_haggles_agreed", "per game", Mean;
        /// Dollars taken off by haggles.
        HaggledOffDollars = "gs_haggled_off_dollars", "dollars per game", Mean;
        /// Thefts.
        Thefts = "gs_thefts", "per game", Mean;
        /// Thefts that were noticed.
        TheftsNoticed = "gs_thefts_noticed", "per game", Mean;
        /// Workers taken by theft.
        TheftWorkers = "gs_theft_workers", "per game", Mean;
        /// Cards taken by theft.
        TheftCards = "gs_theft_cards", "per game", Mean;
        /// Dollars taken by theft.
        TheftDollars = "gs_theft_dollars", "dollars per game", Mean;
        /// Dollars won on squares.
        SquareGainDollars = "gs_square_gain_dollars", "dollars per game", Mean;
        /// Dollars lost on squares.
        SquareLossDollars = "gs_square_loss_dollars", "dollars per game", Mean;
        /// Changes of the richest seat.
        LeaderChanges = "gs_leader_changes", "per game", Mean;
        /// Money in final scores.
        ScoreMoney = "gs_score_money", "dollars per seat", Mean;
        /// Cards in final scores.
        ScoreCards = "gs_score_cards", "dollars per seat", Mean;
        /// Workers in final scores.
        ScoreWorkers = "gs_score_workers", "dollars per seat", Mean;
    }
}

/// The number of counts.
pub(super) const COUNTS: usize = Count::FIGURES.len();

/// The first of the counts that are reported per seat, not per game: where scores come from.
pub(super) const FIRST_PER_SEAT: usize = Count::ScoreMoney as usize;

figure_enum! {
    /// Ratios of two counts of a game.
    pub(super) enum Rate {
        /// Fights begun by those who had paid and could choose / such choices.
        FightsBegun = "gs_fight_rate", "share of choices", Share;
        /// Fights that the attacker won / fights.
        InstigatorWins = "gs_instigator_win_rate", "share of fights", Share;
        /// Fights by proximity that the attacker won / fights by proximity.
        ProximityWins = "gs_proximity_win_rate", "share of fights", Share;
        /// Rounds of a fight.
        FightRounds = "gs_fight_rounds", "rounds", Ratio;
        /// What a fight wins the attacker: Workers, Weapons, penalties.
        InstigatorGain = "gs_instigator_gain", "dollars", Ratio;
        /// What a fight costs the attacker.
        InstigatorLoss = "gs_instigator_loss", "dollars", Ratio;
        /// What a fight wins the defender.
        DefenderGain = "gs_defender_gain", "dollars", Ratio;
        /// What a fight costs the defender.
        DefenderLoss = "gs_defender_loss", "dollars", Ratio;
        /// Rolls to recruit that succeeded / rolls.
        Recruited = "gs_recruit_rate", "share of rolls", Share;
        /// Offers that led to a trade / offers.
        Traded = "gs_trade_rate", "share of offers", Share;
        /// Turns begun without money / turns.
        BrokeTurns = "gs_broke_rate", "share of turns", Share;
    }
}

/// The number of ratios.
pub(super) const RATIOS: usize = Rate::FIGURES.len();

figure_enum! {
    /// Win rates.
    pub(super) enum Wins {
        /// Games in which no winner led when the first piece arrived / games.
        Upset = "gs_upset_rate", "share of games", Share;
        /// Win rate of the seat that moved first, second, and so on.
        Order = "gs_order_*_win_rate", "share of games", Share;
        /// Win rate of the piece that arrived first, second, and so on.
        Arrival = "gs_arrival_*_win_rate", "share of games", Share;
    }
}

/// Columns of the table of seats with their names.
macro_rules! columns {
    ($($(#[$doc:meta])* $Column:ident $name:literal,)*) => {
        /// Counts for each seat. Workers recruited and won less those lost are those owned at the end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Own { $($(#[$doc])* $Column,)* }

        /// The columns' names, in the order of [`Own`].
        pub(super) const PER_SEAT: [&str; [$($name),*].len()] = [$($name),*];
    };
}

columns! {
    /// The turn of its arrival: the mean of the games in which it arrived.
    ArrivalTurns "arrival_turn",
    Recruited "recruited",
    /// Workers won in fights and by theft.
    Won "workers_won",
    /// Workers lost on squares, in fights and by theft.
    Lost "workers_lost",
    Paid "paid_dollars",
    Received "received_dollars",
    Missed "missed_dollars",
    Stiffed "stiffed_dollars",
    FightsStarted "fights_started",
    FightsWon "fights_won",
    DrawnDoubles "drawn_doubles",
    DrawnSquares "drawn_squares",
    Money "score_money",
    Cards "score_cards",
    Workers "score_workers",
}
