# Headers of LLVM, MLIR, GoogleTest and LibTorch are parsed once instead of in each of 460 files: a
# file of the lowering compiles in 1 to 3 s instead of 7 to 10.
#
# Files still include all headers that they use: our own headers are never precompiled,
# tests/package compiles the installed ones without precompiled headers, and
# -DMLIRGYM_PRECOMPILED=OFF builds without them.
option(MLIRGYM_PRECOMPILED "Precompile the headers of LLVM, MLIR and GoogleTest" ON)

set(standard_headers
  <algorithm> <array> <atomic> <cerrno> <chrono> <cmath> <cstdint> <cstring> <filesystem>
  <fstream> <functional> <limits> <map> <memory> <mutex> <optional> <random> <set> <string>
  <thread> <vector>)
set(llvm_headers
  <llvm/ADT/ArrayRef.h> <llvm/ADT/DenseMap.h> <llvm/ADT/STLExtras.h>
  <llvm/ADT/SmallVector.h> <llvm/ADT/StringExtras.h> <llvm/ADT/StringRef.h>
  <llvm/ADT/TypeSwitch.h> <llvm/Support/Error.h> <llvm/Support/FileSystem.h>
  <llvm/Support/FormatVariadic.h> <llvm/Support/Path.h> <llvm/Support/raw_ostream.h>)
set(mlir_headers
  <mlir/Dialect/Affine/IR/AffineOps.h> <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Bufferization/IR/Bufferization.h>
  <mlir/Dialect/ControlFlow/IR/ControlFlow.h> <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/Linalg/IR/Linalg.h> <mlir/Dialect/Linalg/Transforms/Transforms.h>
  <mlir/Dialect/Math/IR/Math.h> <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h> <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/Dialect/UB/IR/UBOps.h> <mlir/Dialect/Vector/IR/VectorOps.h>
  <mlir/IR/PatternMatch.h> <mlir/Pass/Pass.h> <mlir/Pass/PassManager.h>)
set(test_headers <gmock/gmock.h> <gtest/gtest.h>)
set(torch_headers
  <ATen/ATen.h> <ATen/core/grad_mode.h> <nlohmann/json.hpp> <torch/nn/module.h>
  <torch/serialize.h>)
set(python_headers
  <nlohmann/json.hpp> <pybind11/functional.h> <pybind11/numpy.h> <pybind11/pybind11.h>
  <pybind11/stl.h>)

# mlirgym_precompile(<target> HEADERS <header>... TARGETS <target>...): <target>
# precompiles the headers for all TARGETS.
function(mlirgym_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES;TARGETS")
  if(NOT MLIRGYM_PRECOMPILED)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} mlirgym::mlir mlirgym::flags)
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  # The precompiled header contains paths of its clone, so it is never cached. ccache identifies it
  # by the hash that this launcher writes beside it.
  set_target_properties(${name} PROPERTIES
    CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/precompile)
  foreach(target IN LISTS arg_TARGETS)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endforeach()
endfunction()

# mlirgym_targets_below(<variable> <folder>): all targets that the folder and its subfolders build.
function(mlirgym_targets_below variable folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    mlirgym_targets_below(more ${below})
    list(APPEND targets ${more})
  endforeach()
  set(compiled)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "EXECUTABLE|LIBRARY" AND NOT type STREQUAL "INTERFACE_LIBRARY")
      list(APPEND compiled ${target})
    endif()
  endforeach()
  set(${variable} ${compiled} PARENT_SCOPE)
endfunction()

function(mlirgym_precompile_headers)
  set(library_headers
    ${standard_headers} ${llvm_headers} ${mlir_headers} <nlohmann/json.hpp>)
  set(rooms ${mlirgym_rooms})
  list(REMOVE_ITEM rooms ${mlirgym_torch_rooms} python tools) # with other headers, below
  mlirgym_libraries_of(libraries ${rooms})
  mlirgym_precompile(mlirgym_precompiled_library
    HEADERS ${library_headers} LIBRARIES nlohmann_json::nlohmann_json TARGETS ${libraries})

  mlirgym_targets_below(programs ${PROJECT_SOURCE_DIR}/tools)
  if(MLIRGYM_BENCHMARKS)
    mlirgym_targets_below(targets ${PROJECT_SOURCE_DIR}/benchmarks)
    list(REMOVE_ITEM targets machine_limits) # for this processor only
    list(APPEND programs ${targets})
  endif()
  if(MLIRGYM_TESTS AND MLIRGYM_BENCHMARKS)
    mlirgym_targets_below(stress ${PROJECT_SOURCE_DIR}/tests/stress)
    list(APPEND programs ${stress})
  endif()
  mlirgym_precompile(mlirgym_precompiled_program
    HEADERS ${standard_headers} ${llvm_headers} <nlohmann/json.hpp>
    LIBRARIES nlohmann_json::nlohmann_json TARGETS ${programs})
  if(MLIRGYM_TORCH)
    mlirgym_libraries_of(libraries ${mlirgym_torch_rooms})
    mlirgym_precompile(mlirgym_precompiled_torch
      HEADERS ${standard_headers} ${llvm_headers} ${torch_headers}
      LIBRARIES torch nlohmann_json::nlohmann_json
      TARGETS ${libraries})
  endif()
  if(MLIRGYM_PYTHON)
    mlirgym_targets_below(modules ${PROJECT_SOURCE_DIR}/python)
    mlirgym_precompile(mlirgym_precompiled_python
      HEADERS ${standard_headers} ${llvm_headers} ${python_headers}
      LIBRARIES pybind11::module nlohmann_json::nlohmann_json TARGETS ${modules})
    # As pybind11_add_module() sets it.
    set_target_properties(mlirgym_precompiled_python PROPERTIES CXX_VISIBILITY_PRESET hidden)
  endif()
  if(MLIRGYM_TESTS)
    mlirgym_targets_below(tests ${PROJECT_SOURCE_DIR}/tests)
    list(FILTER tests EXCLUDE REGEX "stress") # above
    set(torch_tests ${tests})
    list(FILTER torch_tests INCLUDE REGEX "policy_test|learn_test|ppo_test")
    list(FILTER tests EXCLUDE REGEX "policy_test|learn_test|ppo_test")
    mlirgym_precompile(mlirgym_precompiled_test
      HEADERS ${library_headers} ${test_headers}
      LIBRARIES GTest::gmock nlohmann_json::nlohmann_json TARGETS ${tests})
    if(torch_tests)
      mlirgym_precompile(mlirgym_precompiled_torch_test
        HEADERS ${standard_headers} ${llvm_headers} ${torch_headers} ${test_headers}
        LIBRARIES torch GTest::gmock nlohmann_json::nlohmann_json TARGETS ${torch_tests})
    endif()
    # Optimising matchers takes twice as long as parsing them, and they run for microseconds. The
    # tested code is optimised.
    foreach(target IN LISTS tests torch_tests ITEMS
            mlirgym_precompiled_test mlirgym_precompiled_torch_test)
      if(TARGET ${target})
        target_compile_options(${target} PRIVATE -O0)
      endif()
    endforeach()
  endif()
endfunction()
