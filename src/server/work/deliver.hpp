// How workers answer the hub: from their own threads, in bundles, without knowing who runs it.
#pragma once
#include <functional>
#include <vector>

#include "server/hub/hub.hpp"

namespace trestle::server {

// Takes inputs for the hub; any thread may call. In the order of the calls of one thread.
using Deliver = std::function<void(std::vector<Input>)>;

}  // namespace trestle::server
