//! Collects the questions of all threads of a batch for a bot that chooses for many games at once.
//!
//! A thread that finds the desk free takes all questions on it to Python in one call. Threads that arrive during the call
//! wait, and the first of them makes the next call. So batches grow as long as Python is slower than the games.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use ludometer_bots::Forfeit;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::bot::{CHOOSE_BATCH, Interrupt, Question, View, forfeit};

type Answer = Result<usize, Forfeit>;

/// A message to a waiting thread.
enum Word {
    Answer(Answer),
    /// The thread must make the next call, which includes its own question.
    YourTurn,
}

struct Waiting {
    question: Question,
    tell: Sender<Word>,
}

#[derive(Default)]
struct Pile {
    waiting: Vec<Waiting>,
    /// True while somebody is with Python.
    is_taken: bool,
}

struct Inner {
    name: String,
    object: Py<PyAny>,
    interrupt: Interrupt,
    pile: Mutex<Pile>,
}

/// A desk in front of an object with a method `choose_batch(views, legal, infos)`.
#[derive(Clone)]
pub(crate) struct Desk(Arc<Inner>);

impl Desk {
    pub(crate) fn new(name: &str, object: Py<PyAny>, interrupt: Interrupt) -> Self {
        Self(Arc::new(Inner { name: name.to_owned(), object, interrupt, pile: Mutex::default() }))
    }

    /// Asks, waits, and returns what was chosen; nothing if the thread that asked for many is gone.
    pub(crate) fn ask(&self, question: Question) -> Option<Answer> {
        let (tell, reported): (Sender<Word>, Receiver<Word>) = channel();
        let is_free = self.with(|pile| {
            pile.waiting.push(Waiting { question, tell });
            !std::mem::replace(&mut pile.is_taken, true)
        });
        if is_free {
            self.serve();
        }
        loop {
            match reported.recv().ok()? {
                Word::Answer(answer) => return Some(answer),
                Word::YourTurn => self.serve(),
            }
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Pile) -> T) -> T {
        work(&mut self.0.pile.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes all that waits to Python, hands out the answers, and leaves the desk to the next one.
    fn serve(&self) {
        Python::attach(|py| {
            let batch = self.with(|pile| std::mem::take(&mut pile.waiting));
            let answers = self.choose(py, &batch).unwrap_or_else(|error| {
                let reason = forfeit(py, &error, &self.0.interrupt);
                batch.iter().map(|_| Err(reason.clone())).collect()
            });
            for (waiting, answer) in batch.iter().zip(answers) {
                // The receiver is there: its thread waits for this message.
                let _ = waiting.tell.send(Word::Answer(answer));
            }
        });
        self.with(|pile| match pile.waiting.first() {
            Some(next) => drop(next.tell.send(Word::YourTurn)),
            None => pile.is_taken = false,
        });
    }

    fn choose(&self, py: Python<'_>, batch: &[Waiting]) -> PyResult<Vec<Answer>> {
        let questions = || batch.iter().map(|waiting| &waiting.question);
        let list = |items: PyResult<Vec<_>>| PyList::new(py, items?);
        let rows: Option<Vec<Vec<f32>>> = questions()
            .map(|question| match &question.view {
                View::Numbers(row) => Some(row.clone()),
                View::Plain(_) => None,
            })
            .collect();
        let views = match rows {
            Some(rows) => PyArray2::from_vec2(py, &rows)?.into_any(),
            None => list(questions().map(|question| question.view(py)).collect())?.into_any(),
        };
        let legal = PyList::new(py, questions().map(|q| q.legal(py)).collect::<PyResult<Vec<_>>>()?)?;
        let infos = PyList::new(py, questions().map(|q| q.info(py)).collect::<PyResult<Vec<_>>>()?)?;
        let chosen = self.0.object.bind(py).call_method1(CHOOSE_BATCH, (views, legal, infos))?;
        let chosen = chosen.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if chosen.len() != batch.len() {
            let (name, asked) = (&self.0.name, batch.len());
            let text = format!("{name} gave {} choices for {asked} decisions", chosen.len());
            return Err(PyValueError::new_err(text));
        }
        questions().zip(&chosen).map(|(question, chosen)| question.place(&self.0.name, chosen)).collect()
    }
}
