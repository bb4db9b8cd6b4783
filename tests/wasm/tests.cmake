# Registers tests/wasm: every scenario file ends alike, and with the same timeline, when the engine
# is wasm run by Node. The wasm build is a project of its own, see CMakeLists.txt; tools/test makes
# it.
set(GVLSIM_WASM_BUILD "" CACHE PATH "Folder of a build of tests/wasm, if there is one")

if(GVLSIM_WASM_BUILD)
    add_executable(digests tests/wasm/digests.cpp)
    target_link_libraries(digests PRIVATE gvlsim_models)
    add_test(NAME "wasm: the same timelines"
        COMMAND "${GVLSIM_PYTHON}" -B tests/wasm/compare.py "$<TARGET_FILE:digests>"
                "${GVLSIM_WASM_BUILD}/digests.js"
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties("wasm: the same timelines" PROPERTIES LABELS wasm TIMEOUT 300)
endif()
