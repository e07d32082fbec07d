#include "env/Snapshot.h"
#include "actions/ActionError.h"
#include <nlohmann/json.hpp>

namespace mlirgym {
namespace {
using nlohmann::json;

/// What the numbers of decisions depend on.
json encodingOf(const EnvOptions &options) {
  const EncodingOptions &encoding = options.encoding;
  return {{"tileSizes", std::vector<int64_t>(encoding.tileSizes.begin(),
                                             encoding.tileSizes.end())},
          {"maxLoops", encoding.maxLoops},
          {"kinds", encoding.kinds},
          {"maxActionsPerOp", options.state.maxActionsPerOp}};
}

json write(const std::optional<Measurement> &timing) {
  if (!timing)
    return nullptr;
  return {{"status", nameOf(timing->status).str()},
          {"medianNs", timing->medianNs},
          {"minNs", timing->minNs},
          {"spread", timing->spread},
          {"repeats", timing->repeats},
          {"number", timing->number},
          {"cacheHit", timing->cacheHit},
          {"message", timing->message}};
}

/// Takes fields out of an object and remembers whether all were there and of
/// their type. nlohmann's own conversions throw.
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
    fields.read("medianNs", timing.medianNs);
    fields.read("minNs", timing.minNs);
    fields.read("spread", timing.spread);
    fields.read("repeats", timing.repeats);
    fields.read("number", timing.number);
    fields.read("cacheHit", timing.cacheHit);
    fields.read("message", timing.message);
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
  // Two names may stand for equal programs: the index tells them apart.
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
  llvm::Expected<Schedule> schedule = Schedule::parse(text);
  if (!schedule)
    return schedule.takeError();
  llvm::Expected<ScheduleState> state = ScheduleState::replay(
      context.programs()[*program], *schedule, context.options.state);
  if (!state)
    return state.takeError();

  Episode episode(*program, std::move(*state));
  for (const json &decision : pending) {
    if (!decision.is_number_unsigned() ||
        decision.get<uint64_t>() >= context.encoding.numActions())
      return malformed();
    auto action = decision.get<unsigned>();
    if (context.encoding.step(episode.state, action) != StepResult::Partial)
      return malformed();
    episode.pending.push_back(action);
  }
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
                   {"encoding", encodingOf(context.options)},
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
        {"pending", std::vector<unsigned>(episode->pending.begin(),
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
  if (fields.field("encoding") != encodingOf(context.options))
    return actionError("snapshot: taken with other tile sizes, loops, action "
                       "kinds or actions an operation; restore in an "
                       "environment with the same options");
  RestoredEnv restored;
  fields.read("seed", restored.order.seed);
  fields.read("epoch", restored.order.epoch);
  fields.read("drawn", restored.order.drawn);
  const json &episode = fields.field("episode");
  if (!fields.ok() || restored.order.drawn > context.programs().size())
    return malformed();
  if (episode.is_null())
    return restored;
  llvm::Expected<Episode> read = readEpisode(context, episode);
  if (!read)
    return read.takeError();
  restored.episode = std::move(*read);
  return restored;
}

} // namespace mlirgym
