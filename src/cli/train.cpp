// trestle train: learns the judgement of the tree-search bots from games they play, and writes its weights.
#include <fmt/core.h>

#include "bots/value/net.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "sim/train.hpp"

namespace trestle::cli::train_command {

namespace {

struct Asked {
  GameChoice game;
  TrainPlan plan;
  std::vector<std::string> play{"novice/2/1000"};
  std::string out;
};

int run_train(Asked asked) {
  const auto game = make_chosen(asked.game);
  if (!game) return complain(game.fault()), exit_usage;
  for (const std::string& text : asked.play) {
    auto part = parse_train_games(text);
    if (!part) return complain(part.fault()), exit_usage;
    asked.plan.play.push_back(std::move(*part));
  }
  const auto report = train(**game, asked.plan, [](const std::string& line) { fmt::print(stderr, "{}\n", line); });
  if (!report) return complain(report.fault()), exit_usage;
  if (const Status written = write_file(asked.out, report->weights); !written) return complain(written.fault()), exit_usage;
  fmt::print("{} games, {} positions; doubt about the winner in positions held back: by hand {:.4f} bits, learned {:.4f}\n", report->games,
             report->positions, report->loss_before, report->loss_after);
  return report->loss_after < report->loss_before ? exit_done : exit_fails;
}

void add_train(CLI::App& app) {
  auto* command = app.add_subcommand("train", "Learn the judgement of the bots from their own games");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--out", asked->out, "Where the weights go; data/GAME/value.txt is built into the program")->required();
  command->add_option("--play", asked->play, "Games to learn from, as BOT/PLAYERS/GAMES: greedy/2,3/1000; may be given several times")
      ->capture_default_str();
  command->add_option("--generations", asked->plan.generations, "Games and fits in turn, each playing by what was learned before it")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--fade", asked->plan.fade, "Percent: what a generation counts beside the next one, where points are learned")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command->add_option("--wander", asked->plan.wander, "Decisions taken at random, in a thousand")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->add_option("--positions", asked->plan.positions, "Positions kept a game")->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_option("--passes", asked->plan.passes, "Passes over the positions")->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_option("--units", asked->plan.units, "Units of the hidden layer; 0 for none, where points are learned")
      ->check(CLI::Range(0, net_units_max))
      ->capture_default_str();
  command
      ->add_option("--shrink", asked->plan.shrink, "How strongly weights are drawn to 0, in millionths; where points are learned, in games")
      ->capture_default_str();
  command->add_option("--from", asked->plan.from,
                      "Go on from weights instead of beginning anew: 0 for those built in, 1 for the first file of --weights");
  command->add_option("--margin", asked->plan.margin, "Learn from leads too: points that make a win e times as likely; 0: from wins alone")
      ->capture_default_str();
  command->add_option("--faith", asked->plan.faith, "Percent: how far the turns after a position teach by what is learned already")
      ->check(CLI::Range(0, 99))
      ->capture_default_str();
  command->add_option("--resume", asked->plan.journal, "A journal of the games: started again, the run goes on where it ends");
  command->add_option("--threads", asked->plan.threads, "Threads that play; the result does not depend on it")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--seed", asked->plan.seed, "Same seed, same result")->capture_default_str();
  run_with(*command, [asked] { return run_train(*asked); });
}

const Registration registered{Place::sim, add_train};

}  // namespace

}  // namespace trestle::cli::train_command
