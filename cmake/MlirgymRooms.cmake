# The rooms of rooms.txt, in its order, in which each room is below the rooms that it builds on:
# mlirgym_rooms, the folders of all rooms that are built, and mlirgym_torch_rooms, the rooms among
# them that need LibTorch. A room's library is mlirgym_<last part of its folder>.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rooms.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/rooms.txt lines REGEX "^[a-z/]+ +[|]")
set(mlirgym_rooms)
set(mlirgym_torch_rooms)
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([a-z/]+) +[|]")
    continue() # a contents column with a semicolon
  endif()
  set(room ${CMAKE_MATCH_1})
  if(room MATCHES "^agents/(policy|learn|ppo)$")
    if(NOT MLIRGYM_TORCH)
      continue()
    endif()
    list(APPEND mlirgym_torch_rooms ${room})
  elseif(room STREQUAL "python" AND NOT MLIRGYM_PYTHON)
    continue()
  endif()
  list(APPEND mlirgym_rooms ${room})
endforeach()

# mlirgym_libraries_of(<variable> <room>...): the targets of rooms.
function(mlirgym_libraries_of variable)
  list(TRANSFORM ARGN REPLACE "^.*/" "" OUTPUT_VARIABLE names)
  list(TRANSFORM names PREPEND mlirgym_)
  set(${variable} ${names} PARENT_SCOPE)
endfunction()
