#include "bots/value/net.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <mutex>

#include "base/text.hpp"
#include "core/embedded.hpp"
#include "core/seat.hpp"

namespace trestle {

namespace {

constexpr std::string_view magic = "trestle-value 1";

template <class T>
void print_rows(std::string& out, std::string_view name, const std::vector<T>& values, std::size_t a_row) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % a_row == 0) out += (i == 0 ? "" : "\n") + std::string(name);
    out += ' ' + std::to_string(values[i]);
  }
  out += '\n';
}

template <class T>
Status read_row(const std::vector<std::string_view>& words, std::vector<T>& values, std::size_t& filled, std::size_t a_row) {
  if (words.size() != a_row + 1) return fault("'" + std::string(words[0]) + "' needs " + std::to_string(a_row) + " numbers");
  if (filled + a_row > values.size()) return fault("too many lines '" + std::string(words[0]) + "'");
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto number = text::number(words[i]);
    if (!number || *number < std::numeric_limits<T>::min() || *number > std::numeric_limits<T>::max())
      return fault("'" + std::string(words[i]) + "' is not a weight");
    values[filled++] = static_cast<T>(*number);
  }
  return ok();
}

Status read_players(const std::vector<std::string_view>& words, u32& players) {
  players = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto number = text::number(words[i]);
    if (!number || *number < 1 || *number > seats_max) return fault("'" + std::string(words[i]) + "' is not a number of players");
    players |= u32{1} << *number;
  }
  return ok();
}

// Rows become columns.
std::vector<i16> turned(const std::vector<i16>& values, std::size_t wide) {
  std::vector<i16> out(values.size());
  const std::size_t high = values.size() / wide;
  for (std::size_t i = 0; i < values.size(); ++i) out[i % wide * high + i / wide] = values[i];
  return out;
}

std::string shipped_weights(std::string_view game) { return "data/" + std::string(game) + "/value.txt"; }

std::vector<std::pair<std::string, std::string>>& lent_weights() {
  static std::vector<std::pair<std::string, std::string>> all;  // name and text
  return all;
}

// By game and number, as they were first asked for.
std::map<std::pair<std::string, u32>, std::unique_ptr<ValueNets>>& nets_read() {
  static std::map<std::pair<std::string, u32>, std::unique_ptr<ValueNets>> all;
  return all;
}

}  // namespace

ValueNet::ValueNet(int inputs_, int stages_, int units_)
    : inputs(inputs_),
      stages(stages_),
      units(units_),
      hidden(static_cast<std::size_t>(units_ * inputs_)),
      hidden_bias(static_cast<std::size_t>(units_)),
      output(static_cast<std::size_t>(units_ * stages_)),
      direct(static_cast<std::size_t>(inputs_ * stages_)),
      bias(static_cast<std::size_t>(stages_)) {}

i32 ValueNet::score(const i16* x, int stage) const {
  constexpr int shift = 4;  // from input_one * weight_one = 2048 to hidden_one = 128
  static_assert(net_input_one * net_weight_one == net_hidden_one << shift);
  std::array<i32, net_units_max> in;
  std::copy(hidden_bias.begin(), hidden_bias.end(), in.begin());
  const i16* const straight = direct.data() + stage * inputs;
  i32 sum = bias[static_cast<std::size_t>(stage)];
  for (int i = 0; i < inputs; ++i) {
    if (x[i] == 0) continue;
    sum += static_cast<i32>(straight[i]) * x[i];
    const i16* const row = hidden.data() + i * units;
    for (int h = 0; h < units; ++h) in[static_cast<std::size_t>(h)] += static_cast<i32>(row[h]) * x[i];
  }
  const i16* const to = output.data() + stage * units;
  for (int h = 0; h < units; ++h) sum += std::clamp(in[static_cast<std::size_t>(h)] >> shift, 0, net_hidden_cap * net_hidden_one) * to[h];
  return sum / (net_hidden_one * net_output_one / net_score_one);
}

ValueNet ValueNet::without_idle_units() const {
  const auto all = static_cast<std::size_t>(units);
  std::vector<std::size_t> busy;
  for (std::size_t h = 0; h < all; ++h) {
    bool counts = false;
    for (std::size_t s = 0; s < static_cast<std::size_t>(stages); ++s) counts |= output[s * all + h] != 0;
    if (counts) busy.push_back(h);
  }
  ValueNet out(inputs, stages, static_cast<int>(busy.size()));
  out.players = players;
  out.direct = direct;
  out.bias = bias;
  for (std::size_t to = 0; to < busy.size(); ++to) {
    out.hidden_bias[to] = hidden_bias[busy[to]];
    for (std::size_t i = 0; i < static_cast<std::size_t>(inputs); ++i) out.hidden[i * busy.size() + to] = hidden[i * all + busy[to]];
    for (std::size_t s = 0; s < static_cast<std::size_t>(stages); ++s) out.output[s * busy.size() + to] = output[s * all + busy[to]];
  }
  return out;
}

std::string ValueNet::print(std::string_view heading) const {
  std::string out = std::string(magic) + "\n";
  for (const std::string_view line : text::split(heading, '\n')) out += "# " + std::string(line) + "\n";
  out += "size " + std::to_string(inputs) + ' ' + std::to_string(units) + ' ' + std::to_string(stages) + "\n";
  if (players != ~u32{0}) {
    out += "players";
    for (int n = 1; n <= seats_max; ++n) out += knows(n) ? ' ' + std::to_string(n) : "";
    out += '\n';
  }
  print_rows(out, "hidden", turned(hidden, static_cast<std::size_t>(units)), static_cast<std::size_t>(inputs));
  print_rows(out, "hidden-bias", hidden_bias, static_cast<std::size_t>(units));
  print_rows(out, "output", output, static_cast<std::size_t>(units));
  print_rows(out, "direct", direct, static_cast<std::size_t>(inputs));
  print_rows(out, "bias", bias, static_cast<std::size_t>(stages));
  return out;
}

Result<ValueNet> ValueNet::parse(std::string_view content, int inputs, int stages) {
  ValueNet net(inputs, stages);
  std::size_t filled[5] = {};
  bool sized = false;
  int number = 0;
  const auto at = [&](std::string reason) { return Fault{"value", number, std::move(reason)}; };
  for (const std::string_view line : text::split(content, '\n')) {
    ++number;
    if (number == 1 && line != magic) return at("the first line must be '" + std::string(magic) + "'");
    if (number == 1 || line.empty() || line[0] == '#') continue;
    const std::vector<std::string_view> words = text::words(line);
    const std::string_view name = words[0];
    const auto wide = static_cast<std::size_t>(inputs), high = static_cast<std::size_t>(net.units);
    Status status = ok();
    if (name == "size") {
      const auto units = words.size() == 4 ? text::number(words[2]) : std::nullopt;
      sized = units && *units > 0 && *units <= net_units_max && text::number(words[1]) == inputs && text::number(words[3]) == stages;
      if (sized)
        net = ValueNet(inputs, stages, static_cast<int>(*units));
      else
        status = fault("these weights are for other features; train them anew");
    } else if (name == "players") {
      status = read_players(words, net.players);
    } else if (name == "hidden") {
      status = read_row(words, net.hidden, filled[0], wide);
    } else if (name == "hidden-bias") {
      status = read_row(words, net.hidden_bias, filled[1], high);
    } else if (name == "output") {
      status = read_row(words, net.output, filled[2], high);
    } else if (name == "direct") {
      status = read_row(words, net.direct, filled[3], wide);
    } else if (name == "bias") {
      status = read_row(words, net.bias, filled[4], static_cast<std::size_t>(stages));
    } else {
      status = fault("unknown line '" + std::string(name) + "'");
    }
    if (!status) return at(status.fault().reason);
  }
  if (!sized || filled[0] != net.hidden.size() || filled[1] != net.hidden_bias.size() || filled[2] != net.output.size() ||
      filled[3] != net.direct.size() || filled[4] != net.bias.size())
    return at("weights are missing at the end");
  net.hidden = turned(net.hidden, static_cast<std::size_t>(inputs));
  return net;
}

Result<ValueNets> ValueNets::parse(std::string_view content, int inputs, int stages) {
  ValueNets out;
  std::size_t begin = 0;
  int lines_before = 0;
  while (begin < content.size() || out.nets.empty()) {
    const std::size_t next = content.find("\n" + std::string(magic), begin);
    const std::size_t end = next == content.npos ? content.size() : next + 1;
    const std::string_view part = content.substr(begin, end - begin);
    auto net = ValueNet::parse(part, inputs, stages);
    if (!net) return Fault{net.fault().where, net.fault().line + lines_before, net.fault().reason};
    out.nets.push_back(std::move(*net));
    lines_before += static_cast<int>(std::count(part.begin(), part.end(), '\n'));
    begin = end;
  }
  return out;
}

const ValueNet* ValueNets::at_table(int seats) const {
  for (const ValueNet& net : nets)
    if (net.knows(seats)) return &net;
  return nullptr;
}

Result<const ValueNets*> ValueNets::numbered(std::string_view game, u32 number, int inputs, int stages) {
  static std::mutex one_at_a_time;  // a server makes bots on several threads
  const std::lock_guard lock(one_at_a_time);
  auto& read = nets_read();
  const std::pair<std::string, u32> key(game, number);
  if (const auto known = read.find(key); known != read.end()) return static_cast<const ValueNets*>(known->second.get());
  if (number > lent_weights().size()) return fault("weights=" + std::to_string(number) + ": no such weights were given");
  const std::string path = number == 0 ? shipped_weights(game) : lent_weights()[number - 1].first;
  const std::string_view content = number == 0 ? embedded_file(path) : std::string_view(lent_weights()[number - 1].second);
  if (content.data() == nullptr) return static_cast<const ValueNets*>(nullptr);
  auto found = parse(content, inputs, stages);
  if (!found) return Fault{path, found.fault().line, found.fault().reason};
  for (ValueNet& net : found->nets) net = net.without_idle_units();
  return static_cast<const ValueNets*>((read[key] = std::make_unique<ValueNets>(std::move(*found))).get());
}

u32 ValueNets::lend(std::string name, std::string text) {
  lent_weights().emplace_back(std::move(name), std::move(text));
  return static_cast<u32>(lent_weights().size());
}

void ValueNets::take_back() {
  const auto number = static_cast<u32>(lent_weights().size());
  std::erase_if(nets_read(), [&](const auto& item) { return item.first.second == number; });
  lent_weights().pop_back();
}

std::string ValueNets::all_texts(std::string_view game) {
  std::string all(embedded_file(shipped_weights(game)));
  for (const auto& [name, text] : lent_weights()) all += text;
  return all;
}

}  // namespace trestle
