# cmake --install: programs, data, and the rooms as the package mlirgym (find_package(mlirgym), then
# link mlirgym::env, mlirgym::search, ...).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mlirgym)
# Headers are included by room ("program/Program.h"): such names would clash in /usr/include itself.
set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/mlirgym)

# mlirgym_install_room(<export set> <target>...): target mlirgym_x as mlirgym::x.
function(mlirgym_install_room export)
  foreach(target IN LISTS ARGN)
    string(REGEX REPLACE "^mlirgym_" "" name ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    get_target_property(headers ${target} INTERFACE_HEADER_SETS)
    set(header_set)
    if(headers)
      set(header_set FILE_SET HEADERS DESTINATION ${header_dir} COMPONENT mlirgym)
    endif()
    install(TARGETS ${target} EXPORT ${export}
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mlirgym
      ${header_set})
  endforeach()
  install(EXPORT ${export} NAMESPACE mlirgym:: DESTINATION ${package_dir} COMPONENT mlirgym)
endfunction()

# Libraries that only the programs link are not installed.
set(installed_rooms ${mlirgym_rooms})
list(REMOVE_ITEM installed_rooms ${mlirgym_torch_rooms}
  execution/evaluator execution/reference execution/server python tools)
mlirgym_libraries_of(installed ${installed_rooms})
mlirgym_install_room(mlirgymTargets ${installed} mlirgym_llvm mlirgym_mlir)
if(MLIRGYM_TORCH)
  # A separate export set, so that the other rooms can be used without LibTorch.
  mlirgym_libraries_of(installed ${mlirgym_torch_rooms})
  mlirgym_install_room(mlirgymPpoTargets ${installed})
endif()

set(MLIRGYM_LLVM_VERSION ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
configure_package_config_file(cmake/mlirgymConfig.cmake.in
  ${PROJECT_BINARY_DIR}/mlirgymConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mlirgymConfigVersion.cmake
  COMPATIBILITY SameMinorVersion) # 0.x: a minor version may break
install(FILES ${PROJECT_BINARY_DIR}/mlirgymConfig.cmake
  ${PROJECT_BINARY_DIR}/mlirgymConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT mlirgym)

set(programs mlirgym mlirgym-opt mlirgym-worker mlirgym-kernel-worker)
if(MLIRGYM_TORCH)
  list(APPEND programs mlirgym-torch)
  # CMake leaves out folders of the clone, which contains .venv with LibTorch.
  set_target_properties(mlirgym-torch PROPERTIES INSTALL_RPATH $<TARGET_FILE_DIR:torch>)
endif()
# Debian's LLVM 22 is not on the loader's default search path.
set_target_properties(${programs} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS ${programs}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mlirgym)
install(TARGETS mlirgym-count-instructions # beside the worker, from whose path it is found
  LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mlirgym)
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mlirgym/data
  COMPONENT mlirgym PATTERN "*.db-*" EXCLUDE # a database in use
  PATTERN pyproject.toml EXCLUDE)
# A wheel contains programs and data beside its modules; an editable installation uses the clone's.
if(MLIRGYM_PYTHON AND NOT SKBUILD_STATE STREQUAL "editable")
  set(packaged ${programs})
  list(REMOVE_ITEM packaged mlirgym-opt)
  install(TARGETS ${packaged} RUNTIME DESTINATION mlirgym COMPONENT python EXCLUDE_FROM_ALL)
  install(TARGETS mlirgym-count-instructions
    LIBRARY DESTINATION mlirgym COMPONENT python EXCLUDE_FROM_ALL)
  install(DIRECTORY data/ DESTINATION mlirgym/share/mlirgym/data # mlirgym/data is a subpackage
    COMPONENT python EXCLUDE_FROM_ALL PATTERN "*.db-*" EXCLUDE PATTERN pyproject.toml EXCLUDE)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT mlirgym)
