// The server's certificate and key from files.
#pragma once
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "base/result.hpp"

namespace trestle::server::net {

// Faults, one line each: a file that cannot be read, is no certificate or key, or does not fit the other.
Result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const std::string& certificate, const std::string& key);

}  // namespace trestle::server::net
