#!/usr/bin/env bash
# Install the system packages that are missing, or say how.
#
#   scripts/system_packages.sh GROUP...      venv | app | test
#
# What is already there is found by looking for the thing itself, so nothing is asked of apt on
# a machine that has all. Without root (or a sudo that asks no password), the one line to run is
# printed: where nothing works without them that is the end; for `test` the tests run and skip,
# loudly, what they cannot do.
set -euo pipefail

has_library() {
    { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true; } | grep -q -F "$1"
}

has_program() {
    local name
    for name in "$@"; do command -v "$name" >/dev/null && return 0; done
    return 1
}

missing=()
vital=no
for group in "$@"; do
    case "$group" in
    venv)
        missing+=(python3-venv)
        vital=yes
        ;;
    app)
        [ "$(uname -s)" = Linux ] || continue # elsewhere the OpenCV wheel brings all it needs
        has_library libGL.so.1 || { missing+=(libgl1); vital=yes; }
        has_library libgthread-2.0.so.0 || { missing+=(libglib2.0-0); vital=yes; }
        # What words mean; without it the app says so where a definition would stand.
        [ -e /usr/share/wordnet/index.noun ] || missing+=(wordnet-base)
        ;;
    test)
        has_program chromium chromium-browser google-chrome || missing+=(chromium fonts-dejavu-core)
        # For the tools that check the pages.
        has_program node || missing+=(nodejs)
        has_program npm || missing+=(npm)
        has_program tesseract || missing+=(tesseract-ocr)
        # For the firmware: the part that any computer runs, and the microcontroller's own.
        has_program g++ || missing+=(g++)
        has_program avr-g++ || missing+=(gcc-avr avr-libc)
        [ -d /usr/share/arduino/hardware/arduino/avr ] || missing+=(arduino-core-avr)
        has_program simavr || missing+=(simavr)
        [ -e /usr/include/simavr/sim_avr.h ] || missing+=(libsimavr-dev libelf-dev)
        ;;
    *)
        echo "usage: $0 venv|app|test ..." >&2
        exit 2
        ;;
    esac
done

[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
if has_program apt-get && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }; then
    echo "installing system packages: ${missing[*]}" >&2
    export DEBIAN_FRONTEND=noninteractive
    if "${as_root[@]}" apt-get update -qq >&2 &&
        "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2; then
        exit 0
    fi
    echo "They could not be installed." >&2
fi

echo "These system packages are missing; please run once:" >&2
echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
echo "(on a system without apt, install what holds the same programs and libraries)" >&2
[ "$vital" = no ]
