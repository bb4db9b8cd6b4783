# What every target is compiled with; linked in as gvlsim_settings.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
# NDEBUG silences the assertions of libraries; our own checks do not depend on it.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)  # -std=c++20, not gnu++20

add_library(gvlsim_settings INTERFACE)
target_compile_features(gvlsim_settings INTERFACE cxx_std_20)
target_include_directories(gvlsim_settings INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(
    gvlsim_settings
    INTERFACE
        # A fused multiply-add rounds once where two instructions round twice: results would
        # depend on the processor.
        -ffp-contract=off
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        # clang counts this as part of -Wconversion, g++ does not: ask both for the same.
        -Wno-sign-conversion
        # Designated initialisers name what differs from the default.
        -Wno-missing-field-initializers)

if(GVLSIM_WERROR)
    target_compile_options(gvlsim_settings INTERFACE -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # These are guesses of the optimiser, wrong about std::string in g++ 12 (PR 105651).
        target_compile_options(
            gvlsim_settings
            INTERFACE -Wno-error=restrict -Wno-error=maybe-uninitialized
                      -Wno-error=array-bounds -Wno-error=stringop-overflow
                      -Wno-error=stringop-overread -Wno-error=dangling-pointer)
    endif()
endif()

if(GVLSIM_SANITIZE)
    target_compile_options(
        gvlsim_settings
        INTERFACE -O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
                  -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
    target_link_options(gvlsim_settings INTERFACE -fsanitize=address,undefined)
endif()

if(GVLSIM_FUZZ)  # by clang; tests/fuzz/fuzz.cmake adds the entries
    target_compile_options(
        gvlsim_settings
        INTERFACE -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
    target_link_options(gvlsim_settings INTERFACE -fsanitize=address,undefined)
endif()

# Precompiled headers halve the time of a build; all targets share those of gvlsim_models.
function(gvlsim_reuse_headers target)
    if(GVLSIM_PCH)
        target_precompile_headers(${target} REUSE_FROM gvlsim_models)
    endif()
endfunction()
