// How a game's table is drawn for one seat. A view is given sights only, never a state, so it cannot show what its seat may not know.
// One file a game in tables/; a game without one is drawn from its fields.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cli/language.hpp"
#include "cli/terminal.hpp"
#include "core/any_game.hpp"

namespace trestle::cli {

// How much room there is: the views leave out blank lines first, then what is least needed.
enum class Density : u8 { airy, close, tight };

class TableView {
 public:
  virtual ~TableView() = default;
  virtual Page draw(const AnySight& sight, const Look& look, Density density) const = 0;
  // The key of the heading this choice stands under; choices of one heading stand together. Empty: no heading.
  virtual std::string group(const AnySight& sight, Action action) const = 0;
  // What a choice changes, as far as it is certain: two sights of the chooser, before and after.
  virtual std::string change(const AnySight& before, const AnySight& after) const = 0;
  // Whether the chooser would be out of the game by his own choice: worth a second question.
  virtual bool ruins_chooser(const AnySight& before, const AnySight& after) const = 0;
  // The round the game is in, for logs; 0 before the first.
  virtual int round(const AnySight& sight) const = 0;
  // Whether an event is worth a line of its own in the digest of what the others did.
  virtual bool worth_telling(const Event& event) const = 0;
  virtual std::string ending(const AnySight& sight) const = 0;  // the key of how it was won; empty while it goes on
};

std::unique_ptr<TableView> make_table_view(const AnyGame& game, const Language& language);
std::unique_ptr<TableView> make_plain_view(const AnyGame& game, const Language& language);
// tables/throne.cpp
std::unique_ptr<TableView> make_throne_view(const AnyGame& game, const Language& language);
// tables/hadara.cpp
std::unique_ptr<TableView> make_hadara_view(const AnyGame& game, const Language& language);
// tables/tharos.cpp
std::unique_ptr<TableView> make_tharos_view(const AnyGame& game, const Language& language);

Tone seat_tone(Seat seat);

}  // namespace trestle::cli
