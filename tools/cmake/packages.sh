# Sourced by tools/gvlsim and tools/test: which Debian packages they need, and how to get them.
# Each line: package, then a command or a header that shows that it is there already.

build_packages='
g++ c++
cmake cmake
ninja-build ninja
libboost-dev boost/heap/d_ary_heap.hpp
nlohmann-json3-dev nlohmann/json.hpp
libfmt-dev fmt/format.h
libcli11-dev CLI/CLI.hpp
zlib1g-dev zlib.h
'
test_packages="$build_packages"'
doctest-dev doctest/doctest.h
clang clang++
libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/14.0.6/include/fuzzer/FuzzedDataProvider.h
valgrind valgrind
python3 python3
ruby ruby
chromium chromium
nodejs node
npm npm
emscripten em++
'

say() {
    printf 'gvlsim: %s\n' "$*" >&2
}

have() {
    case $1 in
        /*) [ -e "$1" ] ;;
        c++) command -v "${CXX:-c++}" >/dev/null ;;
        *.h | *.hpp)
            for folder in /usr/include /usr/local/include $(echo "${CPATH-}" | tr : ' '); do
                [ -e "$folder/$1" ] && return 0
            done
            return 1
            ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

missing_packages() {
    echo "$1" | while read -r package sign; do
        [ -z "$package" ] || have "$sign" || printf ' %s' "$package"
    done
}

# install_missing PACKAGES LOG: true when everything is there afterwards.
install_missing() {
    missing=$(missing_packages "$1")
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
        say "to build it, these Debian packages are missing:$missing"
        say "install them first, as root: apt-get install$missing"
        return 1
    fi
    say "installing Debian packages:$missing"
    apt_install $missing >"$2" 2>&1 || {
        say 'refreshing the package lists first'
        apt-get -q update >>"$2" 2>&1 && apt_install $missing >>"$2" 2>&1
    } || {
        tail -n 20 "$2" >&2
        say "apt-get could not install:$missing (full log: $2)"
        return 1
    }
    missing=$(missing_packages "$1")
    [ -z "$missing" ] || {
        say "still missing after apt-get install:$missing (log: $2)"
        return 1
    }
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
        -o DPkg::Lock::Timeout=600 install "$@" </dev/null
}
