//===- python/bindings/PythonWorkload.h - Workloads in Python ---*- C++ -*-===//
#ifndef MLIRGYM_PYTHON_BINDINGS_PYTHONWORKLOAD_H
#define MLIRGYM_PYTHON_BINDINGS_PYTHONWORKLOAD_H

#include "workloads/Workload.h"
#include <pybind11/pybind11.h>
#include <pybind11/trampoline_self_life_support.h>

namespace mlirgym::python {

/// A workload whose methods are those of a Python object: mlirgym.Workload or a
/// subclass. Takes the GIL for each call; exceptions become PythonError.
/// Program, inputs and reference are stored as attributes of that object, not
/// here.
class PythonWorkload : public Workload,
                       public pybind11::trampoline_self_life_support {
public:
  std::string name() const override;
  llvm::Expected<std::string> payloadModule() const override;
  llvm::Expected<ParameterChoices> parameters() const override;
  llvm::Expected<std::string>
  scheduleModule(const WorkloadParameters &parameters) const override;
  llvm::Expected<std::vector<std::string>> stages() const override;
  llvm::Expected<std::string>
  scheduleUpTo(const WorkloadParameters &parameters,
               llvm::StringRef stage) const override;
  llvm::Expected<std::string> lowering() const override;
  llvm::Error verify(llvm::ArrayRef<Argument> arguments,
                     llvm::ArrayRef<HostBuffer> inputs,
                     llvm::ArrayRef<HostBuffer> outputs) const override;
  llvm::Expected<WorkloadRequirements> requirements() const override;
  llvm::Expected<std::optional<std::string>> cacheKey() const override;
  llvm::Expected<Complexity> complexity(const Program &program) const override;
  llvm::Expected<std::shared_ptr<const Program>> program() const override;
  llvm::Expected<std::vector<HostBuffer>> inputs() const override;
  llvm::Expected<std::optional<std::vector<HostBuffer>>>
  reference() const override;
  llvm::Expected<std::vector<HostBuffer>> newOutputs() const override;

private:
  /// The object itself. Requires: the GIL.
  pybind11::object self() const;
};

/// Conversion of a parameter's value to Python and back. Requires: the GIL.
pybind11::object toPython(const ParameterValue &value);
pybind11::dict toPython(const WorkloadParameters &parameters);
ParameterValue toParameter(pybind11::handle value);
WorkloadParameters toParameters(const pybind11::dict &values);

/// `workload.schedule_module(parameters)`, with the keyword argument
/// `stop_at_stage` unless that is empty. Raises TypeError if the result is not
/// a str.
std::string scheduleOf(const pybind11::object &workload,
                       const pybind11::dict &parameters,
                       llvm::StringRef stopAtStage = "");
} // namespace mlirgym::python
#endif // MLIRGYM_PYTHON_BINDINGS_PYTHONWORKLOAD_H
