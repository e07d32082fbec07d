#include "execution/Execution.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "bindings/Cluster.h"
#include "bindings/Options.h"
#include "execution/Cluster.h"
#include "execution/SandboxedLoader.h"
#include "execution/device/Device.h"
#include "execution/execdata/ExecData.h"
#include "execution/process/WorkerPath.h"
#include "execution/timing/PerfCounters.h"
#include "kernels/KernelSubstituter.h"
#include "lowering/Machine.h"
#include "outcome/MeasurementFields.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {

static std::shared_ptr<Execution> makeExecution(const py::kwargs &given) {
  ExecutionOptions options;
  bool coldCaches = false;
  std::shared_ptr<KernelSubstituter> substitutions;
  readOptions(given, "execution",
              {{"device", &options.device},
               {"device_features", &options.deviceFeatures},
               {"threads", &options.threads},
               {"compile_workers", &options.compileWorkers},
               {"exec_data_file", &options.execDataFile},
               {"main_exec_data", &options.mainExecData},
               {"cache_dir", &options.cacheDir},
               {"cache_on_disk", &options.cacheOnDisk},
               {"replay", &options.replay},
               {"remeasure", &options.remeasure},
               {"any_machine", &options.anyMachine},
               {"compile_timeout_ms", &options.compileTimeoutMs},
               {"run_timeout_ms", &options.runTimeoutMs},
               {"budget_ms", &options.protocol.budgetMs},
               {"too_slow_factor", &options.protocol.tooSlowFactor},
               {"cold_caches", &coldCaches},
               {"worker_path", &options.workerPath},
               {"substitutions", &substitutions},
               {"counters", &options.counters},
               {"resident", &options.resident},
               {"cluster", &options.cluster},
               {"quiet_baseline_seconds", &options.quietBaselineSeconds}});
  options.protocol.caches = coldCaches ? CacheState::Cold : CacheState::Warm;
  options.substitution = std::move(substitutions);
  options.interrupted = interrupted;
  // Not through Python: the thread that waits for this one may hold the
  // interpreter's lock.
  options.waiting = [](const std::string &text) {
    llvm::errs() << "mlirgym: " << text << "\n";
  };
  return unwrap(Execution::create(std::move(options)));
}

/// Getter of an amount; NaN for a metric other than time.
template <typename Of> static auto asTime(double Of::*amount) {
  return [amount](const Of &self) {
    return self.metric == Metric::Nanoseconds
               ? self.*amount
               : std::numeric_limits<double>::quiet_NaN();
  };
}

/// Getter of the name of an enumerator.
template <typename Of, typename Enum> static auto named(Enum Of::*enumerator) {
  return
      [enumerator](const Of &self) { return nameOf(self.*enumerator).str(); };
}

/// All devices, and the reason why one is absent.
static py::list listDevices() {
  py::list all;
  for (DeviceDescription &each : Device::known()) {
    std::string reason;
    {
      py::gil_scoped_release release;
      if (auto opened = Device::open(each))
        each = (*opened)->description();
      else
        reason = llvm::toString(opened.takeError());
    }
    all.append(py::dict(
        "id"_a = each.id, "triple"_a = each.target.triple,
        "cpu"_a = each.target.cpu, "features"_a = each.target.features,
        "vector_bits"_a = each.target.vectorBits,
        "metric"_a = nameOf(each.metric).str(), "has_memory"_a = each.hasMemory,
        "available"_a = reason.empty(), "reason"_a = reason));
  }
  return all;
}

/// Counters of one request; nullopt: those of the execution.
using Counters = std::optional<std::vector<std::string>>;

static ExecutionRequest requestOf(const std::shared_ptr<Program> &program,
                                  const std::string &code, bool keep,
                                  Counters counters = std::nullopt) {
  ExecutionRequest request = unwrap(ExecutionRequest::parse(program, code));
  request.counters = std::move(counters);
  request.results = keep ? Results::Kept : Results::Forgotten;
  return request;
}

static Measurement measureModule(Execution &execution,
                                 const std::shared_ptr<Program> &program,
                                 ProgramModule module, bool keep,
                                 Counters counters) {
  return unwrap(execution.measure(
      {.program = program,
       .module = std::make_shared<const ProgramModule>(std::move(module)),
       .results = keep ? Results::Kept : Results::Forgotten,
       .counters = std::move(counters)}));
}

/// Schedules of an exec-data file by the key of their program, unchanged.
static std::map<std::string, std::vector<std::string>>
storedSchedules(const std::string &file, unsigned threads) {
  auto data = unwrap(ExecData::open({.file = file, .readOnly = true}));
  std::map<std::string, std::vector<std::string>> found;
  unwrap(data->forEachRecord(
      ExecData::Order::Added, [&](const ExecData::Record &record) {
        if (record.key.threads == threads)
          found[record.key.program.hex()].push_back(record.key.schedule);
        return llvm::Error::success();
      }));
  return found;
}

/// Names by value: a status of an environment's infos is such an index.
static std::vector<std::string> statusNames() {
  std::vector<std::string> names;
  for (uint8_t status = 0; status < numStatuses; ++status)
    names.push_back(nameOf(static_cast<Status>(status)).str());
  return names;
}

using PickledCounters =
    std::vector<std::pair<std::string, std::optional<double>>>;

/// Writes status and metric; forEachPlainField() has the other fields.
template <typename Of> static py::list pickledOutcome(const Of &outcome) {
  py::list state;
  state.append(nameOf(outcome.status).str());
  state.append(nameOf(outcome.metric).str());
  return state;
}

template <typename Of> static Of unpickledOutcome(const py::tuple &state) {
  const auto status = parseStatus(state[0].cast<std::string>());
  const auto metric = parseMetric(state[1].cast<std::string>());
  if (!status || !metric)
    throw py::value_error("not a pickled measurement");
  Of result;
  result.status = *status;
  result.metric = *metric;
  return result;
}

void bindExecution(py::module_ &module) {
  module.def(
      "statuses", &statusNames,
      "Names of the statuses of a `Measurement`; ``info[\"status\"]`` of "
      "an environment is an index into them.");
  py::class_<Measurement>(module, "Measurement",
                          "The measurement of one schedule.")
      .def(refuseCalls<Measurement>(
          "a Measurement comes from Execution.measure or Engine.measure"))
      .def_property_readonly("status", named(&Measurement::status),
                             "One of `statuses`.")
      .def_property_readonly(
          "ok", &Measurement::ok,
          "True if the kernel ran, was correct and was timed.")
      .def_property_readonly(
          "metric", named(&Measurement::metric),
          "What `median` counts: ``nanoseconds``, ``instructions`` or "
          "``cycles``.")
      .def_readonly("median", &Measurement::medianNs,
                    "Median per call, in `metric`; 0 unless ok.")
      .def_property_readonly(
          "median_ns", asTime<Measurement>(&Measurement::medianNs),
          "Median nanoseconds per call; 0 unless ok, NaN if `metric` is "
          "another one.")
      .def_property_readonly(
          "min_ns", asTime<Measurement>(&Measurement::minNs),
          "Nanoseconds per call of the fastest repeat; 0 unless ok, NaN if "
          "`metric` is another one.")
      .def_readonly("spread", &Measurement::spread,
                    "Interquartile range / median.")
      .def_readonly("uncertainty", &Measurement::uncertainty,
                    "Half the median's 95 % confidence interval / median, and "
                    "by how much the machine was slower than usual where it "
                    "was never quiet; 0 if unknown.")
      .def_readonly("noisy", &Measurement::noisy,
                    "True if the uncertainty is above 5 %.")
      .def_readonly("repeats", &Measurement::repeats,
                    "Number of repeats that counted.")
      .def_readonly("number", &Measurement::number, "Calls per repeat.")
      .def_readonly("transfer_ns", &Measurement::transferNs,
                    "Nanoseconds of copying the arguments of a call that are "
                    "not resident to the device and back, which is no part of "
                    "`median_ns`; 0 on a device without memory of its own.")
      .def_readonly("cache_hit", &Measurement::cacheHit,
                    "True if it was stored already and nothing was measured.")
      .def_readonly("message", &Measurement::message,
                    "The reason if it is not ok; if it is, what verification "
                    "could not check, or \"\".")
      .def_property_readonly(
          "counters",
          [](const Measurement &self) -> py::object {
            if (self.counters.empty())
              return py::none();
            py::dict result;
            for (const CounterValue &counter : self.counters)
              result[py::str(counter.name)] = counter.perCall;
            return result;
          },
          "Counts per call by name, in the order of ``Execution(counters=)``; "
          "None for what cannot be counted here. Without that option: cycles, "
          "instructions, cache-misses and branch-misses of the processor, or "
          "None on a cache hit and where it shows none.")
      .def_property_readonly(
          "phases_ms",
          [](const Measurement &self) {
            return py::dict("transform"_a = self.phases.transformMs,
                            "lower"_a = self.phases.lowerMs,
                            "compile"_a = self.phases.compileMs,
                            "verify"_a = self.phases.verifyMs,
                            "measure"_a = self.phases.measureMs);
          },
          "Milliseconds of transform, lower, compile, verify and measure; 0 on "
          "a cache hit.")
      .def("__repr__",
           [](const Measurement &self) {
             const std::string amount =
                 self.metric == Metric::Nanoseconds
                     ? std::to_string(self.medianNs / 1e3) + " us"
                     : formatAmount(self.medianNs, self.metric);
             return "<mlirgym.Measurement " + nameOf(self.status).str() + ", " +
                    amount + ">";
           })
      // Gymnasium's wrappers and vector environments copy and pickle infos.
      .def("__copy__", [](const Measurement &self) { return self; })
      .def("__deepcopy__",
           [](const Measurement &self, const py::dict &) { return self; })
      .def(py::pickle(
          [](const Measurement &self) {
            py::list state = pickledOutcome(self);
            forEachPlainField(self,
                              [&](const auto &field) { state.append(field); });
            PickledCounters counters;
            for (const CounterValue &counter : self.counters)
              counters.emplace_back(counter.name, counter.perCall);
            state.append(counters);
            return py::tuple(state);
          },
          [](const py::tuple &state) {
            auto result = unpickledOutcome<Measurement>(state);
            size_t at = 2;
            forEachPlainField(result, [&](auto &field) {
              field = state[at++].cast<std::remove_cvref_t<decltype(field)>>();
            });
            for (auto &[name, perCall] : state[at].cast<PickledCounters>())
              result.counters.push_back({name, perCall});
            return result;
          }));

  py::class_<PairedMeasurement>(
      module, "PairedMeasurement",
      "A schedule and its baseline, measured in interleaved rounds.")
      .def(refuseCalls<PairedMeasurement>(
          "a PairedMeasurement comes from Execution.measure_paired"))
      .def_property_readonly(
          "status", named(&PairedMeasurement::status),
          "One of `statuses`, of the baseline if that failed.")
      .def_property_readonly("ok", &PairedMeasurement::ok,
                             "True if both ran, were correct and were timed.")
      .def_property_readonly("metric", named(&PairedMeasurement::metric),
                             "As of a Measurement.")
      .def_readonly("baseline", &PairedMeasurement::baselineNs,
                    "Median per call of the untransformed program, in "
                    "`metric`.")
      .def_readonly("schedule", &PairedMeasurement::scheduleNs,
                    "Median per call under the schedule, in `metric`.")
      .def_property_readonly(
          "baseline_ns",
          asTime<PairedMeasurement>(&PairedMeasurement::baselineNs),
          "Median nanoseconds per call of the untransformed program; NaN if "
          "`metric` is another one.")
      .def_property_readonly(
          "schedule_ns",
          asTime<PairedMeasurement>(&PairedMeasurement::scheduleNs),
          "Median nanoseconds per call under the schedule; NaN if `metric` is "
          "another one.")
      .def_property_readonly(
          "speedup",
          [](const PairedMeasurement &self) {
            return self.ok() ? self.speedup() : 0.0;
          },
          "baseline / schedule; 0 unless ok.")
      .def_readonly("uncertainty", &PairedMeasurement::uncertainty,
                    "Half the range of the rounds' speedups / their median.")
      .def_readonly("rounds", &PairedMeasurement::rounds,
                    "Number of rounds; 0 unless ok.")
      .def_readonly("noisy", &PairedMeasurement::noisy,
                    "True if the uncertainty is above 3 %.")
      .def_readonly("cache_hit", &PairedMeasurement::cacheHit,
                    "True if it was stored already and nothing was measured.")
      .def_readonly("message", &PairedMeasurement::message,
                    "The reason if it is not ok.")
      .def(py::pickle(
          [](const PairedMeasurement &self) {
            py::list state = pickledOutcome(self);
            forEachPlainField(self,
                              [&](const auto &field) { state.append(field); });
            return py::tuple(state);
          },
          [](const py::tuple &state) {
            auto result = unpickledOutcome<PairedMeasurement>(state);
            size_t at = 2;
            forEachPlainField(result, [&](auto &field) {
              field = state[at++].cast<std::remove_cvref_t<decltype(field)>>();
            });
            return result;
          }));

  py::class_<Execution, std::shared_ptr<Execution>>(module, "Execution")
      .def(py::init(&makeExecution))
      .def(
          "measure",
          [](Execution &self, const std::shared_ptr<Program> &program,
             const std::string &schedule, bool keep, Counters counters,
             bool asForeign) {
            auto request =
                requestOf(program, schedule, keep, std::move(counters));
            request.asForeign = asForeign;
            return unwrap(self.measure(std::move(request)));
          },
          "program"_a, "schedule"_a, py::kw_only(), "keep"_a = true,
          "counters"_a = Counters(), "as_foreign"_a = false,
          py::call_guard<py::gil_scoped_release>())
      .def(
          "measure_module",
          [](Execution &self, const std::shared_ptr<Program> &program,
             const std::string &module, const std::string &origin, bool keep,
             Counters counters) {
            return measureModule(
                self, program,
                unwrap(strangersLoader().loadModule(module, *program, origin)),
                keep, std::move(counters));
          },
          "program"_a, "module"_a, "origin"_a = "<module>", py::kw_only(),
          "keep"_a = true, "counters"_a = Counters(),
          py::call_guard<py::gil_scoped_release>())
      .def(
          "measure_module_file",
          [](Execution &self, const std::shared_ptr<Program> &program,
             const std::string &path, bool keep, Counters counters) {
            return measureModule(
                self, program,
                unwrap(strangersLoader().loadModuleFile(path, *program)), keep,
                std::move(counters));
          },
          "program"_a, "path"_a, py::kw_only(), "keep"_a = true,
          "counters"_a = Counters(), py::call_guard<py::gil_scoped_release>())
      .def(
          "baseline",
          [](Execution &self, const std::shared_ptr<Program> &program,
             bool asForeign) {
            return unwrap(
                self.baselineOf({.program = program, .asForeign = asForeign}));
          },
          "program"_a, py::kw_only(), "as_foreign"_a = false,
          py::call_guard<py::gil_scoped_release>())
      .def(
          "measure_paired",
          [](Execution &self, const std::shared_ptr<Program> &program,
             const std::string &schedule, bool keep) {
            return unwrap(
                self.measurePaired(requestOf(program, schedule, keep)));
          },
          "program"_a, "schedule"_a, py::kw_only(), "keep"_a = true,
          py::call_guard<py::gil_scoped_release>())
      .def(
          "measure_in_turn",
          [](Execution &self, const std::shared_ptr<Program> &program,
             const std::vector<std::string> &schedules, bool keep) {
            std::vector<ExecutionRequest> requests;
            for (const std::string &schedule : schedules)
              requests.push_back(requestOf(program, schedule, keep));
            return unwrap(self.measureInTurn(requests));
          },
          "program"_a, "schedules"_a, py::kw_only(), "keep"_a = true,
          py::call_guard<py::gil_scoped_release>(),
          "Several schedules in the same rounds: as measure_paired.")
      .def(
          "measure_batch",
          [](Execution &self,
             const std::vector<std::pair<std::shared_ptr<Program>, std::string>>
                 &requests) {
            std::vector<ExecutionRequest> batch;
            for (const auto &[program, schedule] : requests)
              batch.push_back(
                  unwrap(ExecutionRequest::parse(program, schedule)));
            std::vector<Measurement> answers;
            std::vector<llvm::Expected<Measurement>> results =
                self.measureBatch(batch);
            llvm::Error first = llvm::Error::success();
            for (llvm::Expected<Measurement> &result : results) {
              if (result)
                answers.push_back(*result);
              else if (!first)
                first = result.takeError();
              else // of the same kind: a cluster without nodes, Ctrl-C
                llvm::consumeError(result.takeError());
            }
            unwrap(std::move(first));
            return answers;
          },
          "requests"_a, py::call_guard<py::gil_scoped_release>())
      .def(
          "forget",
          [](Execution &self, const std::shared_ptr<Program> &program) {
            self.forget(*program);
          },
          "program"_a)
      .def_property_readonly(
          "kernel_folder", &Execution::kernelFolder,
          "Folder in which kernels are looked up and stored; \"\": none.")
      .def_property_readonly(
          "statistics",
          [](const Execution &self) {
            ExecutionStatistics s = self.statistics();
            return py::dict(
                "requests"_a = s.requests, "cache_hits"_a = s.cacheHits,
                "compiled"_a = s.compiled, "measured"_a = s.measured,
                "kernel_cache_hits"_a = s.kernelCacheHits,
                "worker_restarts"_a = s.workerRestarts, "timed"_a = s.timed,
                "noisy"_a = s.noisy);
          },
          "Counts since its creation: requests, cache_hits, compiled, "
          "measured, kernel_cache_hits, worker_restarts, timed (answers with a "
          "time, stored ones included) and noisy (of these).")
      .def_property_readonly(
          "device", [](const Execution &self) { return self.device().id; },
          "What runs the kernels: the id of one of `mlirgym.devices()`.")
      .def_property_readonly(
          "device_features",
          [](const Execution &self) { return self.options().deviceFeatures; },
          "Features of the code beside those of the device, or less than "
          "those: ``-avx512f``.")
      .def_property_readonly(
          "metric",
          [](const Execution &self) {
            return nameOf(self.device().metric).str();
          },
          "What its measurements count: ``nanoseconds``, ``instructions`` or "
          "``cycles``.")
      .def_property_readonly(
          "machine",
          [](const Execution &self) { return self.device().machine(); },
          "What its timings are stored under: processor, features and, unless "
          "it is the host, device.")
      .def_property_readonly(
          "target",
          [](const Execution &self) { return toDict(self.device().target); },
          "The target of its code, for a `Cluster`.")
      .def_property_readonly(
          "threads",
          [](const Execution &self) { return self.options().threads; },
          "Threads of the kernel.")
      .def_property_readonly(
          "replay", [](const Execution &self) { return self.options().replay; },
          "True if it uses stored timings only.");

  module.def(
      "worker_path", [] { return unwrap(worker::findWorker("")); },
      "Path of the worker program. Raises ExecutionError if there is none.");
  module.def("stored_schedules", &storedSchedules, "exec_data_file"_a,
             "threads"_a,
             "Schedules of an exec-data file that were timed with a number of "
             "threads, one list per `Program.key`.");
  module.def(
      "devices", &listDevices,
      "What can run kernels, one dict per device: id, triple, cpu, features "
      "and vector_bits of its target, metric, has_memory (False if it takes "
      "whole programs alone), available, and the reason if it is not.");
  module.def("format_ns", &formatNs, "nanoseconds"_a,
             "A time with its unit, three digits: ``45.1 us``; ``-`` if it is "
             "unknown.");
  module.def("hardware_counters", &hardwareCounterStatus,
             "``hardware``, or ``none (why)``.");
  module.def(
      "machine",
      [] {
        const Machine &host = Machine::host();
        return py::dict("id"_a = host.id(), "cpu"_a = host.target.cpu,
                        "model"_a = host.model, "cores"_a = host.target.threads,
                        "vector_bits"_a = host.target.vectorBits,
                        "l1_bytes"_a = host.target.l1Bytes,
                        "l2_bytes"_a = host.target.l2Bytes,
                        "l3_bytes"_a = host.target.l3Bytes,
                        "memory_bytes"_a = host.memoryBytes,
                        "features"_a = host.target.features,
                        "toolchain"_a = toolchainId());
      },
      "This machine: id (part of the key of a timing), cpu, model, cores, "
      "vector_bits, l1_bytes, l2_bytes, l3_bytes, memory_bytes, features, "
      "toolchain.");
}

} // namespace mlirgym::python
