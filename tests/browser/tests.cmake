# Registers tests/browser: the page of `gvlsim trace` in Debian's chromium. npm packages go into
# the build folder, by name and version; after the first time nothing is fetched.
set(modules "${PROJECT_BINARY_DIR}/browser")
add_test(NAME "browser: npm packages"
    COMMAND sh -c "[ -e node_modules/axe-core ] || npm install $*" sh
            --no-audit --no-fund --no-save playwright-core@1 axe-core@4
    WORKING_DIRECTORY "${modules}")
file(MAKE_DIRECTORY "${modules}")
add_test(NAME "browser: the page"
    COMMAND node "${PROJECT_SOURCE_DIR}/tests/browser/page_test.mjs" "$<TARGET_FILE:gvlsim>"
            "${modules}")
set_tests_properties("browser: npm packages" PROPERTIES FIXTURES_SETUP npm)
set_tests_properties("browser: the page" PROPERTIES FIXTURES_REQUIRED npm)
set_tests_properties("browser: npm packages" "browser: the page" PROPERTIES
    LABELS browser TIMEOUT 300)
