#!/bin/sh
# Installs the fonts that the letter network is trained with (Debian and its relatives).
# Without root it prints the one line to run.
set -eu
list="$(dirname "$0")/../tools/training/fonts.txt"
packages="$(grep -v '^#' "$list" | tr '\n' ' ')"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    # shellcheck disable=SC2086  # one word per package
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
else
    echo "run: sudo apt-get install -y --no-install-recommends $packages"
fi
