# mlirgym_action_rules(<variable>): the classes that actions/Actions.def names as rules of actions,
# each once. Their sources and tests are in no other list.
function(mlirgym_action_rules variable)
  set(list ${PROJECT_SOURCE_DIR}/actions/Actions.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^MLIRGYM_ACTION\\(")
  set(rules)
  foreach(line IN LISTS lines)
    # A summary with a semicolon makes two elements, of which the first has the class.
    if(line MATCHES "^MLIRGYM_ACTION\\([A-Za-z0-9]+, ([A-Za-z0-9]+),")
      list(APPEND rules ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES rules)
  list(SORT rules)
  set(${variable} ${rules} PARENT_SCOPE)
endfunction()

# mlirgym_files_of_rules(<variable> <folder> <suffix>...): those files <folder>/<rule><suffix> that
# there are.
function(mlirgym_files_of_rules variable folder)
  mlirgym_action_rules(rules)
  set(files)
  foreach(rule IN LISTS rules)
    foreach(suffix IN LISTS ARGN)
      if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${rule}${suffix})
        list(APPEND files ${folder}/${rule}${suffix})
      endif()
    endforeach()
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()
