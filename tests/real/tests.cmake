# Registers tests/real: real threads of Debian's Ruby. The only tests that take real time; they
# assert order and bounds, which hold on a busy machine, and run alone.
find_program(GVLSIM_RUBY ruby PATHS /usr/bin NO_DEFAULT_PATH)  # before any rbenv shim
find_program(GVLSIM_RUBY ruby REQUIRED)

foreach(script IN ITEMS programs threads)
    add_test(NAME "real: ${script}"
        COMMAND "${GVLSIM_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/real/${script}_test.py"
                $<TARGET_FILE:gvlsim> "${GVLSIM_RUBY}")
    set_tests_properties("real: ${script}" PROPERTIES
        LABELS real TIMEOUT 600 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endforeach()
set_tests_properties("real: threads" PROPERTIES RUN_SERIAL TRUE)
