# How every target of this project is compiled, and the three functions that
# the folders' CMakeLists.txt call.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(SIGNET_CCACHE ccache)
if(SIGNET_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SIGNET_CCACHE})
endif()

# The compile options of our own code; generated code and third-party headers
# do not get the warnings.
add_library(signet_options INTERFACE)
target_compile_options(signet_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(signet_options INTERFACE -Wthread-safety)
endif()
if(SIGNET_WARNINGS_AS_ERRORS)
  target_compile_options(signet_options INTERFACE -Werror)
endif()

# Hardening; the sanitizers bring their own checks.
if(SIGNET_SANITIZE)
  add_compile_options(-fsanitize=${SIGNET_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SIGNET_SANITIZE})
else()
  add_compile_options(-fstack-protector-strong -fcf-protection)
  if(CMAKE_BUILD_TYPE MATCHES "Rel")
    add_compile_options(-D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS)
  endif()
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# signet_library(NAME SOURCES a.cc... [DEPS public...] [PRIVATE_DEPS private...])
#
# Makes the static library signet_NAME with the alias signet::NAME. Sources are
# listed, never globbed. Includes are written from the repository root.
function(signet_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(signet_${name} STATIC ${ARG_SOURCES})
  add_library(signet::${name} ALIAS signet_${name})
  set_target_properties(signet_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(signet_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/signet>)
  target_compile_features(signet_${name} PUBLIC cxx_std_20)
  target_link_libraries(signet_${name} PUBLIC ${ARG_DEPS}
    PRIVATE ${ARG_PRIVATE_DEPS} $<BUILD_INTERFACE:signet_options>)
endfunction()

# signet_executable(NAME SOURCES a.cc... [DEPS libs...])
function(signet_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} signet_options)
endfunction()

# signet_test(NAME SOURCES a_test.cc... [DEPS libs...] [LABELS labels...])
#
# One GoogleTest binary, one ctest entry of the same name.
function(signet_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LABELS" ${ARGN})
  signet_executable(${name} SOURCES ${ARG_SOURCES} DEPS ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 300
    ENVIRONMENT "SIGNET_SOURCE_DIR=${PROJECT_SOURCE_DIR};SIGNET_BIN_DIR=${CMAKE_BINARY_DIR}/bin")
endfunction()
