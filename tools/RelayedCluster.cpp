#include "tools/RelayedCluster.h"
#include "execution/Cluster.h"
#include "execution/ExecutionOptions.h"
#include "execution/ExecutionRequest.h"
#include "execution/timing/MeasureProtocol.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/MeasurementFields.h"
#include "outcome/Metric.h"
#include "program/Try.h"
#include "tools/PythonProgram.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <set>
#include <string>
#include <sys/socket.h>
#include <sys/types.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym::tools {

using Json = nlohmann::json;

namespace {
llvm::Error hasEndedError() {
  return executionError("the process that reaches the cluster has ended; "
                        "repeat the call to continue");
}

/// Seconds that the Python process has to end by itself.
constexpr unsigned patience = 10;

/// The state of a measurement in Python: status, metric, plain fields; returns
/// the index of the first entry after them.
template <typename Of> size_t readState(const Json &state, Of &outcome) {
  outcome.status = parseStatus(state.at(0).get<std::string>()).value();
  outcome.metric = parseMetric(state.at(1).get<std::string>()).value();
  size_t at = 2;
  forEachPlainField(outcome,
                    [&](auto &field) { state.at(at++).get_to(field); });
  return at;
}

/// Throws a std::exception if it is none.
RemoteAnswer toAnswer(const Json &object) {
  RemoteAnswer answer;
  object.at("host").get_to(answer.host);
  object.at("keep").get_to(answer.isKept);
  for (const Json &state : object.at("measurements")) {
    Measurement measurement;
    for (const Json &counter : state.at(readState(state, measurement))) {
      CounterValue &value = measurement.counters.emplace_back();
      counter.at(0).get_to(value.name);
      if (!counter.at(1).is_null())
        value.perCall = counter.at(1).get<double>();
    }
    answer.measurements.push_back(std::move(measurement));
  }
  for (const Json &state : object.at("pairs"))
    readState(state, answer.pairs.emplace_back());
  return answer;
}

Json toJson(const ExecutionOptions &options) {
  return {{"device", options.device},
          {"device_features", options.deviceFeatures},
          {"threads", options.threads},
          {"compile_workers", options.compileWorkers},
          {"compile_timeout_ms", options.compileTimeoutMs},
          {"run_timeout_ms", options.runTimeoutMs},
          {"budget_ms", options.protocol.budgetMs},
          {"cold_caches", options.protocol.caches == CacheState::Cold},
          {"remeasure", options.remeasure},
          {"counters", options.counters},
          {"resident", options.resident},
          {"quiet_baseline_seconds", options.quietBaselineSeconds}};
}

/// The Python process and the socket to it.
class Relay {
public:
  Relay(llvm::sys::ProcessInfo started, int toProcess)
      : process(started), socket(toProcess) {}
  ~Relay();
  Relay(const Relay &) = delete;
  Relay &operator=(const Relay &) = delete;

  llvm::Error say(const Json &object);
  /// The next line; nullopt at the end.
  std::optional<Json> hear();
  /// True once there is something to hear, within `ms`.
  bool isHeard(int ms) const;

  llvm::Error submit(const std::shared_ptr<RemoteBatch> &batch);
  /// From now on answers go to their batches, and numbers of processes that
  /// measure to `told`.
  void begin(std::function<void(unsigned)> told) {
    tellProcesses = std::move(told);
    listener = std::thread([this] { listen(); });
  }

private:
  struct Open {
    std::shared_ptr<RemoteBatch> batch;
    size_t left = 0; ///< samples without an answer
  };
  void listen();
  void take(const Json &answer);

  llvm::sys::ProcessInfo process;
  const int socket;
  std::string received; ///< of the thread that hears
  std::function<void(unsigned)> tellProcesses;
  std::thread listener;
  std::mutex mutex; ///< guards the rest
  bool hasEnded = false;
  uint64_t number = 0;
  std::map<uint64_t, Open> open;
  std::set<std::string> toldPrograms;
};

Relay::~Relay() {
  shutdown(socket, SHUT_RDWR);
  if (listener.joinable())
    listener.join();
  close(socket);
  llvm::sys::Wait(process, patience); // then ends it
}

llvm::Error Relay::say(const Json &object) {
  const std::string line =
      object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (llvm::StringRef rest = line; !rest.empty();) {
    const ssize_t sent = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent < 0)
      return hasEndedError();
    rest = rest.drop_front(sent);
  }
  return llvm::Error::success();
}

bool Relay::isHeard(int ms) const {
  pollfd descriptor{.fd = socket, .events = POLLIN, .revents = 0};
  return poll(&descriptor, 1, ms) > 0;
}

std::optional<Json> Relay::hear() {
  size_t end;
  while ((end = received.find('\n')) == std::string::npos) {
    char part[1 << 16];
    const ssize_t size = read(socket, part, sizeof(part));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return std::nullopt;
    received.append(part, size);
  }
  Json heard = Json::parse(received.begin(), received.begin() + end,
                           /*cb=*/nullptr, /*allow_exceptions=*/false);
  received.erase(0, end + 1);
  return heard;
}

llvm::Error Relay::submit(const std::shared_ptr<RemoteBatch> &batch) {
  std::lock_guard lock(mutex);
  if (hasEnded)
    return hasEndedError();
  Json samples = Json::array();
  for (const RemoteSample &sample : batch->samples()) {
    const std::string key = sample.program->key().hex();
    Json object = {{"kind", nameOf(sample.kind).str()},
                   {"program", sample.program->name().str()},
                   {"key", key},
                   {"codes", sample.codes},
                   {"keep", sample.results == Results::Kept},
                   {"counters", sample.counters}};
    if (toldPrograms.insert(key).second)
      object["text"] = sample.program->text().str();
    samples.push_back(std::move(object));
  }
  open[number] = {batch, batch->samples().size()};
  return say({{"batch", number++}, {"samples", std::move(samples)}});
}

void Relay::take(const Json &answer) {
  if (answer.contains("processes"))
    return tellProcesses(answer["processes"].get<unsigned>());
  std::lock_guard lock(mutex);
  auto found = open.find(answer.at("batch").get<uint64_t>());
  if (found == open.end())
    return;
  RemoteBatch &batch = *found->second.batch;
  const auto index = answer.at("index").get<size_t>();
  if (answer.contains("error"))
    batch.answer(index, {.error = answer["error"].get<std::string>()});
  else if (answer.contains("status"))
    batch.giveUp(index,
                 parseStatus(answer["status"].get<std::string>()).value(),
                 answer.at("message").get<std::string>());
  else
    batch.answer(index, toAnswer(answer));
  if (--found->second.left == 0)
    open.erase(found);
}

void Relay::listen() {
  std::string problem = llvm::toString(hasEndedError());
  while (std::optional<Json> heard = hear()) {
    try {
      take(*heard);
    } catch (const std::exception &error) {
      problem = std::string("the process that reaches the cluster gave an "
                            "answer that is none: ") +
                error.what();
      break;
    }
  }
  std::lock_guard lock(mutex);
  hasEnded = true;
  for (auto &[batch, each] : open)
    for (size_t i = 0; i < each.batch->samples().size(); ++i)
      each.batch->answer(i, {.error = problem});
  open.clear();
}

class RelayedCluster final : public Cluster {
public:
  RelayedCluster(std::string machine, Target target,
                 std::unique_ptr<Relay> byRelay)
      : Cluster(std::move(machine), std::move(target)),
        relay(std::move(byRelay)) {
    relay->begin([this](unsigned count) { setProcesses(count); });
  }
  llvm::Error submit(std::shared_ptr<RemoteBatch> batch) override {
    return relay->submit(batch);
  }

private:
  std::unique_ptr<Relay> relay;
};

llvm::Expected<std::shared_ptr<Cluster>> greeted(const Json &greeting,
                                                 std::unique_ptr<Relay> relay) {
  try {
    if (greeting.contains("error"))
      return executionError("{0}", greeting["error"].get<std::string>());
    const Json &fields = greeting.at("target");
    auto text = [&](const char *name) {
      return fields.at(name).get<std::string>();
    };
    MLIRGYM_TRY(
        Target target,
        Cluster::targetNamed({text("triple"), text("cpu"), text("features")}));
    fields.at("threads").get_to(target.threads);
    fields.at("l1_bytes").get_to(target.l1Bytes);
    fields.at("l2_bytes").get_to(target.l2Bytes);
    fields.at("l3_bytes").get_to(target.l3Bytes);
    return std::make_shared<RelayedCluster>(
        greeting.at("machine").get<std::string>(), std::move(target),
        std::move(relay));
  } catch (const std::exception &error) {
    return executionError("the process that reaches the cluster: {0}",
                          error.what());
  }
}
} // namespace

llvm::Expected<std::shared_ptr<Cluster>>
connectToCluster(const std::string &address, const std::string &machine,
                 const ExecutionOptions &options) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return executionError("a socket to Python: {0}",
                          llvm::sys::StrError(errno));
  fcntl(ends[1], F_SETFD, 0); // open in Python
  auto process = startPython("mlirgym.cluster.relay", "main", ends[1]);
  close(ends[1]);
  if (!process) {
    close(ends[0]);
    return process.takeError();
  }
  auto relay = std::make_unique<Relay>(*process, ends[0]);
  Json question = {
      {"address", address}, {"machine", nullptr}, {"options", toJson(options)}};
  if (!machine.empty())
    question["machine"] = machine;
  // A process that has ended already is heard to have.
  llvm::consumeError(relay->say(question));
  while (!relay->isHeard(/*ms=*/100))
    if (options.interrupted && options.interrupted())
      return llvm::make_error<InterruptedError>();
  std::optional<Json> greeting = relay->hear();
  if (!greeting)
    return executionError("the Python process that reaches the cluster ended; "
                          "its messages are above");
  return greeted(*greeting, std::move(relay));
}
} // namespace mlirgym::tools
