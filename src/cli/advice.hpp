// Reasons and chances in words of one language, for the hint and the analysis.
#pragma once
#include <vector>

#include "bots/reasons.hpp"
#include "cli/language.hpp"

namespace trestle::cli {

// "+1.8 coins, +1 profession; Greedy: −2 coins". Never empty: where nothing can be counted, it says so.
std::string reasons_text(const Language& language, const std::vector<Reason>& reasons, Seat chooser);

// A chance in ten thousandths as whole percent.
i64 percent_of(i32 chance);

}  // namespace trestle::cli
