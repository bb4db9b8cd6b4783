# Registers tests/schema: `gvlsim schema` against ajv, which npm fetches by name and version into
# the build folder; after the first time nothing is fetched.
set(modules "${PROJECT_BINARY_DIR}/schema")
file(MAKE_DIRECTORY "${modules}")
add_test(NAME "schema: npm packages"
    COMMAND sh -c "[ -e node_modules/ajv ] || npm install $* || {
        echo 'ajv could not be fetched: this test needs the npm registry once' >&2; exit 1; }" sh
            --no-audit --no-fund --no-save ajv@8
    WORKING_DIRECTORY "${modules}")
add_test(NAME "schema: the same verdicts as the loader"
    COMMAND node "${PROJECT_SOURCE_DIR}/tests/schema/schema_test.mjs" "$<TARGET_FILE:gvlsim>"
            "${modules}"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties("schema: npm packages" PROPERTIES FIXTURES_SETUP ajv)
set_tests_properties("schema: the same verdicts as the loader" PROPERTIES FIXTURES_REQUIRED ajv)
set_tests_properties("schema: npm packages" "schema: the same verdicts as the loader" PROPERTIES
    LABELS schema TIMEOUT 300)
