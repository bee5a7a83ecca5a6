#include "support/toy_game.hpp"

namespace trestle::toy {

Edition edition() {
  return {"toy",
          {{"cards.csv",
            "# The cards of the toy.\n"
            "card,count,source\n"
            "1,3,ours\n2,3,ours\n3,3,ours\n4,3,ours\n5,3,ours\n6,3,ours\n"}}};
}

}  // namespace trestle::toy
