// Minimum of a function that has no derivatives: the simplex of Nelder and Mead.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gvlsim {

using Point = std::vector<double>;  // each coordinate from 0 to 1

struct Minimum {
    Point at;
    double value;
};

// J. A. Nelder and R. Mead, "A simplex method for function minimization", Computer Journal 7
// (1965), with the usual coefficients: reflection 1, expansion 2, contraction and shrinking 1/2.
// Points outside of the unit cube are moved to its surface. Ends after `most_calls` of
// `function` or when the simplex is smaller than `precision`. Deterministic.
[[nodiscard]] Minimum nelder_mead(const std::function<double(const Point&)>& function, Point start,
                                  double size, std::size_t most_calls, double precision = 1e-5);

}  // namespace gvlsim
