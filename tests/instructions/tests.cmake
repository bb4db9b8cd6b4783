# Registers tests/instructions: what fixed runs may cost. Counts depend on the compiler and its
# settings, so only the optimised build of g++ is measured, which is what tools/test builds.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release"
        AND NOT GVLSIM_SANITIZE)
    add_test(NAME "instructions: budgets"
        COMMAND "${GVLSIM_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/instructions/budgets.py"
                "$<TARGET_FILE:gvlsim>")
    set_tests_properties("instructions: budgets" PROPERTIES
        LABELS instructions TIMEOUT 600 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endif()
