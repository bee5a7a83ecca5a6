#include "server/net/tls.hpp"

#include <fcntl.h>
#include <openssl/ssl.h>
#include <unistd.h>

namespace trestle::server::net {

namespace asio = boost::asio;

namespace {

bool readable(const std::string& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char byte = 0;
  const bool fine = ::read(fd, &byte, 1) >= 0;  // a directory opens, but does not read
  ::close(fd);
  return fine;
}

}  // namespace

Result<std::shared_ptr<asio::ssl::context>> tls_context(const std::string& certificate, const std::string& key) {
  for (const std::string& file : {certificate, key})
    if (!readable(file)) return Fault{file, 0, "cannot be read"};
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  boost::system::error_code error;
  context->set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1 | asio::ssl::context::single_dh_use, error);
  context->use_certificate_chain_file(certificate, error);
  if (error) return Fault{certificate, 0, "is not a certificate in PEM form"};
  context->use_private_key_file(key, asio::ssl::context::pem, error);
  if (error) {
    const bool other = ERR_GET_REASON(static_cast<unsigned long>(error.value())) == X509_R_KEY_VALUES_MISMATCH;
    return Fault{key, 0, other ? "is not the key of the certificate" : "is not a private key in PEM form without a password"};
  }
  if (SSL_CTX_check_private_key(context->native_handle()) != 1) return Fault{key, 0, "is not the key of the certificate"};
  SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);  // idle lines hold less
  return context;
}

}  // namespace trestle::server::net
