#include "support/hub_world.hpp"

#include <algorithm>

#include "bots/bots.hpp"
#include "protocol/table_talk.hpp"

namespace trestle::testing {

using namespace server;

HubWorld::HubWorld(u64 seed, HubConfig given, std::shared_ptr<storage::Store> kept)
    : config(std::move(given)), randomness(seed), store(kept ? std::move(kept) : std::shared_ptr(storage::memory_store())) {
  if (config.node.empty()) config.node = "one";
  hub = std::make_unique<Hub>(config, randomness);
}

void HubWorld::put(Input input) { inputs_.push_back(std::move(input)); }

void HubWorld::serve(Output output) {
  if (auto* send = std::get_if<Send>(&output)) {
    sent[send->line].push_back(send->text);
    can_wait[send->line].push_back(send->can_wait);
    if (send->token) tokens_[send->line] = *send->token;
  } else if (auto* hang = std::get_if<Hang>(&output)) {
    hung[hang->line] = hang->reason;
    put(Gone{hang->line});
  } else if (auto* keep = std::get_if<Keep>(&output)) {
    keeps_.push_back(std::move(*keep));
  } else if (auto* think = std::get_if<Think>(&output)) {
    if (!bots_answer) return;
    Rng rng(think->seed);
    if (bot.empty()) {
      ActionList legal;
      think->game->legal(*think->sight, legal);
      put(Thought{think->ticket, legal[rng.below(static_cast<u32>(legal.size()))]});
    } else {
      put(Thought{think->ticket, (*make_bot(bot, think->game))->choose(*think->sight, rng)});
    }
  } else if (auto* advise = std::get_if<Advise>(&output)) {
    Rng rng(advise->seed);
    auto adviser = make_bot("greedy", advise->game);
    put(Worked{advise->ticket, json::serialize(protocol::advice_json(*advise->game, *advise->sight, **adviser, rng)), true});
  } else if (auto* analyse = std::get_if<Analyse>(&output)) {
    put(Worked{analyse->ticket, R"({"done":1,"of":2})", false});
    put(Worked{analyse->ticket, R"({"decisions":[],"mistakes":[]})", true});
  } else if (auto* hash = std::get_if<Hash>(&output)) {  // as good as any in a world without attackers
    put(Hashed{hash->ticket, "hash of " + hash->password, hash->compare_with == "hash of " + hash->password});
  } else if (auto* forward = std::get_if<Forward>(&output)) {
    forwarded.push_back(forward->message);
  } else if (auto* notify = std::get_if<Notify>(&output)) {
    notices.push_back(std::move(*notify));
  } else if (auto* note = std::get_if<Note>(&output)) {
    notes.push_back(std::move(*note));
  }
}

void HubWorld::settle() {
  for (;;) {
    if (!inputs_.empty()) {
      Input input = std::move(inputs_.front());
      inputs_.pop_front();
      std::vector<Output> out;
      hub->step(std::move(input), now, out);
      for (Output& output : out) serve(std::move(output));
    } else if (!keeps_.empty() && !store_holds) {
      const std::vector<Keep> batch = std::exchange(keeps_, {});
      std::vector<storage::Op> ops;
      for (const Keep& keep : batch) ops.push_back(*keep.op);
      std::vector<storage::Answer> answers;
      const auto keeps = [](const storage::Op& op) { return std::holds_alternative<storage::SaveTable>(op); };
      if (store_fails || (disk_full && std::any_of(ops.begin(), ops.end(), keeps)))
        for (std::size_t i = 0; i < ops.size(); ++i)
          answers.push_back({storage::Outcome::failed, "the disk is full", {}, {}, {}, {}, {}, {}, {}, {}});
      else
        answers = store->run(ops);
      for (std::size_t i = 0; i < batch.size(); ++i) put(Stored{batch[i].ticket, std::move(answers[i])});
    } else {
      return;
    }
  }
}

void HubWorld::pass(i64 ms) {
  const Millis until = now + ms;
  settle();
  for (;;) {
    const auto wake = hub->next_wake();
    if (!wake || *wake > until) break;
    now = std::max(now, *wake);
    put(Tick{});
    settle();
    if (hub->next_wake() && *hub->next_wake() <= now) now += 1;  // what cannot be done now is tried a little later
  }
  now = std::max(now, until);
}

Line HubWorld::open(const std::string& token, bool http, bool admin) {
  const Line line{{}, next_line_++};
  put(Opened{line, token, "127.0.0.1", http, admin});
  settle();
  return line;
}

void HubWorld::close(const Line& line) {
  put(Gone{line});
  settle();
}

std::string HubWorld::ask_text(const Line& line, json::object message) {
  const i64 id = next_id_++;
  message["id"] = id;
  put(Said{line, json::serialize(message)});
  settle();
  const std::string beginning = "{\"id\":" + std::to_string(id) + ",";  // every answer begins with the id of what it answers
  const auto& texts = sent[line];
  for (auto text = texts.rbegin(); text != texts.rend(); ++text)
    if (text->starts_with(beginning)) return *text;
  return {};
}

json::object HubWorld::ask(const Line& line, json::object message) {
  const std::string text = ask_text(line, std::move(message));
  return text.empty() ? json::object() : json::parse(text).as_object();
}

std::vector<json::object> HubWorld::pushes(const Line& line) {
  std::vector<json::object> out;
  const auto& texts = sent[line];
  for (std::size_t& at = read_[line]; at < texts.size(); ++at) {
    json::object one = json::parse(texts[at]).as_object();
    if (one.contains("push")) out.push_back(std::move(one));
  }
  return out;
}

json::object HubWorld::post(const std::string& token, json::object message, std::string* set) {
  const Line line = open(token, true);
  json::object answer = ask(line, std::move(message));
  if (set != nullptr && tokens_.contains(line)) *set = tokens_[line];
  close(line);
  return answer;
}

std::string HubWorld::guest(const std::string& name) {
  std::string token;
  post("", {{"do", "guest"}, {"name", name}}, &token);
  return token;
}

}  // namespace trestle::testing
