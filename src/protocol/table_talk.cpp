#include "protocol/table_talk.hpp"

#include "base/text.hpp"
#include "bots/reasons.hpp"
#include "games/registry.hpp"
#include "protocol/preview.hpp"

namespace trestle::protocol {

Problem submit_problem(const SubmitResult& result, const AnyGame& game, std::span<const Action> actions) {
  const std::string at = actions.size() > 1 ? "actions[" + std::to_string(result.index) + "]" : "action";
  const std::string what = result.index < actions.size() ? "'" + game.print(actions[result.index]) + "'" : "";
  switch (result.code) {
    case SubmitCode::accepted: break;
    case SubmitCode::stale: return problem("stale", "the table is at seq " + std::to_string(result.seq), "seq");
    case SubmitCode::not_waiting: return problem("not_waiting", "this seat is not to move", actions.size() > 1 ? at : "seat");
    case SubmitCode::illegal: {
      Problem out = problem("illegal", what + " is not allowed here", at);
      out.clause = result.refusal.clause;
      return out;
    }
    case SubmitCode::batch_too_long:
      return problem("bad_message", "at most " + std::to_string(batch_max) + " actions in one message", "actions");
    case SubmitCode::empty_batch: return problem("bad_message", "no action is given", "actions");
    case SubmitCode::over: return problem("over", "the game is over");
  }
  return problem("internal", "nothing is wrong");
}

json::array acts_json(const Match& match, u64 from) {
  json::array out;
  for (u64 i = from; i < match.seq(); ++i) {
    const RecordMove move = match.move(match.acts()[i]);
    json::object act{{"seq", i + 1}, {"seat", seat_name(move.seat)}};
    switch (move.kind) {
      case RecordMove::Kind::act: act["action"] = move.text; break;
      case RecordMove::Kind::automatic:
        act["action"] = move.text;
        act["forced"] = true;
        break;
      case RecordMove::Kind::undo: act["undo"] = true; break;
    }
    out.push_back(std::move(act));
  }
  return out;
}

json::array events_json(const Match& match, Seat viewer, u64 from, u64 shift) {
  json::array out;
  for (const Happening& h : match.happenings(viewer, from)) {
    json::object event = phrase_json(match.game().describe(h.event));
    event["seq"] = h.seq + shift;
    out.push_back(std::move(event));
  }
  return out;
}

LegalForm read_legal_form(Request& request) {
  LegalForm form;
  form.labels = request.flag("labels", false);
  form.preview = request.flag("preview", false);
  return form;
}

namespace {

json::array legal_json(const Match& match, Seat seat, LegalForm form) {
  json::array out;
  if (!match.waiting_on().has(seat)) return out;
  const AnyGame& game = match.game();
  const AnySight sight = match.sight(seat);
  ActionList legal;
  game.legal(sight, legal);
  std::optional<Preview> preview;
  if (form.preview) preview.emplace(game, sight);
  for (Action action : legal) {
    if (!form.labels && !form.preview) {
      out.emplace_back(game.print(action));
      continue;
    }
    json::object item{{"action", game.print(action)}};
    if (form.labels) item["label"] = phrase_json(game.label(sight, action));
    if (preview)
      for (auto& part : preview->of(action)) item[part.key()] = std::move(part.value());
    out.push_back(std::move(item));
  }
  return out;
}

}  // namespace

void add_choices(json::object& out, const Match& match, Seat seat, LegalForm form) {
  out["legal"] = legal_json(match, seat, form);
  if (match.waiting_on().has(seat)) out["prompt"] = prompt_json(match.game().prompt(match.sight(seat)));
}

void add_score(json::object& out, const Match& match) {
  const auto by_seat = [&](const auto& values) {
    json::object seats;
    for (int i = 0; i < match.seats(); ++i) seats[seat_name(seat_at(i))] = values[static_cast<std::size_t>(i)];
    return seats;
  };
  json::array lines;
  for (const ScoreLine& line : match.game().score(match.state()))
    lines.push_back(json::object{{"key", line.key}, {"points", by_seat(line.points)}});
  out["lines"] = std::move(lines);
  out["places"] = by_seat(match.game().standing(match.state()));
}

namespace {

std::string_view unit_name(FigureUnit unit) {
  switch (unit) {
    case FigureUnit::things: return "things";
    case FigureUnit::points: return "points";
    case FigureUnit::percent: return "percent";
  }
  return "";
}

}  // namespace

json::object reason_json(const Reason& r) {
  return json::object{{"figure", r.figure}, {"unit", unit_name(r.unit)}, {"seat", seat_name(r.seat)}, {"change", r.change}};
}

json::object advice_json(const AnyGame& game, const AnySight& sight, Bot& bot, Rng& rng) {
  const std::vector<Ranked> ranked = bot.rank(sight, rng);
  json::array list, reasons;
  std::vector<Action> others;
  for (const Ranked& r : ranked) {
    json::object item{{"action", game.print(r.action)}, {"worth", r.value}};
    if (r.chance >= 0) item["chance"] = r.chance;
    list.push_back(std::move(item));
    if (r.action != ranked[0].action) others.push_back(r.action);
  }
  if (!others.empty())
    for (const Reason& r : reasons_for(game, sight, ranked[0].action, others, rng)) reasons.push_back(reason_json(r));
  return json::object{{"worth", bot.worth(sight)}, {"ranked", std::move(list)}, {"reasons", std::move(reasons)}};
}

json::object game_json(const std::string& name) {
  json::object out{{"name", name}};
  const auto game = make_game(name);
  if (!game) return out;
  const GameInfo& info = (*game)->info();
  out["rules_version"] = info.rules_version;
  out["edition"] = info.edition;
  out["players"] = json::array{info.seats_min, info.seats_max};
  json::object options;
  for (const OptionSpec& spec : info.option_specs) options[spec.name] = json::array(spec.values.begin(), spec.values.end());
  out["options"] = std::move(options);
  return out;
}

json::object edition_json(const AnyGame& game) {
  json::object tables;
  for (const TableFile& file : game.edition().files) {
    json::array rows;
    for (const std::string_view line : text::lines(file.text)) {
      if (text::trim(line).empty() || text::trim(line).front() == '#') continue;
      json::array cells;
      for (const std::string_view cell : text::split(line, ',')) cells.emplace_back(text::trim(cell));
      rows.push_back(std::move(cells));
    }
    tables[file.name] = std::move(rows);
  }
  return json::object{{"game", game.info().name}, {"edition", game.info().edition}, {"tables", std::move(tables)}};
}

}  // namespace trestle::protocol
