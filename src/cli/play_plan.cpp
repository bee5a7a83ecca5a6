#include "cli/play_plan.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "cli/files.hpp"
#include "cli/saves.hpp"
#include "core/position.hpp"
#include "games/registry.hpp"
#include "match/opening.hpp"
#include "match/verify.hpp"

namespace trestle::cli {

namespace {

// By name alone or with settings, as in expert:ms=50.
bool is_bot(const std::string& text) {
  const std::vector<std::string> names = bot_names();
  const auto spec = parse_bot_spec(text);
  return spec && std::find(names.begin(), names.end(), spec->name) != names.end();
}

Result<u64> fresh_seed() {
  const auto bytes = random_bytes();
  if (!bytes) return bytes.fault();
  u64 seed = 0;
  for (std::size_t i = 0; i < 8; ++i) seed = seed << 8 | (*bytes)[i];
  return seed;
}

struct SeatWord {
  std::size_t seat = 0;
  std::string word;
};
Result<SeatWord> read_seat_word(const std::string& text, int players, std::string_view flag) {
  const std::size_t equals = text.find('=');
  const auto seat = equals == std::string::npos ? std::nullopt : parse_seat(text.substr(0, equals));
  if (!seat || index_of(*seat) >= trestle::seats_max || equals + 1 == text.size())
    return fault(std::string(flag) + " is written SEAT=NAME, as in B=greedy, not '" + text + "'");
  if (index_of(*seat) >= players)
    return fault(std::string(flag) + " " + text + ": there are " + std::to_string(players) + " seats, A to " +
                 std::string(seat_name(seat_at(players - 1))));
  return SeatWord{static_cast<std::size_t>(*seat), text.substr(equals + 1)};
}

Status check_player(const std::string& player) {
  if (player == "human" || is_bot(player)) return ok();
  if (is_program(player)) {
    if (const auto program = parse_program_spec(player); !program) return program.fault();
    return ok();
  }
  std::vector<std::string> known = bot_names();
  if (const auto spec = parse_bot_spec(player); !spec) return spec.fault();  // a bot's settings that cannot be read
  known.push_back("human");
  return fault("unknown player '" + player + "'" + did_you_mean(player, known) + " (there are: " + text::join(known, ", ") + ")");
}

// --seats and --bot over what is already there.
Status seat_players(const PlanRequest& request, std::vector<SeatPlan>& seats) {
  if (!request.seats.empty() && request.seats.size() != seats.size())
    return fault("--seats names " + std::to_string(request.seats.size()) + " players; there are " + std::to_string(seats.size()) +
                 " seats");
  for (std::size_t i = 0; i < request.seats.size(); ++i) seats[i].player = request.seats[i];
  for (const std::string& text : request.bots) {
    const auto word = read_seat_word(text, static_cast<int>(seats.size()), "--bot");
    if (!word) return word.fault();
    seats[word->seat].player = word->word;
  }
  for (const SeatPlan& seat : seats)
    if (auto status = check_player(seat.player); !status) return status;
  for (const std::string& text : request.names) {
    const auto word = read_seat_word(text, static_cast<int>(seats.size()), "--name");
    if (!word) return word.fault();
    if (!seats[word->seat].human()) return fault("--name " + text + ": a bot sits there");
    if (auto status = check_player_name(word->word); !status) return status;
    seats[word->seat].name = word->word;
  }
  return ok();
}

// Only the file of a program: what stands in a record is never started.
std::string name_in_record(const std::string& player) {
  const auto program = parse_program_spec(player);
  return program ? "program:" + program_name(*program) : player;
}

// Starts the programs, and says which cannot be.
Status start_programs(std::vector<SeatPlan>& seats, const GamePtr& game) {
  for (SeatPlan& seat : seats) {
    if (!is_program(seat.player)) continue;
    auto program = ProgramBot::make(seat.player, game);
    if (!program) return program.fault();
    seat.program = std::move(*program);
  }
  return ok();
}

// What the record calls the seats: a person by name, a bot by what it is.
std::vector<std::string> record_names(std::vector<SeatPlan>& seats, std::string_view language) {
  const auto people = std::count_if(seats.begin(), seats.end(), [](const SeatPlan& s) { return s.human(); });
  const std::string person = Language::load(language, "").word("play.player");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    SeatPlan& seat = seats[i];
    if (seat.human() && seat.name.empty())
      seat.name = people == 1 ? person : person + " " + std::string(seat_name(seat_at(static_cast<int>(i))));
    names.push_back(seat.human() ? seat.name : name_in_record(seat.player));
  }
  return names;
}

Result<PlayPlan> go_on(const PlanRequest& request, const Record& record) {
  PlayPlan plan;
  plan.record_file = request.record;
  if (!request.game.empty() && request.game != record.header.game)
    return Fault{request.record, 0, "is a record of " + record.header.game + ", not of " + request.game};
  if (request.players != 0 && request.players != record.header.seats)
    return Fault{request.record, 0, "has " + std::to_string(record.header.seats) + " players, not " + std::to_string(request.players)};
  if (!request.position.empty()) return Fault{request.record, 0, "exists; a position starts a new game and needs a new file"};
  if (record.end) return Fault{request.record, 0, "this game is over; `trestle replay` shows it. Give another file for a new game"};
  for (const std::string& name : record.header.names)
    plan.seats.push_back(is_bot(name) || is_program(name) ? SeatPlan{name, ""} : SeatPlan{"human", name});
  if (auto status = seat_players(request, plan.seats); !status) return status.fault();
  for (std::size_t i = 0; i < plan.seats.size(); ++i)
    if (is_program(plan.seats[i].player) && plan.seats[i].player == record.header.names[i])
      return Fault{request.record, 0,
                   "a program played seat " + std::string(seat_name(seat_at(static_cast<int>(i)))) +
                       "; say who plays it now, as in --bot " + std::string(seat_name(seat_at(static_cast<int>(i)))) + "=greedy"};
  std::optional<Edition> tables;
  if (!request.edition.empty()) {
    auto loaded = load_edition(request.edition);
    if (!loaded) return loaded.fault();
    tables = std::move(*loaded);
  }
  auto game = game_of(record, tables ? &*tables : nullptr);
  if (!game) return Fault{request.record, game.fault().line, game.fault().reason};
  if (auto status = start_programs(plan.seats, *game); !status) return status.fault();
  const auto seed = fresh_seed();
  if (!seed) return seed.fault();
  plan.seed = request.seed.value_or(*seed);
  if (request.fair && record.header.dealer.kind != DealerKind::fair)
    return Fault{request.record, 0, "was begun without --fair, and is dealt as it was begun"};
  if (record.header.dealer.kind == DealerKind::fair) plan.secret = load_secret(request.record);
  auto dealer = dealer_of(record, plan.secret, *seed);
  if (!dealer) return Fault{request.record, 0, dealer.fault().reason};
  auto match = Match::resume(*game, record, std::move(*dealer));
  if (!match) return Fault{request.record, match.fault().line, match.fault().reason};
  plan.match = std::move(*match);
  return plan;
}

// A secret of the table, and then bytes of the people's own.
Result<std::unique_ptr<FairDealer>> fair_dealer(const PlanRequest& request, const std::vector<SeatPlan>& seats) {
  auto dealer = FairDealer::fresh();
  if (!dealer) return dealer;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!seats[i].human() || !request.ask_bytes) continue;
    if (!(*dealer)->add_seed(seat_at(static_cast<int>(i)), request.ask_bytes(seats[i].name, **dealer)))
      return fault("a person adds at most " + std::to_string(seat_seed_bytes_max) + " bytes");
  }
  return dealer;
}

struct Ready {
  GamePtr game;
  int players = 0;
  std::optional<AnyState> position;
};

Result<Ready> from_position(const PlanRequest& request) {
  if (!request.options.empty() || !request.edition.empty())
    return fault("a position names its own options and edition; leave out --option and --edition");
  const auto text = read_file(request.position, position_bytes_max);
  if (!text) return text.fault();
  auto opening = open_position(*text, registered_games(directory_of(request.position)));
  if (!opening) return Fault{request.position, opening.fault().line, opening.fault().reason};
  if (!request.game.empty() && request.game != opening->game->info().name)
    return Fault{request.position, 0, "is a position of " + opening->game->info().name + ", not of " + request.game};
  if (request.players != 0 && request.players != opening->players)
    return Fault{request.position, 0, "has " + std::to_string(opening->players) + " players"};
  return Ready{opening->game, opening->players, opening->state};
}

Result<Ready> from_start(const PlanRequest& request) {
  Options options;
  for (const std::string& text : request.options) {
    auto pair = parse_option(text);
    if (!pair) return pair.fault();
    options[pair->first] = pair->second;
  }
  Edition edition = built_in_edition(request.game);
  if (!request.edition.empty()) {
    auto loaded = load_edition(request.edition);
    if (!loaded) return loaded.fault();
    edition = std::move(*loaded);
  }
  auto game = make_game(request.game, edition, options);
  if (!game) return game.fault();
  int players = request.players;
  if (players == 0) players = request.seats.empty() ? (*game)->info().seats_min : static_cast<int>(request.seats.size());
  if (auto status = check_players(**game, players); !status) return status.fault();
  return Ready{*game, players, std::nullopt};
}

}  // namespace

Status check_player_name(const std::string& name) {
  if (auto status = check_name(name); !status) return status;
  if (is_bot(name)) return fault("'" + name + "' is the name of a bot; a person needs another one");
  return ok();
}

Result<PlayPlan> make_plan(const PlanRequest& request, std::string_view language) {
  std::error_code error;
  if (!request.record.empty() && std::filesystem::exists(request.record, error) && !std::filesystem::is_empty(request.record, error)) {
    const auto record = load_record(request.record);
    if (!record) return record.fault();
    return go_on(request, *record);
  }
  if (request.game.empty() && request.position.empty()) return Fault{request.record, 0, "no such record; name a game to begin one"};
  auto ready = request.position.empty() ? from_start(request) : from_position(request);
  if (!ready) return ready.fault();
  PlayPlan plan;
  plan.record_file = request.record;
  // One person against the greedy bots, unless it is said otherwise.
  for (int i = 0; i < ready->players; ++i) plan.seats.push_back({i == 0 ? "human" : "greedy", ""});
  if (auto status = seat_players(request, plan.seats); !status) return status.fault();
  const auto seed = fresh_seed();
  if (!seed) return seed.fault();
  plan.seed = request.seed.value_or(*seed);
  MatchSetup setup;
  setup.game = ready->game;
  setup.seats = ready->players;
  setup.names = record_names(plan.seats, language);
  setup.position = ready->position;
  if (auto status = start_programs(plan.seats, ready->game); !status) return status.fault();
  for (const SeatPlan& seat : plan.seats)
    if (!seat.human() && !seat.program)
      if (auto bot = make_bot(seat.player, ready->game); !bot) return bot.fault();
  std::unique_ptr<Dealer> dealer = std::make_unique<SeededDealer>(plan.seed);
  if (request.fair) {
    if (request.seed) return fault("--seed deals by a number that everybody knows, --fair by a secret: give one of them");
    auto fair = fair_dealer(request, plan.seats);
    if (!fair) return fair.fault();
    plan.secret = (*fair)->secret();
    dealer = std::move(*fair);
  }
  auto match = Match::create(std::move(setup), std::move(dealer));
  if (!match) return match.fault();
  plan.match = std::move(*match);
  return plan;
}

}  // namespace trestle::cli
