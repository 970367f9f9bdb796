# Finds the packages. The five named ones are required; the others switch a
# part off when they are absent.
find_package(Threads REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(absl CONFIG REQUIRED)

# Newer Protobuf ships a CMake package that knows its own Abseil; Debian's
# 3.21 has CMake's module only.
find_package(protobuf CONFIG QUIET)
if(NOT TARGET protobuf::libprotobuf)
  find_package(Protobuf REQUIRED)
endif()
find_package(gRPC CONFIG REQUIRED)

if(SIGNET_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()

if(NOT SIGNET_MINIMAL)
  find_package(yaml-cpp CONFIG QUIET)
  find_package(CURL QUIET)
  find_package(CLI11 CONFIG QUIET)
  find_package(nlohmann_json CONFIG QUIET)
  if(SIGNET_BUILD_BENCH)
    find_package(benchmark CONFIG QUIET)
  endif()
  if(NOT TARGET yaml-cpp::yaml-cpp AND TARGET yaml-cpp)
    add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
  endif()
  find_path(SIGNET_CLI11_INCLUDE_DIR CLI/CLI.hpp)
endif()
