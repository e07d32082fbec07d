#include "env/Snapshot.h"
#include "actions/ActionError.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "env/EnvImpl.h"
#include "env/Episode.h"
#include "env/EpisodeOrder.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
using nlohmann::json;

json write(const std::optional<Measurement> &timing) {
  if (!timing)
    return nullptr;
  json object = {{"status", nameOf(timing->status).str()},
                 {"cacheHit", timing->cacheHit},
                 {"message", timing->message}};
  Timing::forEachField(
      *timing, [&](const char *name, auto value) { object[name] = value; });
  return object;
}

/// Takes fields out of an object and records whether all were present with the
/// right type. nlohmann's own conversions throw.
class FieldReader {
public:
  explicit FieldReader(const json &from)
      : object(from), valid(from.is_object()) {}

  bool ok() const { return valid; }

  const json &field(const char *name) {
    static const json none;
    if (!valid)
      return none;
    auto found = object.find(name);
    if (found == object.end()) {
      valid = false;
      return none;
    }
    return *found;
  }
  void read(const char *name, bool &to) {
    const json &value = field(name);
    if (require(value.is_boolean()))
      to = value.get<bool>();
  }
  void read(const char *name, double &to) {
    const json &value = field(name);
    if (require(value.is_number()))
      to = value.get<double>();
  }
  void read(const char *name, float &to) {
    double wide = 0;
    read(name, wide);
    to = static_cast<float>(wide);
  }
  void read(const char *name, uint64_t &to) {
    const json &value = field(name);
    if (require(value.is_number_unsigned()))
      to = value.get<uint64_t>();
  }
  void read(const char *name, unsigned &to) {
    uint64_t wide = 0;
    read(name, wide);
    if (require(wide <= std::numeric_limits<unsigned>::max()))
      to = static_cast<unsigned>(wide);
  }
  void read(const char *name, std::string &to) {
    const json &value = field(name);
    if (require(value.is_string()))
      to = value.get<std::string>();
  }
  void read(const char *name, std::optional<Measurement> &to) {
    const json &value = field(name);
    if (!valid || value.is_null())
      return;
    Measurement timing;
    std::string status;
    FieldReader fields(value);
    fields.read("status", status);
    fields.read("cacheHit", timing.cacheHit);
    fields.read("message", timing.message);
    Timing::forEachField(
        timing, [&](const char *name, auto &to) { fields.read(name, to); });
    std::optional<Status> known = parseStatus(status);
    if (!require(fields.ok() && known.has_value()))
      return;
    timing.status = *known;
    to = std::move(timing);
  }

private:
  bool require(bool condition) { return valid = valid && condition; }

  const json &object;
  bool valid;
};

llvm::Error malformed() {
  return actionError("snapshot: not one that this version of mlirgym wrote; "
                     "reset the environment instead");
}

std::optional<unsigned> findProgram(const EnvContext &context,
                                    llvm::StringRef key, unsigned hint) {
  const auto &programs = context.programs();
  // Programs with different names may be equal: the index distinguishes them.
  if (hint < programs.size() && programs[hint]->key().hex() == key)
    return hint;
  for (unsigned i = 0; i < programs.size(); ++i)
    if (programs[i]->key().hex() == key)
      return i;
  return std::nullopt;
}

llvm::Expected<Episode> readEpisode(const EnvContext &context,
                                    const json &object) {
  FieldReader fields(object);
  std::string key, name, text;
  unsigned index = 0;
  fields.read("program", key);
  fields.read("name", name);
  fields.read("index", index);
  fields.read("schedule", text);
  const json &pending = fields.field("pending");
  if (!fields.ok() || !pending.is_array())
    return malformed();

  std::optional<unsigned> program = findProgram(context, key, index);
  if (!program)
    return actionError(
        "snapshot: program {0} ({1}) is not in the pool; restore "
        "in an environment over the same programs",
        name, key);
  const std::shared_ptr<const Program> &of = context.programs()[*program];
  Episode episode(*program, context.encoding->begin(of),
                  context.maxDecisions(*program));
  const bool afterSchedule = context.encoding->followsFromSchedule();
  if (afterSchedule) {
    MLIRGYM_TRY(Schedule schedule, Schedule::parse(text));
    MLIRGYM_TRY(
        ScheduleState state,
        ScheduleState::replay(of, schedule, context.encoding->stateOptions()));
    episode.state = DecisionState(std::move(state));
  }
  for (const json &choice : pending) {
    if (!choice.is_number_integer())
      return malformed();
    episode.pending.push_back(choice.get<int64_t>());
  }
  const size_t width = context.encoding->dimensions().size();
  if (episode.pending.size() % width != 0)
    return malformed();
  for (llvm::ArrayRef<int64_t> rest = episode.pending; !rest.empty();
       rest = rest.drop_front(width)) {
    StepResult taken =
        context.encoding->step(episode.state, rest.take_front(width));
    if (taken == StepResult::Illegal ||
        (afterSchedule && taken == StepResult::Applied))
      return malformed();
  }
  if (episode.state.schedule.schedule().text() != text)
    return malformed();
  fields.read("decisions", episode.decisions);
  fields.read("terminated", episode.terminated);
  fields.read("truncated", episode.truncated);
  fields.read("baseline", episode.baseline);
  fields.read("previous", episode.previous);
  fields.read("last", episode.last);
  if (!fields.ok() || episode.terminated != episode.state.schedule.finished())
    return malformed();
  return episode;
}
} // namespace

std::string writeSnapshot(const EnvContext &context,
                          const EpisodeOrder::Position &order,
                          const std::optional<Episode> &episode) {
  json snapshot = {{"mlirgym", "snapshot"},
                   {"version", snapshotVersion},
                   {"encoding", context.encoding->identity()},
                   {"seed", order.seed},
                   {"epoch", order.epoch},
                   {"drawn", order.drawn},
                   {"episode", nullptr}};
  if (episode) {
    const Program &program = episode->state.schedule.program();
    snapshot["episode"] = {
        {"program", program.key().hex()},
        {"name", program.name().str()},
        {"index", episode->program},
        {"schedule", episode->state.schedule.schedule().text()},
        {"pending", std::vector<int64_t>(episode->pending.begin(),
                                         episode->pending.end())},
        {"decisions", episode->decisions},
        {"terminated", episode->terminated},
        {"truncated", episode->truncated},
        {"baseline", write(episode->baseline)},
        {"previous", write(episode->previous)},
        {"last", write(episode->last)}};
  }
  // Messages come from compilers and kernels: any bytes.
  return snapshot.dump(-1, ' ', /*ensure_ascii=*/true,
                       json::error_handler_t::replace);
}

llvm::Expected<RestoredEnv> readSnapshot(const EnvContext &context,
                                         llvm::StringRef bytes) {
  json snapshot = json::parse(bytes.begin(), bytes.end(), /*cb=*/nullptr,
                              /*allow_exceptions=*/false);
  if (snapshot.is_discarded())
    return malformed();
  FieldReader fields(snapshot);
  std::string magic;
  unsigned version = 0;
  fields.read("mlirgym", magic);
  fields.read("version", version);
  if (!fields.ok() || magic != "snapshot")
    return malformed();
  if (version != snapshotVersion)
    return actionError("snapshot: version {0}, this mlirgym reads version {1}; "
                       "reset the environment instead",
                       version, snapshotVersion);
  if (fields.field("encoding") != context.encoding->identity())
    return actionError("snapshot: taken with other tile sizes, loops, action "
                       "kinds, actions per operation or another encoding; "
                       "restore in an environment with the same options");
  RestoredEnv restored;
  fields.read("seed", restored.order.seed);
  fields.read("epoch", restored.order.epoch);
  fields.read("drawn", restored.order.drawn);
  const json &episode = fields.field("episode");
  if (!fields.ok() || restored.order.drawn > context.programs().size())
    return malformed();
  if (episode.is_null())
    return restored;
  MLIRGYM_TRY(restored.episode, readEpisode(context, episode));
  return restored;
}

} // namespace mlirgym
