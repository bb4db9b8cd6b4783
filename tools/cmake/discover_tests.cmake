# Runs after a doctest program was linked: writes one add_test per test case to ${LIST}.
# doctest's own doctest_discover_tests (2.4.9) loses every test after a name with a bracket, and
# all labels. Characters that mean something to CMake or to doctest's filter become `?`, which
# matches any one character.
cmake_minimum_required(VERSION 3.22)
execute_process(
    COMMAND "${PROGRAM}" --list-test-cases --no-colors=true
    WORKING_DIRECTORY "${WORKING_FOLDER}"
    OUTPUT_VARIABLE output
    COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "[" "(" output "${output}")
string(REPLACE "]" ")" output "${output}")
string(REPLACE ";" "," output "${output}")
string(REPLACE "\n" ";" lines "${output}")

set(script "")
set(seen "")
foreach(name IN LISTS lines)
    if(name STREQUAL "" OR name MATCHES "^=+$" OR name MATCHES "^.doctest. " OR name IN_LIST seen)
        continue()
    endif()
    list(APPEND seen "${name}")
    string(REGEX REPLACE "[^-+ =:./a-zA-Z0-9_]" "?" filter "${name}")
    string(APPEND script
        "add_test([==[${FOLDER}: ${name}]==] [==[${PROGRAM}]==] [==[--test-case=${filter}]==])\n"
        "set_tests_properties([==[${FOLDER}: ${name}]==] PROPERTIES LABELS ${FOLDER} TIMEOUT 300\n"
        "    WORKING_DIRECTORY [==[${WORKING_FOLDER}]==]\n"
        "    FAIL_REGULAR_EXPRESSION [==[test cases: +0 [|]]==])\n")  # the filter found nothing
endforeach()
file(WRITE "${LIST}" "${script}")
