# Puts tools/export/page/*.{html,css,js} together and into the program as bytes. As a script
# (cmake -P) it does that; included, it sets page_source and the command that makes it.
if(CMAKE_SCRIPT_MODE_FILE)
    file(READ "${FOLDER}/page.html" page)
    file(READ "${FOLDER}/page.css" style)
    file(GLOB scripts "${FOLDER}/*.js")
    list(SORT scripts)
    set(script "")
    foreach(one IN LISTS scripts)
        file(READ "${one}" text)
        string(APPEND script "${text}")
    endforeach()
    string(REPLACE "@STYLE@" "${style}" page "${page}")
    string(REPLACE "@SCRIPT@" "${script}" page "${page}")
    file(WRITE "${OUTPUT}.html" "${page}")
    file(READ "${OUTPUT}.html" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")  # the lines of the page
    set(tail "{reinterpret_cast<const char*>(bytes), sizeof bytes}")
    file(WRITE "${OUTPUT}" "#include \"tools/export/page.hpp\"\n\nnamespace {\n"
        "constexpr unsigned char bytes[] = {\n${bytes}\n};\n}  // namespace\n\n"
        "std::string_view gvlsim::page_template() noexcept { return ${tail}; }\n")
    return()
endif()

set(page_source "${PROJECT_BINARY_DIR}/generated/page.cpp")
file(GLOB page_parts CONFIGURE_DEPENDS tools/export/page/*.html tools/export/page/*.css
    tools/export/page/*.js)
add_custom_command(
    OUTPUT "${page_source}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${PROJECT_SOURCE_DIR}/tools/export/page"
            "-DOUTPUT=${page_source}" -P "${PROJECT_SOURCE_DIR}/tools/cmake/page.cmake"
    DEPENDS ${page_parts} "${PROJECT_SOURCE_DIR}/tools/cmake/page.cmake"
    VERBATIM)
