// trestle analyse: the chance to win before each decision of a finished game, and what each player could have done better.
#include "sim/analyse.hpp"

#include <fmt/core.h>

#include "base/text.hpp"
#include "bots/bots.hpp"
#include "cli/advice.hpp"
#include "cli/analyse_page.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/json_text.hpp"
#include "cli/progress.hpp"
#include "match/verify.hpp"

namespace trestle::cli::analyse_command {

namespace {

constexpr std::size_t spark_columns = 60;
constexpr u32 iterations_max = 10'000'000;

struct Asked {
  std::string file, edition, language, page;
  AnalysisPlan plan;
  u32 sure = 0;  // 0 = in proportion
  bool json = false, progress = false;
};

// The chances of one seat as a row of blocks.
std::string sparkline(const Analysis& analysis, Seat seat) {
  std::vector<i32> chances;
  for (const Decision& d : analysis.decisions)
    if (d.seat == seat) chances.push_back(d.chance);
  static constexpr const char* blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string out;
  const std::size_t columns = std::min(spark_columns, chances.size());
  for (std::size_t i = 0; i < columns; ++i) out += blocks[std::min(7, chances[i * chances.size() / columns] * 8 / 10'000)];
  return out;
}

void print_text(const AnalysedGame& g) {
  fmt::print("{}\n{}\n\n{}\n", g.title(), g.summary(), g.words.say("analyse.curve"));
  for (int i = 0; i < g.record.header.seats; ++i) fmt::print("  {:<16} {}\n", g.words.name(seat_at(i)), sparkline(g.analysis, seat_at(i)));
  for (std::size_t i = 0; i < g.analysis.mistakes.size(); ++i) {
    const Seat who = seat_at(static_cast<int>(i));
    const auto& list = g.analysis.mistakes[i];
    fmt::print("\n{}\n", g.words.say(list.empty() ? "analyse.no-mistakes" : "analyse.mistakes", {who}));
    for (const Mistake& m : list) {
      const Decision& d = g.analysis.decisions[m.decision];
      fmt::print("  {} ({})\n", g.words.say("analyse.mistake", {static_cast<i64>(d.move), g.label(d, d.played), percent_of(m.kept)}),
                 g.words.word("analyse.lost", {percent_of(m.lost())}));
      fmt::print("    {}\n", g.words.word("analyse.better", {g.label(d, m.better), percent_of(m.chance)}));
      fmt::print("    {}\n", g.words.word("play.hint-why", {reasons_text(g.words, m.reasons, who)}));
    }
  }
  fmt::print("\n{}\n", g.how());
}

const char* unit_name(FigureUnit unit) {
  switch (unit) {
    case FigureUnit::things: return "things";
    case FigureUnit::points: return "points";
    case FigureUnit::percent: return "percent";
  }
  return "";
}

std::string json_reasons(const std::vector<Reason>& reasons) {
  std::string out;
  for (const Reason& r : reasons)
    out += fmt::format(R"({}{{"figure":{},"unit":"{}","seat":"{}","change":{}}})", out.empty() ? "" : ",", json_text(r.figure),
                       unit_name(r.unit), seat_name(r.seat), r.change);
  return "[" + out + "]";
}

std::string json_mistakes(const AnalysedGame& g, std::size_t seat) {
  std::string out;
  for (const Mistake& m : g.analysis.mistakes[seat]) {
    const Decision& d = g.analysis.decisions[m.decision];
    out += fmt::format(R"({}{{"move":{},"action":{},"kept":{},"better":{},"chance":{},"lost":{},"reasons":{},"why":{}}})",
                       out.empty() ? "" : ",", d.move, json_text(g.game->print(d.played)), m.kept, json_text(g.game->print(m.better)),
                       m.chance, m.lost(), json_reasons(m.reasons), json_text(reasons_text(g.words, m.reasons, d.seat)));
  }
  return "[" + out + "]";
}

void print_json(const AnalysedGame& g, const std::string& file) {
  std::string seats, decisions;
  for (std::size_t i = 0; i < g.analysis.mistakes.size(); ++i)
    seats +=
        fmt::format(R"({}{{"seat":"{}","name":{},"place":{},"mistakes":{}}})", i == 0 ? "" : ",", seat_name(seat_at(static_cast<int>(i))),
                    json_text(g.record.header.names[i]), g.analysis.standing[i], json_mistakes(g, i));
  for (const Decision& d : g.analysis.decisions)
    decisions +=
        fmt::format(R"({}{{"move":{},"seat":"{}","action":{},"chance":{},"kept":{},"best":{}}})", decisions.empty() ? "" : ",", d.move,
                    seat_name(d.seat), json_text(g.game->print(d.played)), d.chance, d.kept, json_text(g.game->print(d.best)));
  fmt::print(R"({{"file":{},"game":{},"players":{},"bot":{},"iterations":{},"iterations_sure":{},"seats":[{}],"decisions":[{}]}})"
             "\n",
             json_text(file), json_text(g.record.header.game), g.record.header.seats, json_text(g.plan.bot), g.plan.iterations,
             g.plan.iterations_sure, seats, decisions);
}

int complain_with(int status, const Fault& why) {
  complain(why);
  return status;
}

int run_analyse(Asked& asked) {
  const auto text = read_file(asked.file, record_bytes_max);
  if (!text) return complain_with(exit_usage, text.fault());
  const std::string language = asked.language.empty() ? Language::from_environment() : asked.language;
  if (!Language::known(language))
    return complain_with(exit_usage, fault("unknown language '" + language + "' (there are: " + text::join(Language::codes(), ", ") + ")"));
  std::optional<Edition> tables;
  if (!asked.edition.empty()) {
    auto loaded = load_edition(asked.edition);
    if (!loaded) return complain_with(exit_usage, loaded.fault());
    tables = *loaded;
  }
  const auto in_file = [&](const Fault& f) { return Fault{asked.file, f.line, f.reason}; };
  const auto record = parse_record(*text);
  if (!record) return complain_with(exit_fails, in_file(record.fault()));
  const auto game = game_of(*record, tables ? &*tables : nullptr);
  if (!game) return complain_with(exit_fails, in_file(game.fault()));
  // A bot there is not is the asker's affair, not the record's.
  const AnalysisPlan& plan = asked.plan;
  if (const auto bot = make_bot(plan.bot, *game); !bot) return complain_with(exit_usage, bot.fault());
  asked.plan.iterations_sure = asked.sure != 0 ? asked.sure : std::min(iterations_max, 5 * plan.iterations);
  Result<Analysis> analysis = Analysis();
  {
    Progress progress(record->header.game, asked.progress);
    asked.plan.progress = progress.hook();
    analysis = analyse(*game, *record, plan);
  }
  if (!analysis) return complain_with(exit_fails, in_file(analysis.fault()));
  Language words = Language::load(language, record->header.game);
  for (int i = 0; i < record->header.seats; ++i) words.set_name(seat_at(i), record->header.names[static_cast<std::size_t>(i)]);
  const AnalysedGame analysed{*game, *record, *analysis, plan, words};
  if (!asked.page.empty()) {
    if (const Status written = write_file(asked.page, analysis_page(analysed)); !written) return complain_with(exit_usage, written.fault());
    if (!asked.json) return fmt::print("{}\n", asked.page), exit_done;
  }
  if (asked.json)
    print_json(analysed, asked.file);
  else
    print_text(analysed);
  return exit_done;
}

void add_analyse(CLI::App& app) {
  auto* command = app.add_subcommand("analyse", "A finished game: the chance to win before each decision, and the largest mistakes");
  auto asked = std::make_shared<Asked>();
  command->add_option("FILE", asked->file, "A record of a finished game (docs/records.md)")->required();
  command->add_option("--html", asked->page, "Write a page with the curve to this file instead of text");
  command->add_flag("--json", asked->json, "Print one JSON object");
  command->add_option("--lang", asked->language, "en, fr or nl; otherwise by LANG");
  command->add_option("--iterations", asked->plan.iterations, "Of the search, for each decision")
      ->check(CLI::Range(u32{1}, iterations_max))
      ->capture_default_str();
  command->add_option("--sure", asked->sure, "... for what looks like a mistake (default: five times as many)")
      ->check(CLI::Range(u32{1}, iterations_max));
  command->add_option("--bot", asked->plan.bot, "Whose search it is")->capture_default_str();
  command->add_option("--edition", asked->edition, "The tables it was played with, where they are not the built-in ones");
  command->add_flag("--progress", asked->progress, "Show how far it is even where stderr is no terminal");
  run_with(*command, [asked] { return run_analyse(*asked); });
}

const Registration registered{Place::analyse, add_analyse};

}  // namespace

}  // namespace trestle::cli::analyse_command
