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
extra=()
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
        # Two more browsers, in which the squares of the board are tapped; not everybody has them.
        has_program firefox-esr firefox || extra+=(firefox-esr)
        has_program WebKitWebDriver || extra+=(webkit2gtk-driver)
        has_program Xvfb || extra+=(xvfb)
        # A camera that speaks RTSP.
        /usr/bin/python3 -c "import gi; gi.require_version('GstRtspServer', '1.0')" 2>/dev/null ||
            extra+=(python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good)
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

[ ${#missing[@]} -eq 0 ] && [ ${#extra[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
has_apt() {
    has_program apt-get && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }
}
install() {
    [ $# -eq 0 ] && return 0
    echo "installing system packages: $*" >&2
    DEBIAN_FRONTEND=noninteractive \
        "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2
}

if has_apt && "${as_root[@]}" apt-get update -qq >&2; then
    for package in "${extra[@]}"; do
        install "$package" || echo "Without $package the tests that need it skip." >&2
    done
    install "${missing[@]}" && exit 0
    echo "They could not be installed." >&2
else
    missing+=("${extra[@]}")
fi

echo "These system packages are missing; please run once:" >&2
echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
echo "(on a system without apt, install what holds the same programs and libraries)" >&2
[ "$vital" = no ]
