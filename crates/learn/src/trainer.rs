//! Fits a network to positions and their shares of the win.

use serde::{Deserialize, Serialize};

use crate::network::{FIRST, Network, Parts, SECOND, Workspace, add_scaled, logistic, weights_of};

/// Positions in a step of the optimizer.
const BATCH: usize = 256;

/// How long the mean of the gradients looks back, and that of their squares (Adam's usual values).
const MOMENTUM: f32 = 0.9;
const SCALE_MEMORY: f32 = 0.999;

/// Holds positions as rows of numbers with the share of the win that each is to be worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The rows, one after another.
    pub rows: Vec<f32>,
    /// For each row a share of the win, from 0 to 1.
    pub targets: Vec<f32>,
}

impl Samples {
    /// Appends other samples.
    pub fn append(&mut self, mut other: Self) {
        self.rows.append(&mut other.rows);
        self.targets.append(&mut other.targets);
    }

    /// Returns the number of positions.
    pub const fn count(&self) -> usize {
        self.targets.len()
    }
}

/// Fits a network by gradient descent on the log loss (Adam: Kingma and Ba, 2015), in batches of 256 positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trainer {
    network: Network,
    /// The mean of the weights over the last steps, which is what is given out: single weights swing.
    mean: Vec<f32>,
    gradient: Vec<f32>,
    momentum: Vec<f32>,
    squares: Vec<f32>,
    steps: u64,
}

impl Trainer {
    /// Returns a trainer of this network.
    pub fn new(network: Network) -> Self {
        let zeros = vec![0.0; weights_of(network.inputs())];
        Self {
            mean: network.weights.clone(),
            gradient: zeros.clone(),
            momentum: zeros.clone(),
            squares: zeros,
            network,
            steps: 0,
        }
    }

    /// Returns true if it is that of a network with so many inputs: what was read from a file may not be.
    pub fn is_of(&self, inputs: usize) -> bool {
        let rows = [&self.mean, &self.gradient, &self.momentum, &self.squares];
        self.network.is_of(inputs) && rows.iter().all(|row| row.len() == weights_of(inputs))
    }

    /// Returns the network whose weights are the mean of those of about the last thousand steps.
    pub fn network(&self) -> Network {
        Network { weights: self.mean.clone(), ..self.network.clone() }
    }

    /// Learns from each of the samples once, at this rate, and returns the mean log loss before each step. Samples that
    /// follow one another are much alike: each batch has some from all over.
    pub fn learn(&mut self, samples: &Samples, rate: f32) -> f32 {
        let inputs = self.network.inputs();
        let count = samples.count();
        let batches = count.div_ceil(BATCH);
        let mut work = Workspace::default();
        let mut loss = 0.0;
        for batch in 0..batches {
            let mut size = 0;
            for at in (batch..count).step_by(batches) {
                let row = &samples.rows[at * inputs..(at + 1) * inputs];
                loss += self.add_value(row, samples.targets[at], &mut work);
                size += 1;
            }
            self.step(size, rate);
        }
        loss / count.max(1) as f32
    }

    /// Adds the gradient of the loss of one position and returns the loss.
    fn add_value(&mut self, row: &[f32], target: f32, work: &mut Workspace) -> f32 {
        let logit = self.network.logit(row, work);
        self.add_gradient(row, logistic(logit) - target, work);
        // The loss of a logit without the loss of digits.
        let softplus = if logit > 0.0 { logit } else { 0.0 } + libm::log1pf(libm::expf(-logit.abs()));
        softplus - target * logit
    }

    /// Adds the gradient of a loss that changes by `error` with the logit of a row, whose units stand in `work`.
    fn add_gradient(&mut self, row: &[f32], error: f32, work: &Workspace) {
        let Parts { second, output, .. } = self.network.parts();
        let (first_gradient, rest) = self.gradient.split_at_mut(row.len() * FIRST);
        let (first_bias, rest) = rest.split_at_mut(FIRST);
        let (second_gradient, rest) = rest.split_at_mut(FIRST * SECOND);
        let (second_bias, rest) = rest.split_at_mut(SECOND);
        let (output_gradient, output_bias) = rest.split_at_mut(SECOND);
        output_bias[0] += error;
        let mut back_second = [0.0; SECOND];
        for ((back, gradient), (&unit, weight)) in
            back_second.iter_mut().zip(output_gradient).zip(work.second.iter().zip(output))
        {
            *gradient += error * unit;
            *back = if unit > 0.0 { error * weight } else { 0.0 };
        }
        add(second_bias, &back_second);
        let mut back_first = [0.0; FIRST];
        let layer = second.chunks_exact(SECOND).zip(second_gradient.chunks_exact_mut(SECOND));
        for ((back, &unit), (weights, gradient)) in back_first.iter_mut().zip(&work.first).zip(layer) {
            if unit > 0.0 {
                for (sum, x) in gradient.iter_mut().zip(&back_second) {
                    *sum += unit * x;
                }
                *back = weights.iter().zip(&back_second).fold(0.0, |sum, (weight, x)| sum + weight * x);
            }
        }
        add(first_bias, &back_first);
        for (&x, gradient) in row.iter().zip(first_gradient.chunks_exact_mut(FIRST)) {
            if x != 0.0 {
                let gradient: &mut [f32; FIRST] = gradient.try_into().expect("chunks are of this size");
                add_scaled(gradient, &back_first, x);
            }
        }
    }

    /// Moves the weights by the gradient of a batch, and forgets it.
    fn step(&mut self, samples: usize, rate: f32) {
        self.steps += 1;
        // Near the beginning both means are of few steps.
        let steps = self.steps.min(100_000) as f32;
        let (bias, scale_bias) = (1.0 - libm::powf(MOMENTUM, steps), 1.0 - libm::powf(SCALE_MEMORY, steps));
        let by = rate / bias;
        let each = 1.0 / samples as f32;
        // The mean looks back over the last tenth of a short history and a thousand steps of a long one.
        let memory = 1.0 / (1.0 + 0.1 * steps).min(1000.0);
        let weights = self.network.weights.iter_mut().zip(&mut self.mean);
        let moments = self.momentum.iter_mut().zip(&mut self.squares);
        for (((weight, mean), (momentum, square)), gradient) in weights.zip(moments).zip(&mut self.gradient) {
            let g = *gradient * each;
            *gradient = 0.0;
            *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * g;
            *square = SCALE_MEMORY * *square + (1.0 - SCALE_MEMORY) * g * g;
            *weight -= by * *momentum / ((*square / scale_bias).sqrt() + 1e-8);
            *mean += memory * (*weight - *mean);
        }
    }
}

fn add(into: &mut [f32], other: &[f32]) {
    for (sum, x) in into.iter_mut().zip(other) {
        *sum += x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    /// Rows of random bits whose value is a logistic function of two of them, or of their exclusive or.
    fn samples(rng: &mut Rng, count: usize, value: impl Fn(&[f32]) -> f32) -> Samples {
        let mut samples = Samples::default();
        for _ in 0..count {
            let row: Vec<f32> = (0..12).map(|_| rng.index(2) as f32).collect();
            samples.targets.push(value(&row));
            samples.rows.extend(row);
        }
        samples
    }

    /// Returns a network whose gradients are large enough to be seen: a new one hardly tells positions apart.
    fn decided(seed: u64) -> Network {
        let mut network = Network::new(12, seed);
        let output = network.weights.len() - SECOND - 1;
        network.weights[output..].iter_mut().for_each(|weight| *weight *= 10.0);
        network
    }

    /// Asserts that the gradient of the trainer is the slope of the loss in the weights.
    fn assert_gradient(network: &Network, trainer: &Trainer, loss: impl Fn(&Network) -> f64) {
        let mut checked = 0;
        for i in (0..network.weights.len()).step_by(7) {
            let (mut up, mut down) = (network.clone(), network.clone());
            up.weights[i] += 0.001;
            down.weights[i] -= 0.001;
            let slope = (loss(&up) - loss(&down)) / 0.002;
            let gradient = f64::from(trainer.gradient[i]);
            assert!((slope - gradient).abs() < 0.002, "weight {i}: {slope} and {gradient}");
            checked += usize::from(gradient.abs() > 0.01);
        }
        assert!(checked > 5, "{checked}");
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut rng = Rng::from_words([1, 2, 3]);
        let network = decided(7);
        let set = samples(&mut rng, 1, |_| 0.95);
        let mut trainer = Trainer::new(network.clone());
        let mut work = Workspace::default();
        trainer.add_value(&set.rows, 0.95, &mut work);
        let loss = |network: &Network| {
            let mut work = Workspace::default();
            let value = f64::from(network.value(&set.rows, &mut work));
            -(0.95 * value.ln() + 0.05 * (1.0 - value).ln())
        };
        assert_gradient(&network, &trainer, loss);
    }

    #[test]
    fn what_no_single_number_tells_is_learned() {
        let mut rng = Rng::from_words([4, 5, 6]);
        let odd = |row: &[f32]| if row[2] == row[9] { 0.9 } else { 0.2 };
        let mut trainer = Trainer::new(Network::new(12, 1));
        for _ in 0..60 {
            trainer.learn(&samples(&mut rng, 2048, odd), 0.003);
        }
        let network = trainer.network();
        let mut work = Workspace::default();
        let test = samples(&mut rng, 500, odd);
        for (row, &target) in test.rows.chunks(12).zip(&test.targets) {
            let value = network.value(row, &mut work);
            assert!((value - target).abs() < 0.1, "{value} and {target}");
        }
    }
}
