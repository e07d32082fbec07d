# TableGen for the passes of a room.
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(AddMLIR)

# mlirgym_passes(<target> <Stage>): the passes of this folder's Passes.td, each in a source of its
# name, and Passes.h.inc with register<Stage>Passes().
function(mlirgym_passes target stage)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS Passes.td)
  file(STRINGS Passes.td passes REGEX "^def ")
  list(TRANSFORM passes REPLACE "^def ([A-Za-z0-9]+).*" "\\1.cpp")
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name=${stage}
    EXTRA_INCLUDES ${MLIR_INCLUDE_DIRS} ${PROJECT_SOURCE_DIR})
  target_sources(${target} PRIVATE ${passes} ${TABLEGEN_OUTPUT})
  target_include_directories(${target} SYSTEM PRIVATE ${PROJECT_BINARY_DIR})
endfunction()
