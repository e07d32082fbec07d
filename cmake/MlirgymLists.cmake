# mlirgym_listed(<variable> <list>): the classes that the lines of a .def name, each once: the first
# field, or the second of an action, whose kinds share rules.
function(mlirgym_listed variable list)
  set(file ${PROJECT_SOURCE_DIR}/${list})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} lines REGEX "^MLIRGYM_[A-Z]+\\(")
  set(classes)
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^MLIRGYM_ACTION\\([A-Za-z0-9]+, " "MLIRGYM_RULE(" line "${line}")
    # A summary with a semicolon makes two elements, of which the first has the class.
    if(line MATCHES "^MLIRGYM_[A-Z]+\\(([A-Za-z0-9]+)")
      list(APPEND classes ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES classes)
  list(SORT classes)
  set(${variable} ${classes} PARENT_SCOPE)
endfunction()

# mlirgym_files_of(<variable> <list> <folder> <suffix>...): the existing files
# <folder>/<class><suffix> of the classes of a list. They are in no other list, and
# scripts/check_listed.py reads these calls.
function(mlirgym_files_of variable list folder)
  mlirgym_listed(classes ${list})
  set(files)
  foreach(class IN LISTS classes)
    foreach(suffix IN LISTS ARGN)
      set(file ${folder}/${class}${suffix})
      cmake_path(NORMAL_PATH file) # without "./"
      if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
        list(APPEND files ${file})
      endif()
    endforeach()
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()
