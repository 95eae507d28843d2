//! Several tests at once.

/// Returns p-values that allow for all of them at once, in the same order: of those below 0.05 one or more is there by
/// chance in at most one family of 20 (S. Holm, *Scandinavian Journal of Statistics* 6, 1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]).then(a.cmp(&b)));
    let mut adjusted = vec![1.0; p.len()];
    let mut least = 0.0_f64;
    for (step, &at) in order.iter().enumerate() {
        least = least.max((p[at] * (p.len() - step) as f64).min(1.0));
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_by_hand() {
        // Sorted 0.01, 0.02, 0.03, 0.4: times 4, 3, 2, 1, never falling.
        let adjusted = holm(&[0.03, 0.4, 0.01, 0.02]);
        let expected = [0.06, 0.4, 0.04, 0.06];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
    }
}
