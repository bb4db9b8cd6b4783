#include "tools/import/nelder_mead.hpp"

#include <algorithm>
#include <cmath>

namespace gvlsim {

namespace {

class Simplex {
public:
    Simplex(const std::function<double(const Point&)>& function, const Point& start, double size,
            std::size_t most_calls)
        : function_{function}, calls_left_{most_calls} {
        add(start);
        for (std::size_t axis = 0; axis < start.size(); ++axis) {
            Point corner = start;
            corner[axis] += corner[axis] + size <= 1 ? size : -size;
            add(corner);
        }
        sort();
    }

    Minimum run(double precision) {
        while (calls_left_ > 0 && extent() > precision) {
            step();
            sort();
        }
        return corners_.front();
    }

private:
    void step() {
        const Point middle = centre();
        Minimum& worst = corners_.back();
        const Minimum reflected = towards(middle, -1);
        if (reflected.value < corners_.front().value) {
            const Minimum expanded = towards(middle, -2);
            worst = expanded.value < reflected.value ? expanded : reflected;
        } else if (reflected.value < corners_[corners_.size() - 2].value) {
            worst = reflected;
        } else {
            if (reflected.value < worst.value) { worst = reflected; }
            const Minimum contracted = towards(middle, 0.5);
            if (contracted.value < worst.value) {
                worst = contracted;
            } else {
                shrink();
            }
        }
    }

    // middle + factor × (worst - middle), evaluated.
    Minimum towards(const Point& middle, double factor) {
        Point at = middle;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            at[axis] += factor * (corners_.back().at[axis] - middle[axis]);
        }
        return evaluated(std::move(at));
    }

    void shrink() {
        const Point best = corners_.front().at;
        for (std::size_t index = 1; index < corners_.size(); ++index) {
            Point at = corners_[index].at;
            for (std::size_t axis = 0; axis < at.size(); ++axis) {
                at[axis] = (at[axis] + best[axis]) / 2;
            }
            corners_[index] = evaluated(std::move(at));
        }
    }

    [[nodiscard]] Point centre() const {
        Point middle(corners_.front().at.size(), 0);
        for (std::size_t index = 0; index + 1 < corners_.size(); ++index) {
            for (std::size_t axis = 0; axis < middle.size(); ++axis) {
                middle[axis] += corners_[index].at[axis];
            }
        }
        for (double& coordinate : middle) {
            coordinate /= static_cast<double>(corners_.size() - 1);
        }
        return middle;
    }

    [[nodiscard]] double extent() const {
        double most = 0;
        for (const Minimum& corner : corners_) {
            for (std::size_t axis = 0; axis < corner.at.size(); ++axis) {
                most = std::max(most, std::abs(corner.at[axis] - corners_.front().at[axis]));
            }
        }
        return most;
    }

    void add(const Point& at) { corners_.push_back(evaluated(at)); }

    Minimum evaluated(Point at) {
        for (double& coordinate : at) { coordinate = std::clamp(coordinate, 0.0, 1.0); }
        calls_left_ -= calls_left_ > 0 ? 1 : 0;
        const double value = function_(at);
        return {std::move(at), value};
    }

    void sort() {
        std::stable_sort(corners_.begin(), corners_.end(),
                         [](const Minimum& a, const Minimum& b) { return a.value < b.value; });
    }

    const std::function<double(const Point&)>& function_;
    std::size_t calls_left_;
    std::vector<Minimum> corners_;  // best first
};

}  // namespace

Minimum nelder_mead(const std::function<double(const Point&)>& function, Point start, double size,
                    std::size_t most_calls, double precision) {
    if (start.empty()) { return {start, function(start)}; }
    return Simplex{function, start, size, most_calls}.run(precision);
}

}  // namespace gvlsim
