// trestle play: a game in the terminal, by flags or by a menu.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/play_plan.hpp"
#include "cli/saves.hpp"
#include "games/registry.hpp"

namespace trestle::cli::play_command {

namespace {

struct Asked {
  PlanRequest plan;
  std::string language;
  std::string colour = "auto";
  std::string hints;  // a bot; empty: the usual one
  bool fast = false;
};

int complain_usage(const Fault& why) {
  complain(why);
  return exit_usage;
}

Left play_once(Terminal& terminal, const Asked& asked, std::string& language, PlayPlan plan) {
  SessionSetup setup;
  setup.seats = plan.seats;
  setup.language = language;
  setup.record_file = plan.record_file;
  setup.seed = plan.seed;
  setup.secret = plan.secret;
  setup.pauses = !asked.fast;
  if (!asked.hints.empty()) setup.adviser = asked.hints;
  Session session(terminal, std::move(setup), std::move(*plan.match));
  const Left left = session.run();
  language = session.language_code();
  return left;
}

// Shows what the table commits to, then asks for bytes of a person's own: whatever is typed.
std::string ask_bytes(Terminal& terminal, const Language& words, const std::string& name, const FairDealer& dealer) {
  terminal.print(Line());
  for (const std::string& row : wrap(words.say("play.fair", {dealer.match_id()}), terminal.look().width - 4)) terminal.print("  " + row);
  terminal.print("  " + text::to_hex(dealer.commitment().data(), dealer.commitment().size()));
  while (true) {
    terminal.prompt(Line("  ").add(words.say("play.fair-bytes", {name}), Tone::strong).add(" >", Tone::key));
    const Input input = terminal.read_line();
    if (input.kind == InputKind::resized) continue;
    return input.kind == InputKind::line ? input.text.substr(0, seat_seed_bytes_max) : std::string();
  }
}

// ---- the menu

class Menu {
 public:
  Menu(Terminal& terminal, const Asked& asked, std::string language) : terminal_(terminal), asked_(asked), language_(std::move(language)) {
    speak();
  }

  int run() {
    while (true) {
      heading("menu.title");
      const auto what = choose("menu.what", {words("menu.new"), words("menu.continue"), words("menu.language"), words("menu.quit")}, 0);
      if (!what || *what == 3) return exit_done;
      if (*what == 0 && !new_game()) return exit_done;
      if (*what == 1 && !continue_game()) return exit_done;
      if (*what == 2 && !choose_language()) return exit_done;
    }
  }

 private:
  void speak() { lang_ = Language::load(language_, ""); }
  std::string words(std::string_view key, const std::vector<Language::Arg>& args = {}) const { return lang_.say(key, args); }
  void heading(std::string_view key) {
    terminal_.print(Line());
    terminal_.print(Line("  ").add(words(key), Tone::title));
  }

  // Nothing: the player is gone (end of input, interrupt).
  std::optional<std::string> line(const std::string& question) {
    while (true) {
      terminal_.prompt(Line("  ").add(question, Tone::strong).add(" >", Tone::key));
      const Input input = terminal_.read_line();
      if (input.kind == InputKind::resized) continue;
      if (input.kind != InputKind::line || terminal_.output_lost()) {
        terminal_.print(Line());
        return std::nullopt;
      }
      return std::string(text::trim(input.text));
    }
  }

  std::optional<std::size_t> choose(std::string_view question, const std::vector<std::string>& options, std::size_t standard,
                                    const std::vector<Language::Arg>& args = {}) {
    terminal_.print(Line());
    for (std::size_t i = 0; i < options.size(); ++i) {
      Line row("    ");
      row.add(std::to_string(i + 1), Tone::key).add("  " + cut(options[i], terminal_.look().width - 8));
      terminal_.print(row);
    }
    while (true) {
      const auto typed = line(words(question, args) + " (" + lang_.word("menu.default", {static_cast<i64>(standard + 1)}) + ")");
      if (!typed) return std::nullopt;
      if (typed->empty()) return standard;
      const auto number = text::number(*typed);
      if (number && *number >= 1 && *number <= static_cast<i64>(options.size())) return static_cast<std::size_t>(*number - 1);
      terminal_.print("  " + words("menu.choose", {static_cast<i64>(options.size())}));
    }
  }

  bool choose_language() {
    const std::vector<std::string> codes = Language::codes();
    const auto standard = static_cast<std::size_t>(std::find(codes.begin(), codes.end(), language_) - codes.begin());
    const auto picked = choose("menu.language", {"English", "Français", "Nederlands"}, standard);
    if (!picked) return false;
    language_ = codes[*picked];
    speak();
    return true;
  }

  bool ask_seats(int players, PlanRequest& plan) {
    const std::vector<std::string> kinds = {"human", "greedy", "random"};
    for (int i = 0; i < players; ++i) {
      const std::string seat(seat_name(seat_at(i)));
      const auto kind =
          choose("menu.who", {words("menu.who.human"), words("menu.who.greedy"), words("menu.who.random")}, i == 0 ? 0 : 1, {seat});
      if (!kind) return false;
      plan.bots.push_back(seat + "=" + kinds[*kind]);
      if (*kind != 0) continue;
      auto name = line(words("menu.name", {seat, lang_.word("play.player") + " " + seat}));
      while (name && !name->empty() && !check_player_name(*name)) name = line(words("menu.bad-name"));
      if (!name) return false;
      if (!name->empty()) plan.names.push_back(seat + "=" + *name);
    }
    return true;
  }

  bool new_game() {
    const std::vector<std::string> games = game_names();
    std::vector<std::string> titles;
    for (const std::string& game : games) titles.push_back(Language::load(language_, game).term(game + ".title"));
    const auto which = choose("menu.game", titles, 0);
    if (!which) return false;
    PlanRequest plan = asked_.plan;
    plan.game = games[*which];
    const auto game = make_game(plan.game);
    if (!game) {
      terminal_.print("  " + game.fault().text(), Tone::bad);
      return true;
    }
    std::vector<std::string> counts;
    for (int n = (*game)->info().seats_min; n <= (*game)->info().seats_max; ++n) counts.push_back(words("menu.players.n", {i64{n}}));
    const auto count = choose("menu.players", counts, 0);
    if (!count) return false;
    plan.players = (*game)->info().seats_min + static_cast<int>(*count);
    if (!ask_seats(plan.players, plan)) return false;
    return play_and_ask_again(plan);
  }

  // False: the player is gone.
  bool play_and_ask_again(PlanRequest request) {
    while (true) {
      auto plan = make_plan(request, language_);
      if (!plan) {
        terminal_.print("  " + plan.fault().text(), Tone::bad);
        return true;
      }
      const Left left = play_once(terminal_, asked_, language_, std::move(*plan));
      speak();
      if (left == Left::quit) return true;
      if (left != Left::over) return false;
      const auto what = choose("menu.again", {words("menu.rematch"), words("menu.to-menu"), words("menu.quit")}, 0);
      if (!what || *what == 2) return false;
      if (*what == 1) return true;
      request.seed.reset();  // another deal
      request.record.clear();
    }
  }

  bool continue_game() {
    const std::vector<SavedGame> saves = saved_games();
    if (saves.empty()) {
      terminal_.print("  " + words("menu.no-saves"));
      return true;
    }
    std::vector<std::string> rows;
    for (const SavedGame& save : saves)
      rows.push_back(
          lang_.word("menu.save-line", {std::filesystem::path(save.path).stem().string(), text::join(save.record.header.names, ", "),
                                        static_cast<i64>(save.record.moves.size())}));
    const auto which = choose("menu.which-save", rows, 0);
    if (!which) return false;
    PlanRequest request = asked_.plan;
    request.record = saves[*which].path;
    return play_and_ask_again_from(request);
  }

  bool play_and_ask_again_from(const PlanRequest& request) {
    auto plan = make_plan(request, language_);
    if (!plan) {
      terminal_.print("  " + words("menu.cannot-continue", {plan.fault().text()}), Tone::bad);
      return true;
    }
    const Left left = play_once(terminal_, asked_, language_, std::move(*plan));
    speak();
    return left == Left::over || left == Left::quit;
  }

  Terminal& terminal_;
  const Asked& asked_;
  std::string language_;
  Language lang_;
};

int run_play(Asked& asked) {
  std::string language = asked.language.empty() ? Language::from_environment() : asked.language;
  if (!Language::known(language))
    return complain_usage(fault("unknown language '" + language + "' (there are: " + text::join(Language::codes(), ", ") + ")"));
  const auto colour = asked.colour == "always"  ? Terminal::Colour::always
                      : asked.colour == "never" ? Terminal::Colour::never
                                                : Terminal::Colour::automatic;
  std::optional<Terminal> opened;  // not before the programs at the seats are started: it catches signals
  const auto terminal = [&]() -> Terminal& { return opened ? *opened : opened.emplace(colour); };
  asked.plan.ask_bytes = [&](const std::string& name, const FairDealer& dealer) {
    return ask_bytes(terminal(), Language::load(language, ""), name, dealer);
  };
  const bool menu = asked.plan.game.empty() && asked.plan.record.empty() && asked.plan.position.empty();
  if (menu) return Menu(terminal(), asked, language).run();
  auto plan = make_plan(asked.plan, language);
  if (!plan) return complain_usage(plan.fault());
  if (!asked.hints.empty())
    if (const auto adviser = make_bot(asked.hints, plan->match->game_ptr()); !adviser) return complain_usage(adviser.fault());
  play_once(terminal(), asked, language, std::move(*plan));
  return exit_done;
}

void add_play(CLI::App& app) {
  auto* command = app.add_subcommand("play", "Play in the terminal; without GAME a menu asks");
  auto asked = std::make_shared<Asked>();
  PlanRequest& plan = asked->plan;
  command->add_option("GAME", plan.game, "Which game");
  command->add_option("--players", plan.players, "How many players");
  command->add_option("--bot", plan.bots, "SEAT=NAME: who plays a seat, a bot or human; may be repeated")->take_all();
  command->add_option("--seats", plan.seats, "All seats at once: human,greedy,...")->delimiter(',');
  command->add_option("--name", plan.names, "SEAT=NAME: what a person is called; may be repeated")->take_all();
  command->add_option("--lang", asked->language, "en, fr or nl; otherwise by LANG");
  command->add_option("--seed", plan.seed, "Deals and bots by this number: the same again");
  command->add_flag("--fair", plan.fair, "Deal by a secret that is committed to first and told at the end (docs/fairness.md)");
  command->add_option("--option", plan.options, "A table option, name=value; may be repeated")->take_all();
  command->add_option("--edition", plan.edition, "A directory with your own tables (see `trestle edition export`)");
  command->add_option("--record", plan.record, "Written after every move; an unfinished game in it goes on");
  command->add_option("--position", plan.position, "Start from the position in this file");
  command->add_option("--hints", asked->hints, "The bot that is asked for a hint, as in master:ms=2000");
  command->add_option("--color", asked->colour, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  command->add_flag("--fast", asked->fast, "No pauses between the bots' moves");
  run_with(*command, [asked] { return run_play(*asked); });
}

const Registration registered{Place::play, add_play};

}  // namespace

}  // namespace trestle::cli::play_command
