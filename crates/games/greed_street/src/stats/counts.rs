//! The names of what is counted.

/// What is counted per play. Dollars where the name says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Payments,
    PaymentsFull,
    PaymentsUnasked,
    PaymentsShort,
    PaymentsHaggled,
    RentDollars,
    RentRetiredDollars,
    FreePasses,
    Donuts,
    Fights,
    ProximityFights,
    Stiffs,
    StiffedDollars,
    ForgivenDollars,
    BrokeTurns,
    SkippedTurns,
    MissedClaims,
    /// What owners who missed a claim would have got: the price, or all that the lander had (R15).
    MissedDollars,
    LateClaims,
    BribesOffered,
    BribesTaken,
    RecruitRolls,
    Recruits,
    OpenWorkers,
    /// Workers won in fights.
    FightWorkers,
    /// Workers lost on squares.
    SquareWorkers,
    /// Workers that went from one seat to another: in fights and by theft.
    WorkerChanges,
    DrawsDoubles,
    DrawsRetired,
    DrawsSquares,
    DrawsEmpty,
    Offers,
    Counters,
    Trades,
    TradeDollars,
    Haggles,
    HagglesAgreed,
    HaggledOffDollars,
    Thefts,
    TheftsNoticed,
    TheftWorkers,
    TheftCards,
    TheftDollars,
    SquareGainDollars,
    SquareLossDollars,
    LeaderChanges,
    ScoreMoney,
    ScoreCards,
    ScoreWorkers,
}

/// The metrics' names, in the order of [`Count`].
pub(super) const COUNTS: [&str; 49] = [
    "payments",
    "payments_full",
    "payments_unasked",
    "payments_short",
    "payments_haggled",
    "rent_dollars",
    "rent_retired_dollars",
    "free_passes",
    "donuts",
    "fights",
    "proximity_fights",
    "stiffs",
    "stiffed_dollars",
    "forgiven_dollars",
    "broke_turns",
    "skipped_turns",
    "missed_claims",
    "missed_dollars",
    "late_claims",
    "bribes_offered",
    "bribes_taken",
    "recruit_rolls",
    "recruits",
    "open_workers",
    "fight_workers",
    "square_workers",
    "worker_changes",
    "draws_doubles",
    "draws_retired",
    "draws_squares",
    "draws_empty",
    "offers",
    "counters",
    "trades",
    "trade_dollars",
    "haggles",
    "haggles_agreed",
    "haggled_off_dollars",
    "thefts",
    "thefts_noticed",
    "theft_workers",
    "theft_cards",
    "theft_dollars",
    "square_gain_dollars",
    "square_loss_dollars",
    "leader_changes",
    "score_money",
    "score_cards",
    "score_workers",
];

/// The first of the counts that are told per seat, not per play: where scores come from.
pub(super) const FIRST_PER_SEAT: usize = Count::ScoreMoney as usize;

/// Ratios of two counts of a play.
pub(super) const RATIOS: [&str; 11] = [
    // Fights begun by those who had paid and could choose.
    "fight_rate",
    "instigator_win_rate",
    "proximity_win_rate",
    // Rounds of a fight.
    "fight_rounds",
    // Dollars (Workers, Weapons spent, penalties) that a fight wins or costs each side.
    "instigator_gain",
    "instigator_loss",
    "defender_gain",
    "defender_loss",
    "recruit_rate",
    "trade_rate",
    "broke_rate",
];

/// What is counted for each seat. Workers recruited and won less those lost are those owned at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    /// The turn of its arrival: the mean of the plays in which it arrived.
    ArrivalTurns,
    Recruited,
    /// Workers won in fights and by theft.
    Won,
    /// Workers lost on squares, in fights and by theft.
    Lost,
    Paid,
    Received,
    Missed,
    Stiffed,
    FightsStarted,
    FightsWon,
    DrawnDoubles,
    DrawnSquares,
    Money,
    Cards,
    Workers,
}

/// The columns' names, in the order of [`Own`].
pub(super) const PER_SEAT: [&str; 15] = [
    "arrival_turn",
    "recruited",
    "workers_won",
    "workers_lost",
    "paid_dollars",
    "received_dollars",
    "missed_dollars",
    "stiffed_dollars",
    "fights_started",
    "fights_won",
    "drawn_doubles",
    "drawn_squares",
    "score_money",
    "score_cards",
    "score_workers",
];
