// Where a server keeps its things, for those who look after it.
#pragma once
#include <string>

namespace trestle::cli {

std::string default_data_folder();
std::string admin_socket_in(const std::string& data_folder);

}  // namespace trestle::cli
