#include "match/dealer.hpp"

#include <unistd.h>

#include "base/text.hpp"

namespace trestle {

namespace {

constexpr std::string_view draw_tag = "trestle-fair-1";  // what the draws of another version or purpose cannot begin with
constexpr std::size_t chunks = 4;                        // 64-bit numbers in a block

std::string_view view(const Digest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

void put_big_endian(std::string& out, u64 value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

u64 big_endian(const u8* p) {
  u64 value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | p[i];
  return value;
}

}  // namespace

DealerNote SeededDealer::note() const {
  DealerNote out;
  out.kind = DealerKind::seeded;
  out.seed = seed_;
  return out;
}

u32 ScriptedDealer::draw(u32 bound) {
  const u64 index = made_++;
  if (index < tickets_.size()) return tickets_[static_cast<std::size_t>(index)] % bound;
  return Rng::for_item(then_seed_, index).below(bound);
}

Result<Digest> random_bytes() {
  Digest out{};
  if (getentropy(out.data(), out.size()) != 0) return fault("the operating system gives no random bytes");
  return out;
}

Digest commitment_to(const Digest& secret) { return sha256(view(secret)); }

Result<std::unique_ptr<FairDealer>> FairDealer::fresh() {
  const auto secret = random_bytes();
  if (!secret) return secret.fault();
  const auto id = random_bytes();
  if (!id) return id.fault();
  constexpr std::size_t id_bytes = 16;
  return std::make_unique<FairDealer>(*secret, text::to_hex(id->data(), id_bytes));
}

FairDealer::FairDealer(const Digest& secret, std::string match_id)
    : secret_(secret), key_(view(secret)), commitment_(commitment_to(secret)), match_id_(std::move(match_id)) {
  CHECK(match_id_.size() <= match_id_bytes_max);
}

bool FairDealer::add_seed(Seat seat, std::string bytes) {
  if (made_ > 0 || index_of(seat) >= seats_max || bytes.size() > seat_seed_bytes_max) return false;
  seeds_[static_cast<std::size_t>(seat)] = std::move(bytes);
  return true;
}

DealerNote FairDealer::note() const {
  DealerNote out;
  out.kind = DealerKind::fair;
  out.match_id = match_id_;
  out.commitment = commitment_;
  out.seeds = seeds_;
  return out;
}

std::string FairDealer::message(u64 index, u32 block) const {
  std::string out(draw_tag);
  put_big_endian(out, match_id_.size(), 1);
  out += match_id_;
  for (const std::string& seed : seeds_) {
    put_big_endian(out, seed.size(), 1);
    out += seed;
  }
  put_big_endian(out, index, 8);
  put_big_endian(out, block, 4);
  return out;
}

u32 FairDealer::draw_at(u64 index, u32 bound) const {
  CHECK(bound > 0);
  // The numbers from 2^64 - (2^64 mod bound) on would favour the low outcomes, so they are passed over.
  const u64 excess = (u64{0} - bound) % bound;  // 2^64 mod bound
  for (u32 block = 0;; ++block) {
    const Digest digest = key_.sign(message(index, block));
    for (std::size_t i = 0; i < chunks; ++i) {
      const u64 number = big_endian(digest.data() + 8 * i);
      if (excess == 0 || number < u64{0} - excess) return static_cast<u32>(number % bound);
    }
  }
}

Result<std::unique_ptr<Dealer>> dealer_of(const Record& record, const std::optional<Digest>& secret, u64 unstated_seed) {
  const DealerNote& note = record.header.dealer;
  switch (note.kind) {
    case DealerKind::unstated: return std::unique_ptr<Dealer>(new ScriptedDealer({}, unstated_seed));
    case DealerKind::seeded: return std::unique_ptr<Dealer>(new SeededDealer(note.seed));
    case DealerKind::fair: break;
  }
  const std::optional<Digest> known = record.end && record.end->secret ? record.end->secret : secret;
  if (!known) return fault("the record was dealt by a secret that it does not hold yet");
  if (commitment_to(*known) != note.commitment) return fault("this is not the secret that the record commits to");
  auto dealer = std::make_unique<FairDealer>(*known, note.match_id);
  for (int i = 0; i < seats_max; ++i)
    if (!dealer->add_seed(seat_at(i), note.seeds[static_cast<std::size_t>(i)])) return fault("a seat's seed is too long");
  return std::unique_ptr<Dealer>(std::move(dealer));
}

}  // namespace trestle
