// Every bound of the server has its name here (I12). Owners may change those in Limits; the others are fixed.
#pragma once
#include <cstddef>

#include "base/types.hpp"

namespace trestle::server {

inline constexpr std::size_t message_bytes_max = 64u << 10;  // a client's message
inline constexpr std::size_t upload_bytes_max = 512u << 10;  // a message by HTTP: records are longer than what is said at a table
inline constexpr std::size_t edition_bytes_max = 48u << 10;  // all tables of an edition: they are kept with every table that plays it
inline constexpr std::size_t import_moves_max = 8192;        // of a record that is brought
inline constexpr std::size_t import_undos_max = 256;         // in it: each costs a look at many worlds
inline constexpr std::size_t chat_bytes_max = 500;           // of one line
inline constexpr std::size_t chat_lines_kept = 200;
inline constexpr std::size_t player_name_bytes_max = 32;
inline constexpr std::size_t password_bytes_min = 8, password_bytes_max = 256;
inline constexpr std::size_t url_bytes_max = 512;
inline constexpr std::size_t tables_watched_max = 32;  // by one line
inline constexpr i64 session_days = 180;
inline constexpr i64 finished_table_idle_ms = 50;  // like idle_table_ms, where the game is over: few come back to it
inline constexpr i64 lease_ms = 3000;              // a node that has not been heard of for so long is dead

struct Limits {
  u32 lines_an_address = 64;
  u32 lines_max = 20000;
  u32 messages_a_second = 50;  // of one line, after a burst of twice as many
  u32 tables_a_user = 50;      // open or running, that the user made
  u32 chat_lines_a_minute = 20;
  u32 guests_an_address_an_hour = 60;
  u32 logins_a_name_an_hour = 10;      // that fail
  u32 logins_an_address_an_hour = 30;  // that fail
  u32 hints_a_minute = 10;
  u32 analyses_an_hour = 20;
  u32 uploads_an_hour = 60;         // records, and tables with an edition of their maker's own
  u32 line_queue_bytes = 1u << 20;  // waiting to be sent to one client; more = it reads too slowly, and is dropped
  u32 idle_table_ms = 60'000;       // a table nobody looks at leaves memory after this
  u32 vote_ms = 60'000;
  u32 away_ms = 20'000;  // shown as away after the last line is gone
};

}  // namespace trestle::server
