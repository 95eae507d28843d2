//! The printed text of a study.

use std::fmt::Write as _;

use super::{Done, StudyPlan, games_played};
use crate::cli::job::{Ended, JobPlan};
use crate::cli::terminal::Style;
use ludometer_experiment::study::{Answer, Question, State};
use ludometer_model::counted;
use ludometer_report::{PAGE, minutes_of, thousands};

pub(super) fn text(plan: &StudyPlan, done: &Done, ended: &Ended<'_>, files: &str, job: &JobPlan) -> String {
    let table = &plan.table;
    let mut out = format!(
        "{}, {}, rules {}, seed {}: {} games in {:.0} s\n",
        table.entry.title(),
        counted(table.game.seats() as u64, "player"),
        table.game.rules().hash(),
        table.seed,
        thousands(games_played(done)),
        ended.seconds,
    );
    let style = Style::of_output();
    let mut asked: Option<Question> = None;
    // The answers in short stand last, where they stay on the screen.
    let mut short = String::new();
    for answer in &done.answers {
        if asked.replace(answer.question) != Some(answer.question) {
            let is_problem = answer.state == State::Problem;
            let _ = writeln!(out, "\n{}", style.question(answer.asked, is_problem));
            let same = done.answers.iter().filter(|other| other.question == answer.question).count();
            // Of several pieces of advice none is the verdict.
            let is_one = same == 1 || answer.question != Question::Try;
            let verdict = if is_one { answer.short.clone() } else { counted(same as u64, "suggestion") };
            let mark = if is_problem { format!(" {}", style.problem("(!)")) } else { String::new() };
            let _ = writeln!(short, "  {:<QUESTION$}  {verdict}{mark}", answer.asked);
        }
        let more = answer.times.map_or_else(String::new, |times| {
            format!(" About {} more would tell.", minutes_of(ended.seconds * (times - 1.0)))
        });
        let _ = writeln!(out, "  {}{more}", answer.text);
    }
    let _ = write!(
        out,
        "\nAll of it holds for players who play as these bots do: {}.{}\n\
         page   {}\nfiles  {files}\n\n{}\n{short}",
        plan.levels(done.study.sizes).join(", "),
        if table.game.seats() > 1 { " Players A, B, C ... sit in this order." } else { "" },
        job.path.join(PAGE).display(),
        style.bold(&format!("In short: {}", verdict(&done.answers))),
    );
    out
}

/// Returns how many problems there are, and how many questions are open.
fn verdict(answers: &[Answer]) -> String {
    let of = |state| answers.iter().filter(|answer| answer.state == state).count() as u64;
    let problems = match of(State::Problem) {
        0 => "nothing is clearly wrong".to_owned(),
        problems => counted(problems, "problem"),
    };
    match of(State::Open) {
        0 => problems,
        open => format!("{problems}, {} open", counted(open, "question")),
    }
}

/// The width of the longest question, in the list of short answers.
const QUESTION: usize = 34;
