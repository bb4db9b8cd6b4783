#include "tools/import/fit.hpp"

#include "models/report/format.hpp"
#include "tools/export/table.hpp"

#include <cmath>

namespace gvlsim {

namespace {

std::string verdict(const FittedCost& fitted) {
    const std::string name{fitted.cost->key};
    switch (fitted.determined) {
        case Determined::well:
            return "determined";
        case Determined::together:
            return "not determined separately from " + std::string{fitted.partner->key};
        case Determined::poorly:
            return "poorly determined";
        case Determined::not_at_all:
            break;
    }
    return "not determined: hardly moves these figures";
}

std::string costs_table(const Fit& fit) {
    Table table;
    table.column("cost", Table::Align::left);
    table.column("fitted");
    table.column("possible", Table::Align::left);
    table.column("", Table::Align::left);
    for (const FittedCost& fitted : fit.costs) {
        table.row({std::string{fitted.cost->key}, value_text(*fitted.cost, fitted.value),
                   value_text(*fitted.cost, fitted.low) + " to " +
                       value_text(*fitted.cost, fitted.high),
                   verdict(fitted)});
    }
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    return text;
}

std::string figures_table(const Fit& fit, const std::vector<FitCase>& cases) {
    Table table;
    table.column("case", Table::Align::left);
    table.column("figure", Table::Align::left);
    for (const char* heading : {"measured", "fitted", "error"}) { table.column(heading); }
    for (std::size_t one = 0; one < cases.size(); ++one) {
        for (std::size_t index = 0; index < cases[one].figures.size(); ++index) {
            const FitFigure& figure = cases[one].figures[index];
            const double value = fit.simulated[one][index];
            table.row({cases[one].name, figure.key, fixed(figure.measured, 6), fixed(value, 6),
                       signed_percent((value - figure.measured) / figure.scale, 3)});
        }
    }
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    return text;
}

// What can be copied into a scenario.
std::string costs_json(const Fit& fit) {
    std::string text = "\"costs\": {";
    for (const FittedCost& fitted : fit.costs) {
        const std::string value = value_text(*fitted.cost, fitted.value);
        text += (text.back() == '{' ? "\"" : ", \"") + std::string{fitted.cost->key} + "\": " +
                (fitted.cost->is_factor ? value : "\"" + value + "\"");
    }
    return text + "}\n";
}

std::string together(const Fit& fit) {
    std::string text;
    for (const FittedCost& fitted : fit.costs) {
        if (fitted.determined == Determined::together && fitted.partner->key > fitted.cost->key) {
            text += std::string{fitted.cost->key} + " and " + std::string{fitted.partner->key} +
                    ": other pairs explain the figures as well.\n";
        }
    }
    return text;
}

}  // namespace

std::string value_text(const FitCost& cost, double value) {
    if (cost.is_factor) { return fixed(value, 4); }
    return exact_duration(std::chrono::microseconds{std::llround(value / 1000)});
}

std::string to_text(const Fit& fit, const std::vector<FitCase>& cases) {
    return costs_table(fit) + together(fit) + "\n" + figures_table(fit, cases) +
           "root mean square error " + percent(fit.error, 3) + ", " +
           counted(fit.simulations, "simulation", "simulations") + "\n" + costs_json(fit);
}

}  // namespace gvlsim
