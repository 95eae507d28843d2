//! Small symmetric systems of equations.

/// Solves `matrix` x = `right` for every column of `right`, in place, by Cholesky's method; `matrix`
/// is symmetric and positive definite, of which the lower half is read. False if it is not.
pub(super) fn solve(matrix: &[Vec<f64>], right: &mut [Vec<f64>]) -> bool {
    let n = matrix.len();
    let mut factor = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let rest = matrix[i][j] - sum;
            if i == j {
                if rest <= 0.0 || !rest.is_finite() {
                    return false;
                }
                factor[i][i] = rest.sqrt();
            } else {
                factor[i][j] = rest / factor[j][j];
            }
        }
    }
    for column in right {
        for i in 0..n {
            let sum: f64 = (0..i).map(|k| factor[i][k] * column[k]).sum();
            column[i] = (column[i] - sum) / factor[i][i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| factor[k][i] * column[k]).sum();
            column[i] = (column[i] - sum) / factor[i][i];
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_by_hand() {
        // 4x + 2y = 10, 2x + 3y = 9: x = 3/2, y = 2.
        let mut right = [vec![10.0, 9.0], vec![4.0, 2.0]];
        assert!(solve(&[vec![4.0, 2.0], vec![2.0, 3.0]], &mut right));
        for (found, expected) in right.iter().flatten().zip([1.5, 2.0, 1.0, 0.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(!solve(&[vec![1.0, 2.0], vec![2.0, 1.0]], &mut right), "not positive definite");
    }
}
