# Tests: every folder of tests/ that holds .cpp files becomes one doctest program, and every test
# case in it one ctest test with the folder's name as label. A folder whose tests are not doctest
# brings a tests.cmake.
find_package(doctest REQUIRED)
find_program(GVLSIM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)  # before any pyenv shim
find_program(GVLSIM_PYTHON python3 REQUIRED)
set(GVLSIM_OTHER_BUILDS "" CACHE STRING
    "Programs of other compilers whose results must be the same, byte for byte")

file(GLOB support_sources CONFIGURE_DEPENDS tests/support/*.cpp)
add_library(gvlsim_test_support STATIC ${support_sources})
target_link_libraries(
    gvlsim_test_support
    PUBLIC gvlsim_tools doctest::doctest nlohmann_json::nlohmann_json ZLIB::ZLIB)
target_compile_definitions(
    gvlsim_test_support
    PRIVATE GVLSIM_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" GVLSIM_PROGRAM="$<TARGET_FILE:gvlsim>")
gvlsim_reuse_headers(gvlsim_test_support)

function(gvlsim_add_doctest_folder folder sources)
    set(program "${folder}_tests")
    add_executable(${program} ${sources})
    target_link_libraries(${program} PRIVATE gvlsim_test_support)
    gvlsim_reuse_headers(${program})
    set(list "${PROJECT_BINARY_DIR}/${program}.ctest.cmake")
    add_custom_command(
        TARGET ${program} POST_BUILD
        BYPRODUCTS "${list}"
        COMMAND "${CMAKE_COMMAND}" -D "PROGRAM=$<TARGET_FILE:${program}>" -D "FOLDER=${folder}"
                -D "WORKING_FOLDER=${PROJECT_SOURCE_DIR}" -D "LIST=${list}"
                -P "${PROJECT_SOURCE_DIR}/tools/cmake/discover_tests.cmake"
        VERBATIM)
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${list}")
endfunction()

# tests/fuzz and tests/wasm bring their main() and tests/support is a library.
file(GLOB folders CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/tests" tests/*)
list(REMOVE_ITEM folders support fuzz wasm)
foreach(folder IN LISTS folders)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "tests/${folder}/*.cpp")
    if(sources)
        gvlsim_add_doctest_folder("${folder}" "${sources}")
    endif()
endforeach()

file(GLOB lists CONFIGURE_DEPENDS tests/*/tests.cmake)
foreach(list IN LISTS lists)
    include("${list}")
endforeach()
