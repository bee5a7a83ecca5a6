// Reading JSON that this program wrote itself: what is missing or of another kind counts as empty.
#pragma once
#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "base/types.hpp"

namespace trestle::server {

inline std::string text_of(const boost::json::object& fields, std::string_view key) {
  const boost::json::value* value = fields.if_contains(key);
  const boost::json::string* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string() : std::string(text->data(), text->size());
}

inline i64 number_of(const boost::json::object& fields, std::string_view key) {
  const boost::json::value* value = fields.if_contains(key);
  const i64* number = value == nullptr ? nullptr : value->if_int64();
  return number == nullptr ? 0 : *number;
}

inline bool flag_of(const boost::json::object& fields, std::string_view key) {
  const boost::json::value* value = fields.if_contains(key);
  const bool* flag = value == nullptr ? nullptr : value->if_bool();
  return flag != nullptr && *flag;
}

}  // namespace trestle::server
