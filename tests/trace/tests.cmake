# Registers tests/trace: formats of `gvlsim trace`, and the lessons with their pictures.
set(trace "${PROJECT_SOURCE_DIR}/tests/trace")
function(gvlsim_add_trace_test name)
    add_test(NAME "trace: ${name}" COMMAND "${GVLSIM_PYTHON}" -B ${ARGN})
    set_tests_properties(
        "trace: ${name}" PROPERTIES LABELS trace TIMEOUT 300
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()

gvlsim_add_trace_test("formats" "${trace}/formats_test.py" $<TARGET_FILE:gvlsim>)
gvlsim_add_trace_test("pictures of the lessons" "${trace}/pictures_test.py" $<TARGET_FILE:gvlsim>)
file(GLOB files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" scenarios/lessons/*/README.md)
foreach(file IN LISTS files)
    gvlsim_add_trace_test(
        "commands in ${file}" "${PROJECT_SOURCE_DIR}/tests/cli/readme.py"
        --program $<TARGET_FILE:gvlsim> "${file}")
endforeach()
