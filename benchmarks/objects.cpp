// Hashes of the object code of the reference schedules and of random legal
// schedules of all suites: written to a list, or compared with one.

#include "Figures.h"
#include "OrFail.h"
#include "RandomSchedule.h"
#include "actions/Schedule.h"
#include "execution/batch/Pipeline.h"
#include "execution/process/WorkerPath.h"
#include "execution/worker/CompileWorker.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include "tools/Checks.h"
#include "tools/Options.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

using namespace mlirgym;
using namespace mlirgym::worker;

namespace {

struct Flags {
  bool json = false, quick = false, full = false;
  unsigned samples = 0; ///< 0: depends on the other flags
  uint64_t seed = 1;
  std::vector<std::string> suites;
  std::string list, comparedWith;
};

Flags parseFlags(int argc, char **argv) {
  Flags flags;
  std::shared_ptr<CLI::App> app = tools::makeCommandLine(
      "Hashes the object code of all reference schedules and of random legal "
      "schedules. With --compare, compiles the schedules of a list again; exit "
      "code 1 if any object code differs. Lists from two machines are equal "
      "only if their processors are");
  tools::addFlag(*app, "--json", flags.json, "print one JSON object");
  tools::addFlag(*app, "--quick", flags.quick, "100 random schedules");
  tools::addFlag(*app, "--full", flags.full, "5000 random schedules");
  tools::addOption(*app, "--samples", flags.samples,
                   "number of random schedules");
  tools::addOption(*app, "--seed", flags.seed,
                   "a different seed gives different schedules");
  tools::addOption(*app, "--suite", flags.suites,
                   "random schedules of this suite only (repeatable)");
  tools::Option list = tools::addOption(*app, "--out", flags.list,
                                        "write the list to this file, one JSON "
                                        "object per line");
  tools::addOption(*app, "--compare", flags.comparedWith,
                   "a list written with --out, by this build or an older one")
      .check(tools::checkFileIsThere)
      .excludes(list);
  tools::parseOrExit(*app, argc, argv);
  if (flags.samples == 0)
    flags.samples = flags.quick ? 100 : flags.full ? 5000 : 1000;
  return flags;
}

/// A schedule and its object code: a hash in hexadecimal, or the status of a
/// schedule without any.
struct Row {
  std::string program, schedule, object;
};

/// Loads each program once for consecutive rows.
class Compiler {
public:
  Compiler() {
    WorkerOptions options;
    options.path = orFail(findWorker(""));
    options.memoryLimitBytes = uint64_t(8) << 30;
    options.timeoutMs = 60000;
    worker = std::make_unique<CompileWorker>(options);
  }

  std::shared_ptr<const Program> load(const std::string &name) {
    if (!program || program->name() != name)
      program = std::make_shared<const Program>(
          orFail(loader.loadText(orFail(generateProgram(name)), name)));
    return program;
  }

  /// The hash or status. For a schedule that this build rejects it is the text
  /// of the error: a difference like any other.
  std::string hash(const std::string &name, llvm::StringRef schedule) {
    auto loaded = load(name);
    llvm::Expected<Schedule> parsed = Schedule::parse(schedule);
    if (!parsed)
      return "refused: " + llvm::toString(parsed.takeError());
    std::string script;
    if (!parsed->empty()) {
      llvm::Expected<std::string> text = toTransformScript(*loaded, *parsed);
      if (!text)
        return "refused: " + llvm::toString(text.takeError());
      script = std::move(*text);
    }
    CompiledKernel kernel =
        orFail(worker->compile(loaded->text(), loaded->entry(), script));
    if (kernel.status != Status::Ok)
      return nameOf(kernel.status).str();
    return contentHash(kernel.object.bytes());
  }

private:
  ProgramLoader loader;
  std::shared_ptr<const Program> program;
  std::unique_ptr<CompileWorker> worker;
};

/// The reference schedules first, then the random ones.
std::vector<Row> chooseSchedules(const Flags &flags, Compiler &compiler) {
  std::vector<Row> rows;
  auto references = orFail(ReferenceSchedules::load());
  for (const ReferenceSchedule &reference : references.all())
    rows.push_back({reference.program, reference.text, ""});

  std::vector<std::string> order = programsOfSuites(flags.suites);
  std::mt19937_64 random(flags.seed);
  std::shuffle(order.begin(), order.end(), random);
  FlatEncoding encoding;
  for (unsigned i = 0; !order.empty() && i < flags.samples; ++i) {
    const std::string &name = order[i % order.size()];
    rows.push_back(
        {name, randomSchedule(encoding, compiler.load(name), random).text(),
         ""});
  }
  return rows;
}

std::vector<Row> readList(const std::string &path) {
  std::vector<Row> rows;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    auto object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object() || !object.contains("program") ||
        !object.contains("schedule") || !object.contains("object")) {
      llvm::errs() << path << ':' << rows.size() + 1
                   << ": not a row of a list written with --out\n";
      std::exit(2);
    }
    rows.push_back({object["program"], object["schedule"], object["object"]});
  }
  return rows;
}

void writeRow(std::ostream &out, const Row &row) {
  out << nlohmann::json{{"program", row.program},
                        {"schedule", row.schedule},
                        {"object", row.object}}
             .dump()
      << '\n';
}
} // namespace

int main(int argc, char **argv) {
  Flags flags = parseFlags(argc, argv);
  Compiler compiler;
  bool compares = !flags.comparedWith.empty();
  std::vector<Row> rows = compares ? readList(flags.comparedWith)
                                   : chooseSchedules(flags, compiler);
  std::ofstream list;
  if (!flags.list.empty()) {
    list.open(flags.list);
    if (!list) {
      llvm::errs() << flags.list << ": cannot be written\n";
      return 2;
    }
  }

  size_t different = 0, failed = 0, done = 0;
  std::set<std::string> objects;
  Stopwatch sinceReport;
  for (Row &row : rows) {
    std::string hash = compiler.hash(row.program, row.schedule);
    if (compares && hash != row.object) {
      ++different;
      llvm::outs() << llvm::formatv("{0} --schedule \"{1}\": {2}, was {3}\n",
                                    row.program, row.schedule, hash,
                                    row.object);
    }
    row.object = hash;
    failed += hash.size() != 32;
    objects.insert(hash);
    if (list.is_open())
      writeRow(list, row);
    ++done;
    if (sinceReport.seconds() > 10) {
      sinceReport = Stopwatch();
      llvm::errs() << llvm::formatv("{0} of {1} schedules\n", done,
                                    rows.size());
    }
  }

  Figures figures("objects");
  noteMachine(figures);
  figures.add("schedules", double(rows.size()), "", "schedules compiled");
  figures.add("objects", double(objects.size()), "", "different objects");
  figures.add("failed", double(failed), "", "schedules without object code",
              "0");
  if (compares)
    figures.add("different", double(different), "",
                "schedules whose object code differs from the list", "0");
  figures.print(flags.json);
  list.flush();
  if (list.is_open() && !list) {
    llvm::errs() << flags.list << ": not written completely\n";
    return 1;
  }
  return different == 0 ? 0 : 1;
}
