# Targets that every room links: our warnings, and third-party headers, for which they are disabled.
add_library(mlirgym_flags INTERFACE)
add_library(mlirgym::flags ALIAS mlirgym_flags)
target_compile_options(mlirgym_flags INTERFACE
  -Wall -Wextra -Wshadow $<$<BOOL:${MLIRGYM_WERROR}>:-Werror>)
if(MLIRGYM_SANITIZE)
  target_compile_options(mlirgym_flags INTERFACE
    -fsanitize=${MLIRGYM_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(mlirgym_flags INTERFACE -fsanitize=${MLIRGYM_SANITIZE})
  # The LLVM dylib is not instrumented: vptr would need its type information.
  if(MLIRGYM_SANITIZE MATCHES "undefined")
    target_compile_options(mlirgym_flags INTERFACE -fno-sanitize=vptr,function)
  endif()
endif()

# Only the dylibs: linking a static archive of MLIR as well duplicates every type id, and then type
# checks fail silently.
add_library(mlirgym_llvm INTERFACE)
add_library(mlirgym::llvm ALIAS mlirgym_llvm)
target_include_directories(mlirgym_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(mlirgym_llvm INTERFACE LLVM)
add_library(mlirgym_mlir INTERFACE)
add_library(mlirgym::mlir ALIAS mlirgym_mlir)
target_include_directories(mlirgym_mlir SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS})
target_link_libraries(mlirgym_mlir INTERFACE MLIR mlirgym::llvm)
add_library(mlirgym_cereal INTERFACE)
add_library(mlirgym::cereal ALIAS mlirgym_cereal)
target_include_directories(mlirgym_cereal SYSTEM INTERFACE ${CEREAL_INCLUDE_DIR})
