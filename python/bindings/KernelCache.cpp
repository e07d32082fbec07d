#include "execution/kernelcache/KernelCache.h"
#include "bindings/Arrays.h"
#include "bindings/Bindings.h"
#include "bindings/Boundary.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/KernelRunner.h"
#include "execution/LoadedKernel.h"
#include "execution/SandboxedLoader.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/loader/KeptMemory.h"
#include "kernels/KernelExport.h"
#include "program/Program.h"
#include <memory>
#include <new>
#include <optional>
#include <pybind11/stl.h>
#include <vector>

namespace py = pybind11;
using namespace py::literals;

namespace mlirgym::python {
namespace {

std::vector<llvm::ArrayRef<char>>
bytesOf(const std::vector<HostBuffer> &inputs) {
  std::vector<llvm::ArrayRef<char>> bytes;
  for (const HostBuffer &input : inputs)
    bytes.emplace_back(input.data(), input.size());
  return bytes;
}

/// New memory for each argument that the kernel writes.
std::vector<HostBuffer> newOutputs(const KernelBundle &kernel) {
  std::vector<HostBuffer> outputs;
  for (const Argument &argument : kernel.facts.arguments) {
    if (!argument.isOutput)
      continue;
    const auto bytes = size_t(argument.sizeBytes());
    std::shared_ptr<void> owner(worker::allocateKept(bytes), worker::freeKept);
    if (!owner)
      throw std::bad_alloc(); // MemoryError
    outputs.push_back({{static_cast<char *>(owner.get()), bytes}, owner});
  }
  return outputs;
}

std::vector<llvm::MutableArrayRef<char>>
placesOf(const std::vector<HostBuffer> &outputs) {
  std::vector<llvm::MutableArrayRef<char>> places;
  for (const HostBuffer &output : outputs)
    places.emplace_back(output.data(), output.size());
  return places;
}

py::list toArraysOf(const KernelBundle &kernel,
                    const std::vector<HostBuffer> &outputs) {
  return toArrays(outputs, kernel.facts.arguments, &Argument::isOutput);
}

/// `run` fills the outputs.
template <typename Run>
py::tuple callInWorker(const KernelBundle &kernel, Run run) {
  const std::vector<HostBuffer> outputs = newOutputs(kernel);
  const Measurement measurement =
      unlocked([&] { return run(placesOf(outputs)); });
  return py::make_tuple(
      measurement, measurement.ok() ? toArraysOf(kernel, outputs) : py::list());
}

py::tuple call(const Kernel &kernel, const py::object &arrays,
               const std::optional<std::shared_ptr<HeldInputs>> &held) {
  const std::vector<HostBuffer> inputs = toBuffers(arrays);
  return callInWorker(kernel.bundle(), [&](const auto &outputs) {
    return kernel(bytesOf(inputs), outputs, held.value_or(nullptr));
  });
}

KernelCall withInputs(const Kernel &kernel, const py::object &arrays) {
  const std::vector<HostBuffer> inputs = toBuffers(arrays);
  py::gil_scoped_release release;
  return unwrap(kernel.withInputs(bytesOf(inputs)));
}

py::tuple callAgain(const KernelCall &kernel) {
  return callInWorker(kernel.bundle(),
                      [&](const auto &outputs) { return kernel(outputs); });
}

py::tuple callHere(const LoadedKernel &kernel, const py::object &arrays) {
  const std::vector<HostBuffer> inputs = toBuffers(arrays),
                                outputs = newOutputs(kernel.bundle());
  {
    py::gil_scoped_release release;
    unwrap(kernel.call(bytesOf(inputs), placesOf(outputs)));
  }
  return toArraysOf(kernel.bundle(), outputs);
}

py::list signatureOf(const Kernel &kernel) {
  py::list signature;
  for (const Argument &argument : kernel.bundle().facts.arguments)
    signature.append(
        py::dict("shape"_a = py::tuple(py::cast(std::vector<int64_t>(
                     argument.shape.begin(), argument.shape.end()))),
                 "type"_a = nameOfElement(argument.elementType).str(),
                 "reads"_a = argument.isInput, "writes"_a = argument.isOutput));
  return signature;
}

std::unique_ptr<KernelCache> openCache(const std::string &folder) {
  KernelCacheOptions options =
      unwrap(KernelCacheOptions::fromEnvironment(folder));
  // The caller asks for a cache.
  options.on = true;
  options.ifUnusable = KernelCacheOptions::Unusable::Error;
  return unwrap(KernelCache::open(std::move(options)));
}

py::dict statisticsOf(const KernelCache &cache) {
  const std::string &folder = cache.options().directory;
  uint64_t bytes = 0;
  const std::vector<KernelListing> kernels = cache.list();
  for (const KernelListing &kernel : kernels)
    bytes += kernel.bytes;
  const KernelCacheStatistics counts = KernelCache::statisticsOf(folder);
  return py::dict(
      "folder"_a = folder, "kernels"_a = kernels.size(), "bytes"_a = bytes,
      "limit_bytes"_a = cache.options().diskLimitBytes,
      "limit_kernels"_a = cache.options().diskLimitCount,
      "disk_hits"_a = counts.diskHits, "memory_hits"_a = counts.memoryHits,
      "misses"_a = counts.misses, "stores"_a = counts.stores,
      "rejected"_a = counts.rejected);
}

py::list listKernels(const KernelCache &cache) {
  py::list kernels;
  for (const KernelListing &kernel : cache.list())
    kernels.append(
        py::dict("hash"_a = kernel.key.hex(), "program"_a = kernel.program,
                 "schedule"_a = kernel.schedule, "bytes"_a = kernel.bytes,
                 "used_at"_a = double(kernel.usedAtUs) / 1e6,
                 "callable"_a = kernel.isCallable));
  return kernels;
}

Kernel compileKernel(Execution &execution,
                     const std::shared_ptr<Program> &program,
                     const std::string &code, bool keep) {
  ExecutionRequest request = unwrap(ExecutionRequest::parse(program, code));
  request.results = keep ? Results::Kept : Results::Forgotten;
  return unwrap(execution.compile(request));
}

Kernel compileModule(Execution &execution,
                     const std::shared_ptr<Program> &program,
                     const std::string &module, const std::string &origin,
                     bool keep) {
  ExecutionRequest request;
  request.program = program;
  request.results = keep ? Results::Kept : Results::Forgotten;
  request.module = std::make_shared<const ProgramModule>(
      unwrap(strangersLoader().loadModule(module, *program, origin)));
  return unwrap(execution.compile(request));
}

py::dict exportTo(const Kernel &kernel, const std::string &folder,
                  const py::object &inputs, const py::object &outputs) {
  const std::vector<HostBuffer> read = toBuffers(inputs),
                                written = toBuffers(outputs);
  const KernelExport made = unlocked([&] {
    return exportKernel(kernel.bundle(), folder, bytesOf(read),
                        bytesOf(written));
  });
  return py::dict("name"_a = made.name, "files"_a = made.files,
                  "notes"_a = made.notes);
}
} // namespace

void bindKernelCache(py::module_ &module) {
  py::class_<KernelRunner, std::shared_ptr<KernelRunner>>(
      module, "KernelRunner", "A worker process that calls kernels.")
      .def(py::init([](unsigned threads, double timeoutMs) {
             return unwrap(KernelRunner::create({.threads = threads,
                                                 .timeoutMs = timeoutMs,
                                                 .interrupted = interrupted}));
           }),
           "threads"_a, "timeout_ms"_a);

  py::class_<HeldInputs, std::shared_ptr<HeldInputs>>(
      module, "HeldInputs",
      "Inputs that are the same in several calls, by their positions.")
      .def(py::init([](std::vector<unsigned> positions) {
             return std::make_shared<HeldInputs>(
                 HeldInputs{std::move(positions)});
           }),
           "positions"_a);
  py::class_<KernelCall>(module, "KernelCall",
                         "A kernel with inputs; use `mlirgym.Kernel`.")
      .def("call", &callAgain, "As `Kernel.call`.");
  py::class_<Kernel> kernel(module, "Kernel", "Use `mlirgym.Kernel`.");
  kernel
      .def("call", &call, "arrays"_a, "held"_a = py::none(),
           "`Measurement` with the status, and the outputs.")
      .def("with_inputs", &withInputs, "arrays"_a)
      .def_property_readonly(
          "hash", [](const Kernel &self) { return self.bundle().key.hex(); });
  auto addFact = [&kernel](const char *name, auto KernelFacts::*fact) {
    kernel.def_property_readonly(
        name, [fact](const Kernel &self) { return self.bundle().facts.*fact; });
  };
  addFact("program", &KernelFacts::program);
  addFact("payload", &KernelFacts::payload);
  addFact("schedule", &KernelFacts::schedule);
  addFact("script", &KernelFacts::script);
  addFact("entry", &KernelFacts::entry);
  addFact("toolchain", &KernelFacts::toolchain);
  addFact("cpu", &KernelFacts::cpu);
  addFact("threads", &KernelFacts::threads);
  kernel.def_property_readonly("signature", &signatureOf)
      .def_property_readonly("object",
                             [](const Kernel &self) {
                               const std::vector<char> &code =
                                   *self.bundle().object;
                               return py::bytes(code.data(), code.size());
                             })
      .def_property_readonly("worker_pid", [](const Kernel &self) {
        py::gil_scoped_release release;
        return self.on().workerPid();
      });

  py::class_<LoadedKernel, std::shared_ptr<LoadedKernel>>(
      module, "LoadedKernel", "A kernel in this process; use `mlirgym.Kernel`.")
      .def(py::init([](const Kernel &kernel) {
             return std::const_pointer_cast<LoadedKernel>(
                 unwrap(LoadedKernel::load(
                     std::make_shared<const KernelBundle>(kernel.bundle()))));
           }),
           "kernel"_a)
      .def("call", &callHere, "arrays"_a, "The outputs.");

  py::class_<KernelCache>(module, "KernelCache", "Use `mlirgym.KernelCache`.")
      .def(py::init(&openCache), "folder"_a)
      .def_property_readonly(
          "folder",
          [](const KernelCache &self) { return self.options().directory; })
      .def(
          "find",
          [](const KernelCache &self, const std::string &hash,
             std::shared_ptr<KernelRunner> runner) {
            return Kernel(unwrap(self.find(hash)), std::move(runner));
          },
          "hash"_a, "runner"_a)
      .def(
          "store",
          [](KernelCache &self, const Kernel &kernel) {
            const KernelBundle &bundle = kernel.bundle();
            self.store(bundle.key, *bundle.object, bundle.facts);
          },
          "kernel"_a)
      .def("list", &listKernels)
      .def("stats", &statisticsOf)
      .def("clear", &KernelCache::clear)
      .def("reset", &KernelCache::reset);

  module.def("compile_kernel", &compileKernel, "execution"_a, "program"_a,
             "code"_a, "keep"_a = true,
             py::call_guard<py::gil_scoped_release>(),
             "The kernel of a schedule or a transform script.");
  module.def("export_kernel", &exportTo, "kernel"_a, "folder"_a, "inputs"_a,
             "outputs"_a, "Write a C project; ``name``, ``files``, ``notes``.");
  module.def(
      "import_kernel",
      [](const std::string &folder, double timeoutMs) {
        KernelBundle bundle = unwrap(importKernel(folder));
        auto runner =
            unwrap(KernelRunner::create({.threads = bundle.facts.threads,
                                         .timeoutMs = timeoutMs,
                                         .interrupted = interrupted}));
        return Kernel(std::move(bundle), std::move(runner));
      },
      "folder"_a, "timeout_ms"_a, "The kernel of a folder of `export_kernel`.");
  module.def("compile_module", &compileModule, "execution"_a, "program"_a,
             "module"_a, "origin"_a, "keep"_a = true,
             py::call_guard<py::gil_scoped_release>(),
             "The kernel of IR that implements a program.");
}

} // namespace mlirgym::python
