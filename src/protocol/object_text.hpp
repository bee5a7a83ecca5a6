// A JSON object put together as text, field by field: for what is said so often that making values of it first would cost more than all
// the rest.
#pragma once
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/words.hpp"

namespace trestle::protocol {

class ObjectText {
 public:
  explicit ObjectText(std::size_t bytes_usual = 256) {
    text_.reserve(bytes_usual);
    text_ = '{';
  }

  ObjectText& add(std::string_view name, std::string_view text) {
    add_quoted(begin(name), text);
    return *this;
  }
  ObjectText& add(std::string_view name, const char* text) { return add(name, std::string_view(text)); }
  ObjectText& add(std::string_view name, const std::string& text) { return add(name, std::string_view(text)); }
  ObjectText& add(std::string_view name, std::integral auto number) {
    begin(name) += std::to_string(number);
    return *this;
  }
  ObjectText& add(std::string_view name, bool flag) { return add_json(name, flag ? "true" : "false"); }
  ObjectText& add(std::string_view name, ObjectText&& object) { return add_json(name, object.done()); }
  // A value that is JSON already.
  ObjectText& add_json(std::string_view name, std::string_view json) {
    begin(name) += json;
    return *this;
  }
  // All fields of an object that is JSON already.
  ObjectText& add_fields(std::string_view object) {
    object.remove_prefix(1);
    object.remove_suffix(1);
    if (object.empty()) return *this;
    separate();
    text_ += object;
    return *this;
  }

  const std::string& so_far() const { return text_; }  // without the last brace
  std::string done() { return std::move(text_ += '}'); }

 private:
  void separate() {
    if (text_.size() > 1) text_ += ',';
  }
  // Up to the value. Names are our own words: there is nothing in them to be quoted.
  std::string& begin(std::string_view name) {
    separate();
    return text_.append(1, '"').append(name).append("\":");
  }
  std::string text_;
};

// A list, likewise.
class ListText {
 public:
  // An item that is JSON already.
  ListText& add_json(std::string_view json) {
    if (text_.size() > 1) text_ += ',';
    text_ += json;
    return *this;
  }
  std::string done() { return std::move(text_ += ']'); }

 private:
  std::string text_ = "[";
};

// The names of seats, as a list.
inline std::string seats_text(SeatSet seats) {
  ListText out;
  seats.for_each([&](Seat seat) { out.add_json(std::string("\"").append(seat_name(seat)).append("\"")); });
  return out.done();
}

}  // namespace trestle::protocol
