# Registers tests/cli: see README.md of tests/.
set(cli "${PROJECT_SOURCE_DIR}/tests/cli")

# name of the test, then script and arguments
function(gvlsim_add_script_test name)
    add_test(NAME "${name}" COMMAND "${GVLSIM_PYTHON}" -B ${ARGN})
    set_tests_properties(
        "${name}" PROPERTIES LABELS cli TIMEOUT 600 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()

file(GLOB files CONFIGURE_DEPENDS RELATIVE "${cli}" "${cli}/*.test")
foreach(file IN LISTS files)
    gvlsim_add_script_test(
        "cli: ${file}" "${cli}/run.py" --program $<TARGET_FILE:gvlsim> "tests/cli/${file}")
endforeach()

if(NOT GVLSIM_SANITIZE)  # which takes memory of its own
    gvlsim_add_script_test(
        "cli: large recording" "${cli}/large_recording.py" --program $<TARGET_FILE:gvlsim>)
endif()

file(GLOB files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" README.md */README.md)
foreach(file IN LISTS files)
    gvlsim_add_script_test(
        "cli: commands in ${file}" "${cli}/readme.py" --program $<TARGET_FILE:gvlsim> "${file}")
endforeach()

if(GVLSIM_OTHER_BUILDS)
    string(REPLACE ";" "|" others "${GVLSIM_OTHER_BUILDS}")
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" scenarios/*.json)
    list(REMOVE_ITEM files scenarios/schema.json)
    foreach(file IN LISTS files)
        gvlsim_add_script_test(
            "cli: identical bytes of ${file}" "${cli}/identical_bytes.py"
            --builds "$<TARGET_FILE:gvlsim>|${others}" "${file}")
    endforeach()
endif()

gvlsim_add_script_test("cli: launcher" "${cli}/launcher.py")
