#include "cli/advice.hpp"

#include <algorithm>

namespace trestle::cli {

namespace {

// Hundredths with one decimal, a whole number without.
std::string signed_number(const Language& language, i32 hundredths) {
  const i32 tenths = (std::abs(hundredths) + 5) / 10;
  std::string out = (hundredths < 0 ? "−" : "+") + std::to_string(tenths / 10);
  if (tenths % 10 != 0) out += language.word("number.point") + std::to_string(tenths % 10);
  return out;
}

std::string reason_text(const Language& language, const Reason& reason) {
  const std::string figure = language.word(reason.figure);
  switch (reason.unit) {
    case FigureUnit::things: return language.word("why.things", {signed_number(language, reason.change), figure});
    case FigureUnit::points: return language.word("why.points", {signed_number(language, reason.change), figure});
    case FigureUnit::percent: return language.word("why.percent", {signed_number(language, reason.change * 100), figure});
  }
  return figure;
}

}  // namespace

std::string reasons_text(const Language& language, const std::vector<Reason>& reasons, Seat chooser) {
  if (reasons.empty()) return language.word("why.later");
  // The chooser's own first, then a part for each of the others.
  std::vector<Seat> seats{chooser};
  for (const Reason& reason : reasons)
    if (std::find(seats.begin(), seats.end(), reason.seat) == seats.end()) seats.push_back(reason.seat);
  std::string out;
  for (const Seat seat : seats) {
    std::string part;
    for (const Reason& reason : reasons)
      if (reason.seat == seat) part += (part.empty() ? "" : ", ") + reason_text(language, reason);
    if (part.empty()) continue;
    if (seat != chooser) part = language.word("why.of", {seat, part});
    out = out.empty() ? part : language.word("why.and", {out, part});
  }
  return out;
}

i64 percent_of(i32 chance) { return (std::max(0, chance) + 50) / 100; }

}  // namespace trestle::cli
