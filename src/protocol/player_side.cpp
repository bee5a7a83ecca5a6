#include "protocol/player_side.hpp"

#include <algorithm>

#include "base/version.hpp"
#include "protocol/message.hpp"

namespace trestle::protocol {

namespace {

constexpr std::size_t quoted_bytes_max = 60;  // of an answer in a complaint
constexpr std::size_t answer_depth_max = 8;

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, quoted_bytes_max)) out += static_cast<u8>(c) < 0x20 || static_cast<u8>(c) > 0x7e ? '?' : c;
  return out + (text.size() > quoted_bytes_max ? "...'" : "'");
}

Result<json::object> read_object(std::string_view line) {
  json::parse_options options;
  options.max_depth = answer_depth_max;
  json::error_code error;
  const json::value value = json::parse(json::string_view(line.data(), line.size()), error, {}, options);
  if (error || !value.is_object()) return fault("answers " + quoted(line) + ", which is no JSON object");
  const json::value* agreed = value.get_object().if_contains("ok");
  if (agreed != nullptr && *agreed != json::value(true)) return fault("answers " + quoted(line) + ", which is no agreement");
  return value.get_object();
}

}  // namespace

std::string hello_line() {
  return json::serialize(
      json::object{{"do", "hello"}, {"player_protocol", player_protocol_version}, {"program", std::string("trestle ") + program_version}});
}

std::string begin_line(const AnyGame& game, int players, Seat seat, u64 seed, u32 ms) {
  json::object options;
  for (const auto& [name, value] : game.options()) options[name] = value;
  return json::serialize(json::object{{"do", "begin"},
                                      {"game", game.info().name},
                                      {"rules_version", game.info().rules_version},
                                      {"edition", game.info().edition},
                                      {"options", options},
                                      {"players", players},
                                      {"seat", seat_name(seat)},
                                      {"seed", seed},
                                      {"ms", ms}});
}

std::string choose_line(const AnyGame& game, const AnySight& sight, u32 ms) {
  Rng rng(0);
  // The fields a seat sees are the same in every world it could be in, so an invented one tells nothing.
  const AnyState world = game.imagine(sight, rng);
  json::array legal;
  ActionList list;
  game.legal(sight, list);
  for (const Action& action : list) legal.emplace_back(game.print(action));
  return json::serialize(json::object{{"do", "choose"},
                                      {"seat", seat_name(sight.me)},
                                      {"waiting", seats_json(game.waiting_on(sight))},
                                      {"fields", fields_json(game.fields(world, sight.me))},
                                      {"prompt", prompt_json(game.prompt(sight))},
                                      {"legal", std::move(legal)},
                                      {"ms", ms}});
}

Status read_hello(std::string_view line) {
  const auto object = read_object(line);
  if (!object) return object.fault();
  const json::value* version = object->if_contains("player_protocol");
  if (version == nullptr || *version != json::value(player_protocol_version))
    return fault("answers " + quoted(line) + "; it must speak version " + std::to_string(player_protocol_version) +
                 " of the player's protocol");
  return ok();
}

Status read_begun(std::string_view line) {
  const auto object = read_object(line);
  if (!object) return object.fault();
  return ok();
}

Result<Action> read_choice(const AnyGame& game, const AnySight& sight, std::string_view line) {
  const auto object = read_object(line);
  if (!object) return object.fault();
  const json::value* word = object->if_contains("action");
  if (word == nullptr || !word->is_string()) return fault("answers " + quoted(line) + " without an action");
  const std::string_view text(word->get_string().data(), word->get_string().size());
  const auto action = game.parse(text);
  if (!action) return fault("chooses " + quoted(text) + ", which is no move");
  ActionList legal;
  game.legal(sight, legal);
  if (std::find(legal.begin(), legal.end(), *action) == legal.end()) return fault("chooses " + quoted(text) + ", which is not allowed");
  return *action;
}

}  // namespace trestle::protocol
