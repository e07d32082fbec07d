# TableGen for the passes of a room.
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(AddMLIR)

# mlirgym_passes(<target> <Stage>): Passes.h.inc from this folder's Passes.td, with
# register<Stage>Passes().
function(mlirgym_passes target stage)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name=${stage}
    EXTRA_INCLUDES ${MLIR_INCLUDE_DIRS} ${PROJECT_SOURCE_DIR})
  target_sources(${target} PRIVATE ${TABLEGEN_OUTPUT})
  target_include_directories(${target} SYSTEM PRIVATE ${PROJECT_BINARY_DIR})
endfunction()
