// A small learned judgement: whole-number features of a seat in, the logarithm of its odds to win out, in whole numbers all the
// way, so that every platform gets the same (I11). One hidden layer beside a direct, linear part; the direct weights and those of
// the output are the game's stage's own. Weights are data: data/<game>/value.txt, of what `trestle train` wrote.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/types.hpp"

namespace trestle {

inline constexpr int net_inputs_max = 320, net_stages_max = 12;
inline constexpr int net_units_max = 64, net_units_usual = 32;  // of the hidden layer

// A real number x stands in the net as x times one of these.
inline constexpr int net_input_one = 32, net_weight_one = 64, net_hidden_one = 128, net_output_one = 256;
inline constexpr int net_hidden_cap = 4;  // a hidden unit is held to 0 to 4
inline constexpr int net_score_one = 1024;

class ValueNet {
 public:
  // A fault with line and reason: not such a file, or one for other features.
  static Result<ValueNet> parse(std::string_view text, int inputs, int stages);
  ValueNet(int inputs, int stages, int units = net_units_usual);
  std::string print(std::string_view heading) const;
  // The same judgement without the hidden units that no stage asks: there are some, and each costs as much as the others.
  ValueNet without_idle_units() const;
  // Log odds in 1/1024. `x` has `inputs` numbers.
  i32 score(const i16* x, int stage) const;

  // Whether it was learned from tables of so many players; about others it says nothing that can be relied on.
  bool knows(int seats) const { return players >> seats & 1; }

  int inputs, stages, units;
  u32 players = ~u32{0};         // numbers of players it knows, a bit each
  std::vector<i16> hidden;       // [input][unit]: most inputs are 0 and are passed over
  std::vector<i32> hidden_bias;  // [unit]
  std::vector<i16> output;       // [stage][unit]
  std::vector<i16> direct;       // [stage][input]
  std::vector<i32> bias;         // [stage]
};

// All that was learned of a game: one net, or several that know tables of different sizes. As text they stand one after the other.
class ValueNets {
 public:
  // The weights a bot may ask for by number: 0 are those shipped with the program for this game, nothing where there are none; from 1
  // on those lent with `lend`. They have no idle units. A fault: no such number, or weights that do not fit. From any thread, when all is
  // lent.
  static Result<const ValueNets*> numbered(std::string_view game, u32 number, int inputs, int stages);
  // Puts weights beside the shipped ones, to be read when they are asked for; `name` stands in faults. Gives their number.
  static u32 lend(std::string name, std::string text);
  // Takes back what was lent last, when nobody plays by it any more.
  static void take_back();
  // The text of all weights there are for this game, for hashes of plans.
  static std::string all_texts(std::string_view game);

  static Result<ValueNets> parse(std::string_view text, int inputs, int stages);
  // The first that knows tables of so many players, or nothing.
  const ValueNet* at_table(int seats) const;

  std::vector<ValueNet> nets;
};

}  // namespace trestle
