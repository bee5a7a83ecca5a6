// Where chance comes from. `draw(bound)` is uniform in [0, bound); one call for one chance action. Draws are numbered from 0, and
// a dealer can go back to a number, so that a resumed game is dealt as it would have been.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/rng.hpp"
#include "base/sha256.hpp"
#include "core/record.hpp"

namespace trestle {

class Dealer {
 public:
  virtual ~Dealer() = default;
  virtual u32 draw(u32 bound) = 0;
  // The next draw will be the one with this number.
  virtual void rewind(u64 draws_made) = 0;
  // What the header of a record says about this dealer, and so what its draws can be verified by.
  virtual DealerNote note() const { return {}; }
  // What is published at the end of the game.
  virtual std::optional<Digest> secret() const { return std::nullopt; }
};

// Fast and reproducible: for simulations and for play with --seed. Numbered draws, so that undo and resume deal alike.
class SeededDealer final : public Dealer {
 public:
  explicit SeededDealer(u64 seed) : seed_(seed) {}
  u32 draw(u32 bound) override { return Rng::for_item(seed_, made_++).below(bound); }
  void rewind(u64 draws_made) override { made_ = draws_made; }
  DealerNote note() const override;

 private:
  u64 seed_;
  u64 made_ = 0;
};

// Deals the tickets it is given (each taken modulo what is possible), then by a seed: for tests that want certain cards.
class ScriptedDealer final : public Dealer {
 public:
  explicit ScriptedDealer(std::vector<u32> tickets, u64 then_seed = 0) : tickets_(std::move(tickets)), then_seed_(then_seed) {}
  u32 draw(u32 bound) override;
  void rewind(u64 draws_made) override { made_ = draws_made; }

 private:
  std::vector<u32> tickets_;
  u64 then_seed_;
  u64 made_ = 0;
};

// Provably fair: every draw follows from a secret that is committed to before the first draw, the match id, and bytes of the seats'
// own; at the end the secret is published. docs/fairness.md gives it byte by byte.
class FairDealer final : public Dealer {
 public:
  // A new secret and match id from the operating system; a fault when it has no randomness to give.
  static Result<std::unique_ptr<FairDealer>> fresh();
  FairDealer(const Digest& secret, std::string match_id);

  const Digest& commitment() const { return commitment_; }
  const std::string& match_id() const { return match_id_; }
  // Bytes of a seat's own, so that the table alone cannot choose the draws. False: a draw was made already, or too long.
  [[nodiscard]] bool add_seed(Seat seat, std::string bytes);

  u32 draw(u32 bound) override { return draw_at(made_++, bound); }
  void rewind(u64 draws_made) override { made_ = draws_made; }
  DealerNote note() const override;
  std::optional<Digest> secret() const override { return secret_; }

  // Draw number `index` (from 0), without making it.
  u32 draw_at(u64 index, u32 bound) const;
  // The bytes whose HMAC gives block `block` of a draw.
  std::string message(u64 index, u32 block) const;

 private:
  Digest secret_;
  HmacKey key_;
  Digest commitment_;
  std::string match_id_;
  std::array<std::string, seats_max> seeds_{};
  u64 made_ = 0;
};

// 32 bytes from the operating system.
Result<Digest> random_bytes();
// The commitment to a secret.
Digest commitment_to(const Digest& secret);

// The dealer that a record was dealt by, for resuming. A fair one needs its secret: the record's own if it is closed, else the
// one given; the fault says if there is none or if it is not the one committed to. An unstated dealer goes on by the seed given.
Result<std::unique_ptr<Dealer>> dealer_of(const Record& record, const std::optional<Digest>& secret = std::nullopt, u64 unstated_seed = 0);

}  // namespace trestle
