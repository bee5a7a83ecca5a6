// trestle verify: whether a record holds: its chain, every move, every draw, the result.
#include "match/verify.hpp"

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/json_text.hpp"

namespace trestle::cli::verify_command {

namespace {

struct Asked {
  std::string file, edition;
  bool json = false;
};

const char* proof_sentence(DrawProof proof) {
  switch (proof) {
    case DrawProof::secret: return "every draw follows from the published secret, which fits the commitment";
    case DrawProof::seed: return "every draw follows from the seed the record names";
    case DrawProof::unproved: return "the record names no dealer: draws were only held to what is possible";
    case DrawProof::withheld: return "the secret is not published yet: draws were only held to what is possible";
  }
  return "";
}

void print_report(const Asked& asked, const VerifyReport& report) {
  if (asked.json) {
    fmt::print(
        R"({{"file":{},"holds":{},"game":{},"players":{},"acts":{},"forced":{},"draws":{},"undos":{},"proof":{},"finished":{},"fault":{}}})"
        "\n",
        json_text(asked.file), report.holds(), json_text(report.game), report.seats, report.acts, report.forced, report.draws, report.undos,
        json_text(proof_name(report.proof)), report.finished, json_text(report.failure ? report.failure->text() : ""));
    return;
  }
  if (!report.holds()) {
    Fault failure = *report.failure;
    failure.where = asked.file + (failure.where.empty() ? "" : ": " + failure.where);
    complain(failure);
    return;
  }
  fmt::print("{}: holds. {}, {} players, {} moves, {} forced, {} draws, {} undone; {}\n", asked.file, report.game, report.seats,
             report.acts, report.forced, report.draws, report.undos,
             report.finished ? "finished"
             : report.closed ? "given up"
                             : "not finished");
  fmt::print("{}\n", proof_sentence(report.proof));
}

int run_verify(const Asked& asked) {
  auto text = read_file(asked.file, record_bytes_max);
  if (!text) {
    complain(text.fault());
    return exit_usage;
  }
  std::optional<Edition> tables;
  if (!asked.edition.empty()) {
    auto loaded = load_edition(asked.edition);
    if (!loaded) {
      complain(loaded.fault());
      return exit_usage;
    }
    tables = *loaded;
  }
  const VerifyReport report = verify_record(*text, [&](const Record& record) { return game_of(record, tables ? &*tables : nullptr); });
  print_report(asked, report);
  return report.holds() ? exit_done : exit_fails;
}

void add_verify(CLI::App& app) {
  auto* command = app.add_subcommand("verify", "Whether a record holds: chain, moves, draws, result");
  auto asked = std::make_shared<Asked>();
  command->add_option("FILE", asked->file, "A record (docs/records.md)")->required();
  command->add_option("--edition", asked->edition, "The tables it was played with, where they are not the built-in ones");
  command->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*command, [asked] { return run_verify(*asked); });
}

const Registration registered{Place::verify, add_verify};

}  // namespace

}  // namespace trestle::cli::verify_command
