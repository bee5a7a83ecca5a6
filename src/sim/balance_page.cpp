#include "sim/balance_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace trestle {

namespace {

constexpr std::size_t rows_open = 16;  // longer plots are folded
// In units of the drawing, which is about as many pixels wide on a phone.
constexpr double width = 340, label_width = 104, detail_width = 78, row_height = 19, bars_left = label_width + 6;
constexpr double bars_width = width - bars_left - detail_width;
constexpr double columns_height = 120, text_drop = 13;
constexpr std::size_t label_letters = 19;

constexpr const char* style = R"(
:root { --paper: #fbfaf7; --ink: #1d2329; --faint: #646c73; --line: #d9d6cf; --bar: #3b6ea5; --other: #b9c7d6; --fair: #b4562a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e6e3dc; --faint: #9aa3aa; --line: #343a40; --bar: #6aa3dc; --other: #46586b; --fair: #e59a6c; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 16px 10px 48px; max-width: 1200px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 8px; }
h2 { font-size: 1.2rem; margin: 32px 0 4px; border-top: 1px solid var(--line); padding-top: 16px; }
h3 { font-size: 1rem; margin: 0 0 4px; }
p { margin: 0 0 8px; max-width: 70ch; } .note { color: var(--faint); font-size: 13px; }
code { font-size: 13px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 24px 28px; margin-top: 12px;
  align-items: start; }
svg { display: block; width: 100%; max-width: 440px; height: auto; font: 11px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .faint { fill: var(--faint); }
.bar { fill: var(--bar); } .other { fill: var(--other); } .whisker { stroke: var(--ink); stroke-width: 1.2; }
.dot { fill: var(--bar); } .fair { stroke: var(--fair); stroke-dasharray: 3 3; } .axis { stroke: var(--line); }
summary { cursor: pointer; color: var(--bar); font-size: 14px; padding: 6px 0; } summary:focus-visible { outline: 2px solid var(--fair); }
)";

std::string number(double x, int digits = 1) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string escaped(std::string_view s) {
  std::string out;
  for (const char c : s) switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

// `words` in backticks become code.
std::string prose(std::string_view s) {
  std::string out;
  bool code = false;
  for (const char c : escaped(s)) {
    if (c != '`') {
      out += c;
      continue;
    }
    out += code ? "</code>" : "<code>";
    code = !code;
  }
  return out;
}

std::string svg_text(double x, double y, const char* anchor, std::string_view text, bool faint = false) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\"" + (faint ? " class=\"faint\"" : "") + ">" +
         escaped(text) + "</text>";
}
std::string svg_line(double x1, double y1, double x2, double y2, const char* style_class) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) + "\" class=\"" +
         style_class + "\"/>";
}
std::string svg_box(double x, double y, double w, double h, const char* style_class) {
  return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(std::max(0.0, w)) + "\" height=\"" + number(h) +
         "\" rx=\"1.5\" class=\"" + style_class + "\"/>";
}

std::string shortened(const std::string& label) { return label.size() <= label_letters ? label : label.substr(0, label_letters - 1) + "…"; }

bool has_intervals(PlotKind kind) { return kind == PlotKind::shares || kind == PlotKind::lifts; }

std::string value_text(const Plot& plot, double value) {
  return plot.kind == PlotKind::lifts ? number(value, 2) : number(100 * value, 1) + " %";
}

// What a row says in words, for who points at it or hears it.
std::string spoken(const Plot& plot, const PlotRow& row) {
  if (plot.kind == PlotKind::two_bars || plot.kind == PlotKind::bars) return row.label + ": " + row.detail;
  std::string out = row.label + ": " + value_text(plot, row.value);
  if (has_intervals(plot.kind)) out += " (" + value_text(plot, row.interval.low) + " to " + value_text(plot, row.interval.high) + ")";
  return row.detail.empty() ? out : out + ", " + row.detail;
}

double largest(const Plot& plot) {
  double out = plot.line;
  for (const PlotRow& row : plot.rows) out = std::max({out, row.value, row.beside, has_intervals(plot.kind) ? row.interval.high : 0.0});
  return out > 0 ? out : 1;
}

std::string row_svg(const Plot& plot, const PlotRow& row, double y, double scale) {
  const auto at = [&](double value) { return bars_left + bars_width * std::clamp(value / scale, 0.0, 1.0); };
  const double middle = y + row_height / 2;
  std::string out =
      "<g><title>" + escaped(spoken(plot, row)) + "</title>" + svg_text(label_width, y + text_drop, "end", shortened(row.label));
  if (plot.kind == PlotKind::two_bars) {
    out +=
        svg_box(bars_left, y + 3, at(row.value) - bars_left, 6, "bar") + svg_box(bars_left, y + 10, at(row.beside) - bars_left, 6, "other");
  } else if (plot.kind == PlotKind::lifts) {
    out += svg_line(at(row.interval.low), middle, at(row.interval.high), middle, "whisker");
    out += "<circle cx=\"" + number(at(row.value)) + "\" cy=\"" + number(middle) + "\" r=\"3.5\" class=\"dot\"/>";
  } else {
    out += svg_box(bars_left, y + 4, at(row.value) - bars_left, row_height - 8, "bar");
    if (plot.kind == PlotKind::shares) out += svg_line(at(row.interval.low), middle, at(row.interval.high), middle, "whisker");
  }
  const std::string right = plot.kind == PlotKind::shares ? number(100 * row.value, 1) + " %" : row.detail;
  return out + svg_text(width, y + text_drop, "end", right, plot.kind == PlotKind::lifts) + "</g>";
}

std::string rows_svg(const Plot& plot) {
  const double height = row_height * static_cast<double>(plot.rows.size()) + 16, scale = largest(plot);
  std::string out =
      "<svg viewBox=\"0 0 " + number(width) + " " + number(height) + "\" role=\"img\" aria-label=\"" + escaped(plot.title) + "\">";
  out += svg_line(bars_left, 0, bars_left, height - 16, "axis");
  for (std::size_t i = 0; i < plot.rows.size(); ++i) out += row_svg(plot, plot.rows[i], row_height * static_cast<double>(i), scale);
  if (has_intervals(plot.kind)) {
    const double x = bars_left + bars_width * plot.line / scale;
    out += svg_line(x, 0, x, height - 16, "fair") +
           svg_text(x, height - 4, "middle", plot.kind == PlotKind::lifts ? "1" : value_text(plot, plot.line), true);
  }
  return out + "</svg>";
}

std::string columns_svg(const Plot& plot) {
  const double step = width / static_cast<double>(plot.rows.size()), scale = largest(plot);
  std::string out = "<svg viewBox=\"0 0 " + number(width) + " " + number(columns_height + 18) + "\" role=\"img\" aria-label=\"" +
                    escaped(plot.title) + "\">";
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    const double height = (columns_height - 4) * plot.rows[i].value / scale, x = step * static_cast<double>(i);
    out += "<g><title>from " + escaped(spoken(plot, plot.rows[i])) + "</title>" +
           svg_box(x + 0.5, columns_height - height, step - 1, height, "bar") + "</g>";
  }
  out += svg_line(0, columns_height, width, columns_height, "axis");
  const std::size_t last = plot.rows.size() - 1;
  for (const std::size_t i : {std::size_t{0}, last / 3, 2 * last / 3, last}) {
    const double x = step * static_cast<double>(i);
    out += svg_text(i == last ? width : x, columns_height + 14, i == 0 ? "start" : i == last ? "end" : "middle", plot.rows[i].label, true);
  }
  return out + "</svg>";
}

std::string figure(const Plot& plot) {
  std::string out = "<figure style=\"margin:0\"><h3>" + escaped(plot.title) + "</h3>\n";
  if (!plot.note.empty()) out += "<p class=\"note\">" + prose(plot.note) + "</p>\n";
  if (plot.rows.empty()) return out + "<p class=\"note\">Nothing was seen.</p></figure>\n";
  const std::string drawing = plot.kind == PlotKind::columns ? columns_svg(plot) : rows_svg(plot);
  const bool folded = plot.kind != PlotKind::columns && plot.rows.size() > rows_open;
  if (folded) out += "<details><summary>" + std::to_string(plot.rows.size()) + " rows</summary>";
  return out + drawing + (folded ? "</details>" : "") + "</figure>\n";
}

std::string table(const Plot& plot) {
  std::string out;
  const bool intervals = has_intervals(plot.kind);
  out += intervals                        ? "| | value | 95 % | |\n|---|---|---|---|\n"
         : plot.kind == PlotKind::columns ? "| from | share |\n|---|---|\n"
                                          : "| | |\n|---|---|\n";
  for (const PlotRow& row : plot.rows) {
    out += "| " + row.label + " | ";
    if (intervals)
      out += value_text(plot, row.value) + " | " + value_text(plot, row.interval.low) + " to " + value_text(plot, row.interval.high) +
             " | " + row.detail + " |\n";
    else
      out += (plot.kind == PlotKind::columns ? value_text(plot, row.value) : row.detail) + " |\n";
  }
  return out;
}

}  // namespace

std::string html_page(const PlotPage& page) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
      escaped(page.title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" + escaped(page.title) + "</h1>\n<p>" +
      prose(page.intro) + "</p>\n";
  for (const PlotSection& section : page.sections) {
    out += "<section>\n<h2>" + escaped(section.title) + "</h2>\n<p class=\"note\">" + prose(section.note) + "</p>\n<div class=\"plots\">\n";
    for (const Plot& plot : section.plots) out += figure(plot);
    out += "</div>\n</section>\n";
  }
  return out + "</body>\n</html>\n";
}

std::string markdown_page(const PlotPage& page) {
  std::string out = "# " + page.title + "\n\n" + page.intro + "\n";
  for (const PlotSection& section : page.sections) {
    out += "\n## " + section.title + "\n\n" + section.note + "\n";
    for (const Plot& plot : section.plots) {
      out += "\n### " + plot.title + "\n\n" + (plot.note.empty() ? "" : plot.note + "\n\n");
      out += plot.rows.empty() ? "Nothing was seen.\n" : table(plot);
    }
  }
  return out;
}

}  // namespace trestle
