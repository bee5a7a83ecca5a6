#include "cli/analyse_page.hpp"

#include <fmt/core.h>

#include "cli/advice.hpp"

namespace trestle::cli {

namespace {

constexpr int curve_width = 1000, curve_height = 300;  // the coordinates of the curve; it is stretched to the page

constexpr std::string_view style = R"(
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#23211c;--quiet:#6a665c;--line:#ddd8cc;--card:#fff;
--s0:#1f5fa8;--s1:#b4480f;--s2:#2c7a45;--s3:#6b3fb5;--s4:#a82a6b}
@media(prefers-color-scheme:dark){:root{--paper:#17171a;--ink:#e8e5dc;--quiet:#a29d91;--line:#3a3936;--card:#202024;
--s0:#7db4f2;--s1:#f2a06a;--s2:#7fcf98;--s3:#b79af0;--s4:#f08fc0}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:.2rem 0}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}
p{margin:.3rem 0}.quiet{color:var(--quiet);font-size:.9rem}
.curve{position:relative;height:17rem;margin:.6rem 0 0 2.6rem;border:1px solid var(--line);border-width:0 0 1px 1px}
.curve svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.curve path{fill:none;stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.curve .half{stroke:var(--line);stroke-width:1}
.y{position:absolute;right:100%;margin-right:.4rem;transform:translateY(-50%);font-size:.8rem;color:var(--quiet);white-space:nowrap}
.x{display:flex;justify-content:space-between;margin-left:2.6rem;font-size:.8rem;color:var(--quiet)}
.mark{position:absolute;width:1.5rem;height:1.5rem;margin:-.75rem;border-radius:50%;border:2px solid;background:var(--card);
font-size:.75rem;line-height:1.25rem;text-align:center;text-decoration:none;font-weight:600}
.names{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.5rem 0}
.names svg{width:2rem;height:.6rem;vertical-align:middle;margin-right:.4rem}
.names path{stroke-width:3;fill:none}
.mistake{background:var(--card);border:1px solid var(--line);border-left:.3rem solid;border-radius:.3rem;
padding:.5rem .8rem;margin:.5rem 0}
.mistake:target{outline:2px solid}
.mistake p{color:var(--ink)}.mistake b{font-weight:600}.mistake .quiet{color:var(--quiet)}
.s0{color:var(--s0);stroke:var(--s0)}
.s1{color:var(--s1);stroke:var(--s1);stroke-dasharray:7 4}
.s2{color:var(--s2);stroke:var(--s2);stroke-dasharray:2 4}
.s3{color:var(--s3);stroke:var(--s3);stroke-dasharray:10 3 2 3}
.s4{color:var(--s4);stroke:var(--s4);stroke-dasharray:1 2}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;padding:.15rem .5rem .15rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
summary{cursor:pointer;font-weight:600;margin:1.6rem 0 .4rem}
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

class Page {
 public:
  explicit Page(const AnalysedGame& game) : of_(game) {}

  std::string text() {
    const Language& words = of_.words;
    add(R"(<!doctype html><html lang="{}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">)",
        words.code());
    add("<title>{}</title><style>{}</style></head><body>\n", escaped(of_.title()), style);
    add("<h1>{}</h1><p>{}</p>\n", escaped(of_.title()), escaped(of_.summary()));
    add("<h2>{}</h2>\n", escaped(words.say("analyse.curve")));
    curve();
    add(R"(<p class="quiet">{}</p>)"
        "\n",
        escaped(words.word("analyse.about")));
    for (std::size_t i = 0; i < of_.analysis.mistakes.size(); ++i) mistakes(i);
    decisions();
    add(R"(<p class="quiet">{}</p></body></html>)"
        "\n",
        escaped(of_.how()));
    return out_;
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
  }

  double x_of(std::size_t move) const {
    return static_cast<double>(move) * curve_width / static_cast<double>(std::max<std::size_t>(1, of_.record.moves.size()));
  }
  static double y_of(i32 chance) { return curve_height - static_cast<double>(chance) * curve_height / 10'000; }

  void curve() {
    const std::string title = escaped(of_.words.say("analyse.curve"));
    add(R"(<div class="curve"><svg viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">)", curve_width, curve_height,
        title);
    add(R"(<path class="half" d="M0 {0}H{1}"/>)", curve_height / 2, curve_width);
    for (std::size_t i = 0; i < seats(); ++i) {
      std::string path;
      for (const Decision& d : of_.analysis.decisions)
        if (static_cast<std::size_t>(d.seat) == i)
          path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x_of(d.move), y_of(d.chance));
      if (path.empty()) continue;
      path += fmt::format("L{} {:.1f}", curve_width, y_of(of_.analysis.standing[i] == 1 ? 10'000 : 0));
      add(R"(<path class="s{}" d="{}"/>)", i, path);
    }
    add("</svg>");
    for (const int percent : {100, 50, 0}) add(R"(<span class="y" style="top:{}%">{} %</span>)", 100 - percent, percent);
    for (std::size_t i = 0; i < seats(); ++i)
      for (std::size_t k = 0; k < of_.analysis.mistakes[i].size(); ++k) mark(i, k);
    add(R"(</div><div class="x"><span>1</span><span>{}</span><span>{}</span></div><ul class="names">)", of_.record.moves.size() / 2,
        of_.record.moves.size());
    for (std::size_t i = 0; i < seats(); ++i)
      add(R"(<li><svg viewBox="0 0 32 10" aria-hidden="true"><path class="s{}" d="M0 5H32"/></svg>{}</li>)", i,
          escaped(of_.words.name(seat_at(static_cast<int>(i)))));
    add("</ul>\n");
  }

  void mark(std::size_t seat, std::size_t k) {
    const Decision& d = of_.analysis.decisions[of_.analysis.mistakes[seat][k].decision];
    add(R"(<a class="mark s{0}" href="#m{0}-{1}" style="left:{2:.2f}%;top:{3:.2f}%" aria-label="{4}">{5}</a>)", seat, k,
        100 * x_of(d.move) / curve_width, 100 * y_of(d.chance) / curve_height,
        escaped(of_.words.name(d.seat) + ", " + of_.words.word("analyse.column.move") + " " + std::to_string(d.move)), k + 1);
  }

  void mistakes(std::size_t seat) {
    const Language& words = of_.words;
    const auto& list = of_.analysis.mistakes[seat];
    const Seat who = seat_at(static_cast<int>(seat));
    add("<h2>{}</h2>\n", escaped(words.say(list.empty() ? "analyse.no-mistakes" : "analyse.mistakes", {who})));
    for (std::size_t k = 0; k < list.size(); ++k) {
      const Mistake& m = list[k];
      const Decision& d = of_.analysis.decisions[m.decision];
      add(R"(<div class="mistake s{}" id="m{}-{}"><p><b>{}.</b> {} <span class="quiet">({})</span></p>)", seat, seat, k, k + 1,
          escaped(words.say("analyse.mistake", {static_cast<i64>(d.move), of_.label(d, d.played), percent_of(m.kept)})),
          escaped(words.word("analyse.lost", {percent_of(m.lost())})));
      add("<p>{}</p><p class=\"quiet\">{}</p></div>\n",
          escaped(words.say("analyse.better", {of_.label(d, m.better), percent_of(m.chance)})),
          escaped(words.say("play.hint-why", {reasons_text(words, m.reasons, who)})));
    }
  }

  void decisions() {
    const Language& words = of_.words;
    add("<details><summary>{}</summary><div class=\"wide\"><table><tr>", escaped(words.say("analyse.moves")));
    for (const char* column : {"move", "player", "act", "chance", "kept", "best"})
      add("<th{}>{}</th>",
          column == std::string_view("move") || column == std::string_view("chance") || column == std::string_view("kept") ? " class=\"n\""
                                                                                                                           : "",
          escaped(words.say("analyse.column." + std::string(column))));
    add("</tr>\n");
    for (const Decision& d : of_.analysis.decisions)
      add("<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><td class=\"n\">{} %</td><td class=\"n\">{} %</td><td>{}</td></tr>\n", d.move,
          escaped(words.name(d.seat)), escaped(of_.label(d, d.played)), percent_of(d.chance), percent_of(d.kept),
          d.lost() < mistake_min ? "" : escaped(of_.label(d, d.best)));
    add("</table></div></details>\n");
  }

  std::size_t seats() const { return of_.analysis.mistakes.size(); }

  const AnalysedGame& of_;
  std::string out_;
};

}  // namespace

std::string AnalysedGame::title() const { return words.say("analyse.title", {words.word(record.header.game + ".title")}); }

std::string AnalysedGame::summary() const {
  std::string winners;
  for (std::size_t i = 0; i < analysis.mistakes.size(); ++i)
    if (analysis.standing[i] == 1) winners += (winners.empty() ? "" : ", ") + words.name(seat_at(static_cast<int>(i)));
  return words.word("analyse.decisions", {static_cast<i64>(analysis.decisions.size())}) + ", " + words.word("analyse.won", {winners});
}

std::string AnalysedGame::how() const {
  return words.say("analyse.how", {plan.bot, static_cast<i64>(plan.iterations), static_cast<i64>(plan.iterations_sure)});
}

std::string AnalysedGame::label(const Decision& decision, Action action) const { return words.say(game->label(decision.sight, action)); }

std::string analysis_page(const AnalysedGame& analysed) { return Page(analysed).text(); }

}  // namespace trestle::cli
