# Registers tests/fuzz: entries for libFuzzer, which replay what is known to be hard and then try a
# fixed number of variants. They need a build by clang, see fuzz.cmake; tools/test makes it.
set(GVLSIM_FUZZ_BUILD "" CACHE PATH "Folder of a build with GVLSIM_FUZZ, if there is one")

# name of the entry, variants to try, then folders of inputs
function(gvlsim_add_fuzz_test name runs)
    set(found "${PROJECT_BINARY_DIR}/fuzz/${name}")
    file(MAKE_DIRECTORY "${found}")
    # The first folder takes new inputs that reach new code; they are kept until the next time.
    add_test(NAME "fuzz: ${name}"
        COMMAND sh -c "rm -rf \"$0/new\" && mkdir \"$0/new\" && exec \"$@\"" "${found}"
                "${GVLSIM_FUZZ_BUILD}/${name}" -runs=${runs} -seed=1 -max_len=20000 -timeout=60
                -rss_limit_mb=2048 "-artifact_prefix=${found}/" "${found}/new" ${ARGN})
    set_tests_properties("fuzz: ${name}" PROPERTIES
        LABELS fuzz TIMEOUT 300 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()

if(GVLSIM_FUZZ_BUILD)
    gvlsim_add_fuzz_test(load_fuzz 5000
        tests/data/bad scenarios scenarios/first_steps scenarios/library tests/golden/new_rules)
    gvlsim_add_fuzz_test(import_fuzz 2000 tests/data/traces)
endif()
