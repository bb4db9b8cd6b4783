# Registers tests/tidy: the rules of the house, and a test of the rules.
foreach(script IN ITEMS tidy tidy_test)
    add_test(NAME "tidy: ${script}"
        COMMAND "${GVLSIM_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/tidy/${script}.py")
    set_tests_properties("tidy: ${script}" PROPERTIES
        LABELS tidy WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endforeach()
