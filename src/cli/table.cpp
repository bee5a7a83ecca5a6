#include "cli/table.hpp"

namespace trestle::cli {

namespace {

// Any game, from the names and values of its notation.
class PlainView final : public TableView {
 public:
  explicit PlainView(const AnyGame& game) : game_(game) {}

  Page draw(const AnySight& sight, const Look& look, Density) const override {
    Page page;
    Rng rng(0);  // fields are those of the seat, so whatever is invented here is not shown
    for (const Field& field : game_.fields(game_.imagine(sight, rng), sight.me)) {
      if (field.value.empty()) continue;
      Line line("  " + field.key, Tone::strong);
      line.to(22).add(cut(field.value, look.width - 23));
      page.push_back(line);
    }
    return page;
  }
  std::string group(const AnySight&, Action) const override { return ""; }
  std::string change(const AnySight&, const AnySight&) const override { return ""; }
  bool ruins_chooser(const AnySight&, const AnySight&) const override { return false; }
  int round(const AnySight&) const override { return 0; }
  bool worth_telling(const Event&) const override { return true; }
  std::string ending(const AnySight&) const override { return ""; }

 private:
  const AnyGame& game_;
};

}  // namespace

std::unique_ptr<TableView> make_plain_view(const AnyGame& game, const Language&) { return std::make_unique<PlainView>(game); }

std::unique_ptr<TableView> make_table_view(const AnyGame& game, const Language& language) {
  if (game.info().name == "throne") return make_throne_view(game, language);
  if (game.info().name == "hadara") return make_hadara_view(game, language);
  if (game.info().name == "tharos") return make_tharos_view(game, language);
  return make_plain_view(game, language);
}

Tone seat_tone(Seat seat) {
  switch (seat) {
    case Seat::A: return Tone::seat_a;
    case Seat::B: return Tone::seat_b;
    case Seat::C: return Tone::seat_c;
    case Seat::D: return Tone::seat_d;
    case Seat::E: return Tone::seat_e;
    case Seat::Table:
    case Seat::Chance: return Tone::plain;
  }
  return Tone::plain;
}

}  // namespace trestle::cli
